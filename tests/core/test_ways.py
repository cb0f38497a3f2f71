"""Balls of the core against plain breadth-first search, and within their limits."""

import numpy as np
import pytest

from fmtools.core.ball import Ball
from fmtools.core.goal import Goal
from fmtools.core.memory import Memory
from fmtools.core.replay import follow, run_without
from fmtools.core.watch import Watch
from fmtools.core.ways import End, Rejoin, Spread, TwoEnded
from fmtools.search.world import world_of
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle

MANY = 1 << 40
WORLDS = {"8-puzzle": lambda: NPuzzle.scrambled(3, 1), "lock": lambda: Lock(6, 3, 3, seed=1)}


class Walk:
    """A random walk: the world, its actions and the rows of its states."""

    def __init__(self, simulator, length, seed=0, as_python=False):
        self.world = world_of(simulator, as_python)
        rng = np.random.default_rng(seed)
        rows = [self.world.layout.pack(np.asarray(simulator.start()))]
        actions = []
        for _ in range(length):
            offered, _, successors = self.world.successors(rows[-1])
            choice = int(rng.integers(len(offered)))
            actions.append(int(offered[choice]))
            rows.append(successors[choice])
        self.rows = np.array(rows)
        self.actions = np.array(actions, np.int32)

    def ball(self, memory=None):
        return Ball(Memory(memory), self.world.num_words)


def distances(world, start):
    """Steps from a state to every state that can be reached."""
    steps = {start.tobytes(): 0}
    waiting = [start]
    for row in waiting:
        for successor in world.successors(row)[2]:
            if successor.tobytes() not in steps:
                steps[successor.tobytes()] = steps[row.tobytes()] + 1
                waiting.append(successor.copy())
    return steps


def end_of(world, row, actions):
    rows = np.array([row] * (len(actions) + 1))
    assert follow(world, rows, np.array(actions, np.int32), Watch()) == len(actions)
    return rows[-1]


def way(ball, state):
    return [action for _, action, _ in reversed(ball.steps_to(state))]


@pytest.mark.parametrize("as_python", [False, True])
@pytest.mark.parametrize("name", WORLDS)
def test_two_balls_meet_on_a_shortest_way(name, as_python):
    for seed in range(4):
        walk = Walk(WORLDS[name](), 40, seed, as_python)
        shortest = distances(walk.world, walk.rows[0])[walk.rows[-1].tobytes()]
        here, there = walk.ball(), walk.ball()
        for longest, expected in ((shortest, End.MET), (shortest - 1, End.NONE)):
            assert here.begin(walk.rows, 0, 1, MANY)
            assert there.begin(walk.rows, 40, 1, MANY)
            search = TwoEnded(walk.world, here, there)
            assert search.run(longest, MANY, Watch()) == expected
            if expected == End.MET:
                first, second = way(here, search.met_here), way(there, search.met_there)
                assert len(first) + len(second) == shortest
                middle = here.row(search.met_here)
                assert (end_of(walk.world, walk.rows[0], first) == middle).all()
                assert (end_of(walk.world, walk.rows[-1], second) == middle).all()


@pytest.mark.parametrize("name", WORLDS)
def test_rejoining_saves_as_much_as_any_shortcut_into_the_plan_can(name):
    walk = Walk(WORLDS[name](), 30, 2)
    keys = [row.tobytes() for row in walk.rows]
    last = {key: place for place, key in enumerate(keys)}
    places = sorted(last.values())
    rows = walk.rows[places]
    goal = Goal(rows[-1].copy(), np.full(rows.shape[1], 2**64 - 1, np.uint64))
    steps = distances(walk.world, rows[0])
    best = max(place - steps[row.tobytes()] for place, row in enumerate(rows))
    line, ball = walk.ball(), walk.ball()
    assert line.begin(rows, 0, len(rows), len(rows))
    assert ball.begin(rows, 0, 1, MANY)
    search = Rejoin(walk.world, ball, line, 0, goal)
    assert search.run(MANY, Watch()) == End.NONE
    actions = way(ball, search.best_node)
    assert search.best_position - len(actions) == best > 0
    assert (end_of(walk.world, rows[0], actions) == rows[search.best_position]).all()


def test_a_way_found_by_spreading_is_as_long_as_it_says():
    walk = Walk(NPuzzle.scrambled(3, 1), 30, 2)
    places = sorted({row.tobytes(): place for place, row in enumerate(walk.rows)}.values())
    rows = walk.rows[places]
    ball = walk.ball()
    assert ball.begin(rows, 0, len(rows), MANY)
    goal = Goal(rows[-1].copy(), np.full(rows.shape[1], 2**64 - 1, np.uint64))
    search = Spread(walk.world, ball, goal, len(rows), True)
    assert search.run(2_000, Watch()) == End.PAUSED
    ways = [(to, found) for to, found in enumerate(search.found) if found["saving"] > 0]
    assert ways
    for to, found in ways:
        source = ball.source(int(found["left"]))
        halves = len(way(ball, int(found["left"]))) + len(way(ball, int(found["right"])))
        assert ball.source(int(found["right"])) == to
        assert halves + 1 == found["length"] == to - source - found["saving"]


def test_a_ball_is_full_at_its_states_or_its_memory():
    walk = Walk(NPuzzle.scrambled(4, 1), 30)
    here, there = walk.ball(100_000), walk.ball()
    there.begin(walk.rows, 30, 1, 1)
    for most in (10, MANY):
        assert here.begin(walk.rows, 0, 1, most)
        assert TwoEnded(walk.world, here, there).run(50, MANY, Watch()) == End.FULL
    assert not walk.ball(100).begin(walk.rows, 0, 1, 1)


def test_a_watch_ends_a_loop_and_what_was_generated_stays_known():
    walk = Walk(NPuzzle.scrambled(4, 1), 200)

    def stop():
        raise TimeoutError

    here, there = walk.ball(), walk.ball()
    here.begin(walk.rows, 0, 1, MANY)
    there.begin(walk.rows, 200, 1, MANY)
    with pytest.raises(TimeoutError):
        TwoEnded(walk.world, here, there).run(100, MANY, Watch(stop, 0.0))
    assert here.generated + there.generated > 0


@pytest.mark.parametrize("as_python", [False, True])
def test_a_plan_without_some_steps_rejoins_or_reaches_the_goal_or_does_not(as_python):
    simulator = NPuzzle(3)
    walk = Walk(simulator, 40, 3, as_python)
    world = walk.world
    goal = Goal(walk.rows[-1].copy(), np.full(world.num_words, 2**64 - 1, np.uint64))
    outcomes = set()
    for first in range(40):
        for skipped in (0, 1, 2, 4):
            if first + skipped > 40:
                continue
            kept, queries = run_without(
                world, walk.rows, walk.actions, first, skipped, goal, Watch()
            )
            row, expected = walk.rows[first], []
            for step in range(first + skipped, 40):
                if walk.actions[step] in world.offered(row):
                    row = end_of(world, row, [walk.actions[step]])
                    expected.append(step)
            reaches = (row == walk.rows[-1]).all()
            outcomes.add(kept is None)
            assert (kept is not None) == reaches
            if kept is not None:
                rest = [int(walk.actions[step]) for step in kept]
                assert (end_of(world, walk.rows[first], rest) == walk.rows[-1]).all()
                assert queries <= len(kept) <= len(expected)
    assert outcomes == {True, False}
