"""The keys of an experiment's TOML file: what each may hold, and what is said where it does not.

A reader takes the value as TOML gives it and returns it in the form that the runner wants, or
raises `ExpectedError` with words for what was expected.
"""

import contextlib
import re
from collections.abc import Callable
from typing import Any

from fmtools.errors import UsageError
from fmtools.quantities import MOST_SECONDS, parse_bytes, parse_count

MAX_INSTANCES = 100_000

Reader = Callable[[Any], Any]


class ExpectedError(Exception):
    """Its text completes `expected …`."""


def count(value: Any) -> int:
    """`50000`, `"50K"`, `"1M"`."""
    return _quantity(value, parse_count, "a positive whole number such as 50000 or '50K'")


def byte_count(value: Any) -> int:
    return _quantity(value, parse_bytes, "a size such as '500M' or '4G'")


def seconds(value: Any) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < MOST_SECONDS:
        return float(value)
    raise ExpectedError("a positive number of seconds")


def flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise ExpectedError("true or false")


def text(value: Any) -> str:
    if isinstance(value, str) and value.strip():
        return value
    raise ExpectedError("a text that is not empty")


def is_label(value: str) -> bool:
    """Whether a file in a folder of ours may be called so."""
    return 0 < len(value) <= 100 and value.isprintable() and "/" not in value and value[0] != "."


def texts(value: Any) -> tuple[str, ...]:
    """One text or a list of them, each once."""
    values = [value] if isinstance(value, str) else value
    if isinstance(values, list) and values and all(isinstance(v, str) and v for v in values):
        return tuple(dict.fromkeys(values))
    raise ExpectedError("a text or a list of texts, not empty")


def numbers(value: Any) -> tuple[int, ...]:
    """`100` for 0..99, `"10-19"` for a range with both ends, or a list."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_INSTANCES:
        return tuple(range(value))
    return listed(value, "a count such as 100, a range such as '10-19', or a list of numbers")


def listed(
    value: Any, what: str = "a range such as '1-9', or a list of numbers"
) -> tuple[int, ...]:
    """As `numbers`, but a plain number is itself."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return (value,)
    if isinstance(value, str) and (
        match := re.fullmatch(r"\s*(\d{1,18})\s*-\s*(\d{1,18})\s*", value)
    ):
        first, last = int(match[1]), int(match[2])
        if first <= last < first + MAX_INSTANCES:
            return tuple(range(first, last + 1))
    if isinstance(value, list) and all(
        isinstance(v, int) and not isinstance(v, bool) and v >= 0 for v in value
    ):
        return tuple(dict.fromkeys(value))
    raise ExpectedError(what)


def flags(value: Any) -> tuple[bool, ...]:
    return (flag(value),)


def one_of(*choices: object) -> Reader:
    def read(value: Any) -> Any:
        if value in choices and type(value) in {type(choice) for choice in choices}:
            return value
        raise ExpectedError(" or ".join(repr(choice) for choice in choices))

    return read


def many_of(*choices: str) -> Reader:
    def read(value: Any) -> tuple[str, ...]:
        chosen = texts(value)
        if all(one in choices for one in chosen):
            return chosen
        raise ExpectedError("one or several of " + ", ".join(repr(c) for c in choices))

    return read


def positive(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    raise ExpectedError("a whole number from 1 on")


def kept(value: Any) -> int | str:
    """How many macros, or `auto`."""
    return value if value == "auto" else positive(value)


def _quantity(value: Any, parse: Callable[[int | str], int], what: str) -> int:
    if isinstance(value, int | str) and not isinstance(value, bool):
        with contextlib.suppress(UsageError):
            if (number := parse(value)) >= 1:
                return number
    raise ExpectedError(what)


KINDS = ("plan", "external", "correlation")
GOALS = ("default", "random")
TIES = ("random", "heap", "fifo", "lifo")
EXPANSIONS = ("full", "first", "macros-first")

SETTINGS: dict[str, Reader] = {
    "kind": one_of(*KINDS),
    "worlds": texts,
    "planners": texts,
    "macros": texts,
    "goals": many_of(*GOALS),
    "instances": numbers,
    "budget": count,
    "ties": one_of(*TIES),
    "tie_seeds": numbers,
    "learn_seeds": numbers,
    "draws": positive,
    "time_limit": seconds,
    "memory_limit": byte_count,
    "width": one_of(1, 2),
    "paper_bfws": flag,
    "expansion": one_of(*EXPANSIONS),
    "beam": positive,
    "shorten": count,
    "trace": flag,
}
"""What a `[[runs]]` table, the top of the file, `[world.NAME]` and `[quick]` may set, beside the
options of worlds that experiments vary."""

DEFAULTS: dict[str, Any] = {
    "kind": "plan",
    "planners": ("gbfs",),
    "macros": ("none",),
    "goals": ("default",),
    "instances": tuple(range(10)),
    "budget": None,
    "ties": "random",
    "tie_seeds": tuple(range(5)),
    "learn_seeds": (0,),
    "draws": 10,
    "time_limit": None,
    "memory_limit": None,
    "width": 2,
    "paper_bfws": False,
    "expansion": None,
    "beam": 1,
    "shorten": None,
    "trace": False,
}

MACRO_SOURCES = ("focused", "random", "expert", "expert-distinct", "table", "library")

MACROS: dict[str, Reader] = {
    "source": one_of(*MACRO_SOURCES),
    "preset": one_of("paper", "default"),
    "like": text,
    "file": text,
    "budget": count,
    "keep": kept,
    "levels": positive,
    "repetitions": positive,
    "candidates": positive,
    "ties": one_of(*TIES),
    "check_states": positive,
}
"""What a `[macro.NAME]` table may set; those from `budget` on are settings of the learner."""

LEARNER_KEYS = ("budget", "keep", "levels", "repetitions", "candidates", "ties", "check_states")
