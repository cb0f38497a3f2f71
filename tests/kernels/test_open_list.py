"""Open lists against heapq and the reference queues, push by push."""

import heapq

import numpy as np
import pytest

from fmtools.kernels.open_list import grown_open_list, make_open_list, pop, push
from tests.reference.best_first import QUEUES

NUM_NODES, NUM_BUCKETS = 3000, 40


@pytest.mark.parametrize("ties", ["heap", "fifo", "lifo", "random"])
@pytest.mark.parametrize("seed", range(5))
def test_every_pop_is_the_reference_queues_pop(ties, seed):
    rng = np.random.default_rng(seed)
    queue = make_open_list(ties, NUM_NODES, NUM_BUCKETS, seed)
    reference = QUEUES[ties](seed)
    node = 0
    while node < NUM_NODES:
        if rng.random() < 0.6:
            priority = int(rng.integers(NUM_BUCKETS))
            push(queue, priority, node)
            reference.push(priority, node)
            node += 1
        else:
            expected = reference.pop()
            assert pop(queue) == (-1 if expected is None else expected)
    while (expected := reference.pop()) is not None:
        assert pop(queue) == expected
    assert pop(queue) == -1


def test_heap_order_is_that_of_heapq_with_priorities_alone():
    class Entry:
        def __init__(self, priority, node):
            self.priority, self.node = priority, node

        def __lt__(self, other):
            return self.priority < other.priority

    rng = np.random.default_rng(7)
    queue = make_open_list("heap", NUM_NODES, 1, 0)
    heap = []
    for node in range(NUM_NODES):
        priority = int(rng.integers(3))
        push(queue, priority, node)
        heapq.heappush(heap, Entry(priority, node))
    order = [heapq.heappop(heap).node for _ in range(NUM_NODES)]
    assert [pop(queue) for _ in range(NUM_NODES)] == order
    assert order != sorted(order, key=lambda node: node)


@pytest.mark.parametrize("ties", ["heap", "fifo", "lifo", "random"])
def test_a_grown_list_goes_on_as_if_it_had_been_large_from_the_start(ties):
    small, large = (make_open_list(ties, size, 10, 3) for size in (100, 1000))
    rng = np.random.default_rng(1)
    for node in range(100):
        priority = int(rng.integers(10))
        push(small, priority, node)
        push(large, priority, node)
    small = grown_open_list(small, 1000, 20)
    for node in range(100, 200):
        priority = int(rng.integers(10))
        push(small, priority, node)
        push(large, priority, node)
    assert [pop(small) for _ in range(201)] == [pop(large) for _ in range(201)]


def test_random_draws_reach_every_entry_of_the_best_bucket():
    firsts = set()
    for seed in range(200):
        queue = make_open_list("random", 8, 2, seed)
        for node in range(8):
            push(queue, node // 4, node)
        firsts.add(int(pop(queue)))
    assert firsts == {0, 1, 2, 3}
