"""Planners are objects by name: what a stranger adds, as ARCHITECTURE says, and what each owns."""

import pytest

from fmtools.errors import UsageError
from fmtools.limits import Limits
from fmtools.search import planners
from fmtools.search.engine import EXPANSIONS, Order
from fmtools.search.planner import BestFirst, Planner
from fmtools.search.planners import PLANNERS, Settings, plan
from fmtools.search.solution import solution
from fmtools.simulators.cube import Cube


class DeepestFirst(Planner):
    """A toy: away from the start, goals only where depths are equal."""

    def run(self, simulator, settings, progress=None):
        goal = simulator.goal()
        order = Order(depth_weight=0, distance_weight=7)
        search = self.search(simulator, order, settings, goal)
        return solution(simulator, search, search.run(progress), goal, settings.seed)


def test_a_planner_is_added_by_its_class_and_one_entry(monkeypatch):
    monkeypatch.setitem(PLANNERS, "toy", DeepestFirst())
    result = plan(Cube("R U"), Settings("toy", seed=3))
    greedy = plan(Cube("R U"), Settings("gbfs", seed=3))
    assert result.solved
    assert (result.generated, result.plan) == (greedy.generated, greedy.plan)


def test_an_order_alone_is_a_planner(monkeypatch):
    monkeypatch.setitem(PLANNERS, "slow", BestFirst(Order(depth_weight=3, distance_weight=1)))
    assert plan(Cube("R U"), Settings("slow", limits=Limits(50_000))).plan == ("U'", "R'")


def test_what_a_planner_refuses_is_refused_when_settings_are_made(monkeypatch):
    class Picky(DeepestFirst):
        def check(self, settings):
            raise UsageError("not today")

    monkeypatch.setitem(PLANNERS, "picky", Picky())
    with pytest.raises(UsageError, match="not today"):
        Settings("picky")


@pytest.mark.parametrize("name", PLANNERS)
def test_every_planner_has_an_order_and_a_known_expansion(name):
    assert isinstance(PLANNERS[name].order, Order)
    assert PLANNERS[name].expand_by(Settings(name)) in EXPANSIONS
    with pytest.raises(UsageError):
        Settings(name, beam=0)


def test_the_default_planner_is_one_of_them():
    assert planners.DEFAULT_PLANNER in PLANNERS
