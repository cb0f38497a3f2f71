"""Chosen macros measured in states they were not learned in."""

from dataclasses import replace

import numpy as np

from fmtools.learn.focused import Learner
from fmtools.learn.reasons import Reason
from fmtools.learn.select import Selection, with_effect_size
from fmtools.simulator import State

RUNS = 3
"""In how many states, where it runs, a macro is measured."""


class Check:
    """A walk with macros tried along it; it may be cut short, and `result` says what is known."""

    def __init__(self, learner: Learner, selection: Selection) -> None:
        self._learner = learner
        self._selection = selection
        self._longest = max((macro.length for macro in selection.chosen), default=0)
        self._runs: dict[object, int] = {}
        self._tried: set[object] = set()
        self._sizes: dict[object, int] = {}

    def run(self, state: State, most_queries: int) -> None:
        """From this state, until all are measured, the walk or the budget ends."""
        learner = self._learner
        least = max(self._longest, learner.ledger.left - most_queries)
        while learner.ledger.left > least:
            chosen = self._selection.chosen
            waiting = [c for c in chosen if self._runs.get(c.key, 0) < RUNS]
            before = learner.ledger.left
            if waiting:
                state = learner.walk(state, 1)
            if learner.ledger.left == before:
                break
            possible = set(learner.simulator.applicable(state))
            for macro in waiting:
                if macro.actions[0] not in possible or learner.ledger.left <= least:
                    continue
                self._tried.add(macro.key)
                end = learner.execute(macro.actions, state)
                if end is not None:
                    self._runs[macro.key] = self._runs.get(macro.key, 0) + 1
                    size = int(np.count_nonzero(end != state))
                    self._sizes[macro.key] = max(self._sizes.get(macro.key, 0), size)

    def result(self, anywhere: bool) -> Selection:
        """Effects as measured. A macro that began and never came to its end is dropped, but where
        another of its kind might have."""
        selection = self._selection
        kept = tuple(
            with_effect_size(macro, self._sizes.get(macro.key, 0))
            for macro in selection.chosen
            if anywhere or macro.key in self._runs or macro.key not in self._tried
        )
        dropped = dict(selection.dropped)
        if len(kept) < len(selection.chosen):
            dropped[Reason.NOT_ELSEWHERE] = len(selection.chosen) - len(kept)
        return replace(selection, chosen=kept, dropped=dropped)
