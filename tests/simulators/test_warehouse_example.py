"""The example in examples/: it keeps the protocol, and the planner delivers every parcel."""

from pathlib import Path

import numpy as np
import pytest

from fmtools.errors import SimulatorError
from fmtools.simulator import goal_count
from fmtools.simulators.user import load_simulator

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


def _warehouse(**options):
    texts = {name: str(value) for name, value in options.items()}
    return load_simulator("fmtools.examples.warehouse:Warehouse", texts)


@pytest.mark.parametrize("options", [{}, {"robots": 1, "parcels": 1}, {"rows": 9, "columns": 11}])
def test_random_walk_keeps_the_protocol_and_the_physics(options):
    warehouse = _warehouse(**options)
    inner = warehouse.inner
    rng = np.random.default_rng(0)
    state = warehouse.start()
    for _ in range(500):
        state = np.array(warehouse.successor(state, int(rng.choice(warehouse.applicable(state)))))
        robots, parcels = state[: inner.robots], state[inner.robots :]
        assert len(set(robots.tolist())) == inner.robots
        assert not inner.shelves & set(robots.tolist())
        carried = [place for place in parcels.tolist() if place >= inner.num_cells]
        assert len(carried) == len(set(carried))


def test_picture_shows_robots_parcels_and_shelves():
    warehouse = _warehouse(parcels=3)
    picture = warehouse.render(warehouse.start())
    assert len(picture.split("\n")) == 5
    assert all(mark in picture for mark in "AB012▒")


def test_greedy_search_delivers_every_parcel():
    from fmtools.limits import Limits
    from fmtools.results import Outcome
    from fmtools.search.planners import Settings, plan

    warehouse = _warehouse(robots=2, parcels=4)
    result = plan(warehouse, Settings("gbfs", limits=Limits(200_000)))
    assert result.outcome is Outcome.SOLVED
    names = {warehouse.action_name(action): action for action in range(24)}
    state = warehouse.start()
    for name in result.plan:
        state = np.array(warehouse.successor(state, names[name]))
    assert goal_count(state, warehouse.goal()) == 0


def test_impossible_options_are_told_in_one_line():
    with pytest.raises(SimulatorError, match="ValueError: robots=9"):
        _warehouse(robots=9)
