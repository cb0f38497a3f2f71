"""A world with macros: primitives first, then the macros in library order.

Runs any simulator's macros step by step; where the world has a kernel of maps or dials, a macro is
one map or one turn there, and the two agree.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from fmtools.errors import InputError
from fmtools.macro_table import MacroTable
from fmtools.macros import MacroLibrary
from fmtools.replay import replay
from fmtools.simulator import (
    ActionId,
    FindsActions,
    Simulator,
    State,
    StateLike,
    kernel_of,
    state_array,
)

PASSED_ON = (
    *("num_values", "notes", "render", "fact_name"),
    *("check_plan", "heuristic", "goal_weights"),
)
"""What some worlds can tell, and macros do not change."""
FIRST_MACRO_ID = 1 << 30
"""Where the number of primitive actions is not known, macros are numbered from here."""
NAME_WALK, NAME_WALK_LEG = 20_000, 1_000
"""How long to look for actions by name in a simulator that cannot be asked, in legs."""


class WithMacros:
    """`sequences` are lists of the inner simulator's action ids."""

    def __init__(
        self,
        inner: Simulator,
        sequences: Sequence[Sequence[ActionId]],
        table: MacroTable | None = None,
    ) -> None:
        self.inner = inner
        self.table = table
        """Where the macros are words of a table, the whole of it, for planners that use it."""
        self.num_variables = inner.num_variables
        self._sequences = tuple(tuple(sequence) for sequence in sequences)
        kernel = kernel_of(inner)
        self._first = FIRST_MACRO_ID if kernel is None else len(kernel.steps)
        self._ends: tuple[bytes, dict[ActionId, State]] = (b"", {})
        for member in PASSED_ON:
            if hasattr(inner, member):
                setattr(self, member, getattr(inner, member))

    def start(self) -> StateLike:
        return self.inner.start()

    def goal(self) -> dict[int, int]:
        return dict(self.inner.goal())

    def applicable(self, state: State) -> list[ActionId]:
        """Primitives, then the macros all of whose steps can run."""
        actions = list(self.inner.applicable(state))
        return actions + list(self._macro_ends(state))

    def successor(self, state: State, action: ActionId) -> StateLike:
        if action < self._first:
            return self.inner.successor(state, action)
        return self._macro_ends(state)[action]

    def action_name(self, action: ActionId) -> str:
        """Of a macro: its steps in brackets."""
        if action < self._first:
            return self.inner.action_name(action)
        steps = self._sequences[action - self._first]
        names = [self.inner.action_name(step) for step in steps]
        return f"[{(' ' if not any(' ' in name for name in names) else ', ').join(names)}]"

    def primitives(self, action: ActionId) -> tuple[ActionId, ...]:
        """The primitive actions behind an action."""
        return (action,) if action < self._first else self._sequences[action - self._first]

    def steps(self, action: ActionId) -> int:
        return len(self.primitives(action))

    def macro_of(self, action: ActionId) -> int | None:
        return None if action < self._first else action - self._first

    @property
    def without_macros(self) -> Simulator:
        return self.inner

    @cached_property
    def kernel(self) -> Any:
        """The inner kernel with one more action per macro; None where it has none."""
        inner = kernel_of(self.inner)
        return None if inner is None else inner.with_sequences(self._sequences)

    def _macro_ends(self, state: State) -> dict[ActionId, State]:
        """Where each macro that can run leads; kept for the state asked last."""
        key = state.tobytes()
        if self._ends[0] != key:
            ends = {}
            for number, sequence in enumerate(self._sequences, self._first):
                run = replay(self.inner, sequence, state)
                if run.done == len(sequence):
                    ends[number] = run.state
            self._ends = (key, ends)
        return self._ends[1]


def add_macros(simulator: Simulator, library: MacroLibrary, path: Path) -> WithMacros:
    """The simulator with a library's macros; InputError where an action is unknown to it."""
    names = [macro.actions for macro in library.macros]
    return WithMacros(simulator, find_actions(simulator, names, path), library.table)


def find_actions(
    simulator: Simulator, sequences: Sequence[Sequence[str]], path: Path
) -> list[tuple[ActionId, ...]]:
    """The ids behind names: the simulator is asked (`action_id`), or else walked through."""
    if isinstance(simulator, FindsActions):
        find: Callable[[str], ActionId] = simulator.action_id
    else:
        names = {name for sequence in sequences for name in sequence}
        find = actions_by_name(simulator, names).__getitem__
    known = {}
    try:
        for name in dict.fromkeys(name for sequence in sequences for name in sequence):
            known[name] = int(find(name))
        return [tuple(known[name] for name in sequence) for sequence in sequences]
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except KeyError as error:
        raise InputError(
            f"{path}: a random walk of {NAME_WALK:,} steps met no action {error}; give the "
            "simulator a method action_id(name) -> int"
        ) from None


def actions_by_name(simulator: Simulator, names: set[str]) -> dict[str, ActionId]:
    """The ids of these names, as far as a random walk from the start meets them."""
    rng = np.random.default_rng(0)
    found: dict[str, ActionId] = {}
    state = state_array(simulator.start())
    for step in range(NAME_WALK):
        actions = simulator.applicable(state)
        found.update((simulator.action_name(action), action) for action in actions)
        if names <= found.keys() or len(actions) == 0:
            break
        if step % NAME_WALK_LEG == NAME_WALK_LEG - 1:
            state = state_array(simulator.start())
        else:
            state = state_array(
                simulator.successor(state, actions[int(rng.integers(len(actions)))])
            )
    return found
