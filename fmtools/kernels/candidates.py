"""Which nodes of a learning search become macros: the paper's bounded heap."""

import numpy as np

from fmtools.kernels.jit import njit
from fmtools.kernels.open_list import push_heap, sift_from_top
from fmtools.kernels.space import DISTANCE, STATE

INFINITE = np.int64(1 << 30)


@njit
def bounded_heap(expansions, count, nodes, reached, heap):  # type: ignore[no-untyped-def]
    """Offer the first `count` expanded nodes, in order, to a heap of the smallest effects.

    heap: int64[room], filled with (-effect size) << 32 | node; returns how many it holds. Works as
    heapq does on negated effect sizes alone: push until full, then push-pop, which keeps what is
    there unless its largest effect is strictly larger than the new one's. An effect of 0 counts as
    infinite. The start, expanded first, is among the candidates.
    """
    room = heap.shape[0]
    size = 0
    for i in range(count):
        node = np.int64(expansions[i])
        effect = np.int64(reached[nodes[node, STATE], DISTANCE])
        if effect == 0:
            effect = INFINITE
        if size < room:
            push_heap(heap, size, -effect, node)
            size += 1
        elif room > 0 and (heap[0] >> 32) < -effect:
            sift_from_top(heap, size, (-effect << 32) | node)
    return size
