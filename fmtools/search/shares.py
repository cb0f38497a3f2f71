"""A search without macros and one with them, in turns: shares follow what each brings.

The first is the same search without the macros: of the three that `auto` runs where there are
none, the one by novelty (`fmtools.search.auto`); N below is what that one takes. Whoever brings the
goal nearer than either had seen it leads and gets ten states in eleven. Macros lead at first. Once
their lead has brought nothing more for as long as it took, they get one in four until one of the
two brings something; a lead of the primitives stays. Looking for instances of macros in a state
counts as well (TRIED), so that shares of states are about shares of time.

What that costs: where the search without macros would have ended after N states, both together end
after at most 1.1 N once primitives lead, plus what was generated before that; and in any case after
4/3 N, twice what was generated when macros last brought something, PATIENCE and a round. Macros
that are good pay a tenth for being watched.
"""

from collections.abc import Callable

from fmtools.core.joined import JoinedMacros
from fmtools.frozen import replace
from fmtools.limits import Limits
from fmtools.results import Outcome, SearchResult
from fmtools.search.engine import Progress, Search

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


class SharedSearch:
    """`plain` and `macros` are fresh searches for one goal; results speak for both."""

    def __init__(self, plain: Search, macros: Search, limits: Limits) -> None:
        self.plain = plain
        self.macros = macros
        self.limits = limits
        self.shares = Shares(min(plain.space.best_distance, macros.space.best_distance))
        self._trace: list[tuple[int, int]] = [(0, self.shares.best)]
        self._owed = 0
        """States that macros have been given and not generated yet; less than none where looking
        for instances took more."""

    @property
    def generated(self) -> int:
        return int(self.plain.space.generated + self.macros.space.generated)

    def run(self, progress: Progress | None = None) -> tuple[Search, Outcome]:
        """The search that came to an end, or that is nearest the goal, and the outcome."""
        while True:
            for_plain, for_macros = self.shares.parts(self.generated)
            self._owed += for_macros
            for search, part in ((self.plain, for_plain), (self.macros, self._owed)):
                if part <= 0:
                    continue
                before = self._effort
                outcome = self._turn(search, part, progress)
                self._owed -= self._effort - before
                if outcome is Outcome.SOLVED:
                    return search, outcome
                if outcome is not None:
                    return self._nearest, outcome

    def _turn(self, search: Search, part: int, progress: Progress | None) -> Outcome | None:
        budget, seconds = self.limits.budget, self.limits.seconds
        if budget is not None:
            part = min(part, budget - self.generated)
        if part <= 0:
            return Outcome.BUDGET_EXHAUSTED
        if seconds is not None:
            left = seconds - self.plain.seconds - self.macros.seconds
            if left <= 0:
                return Outcome.TIMEOUT
            search.limits = replace(search.limits, seconds=left)
        outcome = search.advance(search.space.generated + part, self._shifted(search, progress))
        before = self.shares.best
        self.shares.note(search is self.macros, search.space.best_distance, self.generated)
        if self.shares.best < before:
            self._trace.append((self.generated, self.shares.best))
        return outcome

    def _shifted(self, search: Search, progress: Progress | None) -> Progress | None:
        if progress is None:
            return None
        others = self.generated - search.space.generated
        tell: Callable[[int, int], None] = progress
        return lambda generated, best: tell(others + generated, min(best, self.shares.best))

    @property
    def _effort(self) -> int:
        """Of the search with macros: states, and steps tried in looking for instances."""
        world = self.macros.world
        tried = world.tried if isinstance(world, JoinedMacros) else 0
        return int(self.macros.space.generated) + tried // TRIED

    @property
    def _nearest(self) -> Search:
        plain, macros = self.plain, self.macros
        return macros if macros.space.best_distance < plain.space.best_distance else plain

    def whole(self, result: SearchResult) -> SearchResult:
        """The result of one of them with what both took."""
        spaces = (self.plain.space, self.macros.space)
        return replace(
            result,
            generated=self.generated,
            expanded=sum(space.expanded for space in spaces),
            evaluated=sum(space.evaluated for space in spaces),
            primitive_steps=sum(space.primitive_steps for space in spaces),
            num_states=sum(space.num_states for space in spaces),
            seconds=self.plain.seconds + self.macros.seconds,
            trace=tuple(self._trace),
        )
