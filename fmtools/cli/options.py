"""Options that several commands share: how numbers with units are read, where output goes."""

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fmtools.cli.declare import option
from fmtools.errors import UsageError
from fmtools.files import is_stream, real_path
from fmtools.odd_text import MOST

MOST_SECONDS = 1e9
"""Thirty years; clocks and timers overflow somewhere above it."""

_COUNT = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_BYTES = {"": 1 << 20, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}

JSON = option(False, "--json", help="Print one JSON object; all else goes to stderr.")
SEED = option(0, "--seed", min=0, help="Everything random depends on this number alone.")
FORCE = option(False, "--force", help="Overwrite an existing output file.")


def _warn_of_interpreted(given: bool) -> bool:
    if given:
        print(
            "fmtools: --interpreted does nothing since 0.2: every world runs in one loop",
            file=sys.stderr,
        )
    return given


INTERPRETED = option(False, "--interpreted", hidden=True, callback=_warn_of_interpreted)
"""Accepted for one more version."""


def _with_unit(
    text: str, units: dict[str, Any], what: str, example: str, most: float = MOST
) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([a-z]?)", text.strip().lower())
    if match is None or match[2] not in units or float(match[1]) <= 0:
        raise UsageError(f"{what} {_shown(text)} is not a positive number such as {example}")
    number = float(match[1]) * float(units[match[2]])
    if number >= most:
        raise UsageError(f"{what} {_shown(text)} is too large; give less than {most:g}")
    return number


def _shown(text: str) -> str:
    return repr(text if len(text) <= 30 else f"{text[:27]}...")


def parse_count(text: str, what: str = "--budget") -> int:
    """`50000`, `50K`, `1M`."""
    count = _with_unit(text, _COUNT, what, "50000, 50K or 1M")
    if count != int(count):
        raise UsageError(f"{what} {_shown(text)} is not a whole number")
    return int(count)


def parse_bytes(text: str, what: str = "--memory-limit") -> int:
    """`500M`, `2G`; a plain number means megabytes."""
    return int(_with_unit(text, _BYTES, what, "500M or 2G"))


def parse_seconds(text: str, what: str = "--time-limit") -> float:
    """`60`, `90s`, `10m`, `1h`."""
    return _with_unit(text, _SECONDS, what, "60, 90s or 10m", MOST_SECONDS)


def parse_effort(text: str, what: str) -> tuple[int | None, float | None]:
    """(queries, None) of `100K`, or (None, seconds) of `2s`: with an s it is time.

    A small m could mean minutes or millions, so it is refused.
    """
    number, example = text.strip(), "2s (time) or 100K (queries)"
    if number.endswith("s"):
        return None, _with_unit(number, {"s": 1.0}, what, example, MOST_SECONDS)
    if number.endswith("m"):
        raise UsageError(f"{what} {text!r}: minutes or millions? Write 120s, or 2M for queries")
    count = _with_unit(number, _COUNT, what, example)
    if count != int(count):
        raise UsageError(f"{what} {text!r} is not a whole number of queries; for time write 1.5s")
    return int(count), None


def check_writable(path: Path | None, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuse, before any work, an output that would overwrite something.

    Links are followed. A pipe or a terminal holds nothing that could be overwritten.
    """
    if path is None:
        return
    if any(path.exists() and given.exists() and path.samefile(given) for given in inputs):
        raise UsageError(f"output {path} is also an input; choose another name")
    if path.is_dir():
        raise UsageError(f"output {path} is a directory; name a file")
    if is_stream(path) and not path.is_block_device():
        if not os.access(path, os.W_OK):
            raise UsageError(f"output {path}: no permission to write")
        return
    if path.exists() and not force:
        raise UsageError(f"output {path} exists; choose another name, or give --force")
    directory = real_path(path).parent
    if not directory.is_dir():
        raise UsageError(f"output {path}: there is no directory {directory}")
    if not os.access(directory, os.W_OK):
        raise UsageError(f"output {path}: no permission to write in {directory}")
