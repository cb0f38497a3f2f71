"""Searches with a bound find what is below it, and an empty open list proves that nothing is."""

import numpy as np
import pytest

from fmtools.results import Outcome
from fmtools.search.engine import NoveltySettings, Order, Search
from tests.search.graphs import Graph

ORDERS = {
    "greedy": Order(depth_weight=0, distance_weight=1),
    "weighted": Order(depth_weight=1, distance_weight=7),
    "breadth": Order(depth_weight=1, distance_weight=0),
    "deepest": Order(depth_weight=-1, distance_weight=0),
}


def search_below(graph, bound, order, expansion="full", novelty=None, ties="random", seed=0):
    costs = None if graph.costs is None else np.array(graph.costs, np.int32)
    search = Search(
        graph,
        order,
        target=graph.goal(),
        ties=ties,
        seed=seed,
        bound=bound,
        costs=costs,
        expansion=expansion,
        novelty=novelty,
    )
    return search, search.run()


@pytest.mark.parametrize("expansion", ["full", "first"])
@pytest.mark.parametrize("order", ["greedy", "weighted", "breadth"])
@pytest.mark.parametrize("most_cost", [None, 0, 9, 100_000])
def test_a_bound_divides_what_is_found_from_what_is_proved_not_to_be(order, expansion, most_cost):
    num_solved = 0
    for seed in range(40):
        graph = Graph.random(seed, most_cost=most_cost, bits=seed % 2 == 0)
        least = graph.cheapest
        for bound in (1, 5, 1 << 29) if least is None else (least, least + 1, least + 50):
            search, outcome = search_below(graph, bound, ORDERS[order], expansion, seed=seed)
            if least is None or bound <= least:
                assert outcome is Outcome.EXHAUSTED
                continue
            assert outcome is Outcome.SOLVED
            names = [graph.action_name(a) for a in search.actions_to(search.space.goal_node)]
            cost = graph.check_plan(names)
            assert (len(names) if cost is None else cost) < bound
            num_solved += 1
    assert num_solved > 20


@pytest.mark.parametrize("ties", ["fifo", "lifo", "heap"])
def test_every_open_list_keeps_to_the_bound(ties):
    for seed in range(30):
        graph = Graph.random(seed, most_cost=5)
        if graph.cheapest is not None:
            below = search_below(graph, graph.cheapest, ORDERS["greedy"], ties=ties)[1]
            above = search_below(graph, graph.cheapest + 1, ORDERS["greedy"], ties=ties)[1]
            assert (below, above) == (Outcome.EXHAUSTED, Outcome.SOLVED)


def test_a_bound_that_falls_while_searching_is_kept_to():
    for seed in range(40):
        graph = Graph.random(seed, num_nodes=60, num_edges=120, most_cost=9)
        least = graph.cheapest
        if not least:
            continue
        costs = np.array(graph.costs, np.int32)
        search = Search(
            graph, ORDERS["breadth"], target=graph.goal(), bound=least + 100, costs=costs
        )
        if search.advance(3) is None:
            search.space.bound = least
            assert search.run() is Outcome.EXHAUSTED


def test_novelty_with_a_bound_proves_nothing():
    """Shorter ways to states that were seen are passed over."""
    outcomes = set()
    for seed in range(60):
        graph = Graph.random(seed, num_nodes=100, num_edges=300)
        if graph.cheapest is not None:
            order = Order(depth_weight=0, distance_weight=2, depth_limit=0, novel_first=True)
            settings = NoveltySettings(2)
            outcomes.add(search_below(graph, graph.cheapest + 1, order, novelty=settings)[1])
    assert outcomes == {Outcome.SOLVED, Outcome.INCOMPLETE}
