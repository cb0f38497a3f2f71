"""Open lists against heapq and the reference queues, push by push."""

import heapq

import numpy as np
import pytest

from fmtools.core.open_list import open_list
from tests.reference.best_first import QUEUES

NUM_NODES, NUM_BUCKETS = 3000, 40


@pytest.mark.parametrize("ties", ["heap", "fifo", "lifo", "random"])
@pytest.mark.parametrize("seed", range(5))
def test_every_pop_is_the_reference_queues_pop(ties, seed):
    rng = np.random.default_rng(seed)
    queue = open_list(ties, seed)
    reference = QUEUES[ties](seed)
    node = 0
    while node < NUM_NODES:
        if rng.random() < 0.6:
            priority = int(rng.integers(NUM_BUCKETS))
            assert queue.add(priority, node)
            reference.push(priority, node)
            node += 1
        else:
            expected = reference.pop()
            assert queue.take() == (-1 if expected is None else expected)
    while (expected := reference.pop()) is not None:
        assert queue.take() == expected
    assert queue.take() == -1


def test_heap_order_is_that_of_heapq_with_priorities_alone():
    class Entry:
        def __init__(self, priority, node):
            self.priority, self.node = priority, node

        def __lt__(self, other):
            return self.priority < other.priority

    rng = np.random.default_rng(7)
    queue = open_list("heap")
    heap = []
    for node in range(NUM_NODES):
        priority = int(rng.integers(3))
        queue.add(priority, node)
        heapq.heappush(heap, Entry(priority, node))
    order = [heapq.heappop(heap).node for _ in range(NUM_NODES)]
    assert [queue.take() for _ in range(NUM_NODES)] == order
    assert order != sorted(order, key=lambda node: node)


def test_random_draws_reach_every_entry_of_the_best_bucket():
    firsts = set()
    for seed in range(200):
        queue = open_list("random", seed)
        for node in range(8):
            queue.add(node // 4, node)
        firsts.add(queue.take())
    assert firsts == {0, 1, 2, 3}
