"""Open lists: which node comes next among equals (`--ties`).

HEAP is the paper's: a binary heap that sifts as Python's heapq does and compares priorities only.
FIFO and LIFO are linked lists, one per priority; RANDOM draws uniformly from the best bucket.

Arrays (one `OpenList`): heap: int64[nodes], priority << 32 | node. heads, tails: int32[buckets];
links: int32[nodes]. For RANDOM each bucket is a vector inside `slots`: first = heads, capacity =
tails, length = sizes; a full vector moves to the end of `slots` at twice its size, so that slots
of 4 * nodes + 8 * buckets are always enough. meta: int64[4]; rng: uint64[1].
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.jit import njit

HEAP, FIFO, LIFO, RANDOM = 0, 1, 2, 3
TIES = {"heap": HEAP, "fifo": FIFO, "lifo": LIFO, "random": RANDOM}

SIZE, LOWEST, SLOTS_USED, KIND = 0, 1, 2, 3
_FIRST_VECTOR = 8

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_27 = np.uint64(27)
_30 = np.uint64(30)
_31 = np.uint64(31)
_33 = np.uint64(33)


class OpenList(NamedTuple):
    heap: npt.NDArray[np.int64]
    heads: npt.NDArray[np.int32]
    tails: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.int32]
    links: npt.NDArray[np.int32]
    slots: npt.NDArray[np.int32]
    meta: npt.NDArray[np.int64]
    rng: npt.NDArray[np.uint64]


def make_open_list(ties: str, num_nodes: int, num_buckets: int, seed: int) -> OpenList:
    kind = TIES[ties]
    nodes = {kind_id: num_nodes if kind == kind_id else 0 for kind_id in TIES.values()}
    linked = nodes[FIFO] + nodes[LIFO]
    buckets = 0 if kind == HEAP else num_buckets
    meta = np.zeros(4, np.int64)
    meta[KIND] = kind
    return OpenList(
        heap=np.empty(nodes[HEAP], np.int64),
        heads=np.full(buckets, -1, np.int32),
        tails=np.zeros(buckets, np.int32),
        sizes=np.zeros(buckets, np.int32),
        links=np.empty(linked, np.int32),
        slots=np.empty(4 * num_nodes + 8 * num_buckets if kind == RANDOM else 0, np.int32),
        meta=meta,
        rng=np.array([seed], np.uint64),
    )


def grown_open_list(old: OpenList, num_nodes: int, num_buckets: int) -> OpenList:
    """A copy with room for more nodes and buckets."""
    ties = next(name for name, kind in TIES.items() if kind == old.meta[KIND])
    num_nodes = max(num_nodes, len(old.heap), len(old.links))
    new = make_open_list(ties, num_nodes, max(num_buckets, len(old.heads)), 0)
    for old_array, new_array in zip(old, new, strict=True):
        new_array[: len(old_array)] = old_array
    return new


@njit
def next_random(rng):  # type: ignore[no-untyped-def]
    """splitmix64: the same numbers on any machine."""
    rng[0] += _GOLDEN
    z = rng[0]
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    return z ^ (z >> _31)


@njit
def push_heap(heap, size, priority, node):  # type: ignore[no-untyped-def]
    """heapq.heappush: the new entry rises while it is strictly smaller than its parent."""
    position = size
    while position > 0:
        parent = (position - 1) >> 1
        if priority < (heap[parent] >> 32):
            heap[position] = heap[parent]
            position = parent
        else:
            break
    heap[position] = (priority << 32) | node


@njit
def sift_from_top(heap, size, entry):  # type: ignore[no-untyped-def]
    """heapq._siftup at the root: sink to a leaf along the smaller child, then rise again."""
    position = 0
    child = 1
    while child < size:
        right = child + 1
        if right < size and not (heap[child] >> 32) < (heap[right] >> 32):
            child = right
        heap[position] = heap[child]
        position = child
        child = 2 * position + 1
    push_heap(heap, position, entry >> 32, entry & 0xFFFFFFFF)


@njit
def pop_heap(heap, size):  # type: ignore[no-untyped-def]
    """heapq.heappop of a heap with `size` > 0 entries; returns the node."""
    top = heap[0]
    if size > 1:
        sift_from_top(heap, size - 1, heap[size - 1])
    return top & 0xFFFFFFFF


@njit
def push(queue, priority, node):  # type: ignore[no-untyped-def]
    meta = queue.meta
    kind = meta[KIND]
    size = meta[SIZE]
    meta[SIZE] = size + 1
    if kind == HEAP:
        push_heap(queue.heap, size, priority, node)
        return
    if size == 0 or priority < meta[LOWEST]:
        meta[LOWEST] = priority
    heads = queue.heads
    if kind == RANDOM:
        slots = queue.slots
        length = queue.sizes[priority]
        if heads[priority] < 0 or length == queue.tails[priority]:
            first = meta[SLOTS_USED]
            capacity = max(_FIRST_VECTOR, 2 * length)
            for i in range(length):
                slots[first + i] = slots[heads[priority] + i]
            heads[priority] = first
            queue.tails[priority] = capacity
            meta[SLOTS_USED] = first + capacity
        slots[heads[priority] + length] = node
        queue.sizes[priority] = length + 1
    elif kind == FIFO:
        queue.links[node] = -1
        if heads[priority] < 0:
            heads[priority] = node
        else:
            queue.links[queue.tails[priority]] = node
        queue.tails[priority] = node
    else:
        queue.links[node] = heads[priority]
        heads[priority] = node


@njit
def pop(queue):  # type: ignore[no-untyped-def]
    """The next node, or -1."""
    meta = queue.meta
    kind = meta[KIND]
    size = meta[SIZE]
    if size == 0:
        return np.int64(-1)
    meta[SIZE] = size - 1
    if kind == HEAP:
        return np.int64(pop_heap(queue.heap, size))
    lowest = meta[LOWEST]
    if kind == RANDOM:
        sizes = queue.sizes
        while sizes[lowest] == 0:
            lowest += 1
        meta[LOWEST] = lowest
        length = sizes[lowest]
        first = queue.heads[lowest]
        drawn = first + np.int64((next_random(queue.rng) >> _33) % np.uint64(length))
        node = queue.slots[drawn]
        queue.slots[drawn] = queue.slots[first + length - 1]
        sizes[lowest] = length - 1
        return np.int64(node)
    heads = queue.heads
    while heads[lowest] < 0:
        lowest += 1
    meta[LOWEST] = lowest
    node = heads[lowest]
    heads[lowest] = queue.links[node]
    return np.int64(node)
