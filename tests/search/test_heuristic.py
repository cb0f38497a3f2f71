"""A simulator's own estimate leads the planners that take one, and nobody else."""

import pytest

import fmtools
from fmtools.errors import SimulatorError
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.engine import Order, Search
from fmtools.search.heuristic import by_heuristic, heuristic_of
from fmtools.search.planners import PLANNERS, Settings, plan
from fmtools.simulators.checked import CheckedSimulator
from fmtools.simulators.with_macros import WithMacros

SIZE = 30


class Field:
    """A walk from one corner to the other; goal facts hold at the end, so counts say nothing."""

    num_variables = 2
    num_values = SIZE

    def __init__(self):
        self.num_asked = 0

    def start(self):
        return [0, 0]

    def goal(self):
        return {0: SIZE - 1, 1: SIZE - 1}

    def applicable(self, state):
        x, y = map(int, state)
        return [k for k, ok in enumerate((x + 1 < SIZE, x > 0, y + 1 < SIZE, y > 0)) if ok]

    def successor(self, state, action):
        dx, dy = ((1, 0), (-1, 0), (0, 1), (0, -1))[action]
        return [int(state[0]) + dx, int(state[1]) + dy]

    def action_name(self, action):
        return ("east", "west", "north", "south")[action]


class Guided(Field):
    def heuristic(self, state):
        self.num_asked += 1
        return 2 * SIZE - 2 - int(state[0]) - int(state[1])


class Misled(Guided):
    """Its estimate leads away from the goal."""

    def heuristic(self, state):
        return int(state[0]) + int(state[1])


@pytest.mark.parametrize("planner", ["gbfs", "astar", "wastar", "auto"])
@pytest.mark.parametrize("expansion", [None, "first"])
def test_planners_that_go_by_goals_go_by_the_estimate(planner, expansion):
    settings = Settings(planner, expansion=expansion)
    blind, led = (plan(CheckedSimulator(world()), settings) for world in (Field, Guided))
    assert blind.solved and led.solved
    assert led.generated < blind.generated / 2
    assert len(led.plan) == 2 * SIZE - 2
    assert "led by the simulator's own heuristic" in led.notes
    assert led.best_goal_count == led.trace[-1][1] == 0


def test_an_estimate_that_is_exact_is_followed_straight():
    result = plan(CheckedSimulator(Guided()), Settings("gbfs"))
    assert result.expanded == 2 * SIZE - 2


@pytest.mark.parametrize("planner", sorted(PLANNERS.keys() - {"table"}))
def test_a_bad_estimate_costs_time_and_nothing_else(planner):
    result = plan(CheckedSimulator(Misled()), Settings(planner))
    assert result.solved or planner == "iw"


@pytest.mark.parametrize("planner", ["bfs", "bfws", "bfws-r0", "iw"])
def test_planners_that_do_not_take_one_do_not_ask(planner):
    world = Guided()
    result = plan(CheckedSimulator(world), Settings(planner))
    assert world.num_asked == 0
    assert result.generated == plan(CheckedSimulator(Field()), Settings(planner)).generated


def test_paper_mode_does_not_ask():
    world = Guided()
    plan(CheckedSimulator(world), Settings("gbfs", paper=True))
    assert world.num_asked == 0


def test_the_macro_learner_never_asks():
    world = Guided()
    fmtools.learn(world, budget=2_000)
    fmtools.learn(world, budget=200_000)  # macros are judged by searches
    assert world.num_asked == 0


def test_macros_leave_the_estimate_where_it_is():
    world = WithMacros(CheckedSimulator(Guided()), [(0, 0, 0), (2, 2, 2)])
    result = plan(world, Settings("gbfs"))
    assert result.solved
    assert result.generated < plan(WithMacros(Field(), [(0, 0, 0)]), Settings("gbfs")).generated


def test_each_state_is_estimated_once():
    world = Guided()
    result = plan(world, Settings("gbfs"))
    assert world.num_asked == result.evaluated - 1  # the goal is one


class Weighted(Field):
    """Goals of different weight: 1 for x (not named), `weight` for y."""

    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def goal_weights(self):
        return {1: self.weight}


def test_goal_weights_add_up_to_an_estimate():
    estimate = heuristic_of(CheckedSimulator(Weighted(7)))
    end = SIZE - 1
    assert [estimate(s) for s in ([0, 0], [end, 0], [0, end], [end, end])] == [8, 7, 1, 0]
    assert plan(CheckedSimulator(Weighted(7)), Settings("gbfs")).solved


@pytest.mark.parametrize("weights", [None, {5: 1}, {0: -1}, {0: 1 << 16}, {0: 0.5}])
def test_goal_weights_that_make_no_sense_are_a_breach(weights):
    class Wrong(Field):
        def goal_weights(self):
            return weights

    with pytest.raises(SimulatorError, match=r"goal_weights\(\) returned"):
        plan(CheckedSimulator(Wrong()), Settings("gbfs"))


def test_the_goal_count_decides_among_equal_estimates():
    order = by_heuristic(Order(depth_weight=0, distance_weight=1), lambda state: 3, 2)
    search = Search(Field(), order, target={0: 1, 1: 1})
    assert search.run() is Outcome.SOLVED
    assert search.space.expanded == 2


@pytest.mark.parametrize("estimate", [1 << 30, 0])
def test_the_largest_estimates_still_find_the_goal(estimate):
    class Flat(Field):
        def heuristic(self, state):
            return estimate

    assert plan(CheckedSimulator(Flat()), Settings("gbfs")).solved
    assert plan(CheckedSimulator(Flat()), Settings("wastar", weight=1000)).solved


def test_an_error_in_the_estimate_names_its_line():
    class Broken(Field):
        def heuristic(self, state):
            return 1 // abs(int(state[0]) - 3)

    with pytest.raises(SimulatorError, match=r"test_heuristic.py:\d+.*heuristic\(\) raised Zero"):
        plan(CheckedSimulator(Broken()), Settings("gbfs"))


def test_an_estimate_out_of_range_of_a_world_of_ours_is_an_error():
    class Negative(Field):
        def heuristic(self, state):
            return -1

    with pytest.raises(SimulatorError, match="heuristic"):
        plan(Negative(), Settings("gbfs"))


def test_an_interrupted_estimate_loses_no_state():
    """The search asks again, so that nothing that was half taken in is missing."""

    class Stops(Guided):
        stops_at = 5

        def heuristic(self, state):
            estimate = super().heuristic(state)
            if self.num_asked == self.stops_at:
                raise KeyboardInterrupt
            return estimate

    world = Stops()
    search = Search(
        world, by_heuristic(Order(0, 1), world.heuristic, 2), target={0: SIZE - 1, 1: 0}
    )
    assert search.run() is Outcome.INTERRUPTED
    assert search.run() is Outcome.SOLVED


def test_limits_hold_with_an_estimate():
    result = plan(CheckedSimulator(Misled()), Settings("gbfs", limits=Limits(50)))
    assert result.outcome is Outcome.BUDGET_EXHAUSTED
