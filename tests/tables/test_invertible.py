"""Which worlds qualify for a macro table, tested by queries alone."""

import re
from pathlib import Path

import numpy as np
import pytest

from fmtools.errors import NoTableError
from fmtools.macro_table import NO_KEY, reduced
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.tables.invertible import MapLearner
from tests.tables.table_worlds import Dials, Exchange, OneWay, Slide

PDDL = Path(__file__).parents[2] / "pddl"


def learned(simulator, budget=10**7):
    learner = MapLearner(simulator, np.random.default_rng(0), budget)
    return learner, learner.run()


@pytest.mark.parametrize(
    ("simulator", "key"),
    [(Cube(), NO_KEY), (Lock(8, 5, 3), NO_KEY), (Dials(), NO_KEY), (NPuzzle(3), 0), (Slide(), 0)],
    ids=["cube", "lock", "dials", "8-puzzle", "8-puzzle by directions"],
)
def test_learned_maps_predict_random_walks(simulator, key):
    _, maps = learned(simulator)
    assert maps.key == key
    rng = np.random.default_rng(1)
    state = np.array(simulator.start())
    for _ in range(300):
        actions = simulator.applicable(state)
        action = actions[int(rng.integers(len(actions)))]
        at = maps.object_of(state)
        move = next(
            move
            for move, name in enumerate(maps.names)
            if name == simulator.action_name(action) and maps.sources[move] == at
        )
        after = np.array(simulator.successor(state, action))
        assert np.array_equal(maps.row((move,))[maps.bases + state], after)
        assert maps.object_of(after) == maps.targets[move]
        there_and_back = (move, *maps.inverses[move])
        assert np.array_equal(maps.row(there_and_back)[maps.bases + state], state)
        state = after


def test_every_query_is_counted():
    class Counting(Dials):
        queries = 0

        def successor(self, state, action):
            Counting.queries += 1
            return super().successor(state, action)

    learner, _ = learned(Counting())
    assert learner.queries == Counting.queries


@pytest.mark.parametrize(
    ("simulator", "reason"),
    [
        (Exchange(), "depends on other variables"),
        (OneWay(), "cannot be undone"),
        (Dials(num_digits=300), "values below 255"),
        *(
            (
                load_grounded(PDDL / name / "domain.pddl", PDDL / name / "problem-000.pddl"),
                "which actions apply depends on more than one variable",
            )
            for name in ("hanoi", "gripper", "ferry")
        ),
    ],
    ids=["exchange", "one way", "many values", "hanoi", "gripper", "ferry"],
)
def test_worlds_that_do_not_qualify_are_refused_with_the_reason(simulator, reason):
    with pytest.raises(NoTableError, match=f"{re.escape(reason)}.*without --table"):
        learned(simulator)


def test_a_walk_that_is_too_short_says_so():
    with pytest.raises(NoTableError, match="larger --budget|no action undoes"):
        learned(NPuzzle(4), budget=30)


@pytest.mark.parametrize("simulator", [Cube(), Lock(6, 7, 3), NPuzzle(3), Dials()])
def test_reduced_words_do_the_same_and_are_never_longer(simulator):
    _, maps = learned(simulator)
    rng = np.random.default_rng(2)
    for _ in range(100):
        word, at = [], int(rng.integers(len(maps.key_values)))
        first = at
        for _ in range(30):
            moves = [move for move, source in enumerate(maps.sources) if source == at]
            word.append(moves[int(rng.integers(len(moves)))])
            at = maps.targets[word[-1]]
        shorter = reduced(maps, word)
        assert len(shorter) <= len(word)
        assert np.array_equal(maps.row(shorter), maps.row(word))
        for move in shorter:
            assert maps.sources[move] == first
            first = maps.targets[move]
        assert reduced(maps, (*word, *maps.inverse(word))) == ()
