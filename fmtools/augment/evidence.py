"""How much faster, and how sure: a sequential test on the logarithms of ratios of CPU times.

Counting wins throws away how large they are. So every pair of runs is one number, the logarithm of
"after" by "before", and the question is whether their mean is below that of `WORTH`. The evidence
is an e-value: if nothing worth having was won, its expectation is at most one, whenever one looks
and stops, so that it reaches 10 with a chance of at most a tenth (Ville's inequality). It is the
likelihood ratio of the sequential t-test, which knows no variance (the maximal invariant under
scaling), averaged over effects of a half, one and two standard deviations. Nothing here runs
anything.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fmtools.augment.measure import Measurement
from fmtools.pddl.macro_text import counted

WORTH = 0.95
"""CPU time by the original's, geometric mean, that must be beaten."""
EVIDENCE = 10.0
"""E-value that decides: four pairs that agree pass, three or a mixed lot do not."""
FEWEST = 4
"""Pairs that anything is decided by."""
MORE_SOLVED, CLEARLY = 2, 2.0
"""So many more problems solved and none lost are worth having, whatever the others took; those
count whose planner had so many times what the other took."""
START_UP = 0.5
"""CPU seconds below which runs tell more of start-up than of search."""
_EFFECTS = (0.5, 1.0, 2.0)
_CLOCK = 0.02
"""CPU seconds added to both sides: clocks tick in hundredths."""

Pair = tuple[Measurement, Measurement]
"""Before and after, on one problem."""


def log_ratio(before: Measurement, after: Measurement) -> float | None:
    """Of CPU times; a run without a plan took at least its limit.

    None where that says nothing: neither was solved, or one did not get its time.
    """
    if not (before.solved or after.solved) or before.starved or after.starved:
        return None
    return math.log((_took(after) + _CLOCK) / (_took(before) + _CLOCK))


def _took(run: Measurement) -> float:
    return run.cpu_seconds if run.solved else run.limit


def e_value(logs: Sequence[float], worth: float = WORTH) -> float:
    """Evidence that the geometric mean of ratios is below `worth`."""
    shifted = np.asarray(logs, dtype=float) - math.log(worth)
    norm = float(np.linalg.norm(shifted))
    count = len(shifted)
    if not count or norm == 0:
        return 1.0
    direction = -float(shifted.sum()) / norm
    u = np.linspace(0.0, 3.0 * math.sqrt(count) + 12.0, 4001)[1:]
    log_u = (count - 1) * np.log(u) - u * u / 2
    log_null = (count / 2 - 1) * math.log(2) + math.lgamma(count / 2)
    step = float(u[1] - u[0])
    found = 0.0
    for effect in _EFFECTS:
        logs_at = log_u + effect * direction * u - count * effect**2 / 2 - log_null
        found += float(np.exp(logs_at).sum()) * step
    return found / len(_EFFECTS)


@dataclass(frozen=True)
class Judgement:
    """What pairs come to."""

    pairs: tuple[Pair, ...]
    needed: float
    most_longer: float

    @property
    def logs(self) -> list[float]:
        found = (log_ratio(*pair) for pair in self.pairs)
        return [log for log in found if log is not None]

    @property
    def _told(self) -> list[Pair]:
        return [pair for pair in self.pairs if log_ratio(*pair) is not None]

    @property
    def long(self) -> list[float]:
        """Logarithms without problems that are over at once."""
        found = [pair for pair in self._told if max(run.cpu_seconds for run in pair) >= START_UP]
        return [log for pair in found if (log := log_ratio(*pair)) is not None]

    @property
    def telling(self) -> list[float]:
        """Without problems that are over at once, where there are enough others."""
        long = self.long
        return long if len(long) >= FEWEST else self.logs

    @property
    def ratio(self) -> float:
        """Geometric mean; 1 where there is nothing to say."""
        logs = self.logs
        return math.exp(sum(logs) / len(logs)) if logs else 1.0

    @property
    def evidence(self) -> float:
        return e_value(self.telling)

    @property
    def gained(self) -> int:
        return sum(after.solved and not before.solved for before, after in self._told)

    @property
    def lost(self) -> int:
        return sum(before.solved and not after.solved for before, after in self._told)

    @property
    def longer(self) -> float | None:
        return length_ratio(self.pairs)

    @property
    def faults(self) -> list[str]:
        """What no evidence can make up for."""
        found = []
        if any(after.invalid for _, after in self.pairs):
            found.append("it gave an invalid plan")
        if self.lost > self.gained:
            found.append(f"{counted(self.lost, 'problem')} lost, {self.gained} gained")
        if self.longer is not None and self.longer > self.most_longer:
            found.append(f"plans {self.longer:.2f} times as long, above {self.most_longer:g}")
        return found

    @property
    def accepted(self) -> bool:
        if self.faults or self.ratio > WORTH or len(self.logs) < FEWEST:
            return False
        return self.evidence >= self.needed or self._solves_more

    @property
    def _solves_more(self) -> bool:
        clearly = sum(
            after.solved and not before.solved and before.limit >= CLEARLY * after.cpu_seconds
            for before, after in self._told
        )
        return clearly >= MORE_SOLVED and not self.lost

    @property
    def rejected(self) -> bool:
        """Whether it is not worth more runs. What is over at once shows only that there is more to
        read with macros, a hundredth of a second: that speaks against none."""
        logs = self.long
        if any(after.invalid for _, after in self.pairs) or self.lost >= self.gained + 2:
            return True
        return len(logs) >= FEWEST and e_value([-log for log in logs], 1 / WORTH) >= EVIDENCE

    def text(self) -> str:
        """`0.71 of the CPU time on 5 problems, evidence 12 of 10 needed, 1 gained, 0 lost`."""
        parts = [
            f"{self.ratio:.2f} of the CPU time on {counted(len(self.logs), 'problem')}",
            f"evidence {self.evidence:.3g} of {self.needed:g} needed"
            + " but for more solved" * self._solves_more,
        ]
        if self.gained or self.lost:
            parts.append(f"{self.gained} more solved, {self.lost} lost")
        if self.longer is not None:
            parts.append(f"plans {self.longer:.2f} times as long")
        return "; ".join([", ".join(parts), *self.faults])


def length_ratio(pairs: Sequence[Pair]) -> float | None:
    """Primitive plan length by that before, geometric mean where both are solved."""
    logs = [
        math.log(after.primitive_plan_length / before.primitive_plan_length)
        for before, after in pairs
        if after.primitive_plan_length and before.primitive_plan_length
    ]
    return math.exp(sum(logs) / len(logs)) if logs else None
