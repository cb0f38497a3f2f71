"""The ordinary Python implementations that speed is measured against.

They live with the tests, where they are the oracles; a second copy here would drift. So these
benchmarks run from a clone of the repository, not from an installed package alone.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

from fmtools.errors import InputError

_REPOSITORY = Path(__file__).resolve().parents[2]


def load_reference(name: str) -> ModuleType:
    """A module of tests/reference."""
    if not (_REPOSITORY / "tests" / "reference" / f"{name}.py").is_file():
        raise InputError("the baseline is in tests/reference: run this in a clone of fmtools")
    if str(_REPOSITORY) not in sys.path:
        sys.path.insert(0, str(_REPOSITORY))
    return importlib.import_module(f"tests.reference.{name}")
