"""A search without macros and one with them, in turns: shares follow what each brings.

Each side may be several searches (`fmtools.search.turns`); that without macros is what the planner
runs where there are none, and N below is what it takes then. Whoever brings the goal nearer than
either had seen it leads and gets ten states in eleven. Macros lead at first. Once their lead has
brought nothing more for as long as it took, they get one in four until one of the two brings
something; a lead of the primitives stays. Looking for instances of macros in a state counts as
well (TRIED), so that shares of states are about shares of time.

What that costs: where the search without macros would have ended after N states, both together end
after at most 1.1 N once primitives lead, plus what was generated before that; and in any case after
4/3 N, twice what was generated when macros last brought something, PATIENCE and a round. Macros
that are good pay a tenth for being watched.
"""

from collections import Counter

from fmtools.core.joined import JoinedMacros
from fmtools.frozen import replace
from fmtools.limits import Limits
from fmtools.results import Outcome, Trace
from fmtools.search.engine import Progress, Search, shifted
from fmtools.search.turns import Together

LEAD = 11
"""Of so many states the one that leads gets all but one: a smaller number costs more where macros
are good, a larger one notices later that they are not."""
STALLED = 4
"""Of so many states macros get one where their lead has come to nothing, until there is news."""
TRIED = 32
"""Steps tried in looking for instances of macros that count as one state: they take time, too."""
PATIENCE = 1_000
"""States for which macros lead without having brought anything."""
LEAST_ROUND = 2 * LEAD
ROUND_SHARE = 16
"""Of all states so far, what is generated before shares are looked at again."""


class Shares:
    """Whose turn it is, from nothing but goal counts and states generated."""

    def __init__(self, best: int) -> None:
        self.best = best
        """The smallest goal count seen by either."""
        self.macros_lead = True
        self.led_at = 0
        """States that both had generated when the lead last brought something."""

    def note(self, of_macros: bool, best: int, total: int) -> None:
        """One of them has had its turn."""
        if best < self.best:
            self.best, self.macros_lead, self.led_at = best, of_macros, total

    def parts(self, total: int) -> tuple[int, int]:
        """States that the search without and the one with macros may generate in a round."""
        part = max(LEAST_ROUND, total // ROUND_SHARE) // LEAD
        if not self.macros_lead:
            return (LEAD - 1) * part, part
        if total - self.led_at > max(PATIENCE, self.led_at):
            return LEAD * part * (STALLED - 1) // STALLED, LEAD * part // STALLED
        return part, (LEAD - 1) * part


class SharedSearch(Together):
    """`plain` and `macros` are fresh searches for one goal, each by itself or several in turns."""

    def __init__(self, plain: Together, macros: Together, limits: Limits) -> None:
        self.plain = plain
        self.macros = macros
        self.limits = limits
        self.shares = Shares(min(plain.best, macros.best))
        self._trace: list[tuple[int, int]] = [(0, self.shares.best)]
        self._owed = {plain: 0, macros: 0}
        """States that each has been given and not generated yet; less than none where looking for
        instances of macros took more."""

    @property
    def seconds(self) -> float:
        return self.plain.seconds + self.macros.seconds

    @property
    def searches(self) -> tuple[Search, ...]:
        return (*self.plain.searches, *self.macros.searches)

    @property
    def counts(self) -> Counter[str]:
        return self.plain.counts + self.macros.counts

    @property
    def trace(self) -> Trace:
        return tuple(self._trace)

    @property
    def winner(self) -> Search:
        plain, macros = self.plain, self.macros
        return macros.winner if macros.best < plain.best else plain.winner

    @property
    def notes(self) -> tuple[str, ...]:
        return (*self.plain.notes, *self.macros.notes)

    def advance(self, pause_at: int, progress: Progress | None = None) -> Outcome | None:
        began = self.seconds
        while self.generated < pause_at:
            if max(self._owed.values()) <= 0:
                for side, part in zip(self._owed, self.shares.parts(self.generated), strict=True):
                    self._owed[side] += part
            side = max(self._owed, key=lambda side: self._owed[side])
            before = self._effort(side)
            outcome = self._turn(side, pause_at, began, progress)
            self._owed[side] -= self._effort(side) - before
            other = self.plain if side is self.macros else self.macros
            if outcome is Outcome.MEMORY_EXHAUSTED and other.make_room():
                continue
            if outcome is not None:
                return outcome
        return None

    def _turn(
        self, side: Together, pause_at: int, began: float, progress: Progress | None
    ) -> Outcome | None:
        before, own = self.generated, side.generated
        budget, seconds = self.limits.budget, self.limits.seconds
        part = min(self._owed[side], pause_at - before)
        if budget is not None:
            if budget <= before:
                return Outcome.BUDGET_EXHAUSTED
            part = min(part, budget - before)
        if seconds is not None:
            left = seconds - (self.seconds - began)
            if left <= 0:
                return Outcome.TIMEOUT
            side.limits = replace(side.limits, seconds=left)
        outcome = side.advance(own + part, progress and shifted(progress, before - own))
        for generated, best in side.trace:
            if best < self._trace[-1][1]:
                self._trace.append((before + generated - own, best))
        self.shares.note(side is self.macros, side.best, self.generated)
        return outcome

    def make_room(self) -> bool:
        return self.plain.make_room() or self.macros.make_room()

    def _effort(self, side: Together) -> int:
        """States, and steps tried in looking for instances of macros."""
        worlds = {search.world for search in side.searches}
        tried = sum(world.tried for world in worlds if isinstance(world, JoinedMacros))
        return side.generated + int(tried) // TRIED
