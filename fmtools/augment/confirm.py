"""Confirming what leads the race, on problems that had no part in it, with as many as it takes.

Given problems come first, then smaller ones made from them. After every pair of runs the test of
`evidence` is asked: a clear effect ends it after four, a doubtful one gets more, until time or
problems are over. Where both runs end at the limit, nothing was learned: an easier problem follows;
from a problem that is over at once none is made, as long as there are others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fmtools.augment.derive import Staircase
from fmtools.augment.evidence import FEWEST, START_UP, Judgement, Pair
from fmtools.pddl.model import Domain, Problem

ROUNDS = 12
"""Times that every given problem, or one made from it, is asked."""
MOST_PAIRS = 16
"""Of those that tell."""


@dataclass(frozen=True)
class Confirmation:
    judgement: Judgement
    problems: tuple[Problem, ...]
    """In the order of the pairs."""
    cut_short: str = ""
    """Why there were not more runs, though nothing was decided."""

    @property
    def confirmed(self) -> bool:
        return self.judgement.accepted

    def text(self) -> str:
        said = f"{'confirmed' if self.confirmed else 'not confirmed'}: {self.judgement.text()}"
        return f"{said}; CUT SHORT: {self.cut_short}" if self.cut_short else said


def confirm(
    domain: Domain,
    problems: Sequence[Problem],
    measure: Callable[[Problem], Pair],
    judged: Callable[[Sequence[Pair]], Judgement],
    keep_going: Callable[[], bool],
    limit: float,
    seed: int,
) -> Confirmation:
    """`measure` runs both sides on a problem; `limit` is what they have at first."""
    stairs = [(problem, Staircase(domain, problem, limit, seed)) for problem in problems]
    pairs: list[Pair] = []
    used: list[Problem] = []
    for round_ in range(ROUNDS):
        if round_ == 1:
            long = [x for x, pair in zip(stairs, pairs, strict=True) if _tells(pair)]
            stairs = long or stairs
        for given, stair in stairs:
            problem = given if round_ == 0 else stair.next()
            if problem is None:
                continue
            if not keep_going():
                return Confirmation(
                    judged(pairs), tuple(used), "its time was over; give more --time"
                )
            before, after = measure(problem)
            told = after if after.solved and not before.solved else before
            if round_ == 0 and told.solved:
                stair.know(told)
            stair.learn(told)
            pairs.append((before, after))
            used.append(problem)
            found = judged(pairs)
            if len(found.logs) >= FEWEST and (found.accepted or found.rejected):
                return Confirmation(found, tuple(used))
            if len(found.long) >= MOST_PAIRS:
                return Confirmation(found, tuple(used))
    return Confirmation(judged(pairs), tuple(used), "there are no more problems to ask; give more")


def _tells(pair: Pair) -> bool:
    return max(run.cpu_seconds for run in pair) >= START_UP
