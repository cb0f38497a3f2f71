"""The Simulator protocol: all that planners and learners may know of a world (paper, section 2).

A state is a fixed-length vector of small integers (0..65535); each position is a variable. A goal
is a partial assignment: variable -> value. Nothing here says how a world works inside.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

ActionId = int
State = npt.NDArray[Any]
"""As fmtools hands it out: a one-dimensional, read-only array of `num_variables` small integers."""
StateLike = Sequence[int] | npt.NDArray[np.integer[Any]]
"""As a simulator may return it: any sequence of `num_variables` small integers."""


@runtime_checkable
class Simulator(Protocol):
    """A deterministic world.

    Rules (checked where they can be; a breach raises SimulatorError naming the rule):
    1. `start()` and every successor have exactly `num_variables` integers, each 0..65535.
    2. The same state and action give the same successor, and the same applicable actions in the
       same order, every time.
    3. `successor` leaves the state it is given as it was, and those it has returned.
    4. `applicable` returns ids for which `successor` works and `action_name` has a name.

    Methods return: `sys.exit` in one is an error, and one that is still at work when time is up
    ends the search as `timeout`. What they print goes to stderr.

    Optional members:
    - `num_values`: values lie in 0..num_values - 1; saves memory (default 65536);
    - `successors(state) -> (actions, states)`: all applicable actions and their successors at once,
      as one array; worth it where numpy can compute them together;
    - `variable_group(variable) -> hashable`: variables with equal groups are alike (PDDL: facts of
      one predicate); the learner prefers macros that make facts true which are like goal facts;
    - `render(state) -> str`: draws a state for people;
    - `fact_name(variable) -> str`: what a variable is called;
    - `check_plan(names)`: judges a plan by other means; an error where it is none;
    - `notes`: texts for people, shown with the results;
    - `kernel`: the world compiled (`fmtools.core.world`), as built-in worlds have it.
    """

    num_variables: int

    def start(self) -> StateLike: ...

    def goal(self) -> Mapping[int, int]: ...

    def applicable(self, state: State) -> Sequence[ActionId]: ...

    def successor(self, state: State, action: ActionId) -> StateLike: ...

    def action_name(self, action: ActionId) -> str: ...


def state_array(values: StateLike) -> State:
    """As simulators see states: int64, so that their arithmetic cannot wrap, and read-only.

    Its memory is that of a bytes object, so nobody can make it writable (rule 3).
    """
    return np.frombuffer(np.asarray(values, np.int64).tobytes(), np.int64)


def goal_count(state: State, goal: Mapping[int, int]) -> int:
    """How many goal facts do not hold: the paper's #g, in plain Python."""
    return sum(int(state[variable]) != value for variable, value in goal.items())
