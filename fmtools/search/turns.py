"""Several searches of one task that take turns, until one of them ends.

A turn is a number of generated states, so that the same seed gives the same result on any machine.
Who comes nearer to the goal in its turn has another.
Where memory runs short, searches that can be made again begin anew; where it ends, tables
of novelty are dropped, then the largest search is given up, as long as another can go on.
All are complete, so the first that has seen all states has proved that there is no plan.
"""

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from fmtools.core.joined import JoinedMacros
from fmtools.errors import MemoryLimitError, TimeLimitError
from fmtools.frozen import replace
from fmtools.limits import Limits
from fmtools.results import Outcome, SearchResult, Trace
from fmtools.search.engine import COUNTS, NO_BUDGET, NO_PAUSE, Progress, Search, shifted
from fmtools.search.solution import solution

FIRST_TURN, TURN = 1 << 12, 1 << 15
"""Generated states of a turn in the first round, and in later ones: worlds differ in how long that
takes, and none is to wait long for its first turn."""
PYTHON_TURN = 1 << 9
"""The same where each state is asked of Python."""
HEAD_START = 1 << 16
"""States that the first search has at once: what it solves by then costs nothing more."""
TRIED = 32
"""Steps tried in looking for instances of macros that count as one state: they take time, too."""
FULL = 0.75
"""Of the memory limit: beyond it, searches begin anew, before others lack room."""
WORTHWHILE = 1 << 20
"""States without which a search does not begin anew: it would have seen too little."""
Maker = Callable[[Sequence[Search]], Search | None]
"""From the searches that go on to another, or None where there is nothing new to make it of;
MemoryLimitError where there is no room, TimeLimitError where it took too long."""


class Together(ABC):
    """Searches of one task that stop and go on as one; `limits` hold for all of them."""

    limits: Limits
    """Seconds are those of one call of `advance`, as in `Search`."""

    @property
    @abstractmethod
    def seconds(self) -> float:
        """That all took."""

    @abstractmethod
    def advance(
        self, pause_at: int, progress: Progress | None = None, pause_effort: int = NO_PAUSE
    ) -> Outcome | None:
        """Until solved, exhausted or a limit is hit, or None once so many states are generated, or
        the effort has come so far; it may be called again. Ctrl-C ends it as INTERRUPTED."""

    @abstractmethod
    def count(self, name: str) -> int:
        """One of the counts of all searches together: `generated`, `expanded`, …"""

    @property
    @abstractmethod
    def trace(self) -> Trace:
        """(generated states of all, smallest goal count) at the start and whenever it fell."""

    @property
    @abstractmethod
    def winner(self) -> Search:
        """The search that solved the task, or came nearest."""

    @property
    @abstractmethod
    def searches(self) -> tuple[Search, ...]:
        """Those that go on."""

    @property
    @abstractmethod
    def notes(self) -> tuple[str, ...]:
        """What the user should know beside the notes of the winner."""

    @abstractmethod
    def make_room(self) -> bool:
        """Free memory for others who share it; False where there is nothing left to do without."""

    @property
    def memory_bytes(self) -> int:
        """The most that all held: they share one `Memory`."""
        return self.winner.memory_bytes

    @property
    def counts(self) -> Counter[str]:
        return Counter({name: self.count(name) for name in COUNTS})

    @property
    def generated(self) -> int:
        return self.count("generated")

    @property
    @abstractmethod
    def effort(self) -> int:
        """States generated, and what guides and looking for instances of macros took, as if it had
        been spent on states."""

    @property
    @abstractmethod
    def nearest(self) -> int:
        """How near the search came that begins, by its own measure: a guide's estimate, or the goal
        count."""

    @property
    @abstractmethod
    def best(self) -> int:
        """The smallest goal count seen."""

    def run(self, progress: Progress | None = None) -> Outcome:
        """To the end."""
        outcome = self.advance(NO_BUDGET, progress)
        assert outcome is not None  # no search generates so many states
        return outcome

    def result(self, outcome: Outcome, goal: Mapping[int, int], seed: int) -> SearchResult:
        """That of the winner, with the counts of all."""
        winner, counts = self.winner, self.counts
        own = solution(winner.simulator, winner, outcome, goal, seed)
        return replace(
            own,
            generated=counts["generated"],
            expanded=counts["expanded"],
            evaluated=counts["evaluated"],
            primitive_steps=counts["primitive_steps"],
            num_states=counts["num_states"],
            seconds=self.seconds,
            trace=self.trace,
            notes=(*self.notes, *own.notes),
        )


class Turns(Together):
    """Searches by name, which share one `Memory`; the first begins.

    With each comes its share: how many more states than others it generates in a turn (not where
    the world is Python, which takes most of the time then). The first has a head start. In the
    place of a search there may be one who makes it: asked before each of its turns, and what it
    makes takes the place of what it made before, or of what was given up for want of memory. Of a
    search that prunes (`incomplete` names it) the end is only its own.
    """

    def __init__(
        self,
        searches: Mapping[str, tuple[Search | Maker, int]],
        limits: Limits,
        incomplete: Collection[str] = (),
        before: int = 0,
    ) -> None:
        """`before`: states that were asked for beforehand, and count."""
        self.limits = limits
        self._incomplete = incomplete
        self._ended: list[Search] = []
        """Searches that have seen all they wanted to see; makers still look at them."""
        self._seconds = 0.0
        self._searches: dict[str, Search] = {}
        self._makers: dict[str, Maker] = {}
        for name, (one, _) in searches.items():
            if isinstance(one, Search):
                self._searches[name] = one
            else:
                self._makers[name] = one
        self._shares = {name: share for name, (_, share) in searches.items()}
        self._given_up = Counter(generated=before, primitive_steps=before)
        """Counts of searches that are no more, and of what was before them."""
        self._past_effort = before
        self._notes: list[str] = []
        self._current, self._winner = next(iter(self._searches.items()))
        self._round = 0
        self._left = HEAD_START
        """States that are left of the present turn."""
        self._nearest = (0, 0)
        """What was missing for the present search when its turn began: estimate or goals, and
        landmarks. At first nothing: whoever has the head start has no turn after it."""
        self._trace = list(self._winner.space.improvements)

    @property
    def searches(self) -> tuple[Search, ...]:
        return (*self._searches.values(), *self._ended)

    @property
    def seconds(self) -> float:
        return self._seconds

    def count(self, name: str) -> int:
        return self._given_up[name] + sum(int(getattr(s.space, name)) for s in self.searches)

    @property
    def effort(self) -> int:
        worlds = {search.world for search in self.searches}
        tried = sum(world.tried for world in worlds if isinstance(world, JoinedMacros))
        return self._past_effort + sum(s.space.effort for s in self.searches) + tried // TRIED

    @property
    def nearest(self) -> int:
        return self.searches[0].space.nearest

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self._notes)

    @property
    def winner(self) -> Search:
        return self._winner

    @property
    def trace(self) -> Trace:
        return tuple(self._trace)

    @property
    def best(self) -> int:
        return self._trace[-1][1]

    def advance(
        self, pause_at: int, progress: Progress | None = None, pause_effort: int = NO_PAUSE
    ) -> Outcome | None:
        began = time.perf_counter()
        try:
            while self.generated < pause_at and self.effort < pause_effort:
                if self._left <= 0:
                    self._next()
                states = min(self._left, pause_at - self.generated)
                effort = min(self._left, pause_effort - self.effort)
                outcome = self._go_on(states, effort, began, progress)
                if outcome is not None:
                    return outcome
            return None
        finally:
            self._seconds += time.perf_counter() - began

    def _size(self, name: str) -> int:
        if self._searches[name].world.is_python:
            return PYTHON_TURN
        return min(TURN, FIRST_TURN << min(self._round, 20)) * self._shares[name]

    def _next(self) -> None:
        """Another turn of the present one, where it got on; else that of the one after it."""
        if self._current in self._searches and self._got_on():
            self._begin(self._current)
            return
        memory = self._winner.memory
        while memory.used > FULL * memory.limit and self._start_over():
            pass
        names = list(self._shares)
        after = names.index(self._current) + 1
        for name in names[after:] + names[:after]:
            if name in self._makers:
                self._renew(name)
            if name in self._searches:
                self._round += names.index(name) < after  # all have had their turn
                self._begin(name)
                return

    def _begin(self, name: str) -> None:
        self._current, self._left = name, self._size(name)
        space = self._searches[name].space
        self._nearest = space.nearest, space.best_missing

    def _got_on(self) -> bool:
        """Whether the present search came nearer to the goal in its turn. That is no more often
        than something is missing at first, so that others wait for a bounded time."""
        space = self._searches[self._current].space
        return space.nearest < self._nearest[0] or space.best_missing < self._nearest[1]

    def _start_over(self) -> bool:
        """The largest of those that can be made again is forgotten; False: none is worth it."""
        sizes = {
            name: self._searches[name].space.num_states
            for name in self._makers
            if name in self._searches
        }
        if len(self._searches) == 1 or max(sizes.values(), default=0) < WORTHWHILE:
            return False
        name = max(sizes, key=sizes.__getitem__)
        if name == self._current:
            self._left = 0
        self._forget(self._searches.pop(name))
        return True

    def _renew(self, name: str) -> None:
        try:
            made = self._makers[name](self.searches)
        except (MemoryLimitError, TimeLimitError):
            return
        if made is not None:
            old = self._searches.get(name)
            self._searches[name] = made
            if old is not None:
                self._forget(old)

    def _go_on(
        self, states: int, most_effort: int, began: float, progress: Progress | None
    ) -> Outcome | None:
        """The search whose turn it is generates so many states; what ended everything."""
        name, budget = self._current, self.limits.budget
        search = self._searches[name]
        before, own, effort = self.generated, search.space.generated, search.space.effort
        if budget is not None:
            states = min(states, budget - before)
        if self.limits.seconds is not None:
            left = self.limits.seconds - (time.perf_counter() - began)
            if left <= 0:  # turns may be too short for a search to look at the clock
                return Outcome.TIMEOUT
            search.limits = replace(search.limits, seconds=left)
        outcome = search.advance(
            own + states, progress and shifted(progress, before - own), effort + most_effort
        )
        self._left -= search.space.effort - effort
        improvements = search.space.improvements if search.space.best_distance < self.best else ()
        for generated, best in improvements:
            if best < self._trace[-1][1]:
                self._trace.append((before + generated - own, best))
                self._winner = search
        if outcome is Outcome.MEMORY_EXHAUSTED and self.make_room():
            return None
        if outcome is Outcome.EXHAUSTED and name in self._incomplete:
            self._ended.append(self._searches.pop(name))
            self._left = 0
            return None
        if outcome is None and budget is not None and self.generated >= budget:
            return Outcome.BUDGET_EXHAUSTED
        return outcome

    def make_room(self) -> bool:
        if self._start_over() or self._drop_tables():
            return True
        if len(self._searches) == 1:
            return False
        self._give_up(max(self._searches, key=lambda n: self._searches[n].space.num_states))
        return True

    def _drop_tables(self) -> bool:
        """Of one search; also of one that has ended."""
        return any(search.space.make_room() for search in self.searches)

    def _give_up(self, name: str) -> None:
        """For want of memory."""
        search = self._searches.pop(name)
        self._makers.pop(name, None)
        self._left = 0
        self._forget(search)
        self._notes.append(
            f"search {name!r} given up at the memory limit after {search.space.generated:,} states"
        )

    def _forget(self, search: Search) -> None:
        """A search that is no more; one that is left stands for what is known."""
        self._given_up += search.counts
        self._past_effort += search.space.effort
        if self._winner is search:
            self._winner = min(self.searches, key=lambda other: other.space.best_distance)
