"""Macros cut from ways to the goal: they run by themselves, and their steps serve one another."""

import numpy as np
import pytest

from fmtools.learn.focused import Learner, LearnSettings
from fmtools.learn.mine import LONGEST, mined
from fmtools.learn.propose import facts_of
from fmtools.replay import replay
from fmtools.search.planners import Settings, plan
from fmtools.simulator import state_array
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.npuzzle import NPuzzle


def pddl(name, number=0):
    return load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03}.pddl")


def cut_from_plan(world):
    result = plan(world, Settings(planner="auto"))
    actions = [world.action_id(name) for name in result.primitive_plan]
    learner = Learner(world, LearnSettings())
    return learner, actions, mined(learner, actions, state_array(world.start()), facts_of(world))


@pytest.mark.parametrize("name", ["depot", "ferry", "gripper", "miconic"])
def test_what_is_cut_runs_alone_and_does_what_it_says(name):
    world = pddl(name)
    learner, actions, cut = cut_from_plan(world)
    assert cut
    states = [state_array(world.start())]
    for action in actions:
        states.append(state_array(world.successor(states[-1], action)))
    for candidate, uses in cut:
        assert uses >= 1 and 2 <= candidate.length <= LONGEST
        assert set(candidate.actions) <= set(actions)
        ends = [replay(world, candidate.actions, state) for state in states]
        runs = [end for end in ends if end.done == candidate.length]
        assert runs
        needs = dict(learner.precondition(candidate.actions))
        effects = set()
        for state, end in zip(states, ends, strict=True):
            if end.done == candidate.length:
                assert all(state[v] == value for v, value in needs.items())
                changed = (end.state != state).nonzero()[0].tolist()
                effects.add(tuple((v, int(state[v]), int(end.state[v])) for v in changed))
        assert candidate.effect in effects


def test_every_step_but_the_last_serves_a_later_one():
    world = pddl("ferry")
    learner, _, cut = cut_from_plan(world)
    for candidate, _ in cut:
        for k, action in enumerate(candidate.actions[:-1]):
            made = {
                v: value
                for v, value in _effects(world, candidate.actions[: k + 1], learner).items()
                if value
            }
            later = [learner.precondition((step,)) for step in candidate.actions[k + 1 :]]
            assert any(needs.get(v) == 1 for needs in later for v in made), (candidate, action)


def _effects(world, actions, learner):
    """What the last of the actions makes true, from a state in which all needs hold."""
    state = np.zeros(world.num_variables, np.int64)
    for v, value in learner.precondition(actions).items():
        state[v] = value
    for action in actions:
        before, state = state, state_array(world.successor(state, action))
    return {int(v): int(state[v]) for v in (before != state).nonzero()[0]}


def test_where_needs_are_not_told_every_step_serves_the_next():
    puzzle = NPuzzle.scrambled(3, 5)
    learner = Learner(puzzle, LearnSettings())
    actions, state = [], state_array(puzzle.start())
    for _ in range(4):
        actions.append(puzzle.applicable(state)[0])
        state = state_array(puzzle.successor(state, actions[-1]))
    cut = mined(learner, actions, state_array(puzzle.start()), facts_of(puzzle))
    text = " ".join(map(str, actions))
    for candidate, _ in cut:
        assert " ".join(map(str, candidate.actions)) in text
