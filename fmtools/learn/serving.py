"""Which searches of planner `auto` serve: no order is good everywhere, but what is good in some
problems of a domain is mostly good in the others.

In every problem that teaches, each search runs by itself, all with the same effort, which grows
until one of them reaches the goal. Those that took hardly more than the best are kept; where all
are over at once, problems tell nothing, and those that are good in most domains are taken.
"""

import math
from collections.abc import Mapping, Sequence

from fmtools.results import Outcome
from fmtools.search.auto import KNOWABLE
from fmtools.search.engine import NO_BUDGET
from fmtools.search.turns import Together

FIRST, GROWTH = 2_000, 2
"""Effort of each at first, and how it grows."""
FEW = 2_000
"""Effort added to all: what is over at once tells little."""
EQUAL, GOOD, MOST = 1.5, 2.5, 2
"""Times the effort of the best, geometric mean, which count as equal, and which are still kept; and
how many, at most: each gets a part only."""


def efforts(searches: Mapping[str, Together], most: int) -> dict[str, int]:
    """What each took to reach the goal, in one problem; none where nobody did for `most` in all.

    Who needs GOOD times as much as the best is not waited for, and counts as that.
    """
    took: dict[str, int] = {}
    allowed = FIRST
    going = dict(searches)
    while going and not took and allowed * len(going) <= most:
        for name, one in searches.items():
            if name in going:
                best = min(took.values(), default=allowed)
                outcome = one.advance(NO_BUDGET, pause_effort=min(allowed, best))
                if outcome is Outcome.SOLVED:
                    took[name] = one.effort
                if outcome is not None:
                    del going[name]
        allowed *= GROWTH
    if not took:
        return {}
    least = int(GOOD * (min(took.values()) + FEW))
    for name, one in going.items():
        solved = one.advance(NO_BUDGET, pause_effort=least) is Outcome.SOLVED
        took[name] = one.effort if solved else least
    return {name: took.get(name, least) for name in searches}


def those_that_serve(problems: Sequence[Mapping[str, int]]) -> tuple[str, ...]:
    """The best of `KNOWABLE` first; `problems`: what each took in each."""
    logs = dict.fromkeys(KNOWABLE, 0.0)
    told = [took for took in problems if took]
    for took in told:
        least = min(took.values()) + FEW
        for name in KNOWABLE:
            logs[name] += math.log((took[name] + FEW) / least) / len(told)
    good = [name for name in KNOWABLE if logs[name] <= math.log(GOOD)]
    good.sort(key=lambda name: int(logs[name] / math.log(EQUAL)))
    return tuple(good[:MOST])
