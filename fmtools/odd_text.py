"""Reading JSON and TOML that others may have written: refuse what Python takes but nothing holds.

Integers beyond 64 bits break arrays and floats far from here, and lone surrogates cannot be printed
or written. Both are a ValueError at the border; so is whatever else the parsers raise.
"""

import json
import re
from typing import Any

MOST = 2**63 - 1
"""The largest integer that is read, from files and from the command line."""

_LONG = re.compile(r"[0-9]{19}")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class OddValueError(ValueError):
    """Well-formed, but with a value that cannot be used."""


def parse_json(text: str) -> Any:
    """ValueError says what is wrong; OddValueError where it is JSON all the same."""
    try:
        found = json.loads(text, parse_int=_integer if _LONG.search(text) else None)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if _SURROGATE.search(text):
        try:
            json.dumps(found, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise OddValueError("half of a character: a lone surrogate") from None
    return found


def parse_toml(text: str) -> dict[str, Any]:
    """ValueError says what is wrong."""
    import tomllib  # most commands read none

    try:
        found = tomllib.loads(text)
        _check_integers(found)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return found


def _integer(digits: str) -> int:
    length = len(digits.lstrip("-"))
    if length <= 19 and -MOST <= int(digits) <= MOST:
        return int(digits)
    raise OddValueError(f"a number of {length} digits; expected at most {MOST}")


def _check_integers(value: Any) -> None:
    if isinstance(value, int) and not -MOST <= value <= MOST:
        raise OddValueError(f"a number beyond 64 bits; expected at most {MOST}")
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _check_integers(part)
