"""The ordinary dict + heapq loop that speed is measured against.

It lives with the tests, where it is the oracle; a second copy here would drift. So the benchmark
runs from a clone of the repository, not from an installed package alone.
"""

import importlib.util
from pathlib import Path
from types import ModuleType

from fmtools.errors import InputError

_REFERENCE = Path(__file__).resolve().parents[2] / "tests" / "reference"


def load_reference(name: str) -> ModuleType:
    """A module of tests/reference, by its file."""
    path = _REFERENCE / f"{name}.py"
    if not path.is_file():
        raise InputError("the baseline is in tests/reference: run this in a clone of fmtools")
    spec = importlib.util.spec_from_file_location(f"fmtools_reference_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
