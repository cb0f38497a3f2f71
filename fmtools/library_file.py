"""Macro libraries as files: read and checked in full, versions 1 and 2.

Version 1 had no policy, and the guards of `augment` in its provenance.
"""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from fmtools.errors import InputError
from fmtools.macro_table_json import TableDamageError, to_table
from fmtools.macros import FORMAT, VERSION, Macro, MacroLibrary, World
from fmtools.odd_text import OddValueError, parse_json
from fmtools.policy import policy_from

WHAT_ACTIONS_DO = {"needs", "adds", "deletes", "blocked by"}
"""What is told of every kind of action (`fmtools.search.known_actions`)."""
MOST_PLACES = 1 << 15
"""In the name of an action."""


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
        what = "damaged" if text.lstrip()[:1] in ("", "{", "[") else "no"
        raise InputError(f"{path}: {what} macro library: not JSON ({error})") from None
    except (_DamageError, TableDamageError) as damage:
        raise InputError(f"{path}: {damage}") from None


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
    _need(version >= 1, f"unknown format version {version}")
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
        "actions" not in provenance or _tells_actions(provenance["actions"]),
        "'actions' must say of every kind of action what it needs, adds, deletes and is blocked by",
    )
    searches = provenance.get("searches", [])
    _need(
        isinstance(searches, list) and all(isinstance(name, str) for name in searches),
        "'searches' must be a list of names",
    )
    _need(isinstance(provenance.get("paid", True), bool), "'paid' must be true or false")
    _need(
        isinstance(facts, dict)
        and all(_is_variable(key) and isinstance(name, str) for key, name in facts.items()),
        "'facts' must map numbers to names",
    )
    _need(isinstance(macros, list), "'macros' is no list")
    policy = document.get("policy")
    if version == 1 and provenance.get("source") == "augment":
        policy = _move_guards(provenance, macros)
    try:
        followed = None if policy is None else policy_from(policy)
    except ValueError as error:
        raise _DamageError(f"damaged macro library: {error}") from None
    return MacroLibrary(
        world=World(world["kind"], world["name"], world["digest"], options),
        macros=tuple(_macro(entry, place) for place, entry in enumerate(macros, 1)),
        provenance=provenance,
        facts={int(key): name for key, name in facts.items()},
        table=None if document.get("table") is None else to_table(document["table"]),
        policy=followed,
    )


def _tells_actions(actions: Any) -> bool:
    """Whether it has lists of patterns: a kind of fact, then places in the action's name, or names
    of things."""

    def is_pattern(pattern: Any) -> bool:
        return (
            isinstance(pattern, list)
            and bool(pattern)
            and isinstance(pattern[0], str)
            and all(
                isinstance(place, str) or (type(place) is int and 1 <= place <= MOST_PLACES)
                for place in pattern[1:]
            )
        )

    return isinstance(actions, dict) and all(
        isinstance(own, dict)
        and own.keys() == WHAT_ACTIONS_DO
        and all(isinstance(some, list) and all(map(is_pattern, some)) for some in own.values())
        for own in actions.values()
    )


def _move_guards(provenance: dict[str, Any], macros: list[Any]) -> dict[str, Any]:
    """From the provenance of version 1 to fields of the macros; the policy that goes with them."""
    guards, joined = provenance.pop("guards", None), provenance.pop("joined", None)
    _need(
        isinstance(guards, list)
        and isinstance(joined, list)
        and len(guards) == len(joined) == len(macros)
        and all(isinstance(entry, dict) for entry in macros),
        "its guards are not those of its macros",
    )
    for entry, own, join in zip(macros, guards, joined, strict=True):
        entry.update(guards=own, joined=join)
    return {"max_growth": None, "guards": provenance.pop("form", None), "lean": True}


def _macro(entry: Any, place: int) -> Macro:
    where = f"macro {place}"
    _need(isinstance(entry, dict), f"{where} is no object")
    number = entry.get("number")
    _need(number is None or _is_row([number], 1), f"{where}: 'number' is no number")
    guards, joined = entry.get("guards", []), entry.get("joined", False)
    _need(
        isinstance(guards, list) and all(isinstance(text, str) for text in guards),
        f"{where}: 'guards' must be a list of atoms",
    )
    _need(isinstance(joined, bool), f"{where}: 'joined' is true or false")
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
        guards=tuple(guards),
        joined=joined,
        number=number,
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
