"""Compiled loop, interpreted loop and the dict + heapq reference agree, world by world."""

import numpy as np
import pytest

from fmtools.core.best_first import Status
from fmtools.core.dial_shifts import DialShifts
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.engine import Order, Search
from fmtools.search.planners import PLANNERS, Settings, plan
from fmtools.simulators.cube import Cube
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from tests.reference.best_first import best_first
from tests.reference.same_search import assert_same_search

BUDGET = 20_000
WORLDS = {
    "cube": lambda seed: Cube.scrambled(seed, 5),
    "npuzzle": lambda seed: NPuzzle.scrambled(3, seed),
    "lock": lambda seed: Lock(8, 3, 2, seed=seed),
}
ORDERS = {"gbfs": (0, 1), "astar": (1, 1), "wastar": (1, 5), "bfs": (1, 0)}
TIES = ["heap", "fifo", "lifo", "random"]


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("planner", ORDERS)
@pytest.mark.parametrize("world", WORLDS)
def test_compiled_interpreted_and_reference_give_the_same_search(world, planner, ties):
    for seed in range(3):
        simulator = WORLDS[world](seed)
        settings = Settings(planner, ties=ties, seed=seed, limits=Limits(BUDGET))
        compiled = plan(simulator, settings)
        interpreted = plan(
            simulator,
            Settings(planner, ties=ties, seed=seed, limits=Limits(BUDGET), interpreted=True),
        )
        depth_weight, distance_weight = ORDERS[planner]
        reference = best_first(
            simulator,
            budget=BUDGET,
            depth_weight=depth_weight,
            distance_weight=distance_weight,
            ties=ties,
            seed=seed,
        )
        assert_same_search(simulator, compiled, interpreted, reference)


@pytest.mark.parametrize("ties", TIES)
def test_searches_that_measure_distance_from_the_start_expand_as_the_reference_does(ties):
    simulator = NPuzzle.scrambled(4, 2)
    search = Search(simulator, Order(1, 1), target=None, ties=ties, limits=Limits(BUDGET))
    assert search.run() is Outcome.BUDGET_EXHAUSTED
    reference = best_first(simulator, budget=BUDGET, depth_weight=1, ties=ties, learn=True)
    expanded = [search.actions_to(int(node)) for node in search.space.expanded_nodes()]
    assert expanded == [node.actions() for node in reference.expansions]


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_start_that_is_a_goal_needs_no_search(interpreted):
    result = plan(Cube(), Settings(interpreted=interpreted))
    assert (result.outcome, result.generated, result.plan) == (Outcome.SOLVED, 0, ())


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_world_without_a_way_to_the_goal_is_exhausted(interpreted):
    class OddLock(Lock):
        """Both dials always turn together, so they never differ."""

        def goal(self):
            return {0: 0, 1: 1}

        def start(self):
            return [0, 0]

        @property
        def kernel(self):
            kernel = super().kernel
            return DialShifts(np.full_like(kernel.shifts, 1), kernel.steps, kernel.num_digits)

        def successor(self, state, action):
            return (np.asarray(state) + 1) % 2

        successors = None

    result = plan(OddLock(2, 2, 1, seed=0), Settings(interpreted=interpreted))
    assert result.outcome is Outcome.EXHAUSTED
    assert result.best_goal_count == 1


@pytest.mark.parametrize("ties", TIES)
def test_slices_never_change_a_search(ties):
    simulator = NPuzzle.scrambled(4, 5)
    for planner in ("gbfs", "astar"):
        whole, sliced = (
            Search(
                simulator,
                PLANNERS[planner].order,
                target=simulator.goal(),
                ties=ties,
                limits=Limits(BUDGET),
            ).space
            for _ in range(2)
        )
        status = whole.run(BUDGET)
        pause_at = 0
        while sliced.run(pause_at) == Status.PAUSED:
            pause_at += 37
        assert status in (Status.GOAL, Status.BUDGET, Status.PAUSED)
        assert sliced.generated == whole.generated
        assert sliced.improvements == whole.improvements
        assert (sliced.node_table() == whole.node_table()).all()
