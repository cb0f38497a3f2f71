"""Plans by macro tables: always valid, for any goal; and searched for where the table fails."""

import re
from dataclasses import replace

import numpy as np
import pytest

from fmtools.errors import InputError, UsageError
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.simulators.cube import Cube
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.with_macros import WithMacros
from fmtools.tables.beam import TAIL, CompiledTable, search_beam
from tests.reference.beam import reference_beam
from tests.tables.table_worlds import Dials, PartlyWanted, Slide
from tests.tables.test_table import learned, run, with_table

TABLE = Settings("table")


def assert_solves(simulator, result):
    """Replayed here, action by action."""
    assert result.outcome is Outcome.SOLVED
    end = run(simulator, np.array(simulator.start()), result.primitive_plan)
    assert all(end[variable] == value for variable, value in simulator.goal().items())
    assert tuple(end.tolist()) == result.best_state


@pytest.mark.parametrize("beam", [1, 7, 50])
@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("cube", Cube.scrambled),
        ("8-puzzle", lambda seed: NPuzzle.scrambled(3, seed)),
        ("8-puzzle by directions", Slide),
    ],
)
def test_every_scramble_is_solved_with_a_word_per_variable(name, build, beam):
    for seed in range(1, 16):
        simulator = build(seed)
        result = plan(with_table(name, simulator), replace(TABLE, beam=beam))
        assert_solves(simulator, result)
        assert result.notes == ()
        assert len(result.plan) <= len(learned(name).table.order)
        if beam == 1:
            assert result.generated == len(result.plan)


@pytest.mark.parametrize(
    ("name", "build"),
    [
        (
            "cube",
            lambda seed: Cube.scrambled(seed, goal_scramble=Cube.scrambled(-seed % 97).scramble),
        ),
        (
            "8-puzzle",
            lambda seed: NPuzzle.scrambled(
                3, seed, goal=NPuzzle.scrambled(3, seed + 50).start_tiles
            ),
        ),
    ],
)
def test_one_table_serves_every_goal(name, build):
    homes = set()
    for seed in range(1, 25):
        simulator = build(seed)
        homes.add(simulator.goal()[0])
        result = plan(with_table(name, simulator), TABLE)
        assert_solves(simulator, result)
        assert result.notes == ()
    assert len(homes) > 4


def test_a_lock_is_solved_for_every_goal_and_start():
    class Other(Lock):
        def __init__(self, seed):
            super().__init__(8, 6, 3)
            rng = np.random.default_rng(seed)
            self._start, self._goal = rng.integers(6, size=(2, 8), dtype=np.uint8)

    for seed in range(30):
        simulator = Other(seed)
        result = plan(with_table("lock", simulator), TABLE)
        assert_solves(simulator, result)
        assert result.notes == () and result.generated <= 8


def test_a_goal_for_some_variables_is_reached_by_its_own_table():
    result = plan(with_table("some dials", PartlyWanted()), TABLE)
    assert_solves(PartlyWanted(), result)
    assert result.notes == ()


def test_a_goal_for_other_variables_is_searched_for():
    result = plan(with_table("dials", PartlyWanted()), TABLE)
    assert_solves(PartlyWanted(), result)
    assert len(result.notes) == 1
    assert "searched with macros" in result.notes[0]


def test_auto_takes_the_table_that_it_gets():
    """Without it, auto searched with the table's words: thousands of states for a dozen."""
    for seed in range(1, 6):
        simulator = with_table("cube", Cube.scrambled(seed))
        by_table, by_auto = (plan(simulator, replace(TABLE, planner=p)) for p in ("table", "auto"))
        assert by_auto.generated == by_table.generated and by_auto.plan == by_table.plan


def test_where_a_table_does_not_serve_auto_searches():
    result = plan(with_table("dials", PartlyWanted()), replace(TABLE, planner="auto"))
    assert_solves(PartlyWanted(), result)
    assert "searched with macros" in result.notes[0]


def test_a_wider_beam_gives_shorter_plans():
    lengths = {}
    for beam in (1, 20, 400):
        results = [
            plan(with_table("cube", Cube.scrambled(seed)), replace(TABLE, beam=beam))
            for seed in range(10)
        ]
        lengths[beam] = sum(len(result.primitive_plan) for result in results) / 10
    assert lengths[400] < lengths[20] < lengths[1]


@pytest.mark.parametrize("width", [1, 3, 25])
@pytest.mark.parametrize("name", ["cube", "8-puzzle", "dials"])
def test_the_compiled_beam_agrees_with_the_reference(name, width):
    builders = {
        "cube": Cube.scrambled,
        "8-puzzle": lambda seed: NPuzzle.scrambled(3, seed),
        "dials": lambda seed: Dials(),
    }
    table = learned(name).table
    compiled = CompiledTable(table)
    for seed in range(1, 7):
        start = np.array(builders[name](seed).start(), np.uint8)
        found = search_beam(compiled, start, len(table.order), width, Limits())
        words, generated = reference_beam(table, tuple(start.tolist()), width, TAIL)
        assert found.words == words
        assert found.generated == generated


def test_an_empty_cell_falls_back_to_search_and_says_so():
    table = learned("8-puzzle").table
    simulator = NPuzzle.scrambled(3, 4)
    emptied = {cell: words for cell, words in table.cells.items() if cell[0] < 2}
    result = plan(WithMacros(simulator, (), replace(table, cells=emptied)), TABLE)
    assert_solves(simulator, result)
    said = r"incomplete: no word for variable \d.*searched with macros instead"
    assert re.search(said, result.notes[0])


def test_a_world_that_differs_in_one_state_of_the_plan_is_noticed_by_the_replay():
    """The table knows nothing of that state; the plan must be right all the same."""
    honest = plan(with_table("dials", Dials()), TABLE)
    middle = run(Dials(), np.array(Dials().start()), honest.primitive_plan[:3])
    odd = Dials(odd_state=tuple(middle.tolist()))
    result = plan(with_table("dials", odd), TABLE)
    assert_solves(odd, result)
    assert "not as it was learned" in result.notes[0]
    assert result.generated > honest.generated


def test_limits_end_a_beam_without_a_plan():
    world = with_table("cube", Cube.scrambled(1))
    result = plan(world, replace(TABLE, beam=50, limits=Limits(budget=10)))
    assert (result.outcome, result.plan) == (Outcome.BUDGET_EXHAUSTED, None)
    result = plan(world, replace(TABLE, beam=50, limits=Limits(seconds=0.0)))
    assert (result.outcome, result.plan) == (Outcome.TIMEOUT, None)


def test_a_start_that_is_the_goal_needs_no_plan():
    result = plan(with_table("cube", Cube()), TABLE)
    assert (result.outcome, result.plan, result.generated) == (Outcome.SOLVED, (), 0)


def test_misuse_is_refused():
    with pytest.raises(UsageError, match="needs --macros with a table"):
        plan(Cube(), TABLE)
    with pytest.raises(UsageError, match="goes with planner table"):
        Settings("gbfs", beam=5)
    with pytest.raises(UsageError, match="does not lie in"):
        Settings("table", beam=0)
    with pytest.raises(InputError, match="the world has 16"):
        plan(WithMacros(NPuzzle(4), (), learned("8-puzzle").table), TABLE)


def test_words_that_do_something_else_are_seen_as_damage():
    table = learned("8-puzzle").table
    (cell, words), *_ = table.cells.items()
    wrong = {**table.cells, cell: ((*words[0], *table.maps.inverse(words[0])),)}
    with pytest.raises(InputError, match="damaged table"):
        CompiledTable(replace(table, cells=wrong))
