"""Macros and libraries of them, written as versioned JSON (`library_file.py` reads it).

A macro is a sequence of primitive action names with what was measured of it. A library says which
world it belongs to, how it came about, and by which policy its macros become operators. Neither
knows how a world works.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from fmtools.errors import InputError
from fmtools.files import write_whole
from fmtools.frozen import field, frozen
from fmtools.macro_table import MacroTable
from fmtools.macro_table_json import table_to_json
from fmtools.policy import Policy

FORMAT = "fmtools-macros"
VERSION = 2

OptionValue = int | float | str | bool | None
"""Of an option of the user's own simulator."""
Change = tuple[int, int, int]
"""(variable, value before, value after)."""


@frozen
class Macro:
    """`effect` was measured from the state the macro was learned in; `effect_size` is the largest
    seen over all states it was tried in (Definition 2 of the paper)."""

    actions: tuple[str, ...]
    effect_size: int
    effect: tuple[Change, ...]
    precondition: Mapping[int, int] | None = None
    """Variable -> value that must hold at the start, where the world can tell; else None."""
    guards: tuple[str, ...] = ()
    """Atoms over its parameters that keep it to where it pays (`fmtools augment`)."""
    joined: bool = False
    """Whether its static conditions are worked out for each problem (`fmtools augment`)."""
    number: int | None = None
    """Its place in the library that it is from, where it stands at another here; from 1."""

    @property
    def length(self) -> int:
        return len(self.actions)


@frozen
class World:
    """Which world a library is for. Two worlds are the same when kind, name and digest agree."""

    kind: str
    """cube, npuzzle, lock, pddl or user."""
    name: str
    """`cube`, `npuzzle 4`, a PDDL domain's name, `module:Class`."""
    digest: str
    """SHA-256 of what defines its actions: for PDDL, the domain's text; for the user's own, the
    number of variables and its options, since nothing else of it can be told."""
    options: Mapping[str, OptionValue] | None = None
    """What the user's own was built with, where that is known: not in libraries before 0.1.0."""
    earlier_digest: str | None = field(default=None, compare=False)
    """What libraries of 0.1.0 have as its digest, where that is another one."""


@frozen
class MacroLibrary:
    """Macros of one world, and how they came about; as `fmtools learn` writes them."""

    world: World
    macros: tuple[Macro, ...]
    provenance: Mapping[str, Any] = field(default_factory=dict)
    """How it came about: source, seed, budget, queries, ties, fmtools version, …"""
    facts: Mapping[int, str] = field(default_factory=dict)
    """Names of the variables in effects and preconditions, where the world has names for them."""
    table: MacroTable | None = None
    """Of words that place one variable after another, where the world allows it."""
    policy: Policy | None = None
    """How macros become operators; None where they never do, and where nothing is recorded."""

    def to_json(self) -> str:
        """Deterministic text: the same library gives the same bytes."""
        macros = [_to_document(macro) for macro in self.macros]
        options = self.world.options
        head = {
            "format": FORMAT,
            "version": VERSION,
            "world": {
                "kind": self.world.kind,
                "name": self.world.name,
                "digest": self.world.digest,
                **({} if options is None else {"options": dict(sorted(options.items()))}),
            },
            **({} if self.policy is None else {"policy": self.policy.to_dict()}),
            "provenance": dict(sorted(self.provenance.items())),
            "facts": {str(variable): name for variable, name in sorted(self.facts.items())},
        }
        lines = ",\n    ".join(json.dumps(macro, ensure_ascii=False) for macro in macros)
        body = json.dumps(head, indent=2, ensure_ascii=False)[:-2]
        table = "" if self.table is None else f',\n  "table": {table_to_json(self.table)}'
        start = "" if not macros else "\n    "
        return f'{body},\n  "macros": [{start}{lines}\n  ]{table}\n}}\n'

    def save(self, path: str | PathLike[str]) -> None:
        write_whole(Path(path), self.to_json())

    def __str__(self) -> str:
        """A line for every macro: its effect size, and its actions."""
        rows = [f"{macro.effect_size:4}  {' '.join(macro.actions)}" for macro in self.macros]
        return "\n".join([f"{len(rows)} macros for {self.world.name}; effect size, actions", *rows])

    def __repr__(self) -> str:
        return f"<MacroLibrary {self.world.name}: {len(self.macros)} macros>"

    def _repr_html_(self) -> str:
        """For notebooks: what every macro does, drawn where the world has pictures."""
        # By name, at run time: libraries stand below worlds, which know how macros look.
        html: str = import_module("fmtools.simulators.macro_html").library_html(self)
        return html


def digest(data: str | bytes) -> str:
    """SHA-256, as in every file of ours that names another by its content."""
    from hashlib import sha256  # loads OpenSSL; start-up is short without it

    return sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def _to_document(macro: Macro) -> dict[str, Any]:
    """Fields that few macros have are there only where they say something."""
    needed = macro.precondition
    return {
        **({} if macro.number is None else {"number": macro.number}),
        "actions": list(macro.actions),
        "length": macro.length,
        "effect_size": macro.effect_size,
        "effect": [list(change) for change in macro.effect],
        "precondition": None if needed is None else [list(x) for x in sorted(needed.items())],
        **({"guards": list(macro.guards)} if macro.guards else {}),
        **({"joined": True} if macro.joined else {}),
    }


def check_world(library: MacroLibrary, world: World, path: Path) -> None:
    """Refuse a library that was learned in another world."""
    theirs = library.world
    if (theirs.kind, theirs.name) != (world.kind, world.name):
        by_name = f", or give the task as {theirs.name!r}"
        is_object = theirs.name.endswith(f":{world.name}")  # of that class, from Python
        raise InputError(
            f"{path}: macros for {theirs.kind} {theirs.name!r}, not for {world.kind} "
            f"{world.name!r}; learn them in this world{by_name if is_object else ''}"
        )
    if theirs.digest not in (world.digest, world.earlier_digest):
        raise InputError(f"{path}: {_difference(theirs, world)}")


def _difference(learned: World, here: World) -> str:
    """Between two worlds of one name, and what to do."""
    then, now = learned.options, here.options
    if here.kind != "user":
        return (
            f"{here.kind} {here.name!r} has changed since these macros were learned; "
            "learn them again"
        )
    if then is None or now is None or then == now:
        what = "variables" if then == now else "variables, or other options,"
        return (
            f"{here.name!r} has another number of {what} than when these macros were learned; "
            "learn them again"
        )
    names = [n for n in sorted({*then, *now}) if (n in then, then.get(n)) != (n in now, now.get(n))]
    with_these, with_those = (
        ", ".join(f"{n}={options[n]}" if n in options else f"no {n}" for n in names)
        for options in (then, now)
    )
    return (
        f"macros for {here.name!r} with {with_these}, not with {with_those}; learn them again, or, "
        "if that chooses start or goal alone, name all such options in the class as "
        "instance_options"
    )


@frozen
class Frames:
    """A macro step by step, for pages that animate it."""

    kind: str
    """Of the world: how cells are drawn."""
    cells: tuple[tuple[int, int], ...]
    """Row and column of each."""
    steps: tuple[str, ...]
    """What is done between two frames, as people read it."""
    frames: tuple[tuple[str, ...], ...]
    """One more than steps; in each, what stands on every cell."""
    changed: tuple[int, ...]
    """Cells on which something else stands in the end."""
    colors: Mapping[str, str] = field(default_factory=dict)
    """Of what stands there, where it has any."""
