"""fmtools: focused macro-actions for black-box planning.

    result = fmtools.solve("domain.pddl", "problem.pddl")
    result = fmtools.plan(fmtools.worlds.cube("R U2 F'"), planner="astar")
    library = fmtools.learn("cube", budget="100K")

Simulators of your own fulfil `fmtools.Simulator`; Gymnasium environments are `fmtools.gym`.
Importing the package loads nothing heavy: what a name needs comes with its first use.
"""

from importlib import import_module
from typing import Any

from fmtools.version import __version__

_HOMES = {
    "Action": "task",
    "FmtoolsError": "errors",
    "Macro": "macros",
    "MacroLibrary": "macros",
    "Outcome": "results",
    "SearchResult": "results",
    "Simulator": "simulator",
    "State": "task",
    "Task": "task",
    "compile": "api.compiling",
    "load": "task",
    "load_library": "library_file",
    "plan": "api.planning",
    "solve": "api.planning",
    "unfold": "api.compiling",
    "validate": "api.compiling",
}
"""The module of every public name."""
_MODULES = ("gym", "learn", "worlds")
"""Modules that are public themselves; `learn` can be called, too."""

__all__ = ["__version__", *_HOMES, *_MODULES]


def __getattr__(name: str) -> Any:
    # By name, at run time: the package stands below everything, the black-box wall included.
    if name in _HOMES:
        found = getattr(import_module(f"fmtools.{_HOMES[name]}"), name)
        globals()[name] = found
        return found
    if name in _MODULES:
        return import_module(f"fmtools.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
