"""Any planner by a template in a TOML file, one table each:

    [my-planner]
    command = ["planner", "--heuristic", "ff", "{domain}", "{problem}", "{plan}"]
    plans = ["plan", "plan.*"]          # where plans appear, in the directory of the run
    reads = ["costs", "negation"]       # of costs, equality, negation, sas; all but sas by default
    address_space_limit = false         # for Java: limit resident memory only

    [my-planner.patterns]               # regular expressions; the last match of the group counts
    evaluated = 'Evaluated (\\d+)'
    unsolvable = 'no solution exists'

Placeholders: {domain} {problem} {plan} {sas} {directory}, and {python} for the running Python. A
program with a slash in its name is looked for from the TOML file's folder.
"""

import functools
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path, PurePath
from typing import Any

from fmtools.drivers.driver import (
    Driver,
    LogPatterns,
    Reads,
    RunFiles,
    Statistics,
    told_by,
)
from fmtools.errors import InputError
from fmtools.odd_text import parse_toml

_KEYS = ("command", "plans", "reads", "address_space_limit", "patterns")
_PLACEHOLDERS = ("domain", "problem", "plan", "sas", "directory", "python")
_TOLD = tuple(field.name for field in fields(Statistics))
_TELLING = tuple(field.name for field in fields(LogPatterns))


class _DamageError(Exception):
    pass


def load_commands(path: Path) -> dict[str, Driver]:
    """The planners of a TOML file by name; InputError says what is wrong with it."""
    try:
        document = parse_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    drivers = {}
    for name, table in document.items():
        try:
            drivers[name] = command_driver(name, table, path.parent)
        except _DamageError as damage:
            raise InputError(f"{path}: planner {name!r}: {damage}") from None
    if not drivers:
        raise InputError(f"{path}: no planner in it; write a table [name] with a command")
    return drivers


def command_driver(name: str, table: Any, folder: Path) -> Driver:
    """The driver for one table of such a file; `folder` is where its programs may lie."""
    if not isinstance(table, dict):
        raise _DamageError("not a table with a command")
    for key in table:
        if key not in _KEYS:
            raise _DamageError(f"unknown key {key!r}; known are {', '.join(_KEYS)}")
    command = _texts(table, "command", ())
    if not command:
        raise _DamageError("'command' must be a list of words, not empty")
    for placeholder in re.findall(r"\{(\w+)\}", " ".join(command)):
        if placeholder not in _PLACEHOLDERS:
            known = ", ".join(f"{{{word}}}" for word in _PLACEHOLDERS)
            raise _DamageError(f"unknown placeholder {{{placeholder}}}; known are {known}")
    words = (_program(command[0], folder), *command[1:])
    patterns = _patterns(table.get("patterns", {}))
    return Driver(
        name=name,
        command=functools.partial(_filled, words),
        statistics=told_by(**{key: patterns[key] for key in _TOLD if key in patterns}),
        reads=_reads(_texts(table, "reads", ("costs", "equality", "negation"))),
        patterns=LogPatterns(**{key: patterns[key] for key in _TELLING if key in patterns}),
        plan_files=_plan_files(_texts(table, "plans", Driver.plan_files)),
        limit_address_space=_truth(table, "address_space_limit", True),
    )


def _texts(table: Mapping[str, Any], key: str, default: Sequence[str]) -> tuple[str, ...]:
    value = table.get(key, default)
    if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
        raise _DamageError(f"{key!r} must be a list of texts")
    return tuple(value)


def _truth(table: Mapping[str, Any], key: str, default: bool) -> bool:
    value = table.get(key, default)
    if not isinstance(value, bool):
        raise _DamageError(f"{key!r} must be true or false")
    return value


def _plan_files(patterns: Sequence[str]) -> tuple[str, ...]:
    for pattern in patterns:
        path = PurePath(pattern)
        if not path.parts or path.is_absolute() or ".." in path.parts or "**" in pattern:
            raise _DamageError(
                f"{pattern!r} in 'plans' names no files in the directory of the run; "
                "expected such as 'plan*'"
            )
    return tuple(patterns)


def _reads(words: Sequence[str]) -> Reads:
    known = [field.name for field in fields(Reads)]
    for word in words:
        if word not in known:
            raise _DamageError(f"unknown {word!r} in 'reads'; known are {', '.join(known)}")
    return Reads(**{word: word in words for word in known})


def _patterns(table: Any) -> dict[str, str]:
    if not isinstance(table, dict):
        raise _DamageError("'patterns' is no table")
    for key, pattern in table.items():
        if key not in (*_TOLD, *_TELLING):
            known = ", ".join((*_TOLD, *_TELLING))
            raise _DamageError(f"unknown pattern {key!r}; known are {known}")
        try:
            groups = re.compile(pattern).groups
        except (re.error, TypeError) as error:
            raise _DamageError(f"pattern {key!r}: {error}") from None
        if key in _TOLD and groups != 1:
            raise _DamageError(f"pattern {key!r} needs one group, around the number")
    return dict(table)


def _program(word: str, folder: Path) -> str:
    if word == "{python}":
        return sys.executable
    if "/" in word:
        path = (folder / word).resolve()
        if not path.is_file():
            raise _DamageError(f"no program {path}")
        return str(path)
    found = shutil.which(word)
    if found is None:
        raise _DamageError(f"no program {word!r} on the PATH")
    return found


def _filled(words: Sequence[str], files: RunFiles) -> list[str]:
    values = {
        "domain": str(files.domain),
        "problem": str(files.problem),
        "plan": str(files.plan),
        "sas": str(files.sas or ""),
        "directory": str(files.plan.parent),
        "python": sys.executable,
    }
    return [
        words[0],
        *(re.sub(r"\{(\w+)\}", lambda match: values[match[1]], word) for word in words[1:]),
    ]
