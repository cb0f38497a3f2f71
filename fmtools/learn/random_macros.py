"""Random macros: as many and as long as those of a library, drawn by walking (paper, section 5).

They show what the focus of focused macros is worth. The walk goes through the simulator alone: this
module must not know any world.
"""

from collections.abc import Mapping

import numpy as np

from fmtools.errors import InputError
from fmtools.macros import MacroLibrary
from fmtools.simulator import ActionId, Simulator, State, state_array

MAX_STEPS = 1_000_000
"""Steps of the walk to a state in which a macro could run."""
MAX_TRIES = 10_000
"""Walks tried for one macro."""


def random_like(
    simulator: Simulator, library: MacroLibrary, rng: np.random.Generator
) -> list[tuple[str, ...]]:
    """For each macro a random walk of its length, from a state that meets its precondition.

    Uniform over the actions that apply; a walk that changes nothing in the end, or gets stuck, is
    drawn again. A puzzle's precondition (the blank's cell) is reached by walking. A macro without
    one begins at the simulator's start, and so does a PDDL macro: what its sequence needs is its
    own, and says nothing of where another one may begin.
    """
    walker = _Walker(simulator, rng)
    sequences = []
    for number, macro in enumerate(library.macros, 1):
        required = {} if library.world.kind == "pddl" else macro.precondition or {}
        actions = walker.sequence(macro.length, required, f"macro {number}")
        sequences.append(tuple(simulator.action_name(action) for action in actions))
    return sequences


class _Walker:
    def __init__(self, simulator: Simulator, rng: np.random.Generator) -> None:
        self.simulator = simulator
        self.rng = rng
        self.start = self.state = state_array(simulator.start())

    def sequence(self, length: int, required: Mapping[int, int], what: str) -> list[ActionId]:
        start = self._state_with(required, what) if required else self.start
        for _ in range(MAX_TRIES):
            state = start
            actions: list[ActionId] = []
            while len(actions) < length and (step := self._step(state)) is not None:
                state = step[1]
                actions.append(step[0])
            if len(actions) == length and not np.array_equal(state, start):
                return actions
        raise InputError(
            f"{what}: none of {MAX_TRIES:,} random walks of {length} actions changed anything; "
            "begin in another state"
        )

    def _state_with(self, required: Mapping[int, int], what: str) -> State:
        """Walk on from where the last such walk ended, so that starts differ."""
        if max(required) >= len(self.start):
            raise InputError(
                f"{what}: its precondition is on variable {max(required)}, which this "
                f"world does not have"
            )
        for _ in range(MAX_STEPS):
            if all(self.state[variable] == value for variable, value in required.items()):
                return self.state
            step = self._step(self.state)
            self.state = self.start if step is None else step[1]
        raise InputError(
            f"{what}: {MAX_STEPS:,} random actions met no state with its precondition; "
            "begin in a state that has it"
        )

    def _step(self, state: State) -> tuple[ActionId, State] | None:
        """A uniformly random action and its successor; None where nothing applies."""
        actions = self.simulator.applicable(state)
        if len(actions) == 0:
            return None
        action = int(actions[int(self.rng.integers(len(actions)))])
        return action, state_array(self.simulator.successor(state, action))
