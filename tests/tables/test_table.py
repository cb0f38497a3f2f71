"""Macro tables: what they promise, checked in the simulator."""

from functools import cache

import numpy as np
import pytest

from fmtools.errors import NoTableError, UsageError
from fmtools.macros import World
from fmtools.simulators.cube import Cube
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.with_macros import WithMacros
from fmtools.tables.build import TableSettings, learn_table
from fmtools.tables.library import table_library
from tests.tables.table_worlds import Dials, PartlyWanted, Slide

SMALL = TableSettings(words_per_cell=4, short_words=15_000)
WORLDS = {
    "cube": lambda seed: Cube.scrambled(seed) if seed else Cube(),
    "8-puzzle": lambda seed: NPuzzle.scrambled(3, seed) if seed else NPuzzle(3),
    "8-puzzle by directions": Slide,
    "lock": lambda seed: Lock(8, 6, 3),
    "dials": lambda seed: Dials(),
    "some dials": lambda seed: PartlyWanted(),
}


@cache
def learned(name):
    return learn_table(WORLDS[name](0), SMALL)


def with_table(name, simulator):
    return WithMacros(simulator, (), learned(name).table)


def run(simulator, state, names):
    """The state after actions of these names; each must apply."""
    for name in names:
        ids = {simulator.action_name(action): action for action in simulator.applicable(state)}
        state = np.array(simulator.successor(state, ids[name]))
    return state


@pytest.mark.parametrize("name", WORLDS)
def test_words_set_their_variable_and_leave_the_earlier_ones_alone(name):
    """Random states, brought along the chain by the table itself, in the simulator."""
    table, simulator = learned(name).table, WORLDS[name](0)
    assert table.missing == ()
    rng = np.random.default_rng(3)
    state = np.array(simulator.start())
    tried = 0
    for _ in range(8):
        for _ in range(40):
            actions = simulator.applicable(state)
            action = actions[int(rng.integers(len(actions)))]
            state = np.array(simulator.successor(state, action))
        for level, variable in enumerate(table.order):
            if state[variable] == table.goal[variable]:
                continue
            words = table.cells[level, table.maps.object_of(state), int(state[variable])]
            lengths = [len(word) for word in words]
            assert lengths == sorted(lengths)
            assert len({table.maps.row(word).tobytes() for word in words}) == len(words)
            ends = [run(simulator, state, [table.maps.names[m] for m in word]) for word in words]
            for end in ends:
                for earlier in table.order[: level + 1]:
                    assert end[earlier] == table.goal[earlier]
                tried += 1
            state = ends[int(rng.integers(len(ends)))]
    assert tried > 20


def test_words_for_the_first_tiles_are_the_shortest_there_are():
    """Breadth first over what the word may not touch: blank and first tile of the 8-puzzle."""
    table = learned("8-puzzle").table
    puzzle = NPuzzle(3)
    tile = table.order[0]
    home = table.goal[tile]
    distances = {(blank, home): 0 for blank in range(9) if blank != home}
    queue = list(distances)
    for blank, cell in queue:
        for move in puzzle.moves:
            if move.blank == blank:
                after = (move.target, blank if cell == move.target else cell)
                if after not in distances:
                    distances[after] = distances[blank, cell] + 1
                    queue.append(after)
    found = {
        (table.maps.key_values[at], value): len(words[0])
        for (level, at, value), words in table.cells.items()
        if level == 0
    }
    assert found == {place: length for place, length in distances.items() if place[1] != home}


def test_macros_are_the_first_words_with_effects_as_simulated():
    result = learned("lock")
    simulator = WORLDS["lock"](0)
    assert len(result.macros) == len(result.table.cells)
    for macro, words in zip(result.macros, result.table.cells.values(), strict=True):
        assert macro.actions == tuple(result.table.maps.names[move] for move in words[0])
        state = np.zeros(8, np.int64)
        for variable, before, _ in macro.effect:
            state[variable] = before
        end = run(simulator, state, macro.actions)
        changes = {v: (int(end[v]) - int(state[v])) % 6 for v in range(8) if end[v] != state[v]}
        assert changes == {v: (after - before) % 6 for v, before, after in macro.effect}


def test_queries_are_those_that_the_simulator_was_asked():
    class Counting(Dials):
        queries = 0

        def successor(self, state, action):
            Counting.queries += 1
            return super().successor(state, action)

    result = learn_table(Counting(), SMALL)
    assert result.queries == Counting.queries
    assert result.composed > 0 and result.pairs > 0


def test_the_same_seed_gives_the_same_library():
    def text(seed):
        settings = TableSettings(words_per_cell=2, short_words=3000, seed=seed)
        simulator = NPuzzle(3)
        world = World("npuzzle", "npuzzle 3", "")
        return table_library(simulator, world, settings, learn_table(simulator, settings)).to_json()

    assert text(1) == text(1)
    assert text(1) != text(2)


def test_a_small_budget_leaves_cells_missing_and_says_which():
    result = learn_table(Cube(), TableSettings(budget=8200, words_per_cell=1))
    table = result.table
    assert table.missing
    assert not set(table.missing) & table.cells.keys()
    assert {table.order[level] for level, _, _ in table.missing} <= set(range(48))
    assert result.test_queries + result.composed < 10_000


def test_effects_that_differ_in_one_state_of_the_walk_are_refused():
    simulator = Dials(num_dials=3, num_digits=3, odd_state=(1, 1, 1))
    with pytest.raises(NoTableError, match="depends on other variables"):
        learn_table(simulator, SMALL)


@pytest.mark.parametrize("wrong", ["budget", "words_per_cell", "short_words"])
def test_settings_are_checked(wrong):
    with pytest.raises(UsageError, match="must be 1 or more"):
        TableSettings(**{wrong: 0})
