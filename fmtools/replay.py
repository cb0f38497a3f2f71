"""Plans run again in the world they are for: the one way in which plans are confirmed.

Every action is tested to apply before it is taken. Compiled worlds do it at the speed of the core;
a simulator in Python is asked once for each step.
"""

from collections.abc import Sequence

import numpy as np

from fmtools.core.replay import run
from fmtools.core.world import World
from fmtools.errors import SimulatorError
from fmtools.frozen import frozen
from fmtools.simulator import (
    ActionId,
    FindsActions,
    HasMacros,
    Simulator,
    State,
    StateLike,
    kernel_of,
    primitive_world,
    state_array,
)

Actions = tuple[ActionId, ...]


@frozen
class Replay:
    """Where actions led: all of them, or those before the first that does not apply."""

    state: State
    done: int
    """How many of them ran."""


def replay(
    simulator: Simulator, actions: Sequence[ActionId], start: StateLike | None = None
) -> Replay:
    """Run actions, from the simulator's start or from another state."""
    state = state_array(simulator.start() if start is None else start)
    kernel: World | None = kernel_of(simulator)
    if kernel is not None:
        done, values = run(kernel, state, actions)
        values.setflags(write=False)
        return Replay(values, done)
    for done, action in enumerate(actions):
        if action not in simulator.applicable(state):
            return Replay(state, done)
        state = state_array(simulator.successor(state, action))
    return Replay(state, len(actions))


def confirmed(
    simulator: Simulator,
    actions: Sequence[ActionId],
    expected: State | None = None,
    what: str = "the plan",
) -> State:
    """The state that a plan leads to from the start; its macros are unfolded.

    SimulatorError where a step does not apply, or where it ends elsewhere than `expected`.
    """
    primitives = unfolded(simulator, actions)
    if kernel_of(simulator) is None:
        simulator = primitive_world(simulator)
    result = replay(simulator, primitives)
    if result.done < len(primitives):
        name = simulator.action_name(primitives[result.done])
        raise SimulatorError(
            f"rule 2: replaying {what}, step {result.done + 1} {name!r} is no longer applicable; "
            "applicable() must answer the same every time"
        )
    if expected is not None and not np.array_equal(result.state, expected):
        raise SimulatorError(
            f"rule 2: replaying {what} ends in another state than the search saw; "
            "successor() must answer the same every time"
        )
    return result.state


def unfolded(simulator: Simulator, actions: Sequence[ActionId]) -> Actions:
    """The primitive actions behind a plan."""
    if not isinstance(simulator, HasMacros):
        return tuple(actions)
    return tuple(primitive for action in actions for primitive in simulator.primitives(action))


def action_ids(simulator: Simulator, names: Sequence[str]) -> Actions:
    """The ids behind the names of a plan's actions, in the states in which they are taken.

    InputError or SimulatorError where there is no such action, or more than one.
    """
    if isinstance(simulator, FindsActions):
        return tuple(int(simulator.action_id(name)) for name in names)
    actions: list[ActionId] = []
    state = state_array(simulator.start())
    for step, name in enumerate(names, 1):
        found = [a for a in simulator.applicable(state) if simulator.action_name(a) == name]
        if len(found) != 1:
            raise SimulatorError(
                f"rule 4: {len(found)} applicable actions have the name {name!r} of step {step} of "
                "the plan; give each action a name of its own, the same every time"
            )
        actions.append(int(found[0]))
        state = state_array(simulator.successor(state, actions[-1]))
    return tuple(actions)
