"""Confirming a choice, once, on problems that had no part in it.

Whoever tries many sets on few problems finds one that was lucky. So the winner runs on untouched
problems, and is kept only if no problem that the original solves is lost, the total CPU time is at
most 95% of the original's, most problems are won, more than luck would, and plans do not get much
longer.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fmtools.augment.measure import Measurement, Measurer
from fmtools.augment.split import Measured, remeasured
from fmtools.pddl.pipeline import Compilation

MOST_TOTAL = 0.95
SAME = 0.03
"""Ratios nearer to 1 than this are neither won nor lost."""
MOST_LUCK = 0.1
"""Chance of as many wins among those won and lost, were both equally likely: four of four pass, six
of seven, not three of three. Depot's macros won three, lost none, and were worse elsewhere."""
LONGEST_PLANS = 1.25
"""Unfolded length against the original's, geometric mean."""


@dataclass(frozen=True)
class Confirmation:
    """Runs of the winner, problem by problem, and what they come to."""

    pairs: tuple[tuple[Measurement, Measurement], ...]
    """(original, augmented)"""
    limit: float
    reasons: tuple[str, ...]
    """Why it is not confirmed; empty where it is."""

    @property
    def confirmed(self) -> bool:
        return not self.reasons

    @property
    def ratio(self) -> float:
        original = sum(before.spent(self.limit) for before, _ in self.pairs)
        return sum(after.spent(self.limit) for _, after in self.pairs) / max(original, 1e-9)

    @property
    def wins(self) -> int:
        return sum(won(before, after, self.limit) > 0 for before, after in self.pairs)

    @property
    def losses(self) -> int:
        return sum(won(before, after, self.limit) < 0 for before, after in self.pairs)


def confirm(
    measurer: Measurer, recipe: Compilation, problems: Sequence[Measured], limit: float
) -> Confirmation:
    """Run original and winner side by side on every problem, and judge.

    All are run, so that the report is complete.
    """
    pairs = []
    for item in problems:
        (fresh,) = remeasured(measurer, recipe.original, [item], limit)
        pairs.append((fresh.original, measurer.augmented(recipe, item.problem, limit)))
    return judged(pairs, limit)


def judged(pairs: Sequence[tuple[Measurement, Measurement]], limit: float) -> Confirmation:
    found = Confirmation(tuple(pairs), limit, ())
    reasons = []
    if any(after.invalid for _, after in pairs):
        reasons.append("it gave an invalid plan")
    lost = sum(before.solved and not after.solved for before, after in pairs)
    if lost:
        reasons.append(f"{lost} of the problems that the original solves were lost")
    if found.ratio > MOST_TOTAL:
        reasons.append(f"total time {found.ratio:.2f} of the original's, above {MOST_TOTAL}")
    if 2 * found.wins <= len(pairs):
        reasons.append(f"{found.wins} of {len(pairs)} problems won, not a majority")
    elif luck(found.wins, found.losses) > MOST_LUCK:
        reasons.append(f"{found.wins} won and {found.losses} lost may be luck")
    longer = length_ratio(pairs)
    if longer is not None and longer > LONGEST_PLANS:
        reasons.append(f"unfolded plans {longer:.2f} times as long, above {LONGEST_PLANS}")
    return Confirmation(tuple(pairs), limit, tuple(reasons))


def luck(wins: int, losses: int) -> float:
    """The chance of at least so many wins with a fair coin (the sign test)."""
    decided = wins + losses
    return sum(math.comb(decided, k) for k in range(wins, decided + 1)) / 2.0**decided


def won(before: Measurement, after: Measurement, limit: float) -> int:
    """1 where the augmented files are better, -1 where they are worse, 0 where it is the same."""
    if before.solved != after.solved:
        return 1 if after.solved else -1
    if not before.solved:
        return 0
    ratio = after.spent(limit) / max(before.spent(limit), 1e-9)
    return 1 if ratio < 1 - SAME else -1 if ratio > 1 + SAME else 0


def length_ratio(pairs: Sequence[tuple[Measurement, Measurement]]) -> float | None:
    """Unfolded plan length over the original's, geometric mean where both are solved."""
    logs = [
        math.log(after.primitive_plan_length / before.primitive_plan_length)
        for before, after in pairs
        if after.primitive_plan_length and before.primitive_plan_length
    ]
    return math.exp(sum(logs) / len(logs)) if logs else None
