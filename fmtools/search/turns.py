"""Several searches of one task that take turns, until one of them ends.

A turn is a number of generated states, so that the same seed gives the same result on any machine.
A search that the memory limit stops is given up and its memory freed, as long as another can go on.
All are complete, so the first that has seen all states has proved that there is no plan.
"""

import time
from collections import Counter
from collections.abc import Mapping

from fmtools.frozen import replace
from fmtools.limits import Limits
from fmtools.results import Outcome, SearchResult
from fmtools.search.engine import Progress, Search
from fmtools.search.solution import solution
from fmtools.simulator import Simulator

TURN = 1 << 15
PYTHON_TURN = 1 << 9
"""Generated states of one turn; fewer where each is asked of Python."""
HEAD_START = 8
"""Turns that the first search has at once: what it solves by then costs nothing more."""

_COUNTS = ("generated", "expanded", "evaluated", "primitive_steps", "num_states")


class Turns:
    """Searches by name, which share one `Memory`; the first begins. `limits` hold for all.

    With each comes its share: how many more states than others it generates in a turn (not where
    the world is Python, which takes most of the time then). The first has a head start.
    """

    def __init__(self, searches: Mapping[str, tuple[Search, int]], limits: Limits) -> None:
        self._searches = {name: search for name, (search, _) in searches.items()}
        self._shares = {name: share for name, (_, share) in searches.items()}
        self._limits = limits
        self._given_up: Counter[str] = Counter()
        """Counts of searches that are no more."""
        self._seconds = 0.0
        self._notes: list[str] = []
        self._winner = next(iter(self._searches))
        first = self._searches[self._winner].space
        self._trace = list(first.improvements)

    @property
    def counts(self) -> Counter[str]:
        """Of all searches together."""
        spaces = [search.space for search in self._searches.values()]
        return self._given_up + Counter(
            {name: sum(getattr(space, name) for space in spaces) for name in _COUNTS}
        )

    def run(self, progress: Progress | None = None) -> Outcome:
        """Until solved, exhausted or a limit is hit; Ctrl-C ends it as INTERRUPTED."""
        began = time.perf_counter()
        try:
            while True:
                for name in list(self._searches):
                    outcome = self._turn(name, began, progress)
                    if outcome is not None:
                        return outcome
        finally:
            self._seconds += time.perf_counter() - began

    def _turn(self, name: str, began: float, progress: Progress | None) -> Outcome | None:
        """One search goes on; what ended everything."""
        search, budget = self._searches[name], self._limits.budget
        before, own = self.counts["generated"], search.space.generated
        size = PYTHON_TURN if search.world.is_python else TURN * self._shares[name]
        if before == 0:
            size *= HEAD_START
        if budget is not None:
            size = min(size, budget - before)
        if self._limits.seconds is not None:
            left = max(0.001, self._limits.seconds - (time.perf_counter() - began))
            search.limits = replace(search.limits, seconds=left)
        outcome = search.advance(own + size)
        for generated, best in search.space.improvements:
            if best < self._trace[-1][1]:
                self._trace.append((before + generated - own, best))
                self._winner = name
        if progress is not None:
            progress(self.counts["generated"], self._trace[-1][1])
        if outcome is Outcome.MEMORY_EXHAUSTED and len(self._searches) > 1:
            self._give_up(name)
            return None
        if outcome is None and budget is not None and self.counts["generated"] >= budget:
            return Outcome.BUDGET_EXHAUSTED
        return outcome

    def _give_up(self, name: str) -> None:
        """For want of memory; one that is left stands for what is known."""
        space = self._searches.pop(name).space
        self._given_up += Counter({count: getattr(space, count) for count in _COUNTS})
        self._notes.append(
            f"search {name!r} given up at the memory limit after {space.generated:,} states"
        )
        if self._winner == name:
            self._winner = min(
                self._searches, key=lambda other: self._searches[other].space.best_distance
            )

    def result(
        self, simulator: Simulator, outcome: Outcome, goal: Mapping[int, int], seed: int
    ) -> SearchResult:
        """That of the search that solved the task, or came nearest, with the counts of all."""
        own = solution(simulator, self._searches[self._winner], outcome, goal, seed)
        counts = self.counts
        return replace(
            own,
            generated=counts["generated"],
            expanded=counts["expanded"],
            evaluated=counts["evaluated"],
            primitive_steps=counts["primitive_steps"],
            num_states=counts["num_states"],
            seconds=self._seconds,
            trace=tuple(self._trace),
            notes=(*self._notes, *own.notes),
        )
