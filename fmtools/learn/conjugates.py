"""Conjugates of macros: a, then the macro, then the action that undoes a.

Where actions can be undone, a good macro has relatives: elsewhere on the cube the same turn of
three corners, for two more moves. Which action undoes which is found by trying, and every conjugate
is run and measured, so nothing is assumed of the world; every query is counted.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence

import numpy as np

from fmtools.learn.focused import Found, Learner
from fmtools.learn.propose import Facts, candidate_of
from fmtools.learn.select import Candidate
from fmtools.simulator import ActionId, State, state_array


class Conjugator:
    """Makes conjugates from given starts, within a budget of queries."""

    def __init__(
        self,
        learner: Learner,
        starts: Sequence[State],
        facts: Facts,
        key: Callable[[Found], Hashable],
        budget: int,
    ) -> None:
        self._learner = learner
        self._starts = starts
        self._facts = facts
        self._key = key
        self._limit = learner.other_queries + budget
        self._undoing: dict[ActionId, ActionId | None] = {}
        self._first_steps = [self._steps_from(start) for start in starts]
        self._done: set[tuple[ActionId, ...]] = set()

    @property
    def exhausted(self) -> bool:
        return self._learner.other_queries >= self._limit

    def conjugates(self, macros: Iterable[Candidate]) -> list[Candidate]:
        """Of macros that had no turn so far; fewer where the budget ends."""
        found: list[Candidate] = []
        for macro in macros:
            if macro.actions in self._done:
                continue
            self._done.add(macro.actions)
            for place, steps in enumerate(self._first_steps):
                for action, undo, after in steps:
                    if self._learner.other_queries + macro.length + 1 > self._limit:
                        return found
                    candidate = self._conjugate(macro.actions, place, action, undo, after)
                    if candidate is not None:
                        found.append(candidate)
        return found

    def _conjugate(
        self,
        actions: tuple[ActionId, ...],
        place: int,
        action: ActionId,
        undo: ActionId,
        after: State,
    ) -> Candidate | None:
        whole = (action, *actions, undo)
        if actions[0] == undo:
            whole = whole[2:]
        if len(whole) > 1 and self._undoing.get(whole[-2]) == whole[-1]:
            whole = whole[:-2]
        if len(whole) < 2 or len(whole) > len(actions) + 2:
            return None
        start = self._starts[place]
        if whole[0] == action:
            end = self._learner.execute(whole[1:], after)
        else:
            end = self._learner.execute(whole, start)
        if end is None or np.array_equal(end, start):
            return None
        return candidate_of(Found(whole, start, end), place, self._facts, self._key)

    def _steps_from(self, start: State) -> list[tuple[ActionId, ActionId, State]]:
        """The actions of a start that can be undone: (action, what undoes it, state between)."""
        learner = self._learner
        steps = []
        for action in learner.simulator.applicable(start):
            if self.exhausted:
                break
            after = learner.execute((action,), start)
            assert after is not None
            undo = self._undo(action, start, after)
            if undo is not None:
                steps.append((int(action), undo, after))
        return steps

    def _undo(self, action: ActionId, start: State, after: State) -> ActionId | None:
        learner = self._learner
        for undo in learner.simulator.applicable(after):
            if self.exhausted:
                return None
            learner.ledger.charge(1)
            back = state_array(learner.simulator.successor(after, undo))
            if np.array_equal(back, start):
                self._undoing[int(action)] = int(undo)
                return int(undo)
        return None
