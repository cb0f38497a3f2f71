"""How to install what is missing: a command that works for the Python that runs."""

import os
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path


def pip_install(*words: str) -> str:
    """For `fmtools[gym]` pip takes the fmtools that is here, from a clone or a wheel alike."""
    python = _this_python()
    if find_spec("pip") is None and shutil.which("uv") is not None:
        return shlex.join(["uv", "pip", "install", "--python", python, *words])
    return shlex.join([python, "-m", "pip", "install", *words])


def _this_python() -> str:
    """As one would type it: `python` where that is this one, `.venv/bin/python`, or the path."""
    here = Path(sys.executable or "python")
    for name in ("python", "python3"):
        found = shutil.which(name)
        if found is not None and Path(found).parent == here.parent:
            return name
    relative = os.path.relpath(here)
    return str(here) if relative.startswith(os.pardir) else relative
