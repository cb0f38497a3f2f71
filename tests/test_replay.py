"""A replay says where actions lead, and which of them does not apply."""

import numpy as np
import pytest

from fmtools.errors import SimulatorError
from fmtools.replay import action_ids, confirmed, replay, unfolded
from fmtools.search.planners import Settings, plan
from fmtools.simulator import state_array
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.user import CheckedSimulator
from fmtools.simulators.with_macros import WithMacros
from tests.delegating import take_members


class Plain:
    """The same world without its compiled twin."""

    def __init__(self, inner):
        self.inner = inner
        take_members(self, inner, hidden=("kernel", "action_id", "successors"))


def walk(simulator, length, seed=0):
    rng = np.random.default_rng(seed)
    states, actions = [np.asarray(simulator.start(), np.int64)], []
    for _ in range(length):
        applicable = simulator.applicable(states[-1])
        actions.append(int(applicable[int(rng.integers(len(applicable)))]))
        states.append(np.asarray(simulator.successor(states[-1], actions[-1]), np.int64))
    return actions, states


@pytest.mark.parametrize("wrap", [lambda world: world, Plain])
def test_actions_run_from_any_state_up_to_the_first_that_does_not_apply(wrap):
    inner = NPuzzle.scrambled(3, 1)
    simulator = wrap(inner)
    actions, states = walk(inner, 20)
    for first in (0, 5, 20):
        result = replay(simulator, actions[first:], states[first])
        assert result.done == 20 - first
        assert result.state.tolist() == states[-1].tolist()
    assert replay(simulator, actions).state.tolist() == states[-1].tolist()
    wrong = next(a for a in range(24) if a not in inner.applicable(states[7]))
    result = replay(simulator, [*actions[:7], wrong, *actions[7:]])
    assert (result.done, result.state.tolist()) == (7, states[7].tolist())
    assert replay(simulator, [10**6]).done == replay(simulator, [-1]).done == 0


@pytest.mark.parametrize("wrap", [lambda world: world, Plain])
def test_macros_are_unfolded_before_they_are_confirmed(wrap):
    inner = NPuzzle.scrambled(3, 1)
    actions, states = walk(inner, 6)
    simulator = WithMacros(wrap(inner), [actions[:2], actions[3:6]])
    first = simulator._first
    macro_plan = (first, actions[2], first + 1)
    wrong = next(a for a in range(24) if a not in inner.applicable(states[2]))
    assert unfolded(simulator, macro_plan) == tuple(actions)
    assert confirmed(simulator, macro_plan, states[-1]).tolist() == states[-1].tolist()
    with pytest.raises(SimulatorError, match="another state"):
        confirmed(simulator, macro_plan, states[-2])
    with pytest.raises(SimulatorError, match="replaying the plan, step 3 .* no longer applicable"):
        confirmed(simulator, (first, wrong))


def test_a_replay_asks_a_python_world_once_for_each_step():
    class Counted(Plain):
        asked = 0

        def successor(self, state, action):
            self.asked += 1
            return self.inner.successor(state, action)

    simulator = Counted(NPuzzle.scrambled(3, 1))
    actions, _ = walk(simulator.inner, 20)
    confirmed(WithMacros(simulator, [actions[:2]] * 50), actions)
    assert simulator.asked == 20


def test_names_become_ids_where_they_are_taken_and_must_be_unique_there():
    inner = NPuzzle.scrambled(3, 1)
    actions, _ = walk(inner, 10)
    names = [inner.action_name(action) for action in actions]
    assert action_ids(inner, names) == action_ids(Plain(inner), names) == tuple(actions)
    with pytest.raises(SimulatorError, match="0 applicable actions have the name 'fly' of step 11"):
        action_ids(Plain(inner), [*names, "fly"])


def test_a_checked_world_is_replayed_as_any_other():
    inner = NPuzzle.scrambled(3, 1)
    actions, states = walk(inner, 10)
    assert replay(CheckedSimulator(Plain(inner)), actions).state.tolist() == states[-1].tolist()


def test_a_python_world_may_return_arrays_that_cannot_be_written_to():
    class Frozen(Plain):
        def successor(self, state, action):
            return state_array(self.inner.successor(state, action))

    inner = NPuzzle.scrambled(3, 1)
    result = plan(Frozen(inner), Settings(seed=1))
    assert result.generated == plan(inner, Settings(seed=1)).generated
