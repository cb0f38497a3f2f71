"""Planners by name: `lama-first`, `fd:astar(lmcut())`, `sas:lama`, `lapkt:BFWS-f5`, `gbfs`, a
template's name.

To add a planner, write its family and name it in DRIVERS; for a planner of your own, a TOML file
with its command is enough (`command.py`).
"""

import difflib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from fmtools.drivers.builtin import builtin_names
from fmtools.drivers.builtin import make as make_builtin
from fmtools.drivers.driver import Driver, Family
from fmtools.drivers.fast_downward import FAST_DOWNWARD, program_at
from fmtools.drivers.lapkt import LAPKT
from fmtools.drivers.pymimir import PYMIMIR
from fmtools.drivers.pyperplan import PYPERPLAN
from fmtools.drivers.sas import SAS
from fmtools.errors import InputError, UsageError

DRIVERS: dict[str, Family] = {
    "fd": FAST_DOWNWARD,
    "sas": SAS,
    "lapkt": LAPKT,
    "pyperplan": PYPERPLAN,
    "pymimir": PYMIMIR,
}
"""A planner is named FAMILY or FAMILY:VARIANT."""

SHORT_NAMES = {"lama-first": "fd:lama-first", "lama": "fd:lama", "fd": "fd:lama-first"}


def find_driver(
    name: str,
    fast_downward: Path | None = None,
    commands: Mapping[str, Driver] | None = None,
    seed: int = 0,
) -> Driver:
    """The driver called `name`; UsageError if there is none such, InputError if not installed.

    `commands` are the user's own planners, which come first; `fast_downward` says where that
    planner lies; `seed` is for built-in planners.
    """
    if commands and name in commands:
        return commands[name]
    family_name, colon, variant = SHORT_NAMES.get(name, name).partition(":")
    family = DRIVERS.get(family_name)
    if family is None or (colon and not variant):
        if name in builtin_names():
            return make_builtin(name, seed)
        raise UsageError(f"no planner {name!r}{_nearest(name, commands or {})}")
    if family.find is FAST_DOWNWARD.find and fast_downward is not None:
        program = program_at(fast_downward)
    else:
        found = family.find()
        if found is None:
            raise InputError(f"{family.title} is not installed; try: {family.install}")
        program = found
    driver = family.make(program, name, variant)
    return replace(driver, name=name)


def planner_names() -> tuple[str, ...]:
    """Names worth listing; families take more variants than these."""
    external = [f"{key}:{variant}" for key, f in DRIVERS.items() for variant in f.variants]
    return (*SHORT_NAMES, *DRIVERS, *external, *builtin_names())


def _nearest(name: str, commands: Mapping[str, Driver]) -> str:
    known = [*commands, *planner_names()]
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    choice = dict.fromkeys([*commands, *SHORT_NAMES, *DRIVERS, *builtin_names()])
    return f"; choose one of {', '.join(choice)}, or see fmtools planners"
