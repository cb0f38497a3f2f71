"""Exponents of growth from the records of `growth.py`: straight lines in log-log, least squares.

All are fitted over the number of ground operators (ours, for both sides), on the sizes where both
sides took long enough to be measured.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import linear_regression, variance
from typing import Any

from fmtools.store.reading import Record

FEWEST = 3
"""Points of a fit."""
OWN_FLOOR, FD_FLOOR = 0.001, 0.05
"""CPU seconds; the clock of Fast Downward's translator ticks in hundredths."""
SEARCH_FLOOR, FD_SEARCH_FLOOR = 0.02, 0.1
STATES_FLOOR = 50_000
BYTES_FLOOR = 1 << 20


@dataclass(frozen=True)
class Fit:
    exponent: float
    error: float
    """Standard error."""
    num_points: int


@dataclass(frozen=True)
class GrowthRow:
    """One cost in one domain; `fast_downward` is None where it has no such thing."""

    domain: str
    measure: str
    sizes: tuple[int, ...]
    ours: Fit | None
    fast_downward: Fit | None
    largest: float
    """Ours at the largest size: seconds, or bytes."""
    fd_largest: float | None

    @property
    def met(self) -> bool | None:
        """Not above Fast Downward's by more than the errors of both."""
        ours, theirs = self.ours, self.fast_downward
        if ours is None or theirs is None:
            return None
        return ours.exponent <= theirs.exponent + math.hypot(ours.error, theirs.error)


def fit(x: Sequence[float], y: Sequence[float]) -> Fit | None:
    """The exponent k of y = c * x^k; None where there are too few points to say."""
    if len(set(x)) < FEWEST:
        return None
    logs, values = list(map(math.log, x)), list(map(math.log, y))
    slope, intercept = linear_regression(logs, values)
    rest = sum((b - intercept - slope * a) ** 2 for a, b in zip(logs, values, strict=True))
    spread = variance(logs) * (len(logs) - 1)
    return Fit(slope, math.sqrt(rest / (len(logs) - 2) / spread), len(logs))


def growth_rows(records: Sequence[Record]) -> list[GrowthRow]:
    """A row per domain and cost."""
    rows = []
    measured = [record for record in records if record["outcome"] == "measured"]
    for domain in dict.fromkeys(record["domain"] for record in measured):
        runs = [record for record in measured if record["domain"] == domain]
        rows += [_row(domain, measure, runs) for measure in MEASURES]
    return rows


def _row(domain: str, measure: str, runs: list[Record]) -> GrowthRow:
    points = points_of(measure, runs)
    sizes = tuple(size for size, _, _, _ in points)
    operators = [operators for _, operators, _, _ in points]
    theirs = [other for _, _, _, other in points if other is not None]
    return GrowthRow(
        domain,
        measure,
        sizes,
        fit(operators, [own for _, _, own, _ in points]),
        fit(operators, theirs) if len(theirs) == len(points) else None,
        points[-1][2] if points else math.nan,
        theirs[-1] if theirs else None,
    )


def points_of(measure: str, runs: Sequence[Record]) -> list[tuple[int, float, float, float | None]]:
    """(size, ground operators, ours, Fast Downward's), where they can be measured."""
    points = []
    for run in runs:
        found = MEASURES[measure](run["ours"], run["fast_downward"], runs[0])
        if found is not None:
            points.append((run["size"], run["ours"]["operators"], *found))
    return points


def _read(ours: Any, theirs: Any, first: Record) -> tuple[float, float] | None:
    return _long_enough(ours["read_seconds"], theirs["read_seconds"])


def _ground(ours: Any, theirs: Any, first: Record) -> tuple[float, float] | None:
    return _long_enough(ours["ground_seconds"], theirs["ground_seconds"])


def _long_enough(own: float, theirs: float) -> tuple[float, float] | None:
    return (own, theirs) if own >= OWN_FLOOR and theirs >= FD_FLOOR else None


def _ground_memory(ours: Any, theirs: Any, first: Record) -> tuple[float, float] | None:
    """What is more than for the smallest size, which is the interpreter's own."""
    own = ours["ground_bytes"] - first["ours"]["ground_bytes"]
    other = theirs["ground_bytes"] - first["fast_downward"]["ground_bytes"]
    return (own, other) if min(own, other) >= BYTES_FLOOR else None


def _search(ours: Any, theirs: Any, first: Record) -> tuple[float, float] | None:
    if ours["search_seconds"] < SEARCH_FLOOR or theirs["search_seconds"] < FD_SEARCH_FLOOR:
        return None
    own = ours["search_seconds"] / ours["generated"]
    return own, theirs["search_seconds"] / theirs["generated"]


def _search_memory(ours: Any, theirs: Any, first: Record) -> tuple[float, float] | None:
    if min(ours["evaluated"], theirs["evaluated"]) < STATES_FLOOR:
        return None
    own = ours["search_bytes"] / ours["evaluated"]
    return own, theirs["search_bytes"] / theirs["evaluated"]


def _replay(ours: Any, theirs: Any, first: Record) -> tuple[float, None] | None:
    """Per step of the plan."""
    return (ours["replay_seconds"] / ours["steps"], None) if ours["steps"] else None


MEASURES = {
    "read": _read,
    "ground": _ground,
    "ground bytes": _ground_memory,
    "search/state": _search,
    "bytes/state": _search_memory,
    "replay/step": _replay,
}
"""What grows -> (ours, Fast Downward's) of one record, or None where it is too small to tell."""
