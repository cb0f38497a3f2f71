"""The table of `bench augment`: per domain and overall, with confidence intervals.

Time is CPU time of the whole run, translation included; a run without a plan counts as its limit,
so that gains look smaller than they would with more time. Nothing here runs anything.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from fmtools.augment.measure import Measurement

_RESAMPLES = 2_000
_MORE_SOLVED = 2
_MUCH_FASTER = 0.8
_HARM = 1.05
_SAME = 0.03
"""Ratios nearer to 1 than this are neither won nor lost."""


@dataclass(frozen=True)
class TestPair:
    problem: str
    original: Measurement
    """The user's planner as it was."""
    augmented: Measurement
    """The planner and the macros that augment chose."""

    __test__ = False


@dataclass(frozen=True)
class AugmentRow:
    """One domain, or all of them. Ratios are augmented over original; None where nothing to say."""

    domain: str
    decision: str
    """`improved` or `original`."""
    planner: str
    num_macros: int
    num_problems: int
    solved_original: int
    solved_augmented: int
    wins: int
    losses: int
    total_ratio: float | None
    mean_ratio: float | None
    """Geometric mean over problems that at least one of the two solved."""
    interval: tuple[float, float] | None
    """95% of bootstrap samples of the problems have a geometric mean between these."""
    evaluated_ratio: float | None
    growth: float | None
    length_ratio: float | None
    invalid: int
    learn_seconds: float

    @property
    def verdict(self) -> str:
        """`win` (2 more solved, or at most .8 of the time), `loss`, `same` or `kept`."""
        if self.decision == "original":
            return "kept"
        if self.solved_augmented >= self.solved_original + _MORE_SOLVED:
            return "win"
        if self.solved_augmented < self.solved_original:
            return "loss"
        if self.total_ratio is not None and self.total_ratio <= _MUCH_FASTER:
            return "win"
        return "loss" if self.mean_ratio is not None and self.mean_ratio > _HARM else "same"


def make_row(
    domain: str,
    improved: bool,
    planner: str,
    num_macros: int,
    pairs: Sequence[TestPair],
    limit: float,
    learn_seconds: float,
) -> AugmentRow:
    both = [(p.original, p.augmented) for p in pairs]
    logs = [
        math.log(after.spent(limit) / before.spent(limit))
        for before, after in both
        if (before.solved or after.solved) and before.spent(limit) > 0 and after.spent(limit) > 0
    ]
    before_total = sum(before.spent(limit) for before, _ in both)
    after_total = sum(after.spent(limit) for _, after in both)
    return AugmentRow(
        domain=domain,
        decision="improved" if improved else "original",
        planner=planner,
        num_macros=num_macros,
        num_problems=len(pairs),
        solved_original=sum(before.solved for before, _ in both),
        solved_augmented=sum(after.solved for _, after in both),
        wins=sum(won(before, after, limit) > 0 for before, after in both) if improved else 0,
        losses=sum(won(before, after, limit) < 0 for before, after in both) if improved else 0,
        total_ratio=after_total / before_total if before_total else None,
        mean_ratio=math.exp(sum(logs) / len(logs)) if logs else None,
        interval=bootstrap_interval(logs),
        evaluated_ratio=_mean_ratio(both, lambda run: run.evaluated),
        growth=_mean_ratio(both, lambda run: run.operators, solved_only=False),
        length_ratio=_mean_ratio(both, lambda run: run.primitive_plan_length),
        invalid=sum(after.invalid for _, after in both),
        learn_seconds=learn_seconds,
    )


def won(before: Measurement, after: Measurement, limit: float) -> int:
    """1 where the second is better, -1 where it is worse, 0 where it is the same."""
    if before.solved != after.solved:
        return 1 if after.solved else -1
    if not before.solved:
        return 0
    ratio = after.spent(limit) / max(before.spent(limit), 1e-9)
    return 1 if ratio < 1 - _SAME else -1 if ratio > 1 + _SAME else 0


def bootstrap_interval(logs: Sequence[float], seed: int = 0) -> tuple[float, float] | None:
    """95% interval of the geometric mean, by resampling problems; the same for the same numbers."""
    if len(logs) < 2:
        return None
    rng = np.random.default_rng(seed)
    values = np.asarray(logs)
    samples = values[rng.integers(len(values), size=(_RESAMPLES, len(values)))].mean(axis=1)
    low, high = np.quantile(samples, [0.025, 0.975])
    return math.exp(float(low)), math.exp(float(high))


def summary_line(rows: Sequence[AugmentRow]) -> str:
    """The last line of the benchmark."""
    count = {name: sum(row.verdict == name for row in rows) for name in _VERDICTS}
    invalid = sum(row.invalid for row in rows)
    macros = sum(row.verdict == "win" and row.num_macros > 0 for row in rows)
    return (
        f"{len(rows)} domains: {count['win']} wins ({macros} of them with macros), "
        f"{count['loss']} losses, {count['same']} without much difference, "
        f"{count['kept']} kept original; {invalid} invalid plans"
    )


_VERDICTS = ("win", "loss", "same", "kept")


def _mean_ratio(
    pairs: Sequence[tuple[Measurement, Measurement]],
    number: Callable[[Measurement], int | None],
    solved_only: bool = True,
) -> float | None:
    logs = []
    for before, after in pairs:
        first, second = number(before), number(after)
        if first and second and (not solved_only or (before.solved and after.solved)):
            logs.append(math.log(second / first))
    return math.exp(sum(logs) / len(logs)) if logs else None
