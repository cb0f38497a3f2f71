"""The one best-first loop.

`best_first` is plain Python over the compiled `advance` and serves any simulator; `compiled` is the
same function compiled, for worlds that have a kernel. There is no second copy.
"""

from typing import Any

from fmtools.kernels.expand import expand, expand_next
from fmtools.kernels.handle import advance
from fmtools.kernels.jit import njit
from fmtools.kernels.space import EXPANSION, FULL, GENERATED, PAUSED, PENDING, RUNNING, Space


def best_first(world: Any, space: Space, pause_at: int) -> int:
    """Search until something ends it (see `advance`), or `pause_at` states have been generated."""
    counters = space.counters
    full = counters[EXPANSION] == FULL
    while counters[GENERATED] < pause_at:
        if counters[PENDING] < 0:
            counters[PENDING] = expand(world, space) if full else expand_next(world, space)
        status = advance(space)
        if status != RUNNING:
            return status
    return PAUSED


compiled = njit(best_first)
