"""Numbers with units, as people write them: `50K` states, `2G` of memory, `10m` of time.

The command line reads texts; from Python they may be numbers, too.
"""

import re
from typing import Any

from fmtools.errors import UsageError
from fmtools.odd_text import MOST

Quantity = int | float | str
"""A number, or a text with a unit."""

MOST_SECONDS = 1e9
"""Thirty years; clocks and timers overflow somewhere above it."""

_COUNT = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_BYTES = {"": 1 << 20, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


def _with_unit(
    text: Quantity, units: dict[str, Any], what: str, example: str, most: float = MOST
) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([a-z]?)", str(text).strip().lower())
    if match is None or match[2] not in units or float(match[1]) <= 0:
        raise UsageError(f"{what} {_shown(text)} is not a positive number such as {example}")
    number = float(match[1]) * float(units[match[2]])
    if number >= most:
        raise UsageError(f"{what} {_shown(text)} is too large; give less than {most:g}")
    return number


def _shown(text: Quantity) -> str:
    shown = repr(text)
    return shown if len(shown) <= 32 else f"{shown[:28]}...'"


def parse_count(text: Quantity, what: str = "--budget") -> int:
    """`50000`, `50K`, `1M`."""
    count = _with_unit(text, _COUNT, what, "50000, 50K or 1M")
    if count != int(count):
        raise UsageError(f"{what} {_shown(text)} is not a whole number")
    return int(count)


def parse_bytes(text: Quantity, what: str = "--memory-limit") -> int:
    """`500M`, `2G`; a plain number means megabytes."""
    return int(_with_unit(text, _BYTES, what, "500M or 2G"))


def parse_seconds(text: Quantity, what: str = "--time-limit") -> float:
    """`60`, `90s`, `10m`, `1h`."""
    return _with_unit(text, _SECONDS, what, "60, 90s or 10m", MOST_SECONDS)


def parse_effort(text: Quantity, what: str) -> tuple[int | None, float | None]:
    """(queries, None) of `100K`, or (None, seconds) of `2s`: with an s it is time.

    A small m could mean minutes or millions, so it is refused.
    """
    number, example = str(text).strip(), "2s (time) or 100K (queries)"
    if number.endswith("s"):
        return None, _with_unit(number, {"s": 1.0}, what, example, MOST_SECONDS)
    if number.endswith("m"):
        raise UsageError(f"{what} {text!r}: minutes or millions? Write 120s, or 2M for queries")
    count = _with_unit(number, _COUNT, what, example)
    if count != int(count):
        raise UsageError(f"{what} {text!r} is not a whole number of queries; for time write 1.5s")
    return int(count), None
