"""Whether what was learned has paid in the problems that teach: what has not begins late
(`fmtools.search.shares`), and without macros it is not kept."""

import math
from collections.abc import Sequence

import numpy as np

from fmtools.learn.judge import Judgement, Run, ratio

PAID, PROVED = 0.9, 1_000
"""What is known of actions has paid where the planner takes at most so much of its effort with it,
less a standard error. So much is added to both: with `SMALL` no small problem would tell; with
less, what saves half of a few states would pass. Without macros, only what has paid is kept."""
POOLED = 1 / 3
"""Macros have paid that take at most so much of the states of all cases together. Of one case that
says little, of dozens much, however small they are; and where cases are hard, they count most."""


def has_paid(knowing: Sequence[tuple[Run, Run]], macros: Judgement | None) -> bool:
    """Whether the planner was seen to save effort by what is known, or states by the macros kept;
    where what is known saved much in some runs and lost in others, so that a tenth is within a
    standard error, it counts as seen."""
    if macros is not None and 0 < macros.states_without * POOLED >= macros.states_with:
        return True
    if not knowing:
        return False
    logs = np.log([ratio(*pair, PROVED) for pair in knowing])
    error = logs.std(ddof=1) / math.sqrt(len(logs)) if len(logs) > 2 else 0.0
    return bool(logs.mean() - error <= math.log(PAID))
