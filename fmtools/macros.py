"""Macros and libraries of them: versioned JSON, checked in full when loaded.

A macro is a sequence of primitive action names with what was measured of it. A library says which
world it belongs to and how it came about. Neither knows how a world works.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from fmtools.errors import InputError
from fmtools.files import write_whole
from fmtools.odd_text import OddValueError, parse_json
from fmtools.tables.table import MacroTable
from fmtools.tables.table_json import TableDamageError, table_to_json, to_table

FORMAT = "fmtools-macros"
VERSION = 1

OptionValue = int | float | str | bool | None
"""Of an option of the user's own simulator."""
Change = tuple[int, int, int]
"""(variable, value before, value after)."""


@dataclass(frozen=True)
class Macro:
    """`effect` was measured from the state the macro was learned in; `effect_size` is the largest
    seen over all states it was tried in (Definition 2 of the paper)."""

    actions: tuple[str, ...]
    effect_size: int
    effect: tuple[Change, ...]
    precondition: Mapping[int, int] | None = None
    """Variable -> value that must hold at the start, where the world can tell; else None."""

    @property
    def length(self) -> int:
        return len(self.actions)


@dataclass(frozen=True)
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


@dataclass(frozen=True, repr=False)
class MacroLibrary:
    world: World
    macros: tuple[Macro, ...]
    provenance: Mapping[str, Any] = field(default_factory=dict)
    """How it came about: source, seed, budget, queries, ties, fmtools version, …"""
    facts: Mapping[int, str] = field(default_factory=dict)
    """Names of the variables in effects and preconditions, where the world has names for them."""
    table: MacroTable | None = None
    """Where the macros are the first words of a table (`fmtools learn --table`)."""

    def to_json(self) -> str:
        """Deterministic text: the same library gives the same bytes."""
        macros = [
            {
                "actions": list(macro.actions),
                "length": macro.length,
                "effect_size": macro.effect_size,
                "effect": [list(change) for change in macro.effect],
                "precondition": (
                    None
                    if macro.precondition is None
                    else [list(item) for item in sorted(macro.precondition.items())]
                ),
            }
            for macro in self.macros
        ]
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


def load_library(path: str | PathLike[str]) -> MacroLibrary:
    """Read and check a library; InputError says what is wrong and where."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: damaged macro library: not JSON ({error})") from None
    return parse_library(text, path)


def parse_library(text: str, path: Path) -> MacroLibrary:
    """As `load_library`, from the text; `path` is for errors."""
    try:
        return _library(parse_json(text))
    except OddValueError as error:
        raise InputError(f"{path}: damaged macro library: {error}") from None
    except ValueError as error:
        raise InputError(f"{path}: damaged macro library: not JSON ({error})") from None
    except (_DamageError, TableDamageError) as damage:
        raise InputError(f"{path}: {damage}") from None


def check_world(library: MacroLibrary, world: World, path: Path) -> None:
    """Refuse a library that was learned in another world."""
    theirs = library.world
    if (theirs.kind, theirs.name) != (world.kind, world.name):
        raise InputError(
            f"{path}: macros for {theirs.kind} {theirs.name!r}, not for {world.kind} "
            f"{world.name!r}; learn them in this world"
        )
    if theirs.digest not in (world.digest, world.earlier_digest):
        if theirs.options != world.options:
            raise InputError(f"{path}: {_options_differ(theirs, world)}")
        raise InputError(
            f"{path}: {world.kind} {world.name!r} has changed since these macros were learned; "
            "learn them again"
        )


def _options_differ(learned: World, here: World) -> str:
    """The two worlds of the user's have one name and other options."""
    then, now = learned.options, here.options
    if then is None or now is None:
        which = f"{here.name!r} had another number of variables: its options differ"
    else:
        names = [
            n for n in sorted({*then, *now}) if (n in then, then.get(n)) != (n in now, now.get(n))
        ]
        with_these, with_those = (
            ", ".join(f"{n}={options[n]}" if n in options else f"no {n}" for n in names)
            for options in (then, now)
        )
        which = f"macros for {here.name!r} with {with_these}, not with {with_those}"
    return f"{which}; give it the options of then, or learn macros with these"


class _DamageError(Exception):
    pass


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise _DamageError(f"damaged macro library: {message}")


def _library(document: Any) -> MacroLibrary:
    _need(isinstance(document, dict), "the top level is not an object")
    if document.get("format") != FORMAT:
        raise _DamageError(f"not a macro library: 'format' is not {FORMAT!r}")
    version = document.get("version")
    _need(isinstance(version, int) and not isinstance(version, bool), "'version' is no number")
    if version > VERSION:
        raise _DamageError(
            f"format version {version} is newer than this fmtools reads ({VERSION}); upgrade it"
        )
    _need(version == VERSION, f"unknown format version {version}")
    world = document.get("world")
    _need(
        isinstance(world, dict)
        and all(isinstance(world.get(key), str) for key in ("kind", "name", "digest")),
        "'world' needs the texts kind, name and digest",
    )
    options = world.get("options")
    _need(
        options is None or (isinstance(options, dict) and all(map(_is_option, options.values()))),
        "'options' must map names to numbers, texts or null",
    )
    provenance = document.get("provenance", {})
    facts = document.get("facts", {})
    macros = document.get("macros")
    _need(isinstance(provenance, dict), "'provenance' is no object")
    _need(
        isinstance(facts, dict)
        and all(_is_variable(key) and isinstance(name, str) for key, name in facts.items()),
        "'facts' must map numbers to names",
    )
    _need(isinstance(macros, list), "'macros' is no list")
    return MacroLibrary(
        world=World(world["kind"], world["name"], world["digest"], options),
        macros=tuple(_macro(entry, place) for place, entry in enumerate(macros, 1)),
        provenance=provenance,
        facts={int(key): name for key, name in facts.items()},
        table=None if document.get("table") is None else to_table(document["table"]),
    )


def _macro(entry: Any, place: int) -> Macro:
    where = f"macro {place}"
    _need(isinstance(entry, dict), f"{where} is no object")
    actions = entry.get("actions")
    _need(
        isinstance(actions, list) and bool(actions) and all(isinstance(a, str) for a in actions),
        f"{where}: 'actions' must be a list of names, not empty",
    )
    _need(entry.get("length") == len(actions), f"{where}: 'length' is not that of 'actions'")
    effect = entry.get("effect")
    _need(
        isinstance(effect, list) and all(_is_row(change, 3) for change in effect),
        f"{where}: 'effect' must list [variable, before, after]",
    )
    _need(
        len({change[0] for change in effect}) == len(effect)
        and all(before != after for _, before, after in effect),
        f"{where}: 'effect' repeats a variable, or changes nothing in one",
    )
    size = entry.get("effect_size")
    _need(
        isinstance(size, int) and not isinstance(size, bool) and size >= len(effect),
        f"{where}: 'effect_size' is smaller than its effect",
    )
    precondition = entry.get("precondition")
    _need(
        precondition is None
        or (isinstance(precondition, list) and all(_is_row(pair, 2) for pair in precondition)),
        f"{where}: 'precondition' must list [variable, value], or be null",
    )
    return Macro(
        actions=tuple(actions),
        effect_size=size,
        effect=tuple((v, before, after) for v, before, after in effect),
        precondition=None if precondition is None else dict(precondition),
    )


def _is_option(value: Any) -> bool:
    return value is None or isinstance(value, int | float | str)


def _is_variable(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def _is_row(row: Any, length: int) -> bool:
    return (
        isinstance(row, Sequence)
        and len(row) == length
        and all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in row)
    )
