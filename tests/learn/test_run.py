"""What `learn_library` adds to macros: a table where the world allows one, within the budget."""

from dataclasses import replace
from pathlib import Path

import pytest

from fmtools.examples.warehouse import Warehouse
from fmtools.learn.focused import LearnSettings
from fmtools.learn.ledger import Purpose
from fmtools.learn.run import TABLE_BUDGET, TABLE_SHARE, learn_library
from fmtools.library_file import parse_library
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.simulator import state_array
from fmtools.simulators.checked import CheckedSimulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.extend import extend
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.registry import world_of
from fmtools.simulators.with_macros import add_macros
from tests.learn.test_auto import Counting
from tests.tables.test_table import run

AUTO = LearnSettings(auto=True, ties="random", expanded_only=False, walk_share=0.0)


def learn(simulator, **changes):
    return learn_library(simulator, world_of(simulator), replace(AUTO, **changes), extend)


def solved_by(library, simulator):
    """By planner auto, with the library as it is read back from its file."""
    path = Path("library.json")
    read = parse_library(library.to_json(), path)
    result = plan(add_macros(simulator, read, path), Settings("auto"))
    assert result.outcome is Outcome.SOLVED
    state = run(simulator, state_array(simulator.start()), result.primitive_plan)
    assert all(state[variable] == value for variable, value in simulator.goal().items())
    return result


@pytest.mark.parametrize(
    ("build", "instances"),
    [
        (Cube, [Cube.scrambled(seed) for seed in (1, 2)]),
        (lambda: NPuzzle(3), [NPuzzle.scrambled(3, seed) for seed in (1, 2)]),
        (lambda: Lock(8, 3, 3, seed=1), []),
    ],
)
def test_worlds_of_maps_get_a_table_that_auto_solves_by(build, instances):
    library, learned = learn(build(), budget=40_000)
    assert library.table is not None
    assert library.macros
    assert 0 < learned.spent[Purpose.TABLE] <= TABLE_SHARE * 40_000
    assert learned.queries + learned.other_queries <= 40_000
    assert sum(learned.spent.values()) == learned.queries + learned.other_queries
    for simulator in instances:
        result = solved_by(library, simulator)
        assert result.generated <= len(library.table.order)
        assert result.notes == ()


def test_every_query_is_counted_and_within_the_budget():
    simulator = Counting(NPuzzle(3))
    library, learned = learn_library(
        simulator, world_of(simulator.inner), replace(AUTO, budget=30_000), extend
    )
    assert library.table is not None
    assert simulator.queries <= learned.queries + learned.other_queries <= 30_000


def test_a_world_without_maps_pays_for_the_first_look_alone():
    library, learned = learn(CheckedSimulator(Warehouse()), budget=20_000)
    assert library.table is None
    assert library.macros
    assert 0 < learned.spent[Purpose.TABLE] < 1_000


@pytest.mark.parametrize(
    "changes", [{"budget": TABLE_BUDGET - 1}, {"seconds": 60.0}, {"auto": False, "keep": 8}]
)
def test_no_table_with_few_queries_a_time_limit_or_a_number_to_keep(changes):
    library, learned = learn(NPuzzle(3), **{"budget": 20_000, **changes})
    assert library.table is None
    assert Purpose.TABLE not in learned.spent


def test_pddl_is_lifted_and_asked_for_no_table():
    gripper = load_grounded("pddl/gripper/domain.pddl", "pddl/gripper/problem-000.pddl")
    library, learned = learn(gripper, budget=20_000)
    assert library.table is None
    assert Purpose.TABLE not in learned.spent


def test_the_same_seed_gives_the_same_library():
    first, second = (learn(NPuzzle(3), budget=40_000, seed=3)[0].to_json() for _ in range(2))
    assert first == second
