"""A primitive plan that others make shorter: it changes only where that keeps it a plan."""

from collections.abc import Mapping

import numpy as np

from fmtools.core.layout import Words
from fmtools.errors import SimulatorError
from fmtools.loops import without_loops
from fmtools.replay import Actions
from fmtools.search.account import Account
from fmtools.search.windows import Windows
from fmtools.simulator import ChecksPlans, Simulator


class HeldPlan:
    """The plan as it is now (`actions`, and in `rows` the states they lead through)."""

    def __init__(
        self,
        simulator: Simulator,
        actions: Actions,
        goal: Mapping[int, int],
        account: Account,
        windows: Windows,
    ) -> None:
        self.simulator = simulator
        self.goal = goal
        self.account = account
        self.windows = windows
        self.actions = actions
        self.rows: Words = windows.layout.pack(np.asarray(simulator.start()))[np.newaxis]
        """Of the start alone, until `walk`."""
        self._check_plan = simulator.check_plan if isinstance(simulator, ChecksPlans) else None
        self.cost = self.cost_of(actions)

    @property
    def goal_is_a_state(self) -> bool:
        return len(self.goal) == self.windows.layout.num_variables

    @property
    def is_of_bits(self) -> bool:
        return self.windows.layout.cell_bits == 1

    def names(self, actions: Actions) -> tuple[str, ...]:
        return tuple(self.simulator.action_name(action) for action in actions)

    def cost_of(self, actions: Actions) -> int | None:
        """Where the world has costs."""
        return None if self._check_plan is None else self._check_plan(self.names(actions))

    def walk(self) -> None:
        rows = self.windows.follow(self.rows[0], self.actions)
        if rows is None or not self._is_goal(rows[-1]):
            raise SimulatorError("what is to be shortened is no plan: it misses the goal")
        self.rows = rows

    def take(self, actions: Actions, rows: Words) -> bool:
        """Make this the plan, where it is shorter and not costlier."""
        if len(actions) >= len(self.actions):
            return False
        if self.cost is not None:
            cost = self.cost_of(actions)
            if cost is not None and cost > self.cost:
                return False
            self.cost = cost
        self.actions, self.rows = actions, rows
        return True

    def replace(self, first: int, last: int, actions: Actions) -> bool:
        """Go from state `first` to state `last` by other actions; the last may end in any goal."""
        self.account.check(len(actions))
        rows = self.windows.follow(self.rows[first], actions)
        if rows is None:
            return False
        if last == len(self.actions):
            if not self._is_goal(rows[-1]):
                return False
        elif (rows[-1] != self.rows[last]).any():
            return False
        taken = self.take(
            (*self.actions[:first], *actions, *self.actions[last:]),
            np.concatenate([self.rows[:first], rows, self.rows[last + 1 :]]),
        )
        if taken:
            self.cut_loops()
        return taken

    def cut_loops(self) -> None:
        """Cut what lies between two visits of one state, and what comes after the goal."""
        keys = [row.tobytes() for row in self.rows]
        goal = self.windows.goal
        end = int((((self.rows ^ goal.values) & goal.mask) == 0).all(axis=1).argmax())
        if end == len(self.actions) and len(set(keys)) == len(keys):
            return
        kept = without_loops(keys[: end + 1])
        rows = self.rows[[0, *(step + 1 for step in kept)]]
        self.take(tuple(self.actions[step] for step in kept), rows)

    def _is_goal(self, row: Words) -> bool:
        goal = self.windows.goal
        return not ((row ^ goal.values) & goal.mask).any()
