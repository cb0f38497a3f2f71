"""fmtools: focused macro-actions for black-box planning.

`fmtools.load(domain, problem)` gives a PDDL task to walk through; see `fmtools.task`. Everything
else is imported from its own module. Importing the package itself loads nothing heavy.
"""

from importlib import import_module
from typing import Any

from fmtools.version import __version__

__all__ = ["__version__"]

_FROM_TASK = ("Action", "State", "Task", "load")


def __getattr__(name: str) -> Any:
    # By name, at run time: the package stands below everything, the black-box wall included.
    if name in _FROM_TASK:
        return getattr(import_module("fmtools.task"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
