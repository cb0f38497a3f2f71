"""The length of a new path counts from the shortest known way to the expanded state.

Also when the popped entry is an older, longer one. The plan still follows the popped entry. Only
`heap` and `random` can pop the longer entry of two: `fifo` never gets to the second, `lifo` pops
the shorter, and where length is part of the priority the shorter comes first.
"""

import numpy as np
import pytest

from fmtools.limits import Limits
from fmtools.search.planners import Settings, plan
from tests.reference.best_first import best_first
from tests.reference.first_improvement import first_improvement
from tests.reference.same_search import assert_same_search

MOST_GOALS = 3


class Graph:
    """States are vertices, actions their edges by number; goal counts are given."""

    num_variables = 1 + MOST_GOALS

    def __init__(self, edges, goal_counts):
        self.edges = edges
        self.goal_counts = goal_counts

    def _state(self, vertex):
        missing = self.goal_counts[vertex]
        return [vertex, *[1] * missing, *[0] * (MOST_GOALS - missing)]

    def start(self):
        return self._state(0)

    def goal(self):
        return dict.fromkeys(range(1, 1 + MOST_GOALS), 0)

    def applicable(self, state):
        return range(len(self.edges[int(state[0])]))

    def successor(self, state, action):
        return self._state(self.edges[int(state[0])][action])

    def action_name(self, action):
        return f"edge {action}"


# Vertices 4 and 5 are first reached by the detour 1, 2, 3, at length 4. Then 6 offers 4 at length
# 2, but the heap gives the older entry of 4. Counted from the shorter way, 4 reaches 5 at length 3:
# one more entry for 5, and 7 comes out of the heap before it. Counted from the popped entry it
# would be length 5, nothing new, and 7 would never be expanded.
DETOUR = Graph(
    edges=[[1, 6], [2], [3], [4, 5], [5], [8], [4, 7], [0], []],
    goal_counts=[2, 2, 1, 1, 2, 2, 2, 2, 0],
)


def test_a_longer_entry_that_is_popped_first_hands_on_the_shorter_length():
    result = plan(DETOUR, Settings("gbfs", ties="heap"))
    reference = best_first(DETOUR, budget=1000, ties="heap")
    assert_same_search(DETOUR, result, result, reference)
    assert [int(node.state[0]) for node in reference.expansions] == [0, 1, 2, 3, 6, 4, 7, 5]
    assert result.generated == 11
    assert result.plan == ("edge 0", "edge 0", "edge 0", "edge 1", "edge 0")


def random_graph(seed):
    rng = np.random.default_rng(seed)
    size = 60
    edges = [rng.integers(size, size=rng.integers(1, 4)).tolist() for _ in range(size)]
    goal_counts = [2, *rng.integers(1, MOST_GOALS + 1, size=size - 2).tolist(), 0]
    return Graph(edges, goal_counts)


@pytest.mark.parametrize("ties", ["heap", "fifo", "lifo", "random"])
@pytest.mark.parametrize("weights", [(0, 1), (1, 1)])
def test_random_graphs_are_searched_as_by_the_reference(ties, weights):
    planner = {(0, 1): "gbfs", (1, 1): "astar"}[weights]
    for seed in range(40):
        graph = random_graph(seed)
        result = plan(graph, Settings(planner, ties=ties, seed=seed, limits=Limits(1000)))
        reference = best_first(
            graph,
            budget=1000,
            depth_weight=weights[0],
            distance_weight=weights[1],
            ties=ties,
            seed=seed,
        )
        assert_same_search(graph, result, result, reference)


def test_random_graphs_are_searched_as_by_the_reference_under_first_improvement():
    for seed in range(40):
        graph = random_graph(seed)
        settings = Settings("gbfs", ties="heap", seed=seed, expansion="first")
        result = plan(graph, settings)
        reference = first_improvement(graph, budget=1000, ties="heap", seed=seed)
        assert_same_search(graph, result, result, reference)
