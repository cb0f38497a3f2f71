"""A search without macros and one with them, in turns: shares follow what each brings.

Each side may be several searches (`fmtools.search.turns`); that without macros is what the planner
runs where there are none, and N below is the effort that takes then: states, and what guides and
looking for instances of macros took, counted in states, so that shares of it are about shares of
time. Macros begin, lead and get ten parts in eleven as long as they get on, that is, come nearer to
the goal, or, where a guide leads them, nearer by its estimate. After HEAD they get two thirds, and
also once they have not got on for as long as it took; if primitives then come nearer to the goal
than either had, these lead for good, and macros get one in eleven.

What that costs: both together end after at most 3 N, HEAD and a round; after at most 3 N, twice
what was spent when macros last got on, their patience and a round; and once primitives lead, macros
cost a tenth of what is still to come. Macros that are good pay a tenth for being watched.

Where learning did not see that they pay, because its problems were small or did not show it, macros
begin after ALONE, and get one in eleven from then on: both together end after at most 1.1 N and a
round, and after N where that is less than ALONE, before which no search with them is made.
Wherever macros get one in eleven, that is of states: as much effort as a tenth of the states of the
other side, those before ALONE as well.

Where a library has no macros, but what was learned of actions, the searches that are led by that
stand in the place of the one with macros. Once those without it have learned as much, they are led
by the same: then what was known has been a head start, and its side gets one in eleven, unless it
has searches that hardly get a turn elsewhere.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from fmtools.errors import MemoryLimitError, TimeLimitError
from fmtools.frozen import replace
from fmtools.limits import Limits
from fmtools.results import Outcome, Trace
from fmtools.search.engine import NO_PAUSE, Progress, Search, shifted
from fmtools.search.turns import Together

if TYPE_CHECKING:
    from fmtools.search.action_model import ActionModel

LEAD = 11
"""Of so many parts the one that leads gets all but one: a smaller number costs more where macros
are good, a larger one notices later that they are not."""
PATIENCE, PATIENT_STEPS = 1_000, 32
"""Effort for which macros lead without having brought anything, and expansions of theirs: where a
task has many actions, a single estimate takes more than all of that effort."""
HEAD = 1 << 18
"""Effort after which they get two thirds, even where they get on: a fraction of a second."""
ALONE = 1 << 14
"""Effort before macros begin that were not seen to pay: to set them up takes as long."""
LEAST_ROUND = 20 * LEAD
"""Effort: turns take time, too."""
ROUND_SHARE = 16
"""Of all effort so far, what is spent before shares are looked at again."""


class Lent:
    """What one side knows of actions, for the other to compare with what it learns of them."""

    def __init__(self) -> None:
        self.model: ActionModel | None = None
        """Once there are searches that go by it and bring nothing else that the other has not."""
        self.is_learned = False
        """Whether the other side knows as much: what was lent was a head start."""
        self.walked = 0
        """States that it took to test what is known, where nothing goes by it."""

    def compare(self, learned: "ActionModel", num_facts: int) -> None:
        if self.model is not None and learned.num_kinds >= self.model.num_kinds:
            self.is_learned = self.model.bears_out(learned, num_facts)


class Shares:
    """Whose turn it is, from nothing but how near each came and what was spent."""

    def __init__(self, best: int, paid: bool = True) -> None:
        """`paid`: whether macros, or what is known of actions, were seen to save effort."""
        self.best = best
        """The smallest goal count seen by either."""
        self.paid = paid
        self.macros_lead = paid
        self.got_on_at = 0
        """Spent by both when macros last got on."""
        self.patience = PATIENCE
        """At least, before they are said not to get on."""
        self._nearest: int | None = None

    def note(self, of_macros: bool, best: int, nearest: int, total: int) -> None:
        """One of them has had its turn; `nearest`: how near it came by its own measure."""
        if of_macros and (self._nearest is None or nearest < self._nearest):
            self._nearest, self.got_on_at = nearest, total
        if best < self.best:
            self.best = best
            if self.paid and (of_macros or self.is_stalled(total)):
                self.macros_lead = of_macros

    def retire(self) -> None:
        """The others have learned as much as is known: from now on, one in eleven."""
        self.paid = self.macros_lead = False

    def is_stalled(self, total: int) -> bool:
        """Whether macros have not got on for as long as it took."""
        return total - self.got_on_at > max(self.patience, self.got_on_at)

    def parts(self, total: int) -> tuple[int, int]:
        """What the search without and the one with macros may spend in a round."""
        if not self.paid and total < ALONE:
            return ALONE - total, 0
        part = max(LEAST_ROUND, total // ROUND_SHARE) // LEAD
        if not self.macros_lead:
            return (LEAD - 1) * part, part
        if total > HEAD or self.is_stalled(total):
            return LEAD * part // 3, 2 * LEAD * part // 3
        return part, (LEAD - 1) * part


class SharedSearch(Together):
    """`plain` is a fresh search for a goal, by itself or several in turns; `make_macros` makes the
    other when it is first to search, or None where it cannot be made."""

    def __init__(
        self,
        plain: Together,
        make_macros: Callable[[], Together | None],
        limits: Limits,
        paid: bool,
        lent: Lent,
    ) -> None:
        """`lent`: between the two, filled in by `make_macros`, compared by searches of `plain`."""
        self.plain = plain
        self._lent = lent
        self.macros: Together | None = None
        self._make_macros: Callable[[], Together | None] | None = make_macros
        self.limits = limits
        self._making = 0.0
        """Seconds that making the other took."""
        self.shares = Shares(plain.best, paid)
        self._trace: list[tuple[int, int]] = [(0, self.shares.best)]
        self._owed: dict[Together, int] = {plain: 0}
        """Effort that each has been given and not made yet; less than none where it made more."""

    @property
    def seconds(self) -> float:
        return self._making + sum(side.seconds for side in self._owed)

    @property
    def searches(self) -> tuple[Search, ...]:
        return tuple(search for side in self._owed for search in side.searches)

    def count(self, name: str) -> int:
        walked = self._lent.walked if name in ("generated", "primitive_steps") else 0
        return walked + sum(side.count(name) for side in self._owed)

    @property
    def effort(self) -> int:
        return self._lent.walked + sum(side.effort for side in self._owed)

    @property
    def nearest(self) -> int:
        return min(side.nearest for side in self._owed)

    @property
    def trace(self) -> Trace:
        return tuple(self._trace)

    @property
    def best(self) -> int:
        return self._trace[-1][1]

    @property
    def winner(self) -> Search:
        return min(self._owed, key=lambda side: side.best).winner

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(note for side in self._owed for note in side.notes)

    def advance(
        self, pause_at: int, progress: Progress | None = None, pause_effort: int = NO_PAUSE
    ) -> Outcome | None:
        began = self.seconds
        while self.generated < pause_at and self.effort < pause_effort:
            if max(self._owed.values()) <= 0:
                try:
                    self._deal_out()
                except KeyboardInterrupt:
                    return Outcome.INTERRUPTED
            side = max(self._owed, key=lambda side: self._owed[side])
            before = side.effort
            outcome = self._turn(side, pause_at, began, progress)
            self._owed[side] -= side.effort - before
            others = [other for other in self._owed if other is not side]
            if outcome is Outcome.MEMORY_EXHAUSTED and any(o.make_room() for o in others):
                continue
            if outcome is not None:
                return outcome
        return None

    def _deal_out(self) -> None:
        """What each gets in the next round."""
        if self._lent.is_learned:
            self.shares.retire()
        of_plain, of_macros = self.shares.parts(self.effort)
        if of_macros < of_plain:  # a tenth of its states, not of what its guides took as well
            of_macros = of_macros * self.plain.generated // max(self.plain.effort, 1)
        if of_macros and self._make_macros is not None:
            make, self._make_macros = self._make_macros, None
            began = time.perf_counter()
            with suppress(MemoryLimitError, TimeLimitError):  # then without them
                self.macros = make()
            self._making = time.perf_counter() - began
        self._owed[self.plain] += of_plain
        if self.macros is not None:  # what begins late has its part of what was before, too
            before = self.plain.generated // (LEAD - 1)
            self._owed[self.macros] = self._owed.get(self.macros, before) + of_macros

    def _turn(
        self, side: Together, pause_at: int, began: float, progress: Progress | None
    ) -> Outcome | None:
        before, own = self.generated, side.generated
        budget, seconds = self.limits.budget, self.limits.seconds
        part = pause_at - before
        if budget is not None:
            if budget <= before:
                return Outcome.BUDGET_EXHAUSTED
            part = min(part, budget - before)
        if seconds is not None:
            left = seconds - (self.seconds - began)
            if left <= 0:
                return Outcome.TIMEOUT
            side.limits = replace(side.limits, seconds=left)
        outcome = side.advance(
            own + part,
            progress and shifted(progress, before - own),
            side.effort + self._owed[side],
        )
        for generated, best in side.trace if side.best < self.best else ():
            if best < self._trace[-1][1]:
                self._trace.append((before + generated - own, best))
        if side is self.macros:
            step = side.effort // max(side.count("expanded"), 1)
            self.shares.patience = max(PATIENCE, PATIENT_STEPS * step)
        self.shares.note(side is self.macros, side.best, side.nearest, self.effort)
        return outcome

    def make_room(self) -> bool:
        return any(side.make_room() for side in self._owed)
