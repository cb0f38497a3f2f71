"""Random macros: lengths and preconditions of the library they imitate, never empty."""

from pathlib import Path

import numpy as np
import pytest

from fmtools.errors import InputError
from fmtools.learn.random_macros import random_like
from fmtools.macros import Macro, MacroLibrary, World
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle, tiles_to_state

HANOI = Path(__file__).parents[2] / "pddl" / "hanoi"


class Pendulum:
    """Two states and one action to and fro: every even walk comes back."""

    num_variables = 1

    def start(self):
        return [0]

    def goal(self):
        return {0: 1}

    def applicable(self, state):
        return [0]

    def successor(self, state, action):
        return [1 - int(state[0])]

    def action_name(self, action):
        return "swing"


class Stairs(Pendulum):
    """Three steps down and no way on; the second action jumps to the bottom."""

    def applicable(self, state):
        return [0, 1] if state[0] < 3 else []

    def successor(self, state, action):
        return [3 if action else int(state[0]) + 1]


def _library(kind, lengths, precondition=None):
    macros = tuple(Macro(("?",) * length, 1, (), precondition) for length in lengths)
    return MacroLibrary(World(kind, kind, ""), macros)


def _puzzle_library():
    macros = tuple(
        Macro(("?",) * length, 1, (), {0: blank}) for blank in range(16) for length in (1, 2, 9)
    )
    return MacroLibrary(World("npuzzle", "npuzzle 4", ""), macros)


def test_puzzle_macros_begin_where_the_blank_is_wanted_and_change_something():
    puzzle = NPuzzle(4)
    library = _puzzle_library()
    for macro, sequence in zip(
        library.macros, random_like(puzzle, library, np.random.default_rng(0)), strict=True
    ):
        assert len(sequence) == macro.length
        blank = macro.precondition[0]
        tiles = list(range(1, 16))
        tiles.insert(blank, 0)
        state = start = tiles_to_state(tiles)
        for name in sequence:
            state = puzzle.successor(state, puzzle.action_id(name))
        assert (state != start).any()


def test_walks_are_uniform_over_what_applies():
    puzzle = NPuzzle(4)
    library = _library("npuzzle", [1] * 4000, {0: 5})
    found = random_like(puzzle, library, np.random.default_rng(1))
    for direction in ("up", "down", "left", "right"):
        assert found.count((f"blank 5 {direction}",)) == pytest.approx(1000, abs=120)


def test_same_seed_gives_the_same_macros():
    library = _puzzle_library()
    one, same, other = (
        random_like(NPuzzle(4), library, np.random.default_rng(seed)) for seed in (7, 7, 8)
    )
    assert one == same != other


@pytest.mark.parametrize("precondition", [None, {}])
@pytest.mark.parametrize("world", [Cube(), Lock(dials=6, digits=3, effect_size=2)])
def test_macros_without_precondition_begin_at_the_start(world, precondition):
    library = _library("any", [2, 5, 8] * 10, precondition)
    for sequence in random_like(world, library, np.random.default_rng(0)):
        state = world.start()
        for name in sequence:
            state = world.successor(state, world.action_id(name))
        assert (state != world.start()).any()


def test_pddl_macros_can_run_from_the_start_whatever_was_needed_before():
    world = load_grounded(HANOI / "domain.pddl", HANOI / "problem-000.pddl")
    library = _library("pddl", [1, 3, 20], {0: 1, 1: 1})
    for sequence in random_like(world, library, np.random.default_rng(0)):
        state = world.start()
        for name in sequence:
            names = {world.action_name(a): a for a in world.applicable(state)}
            state = world.successor(state, names[name])
        assert (state != world.start()).any()


def test_walk_that_gets_stuck_is_drawn_again():
    found = random_like(Stairs(), _library("user", [3] * 20), np.random.default_rng(0))
    assert all(len(sequence) == 3 for sequence in found)


def test_world_in_which_every_walk_comes_back_is_reported(monkeypatch):
    monkeypatch.setattr("fmtools.learn.random_macros.MAX_TRIES", 50)
    with pytest.raises(InputError, match="macro 2: none of 50 random walks of 2 actions"):
        random_like(Pendulum(), _library("user", [1, 2]), np.random.default_rng(0))


def test_precondition_out_of_reach_is_reported(monkeypatch):
    monkeypatch.setattr("fmtools.learn.random_macros.MAX_STEPS", 100)
    with pytest.raises(InputError, match="macro 1: 100 random actions met no state"):
        random_like(Pendulum(), _library("user", [1], {0: 9}), np.random.default_rng(0))


def test_precondition_on_a_variable_that_does_not_exist_is_reported():
    with pytest.raises(InputError, match="macro 1: .* variable 4"):
        random_like(Pendulum(), _library("user", [1], {4: 0}), np.random.default_rng(0))


def test_empty_library_gives_no_macros():
    assert random_like(Cube(), _library("cube", []), np.random.default_rng(0)) == []
