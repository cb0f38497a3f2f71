"""Reading a results directory: `records.jsonl`, one flat JSON object per run. Plain data only.

Nothing here runs or writes anything, so that reports may import it. A line that is no whole record
is left out and said: the last one is what an interrupted sweep leaves behind, any other is damage.
Records of code that gave other results (RESULTS_VERSION) are stale: kept apart, counted, and said.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fmtools import version
from fmtools.errors import InputError
from fmtools.odd_text import OddValueError, parse_json

FORMAT = 1
RECORDS_NAME, MACROS_NAME, EXPERIMENTS_NAME = "records.jsonl", "macros", "experiments"

Record = dict[str, Any]
ANY_VERSION = "any"
"""Results version of what no code of ours determines: an external planner's run is never stale."""

_NO_JSON = "damaged: not JSON"


@dataclass(frozen=True)
class Scan:
    """What some lines of a records file hold."""

    records: tuple[Record, ...]
    complaints: tuple[str, ...]
    """About other lines that are no records; they stay in the file."""
    whole_bytes: int
    """Up to the tail."""
    tail: bytes
    """An unfinished or damaged last line, as an interrupted sweep leaves it."""


@dataclass(frozen=True)
class Contents:
    """What a results directory holds."""

    records: list[Record]
    """Of this code."""
    stale: list[Record]
    """Of code with another RESULTS_VERSION."""
    complaints: list[str]
    """About lines that could not be used."""


def read_store(path: str | Path) -> tuple[list[Record], list[str]]:
    """Records of this code, and complaints, stale records among them."""
    found = read_contents(path)
    return found.records, [*found.complaints, *stale_notes(found.stale)]


def is_current(record: Record) -> bool:
    """Of learning in folders, that is of those macros that the planner of today would judge."""
    planner = version.JUDGE if record.get("kind") == "learn" else record.get("planner")
    expected = version.results_version_of(planner)
    return results_version(record) in (expected, ANY_VERSION)


def results_version(record: Record) -> Any:
    """Of the code that made it; 0 where it is from before they were numbered."""
    return record.get("results_version", 0)


def num_stale(stale: Iterable[Record]) -> dict[str, int]:
    """By experiment."""
    counts = Counter(str(record.get("experiment")) for record in stale)
    return dict(sorted(counts.items()))


def stale_notes(stale: Iterable[Record]) -> list[str]:
    """One for each version."""
    counts = Counter(str(results_version(record)) for record in stale)
    return [
        f"{number:,} stale records: code with results version {other} made them, which is not "
        "ours now; they are left out, and fmtools bench runs them again"
        for other, number in sorted(counts.items())
    ]


def read_contents(path: str | Path) -> Contents:
    """Of a results directory (or of a records file itself).

    One record per key: a later one takes the place of an earlier one that ended in an error; any
    other repetition is left out and said.
    """
    path = Path(path)
    file = path / RECORDS_NAME if path.is_dir() else path
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}; name a directory of fmtools bench") from None
    scan = scan_lines(data, file.name)
    complaints = list(scan.complaints)
    if scan.tail:
        complaints.append(
            f"{file.name}: the last line is unfinished ({len(scan.tail)} bytes) and left out; "
            "the next sweep on this store repairs it"
        )
    by_key: dict[str, Record] = {}
    for record in filter(is_current, scan.records):
        earlier = by_key.get(record["key"])
        if earlier is not None and earlier["outcome"] != "error":
            complaints.append(f"{file.name}: run {record['key']} is there twice; the first counts")
            continue
        by_key.pop(record["key"], None)
        by_key[record["key"]] = record
    stale = {record["key"]: record for record in scan.records if not is_current(record)}
    return Contents(list(by_key.values()), list(stale.values()), complaints)


def scan_lines(data: bytes, name: str, first_line: int = 1) -> Scan:
    """Split and check lines; `first_line` is the number of the first one, for complaints."""
    *lines, unfinished = data.split(b"\n")
    found = [_record(line) for line in lines]
    tail = unfinished
    if not unfinished and found and found[-1] == _NO_JSON:
        tail = lines[-1] + b"\n"
        found.pop()
    complaints = [
        f"{name}:{number}: {one}; the line is left out"
        for number, one in enumerate(found, first_line)
        if isinstance(one, str)
    ]
    records = [one for one in found if not isinstance(one, str)]
    return Scan(tuple(records), tuple(complaints), len(data) - len(tail), tail)


def _record(line: bytes) -> Record | str:
    """The record, or what is wrong with it."""
    try:
        found = parse_json(line.decode("utf-8"))
    except OddValueError as error:
        return f"damaged: {error}"
    except ValueError:
        return _NO_JSON
    if not isinstance(found, dict) or not isinstance(found.get("key"), str):
        return "damaged: not a record with a 'key'"
    version = found.get("format")
    if version != FORMAT:
        return f"format {version!r} is not one that this fmtools reads ({FORMAT})"
    if not isinstance(found.get("outcome"), str):
        return "damaged: a record without an 'outcome'"
    return found
