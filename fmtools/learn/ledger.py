"""What a learning budget was spent on: every query has a purpose, and none is left out."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from fmtools.search.engine import Search
from fmtools.search.turns import Together


class Purpose(StrEnum):
    """Searches first; the rest are single queries beside them."""

    MACROS = "searches for macros"
    GOAL = "searches for the goal"
    ACTIONS = "searches for what actions do"
    JUDGING = "judging by use"
    STARTS = "starts"
    CONJUGATES = "conjugates"
    CHECKS = "checks"
    TABLE = "a macro table"


SEARCHES = (Purpose.MACROS, Purpose.GOAL, Purpose.ACTIONS, Purpose.JUDGING)


@dataclass
class Ledger:
    """Queries by purpose, with the time and memory of searches.

    A search enters what it took when it is over (`enter`); whoever asks the simulator directly
    does so under a purpose (`spending`) and charges as it goes.
    """

    budget: int
    spent: dict[Purpose, int] = field(default_factory=dict)
    seconds: float = 0.0
    memory_bytes: int = 0
    told: Callable[[int], None] | None = None
    """Called with the queries of searches whenever one is over."""
    _search_steps: int = 0
    _purpose: Purpose = Purpose.STARTS

    @property
    def left(self) -> int:
        return self.budget - sum(self.spent.values())

    @property
    def queries(self) -> int:
        """Of searches."""
        return sum(self.spent.get(purpose, 0) for purpose in SEARCHES)

    @property
    def other_queries(self) -> int:
        return sum(self.spent.values()) - self.queries

    @property
    def primitive_steps(self) -> int:
        """Behind all queries: in searches a macro's successor is one query of many steps."""
        return self._search_steps + self.other_queries

    def share(self, share: float) -> int:
        """Queries that a share of the whole budget is."""
        return int(share * self.budget)

    def charge(self, queries: int) -> None:
        """Queries outside searches, for the present purpose."""
        self.spent[self._purpose] = self.spent.get(self._purpose, 0) + queries

    def enter(self, purpose: Purpose, search: Search | Together) -> None:
        """A search that is over."""
        counts = search.counts
        self.spent[purpose] = self.spent.get(purpose, 0) + counts["generated"]
        self._search_steps += counts["primitive_steps"]
        self.seconds += search.seconds
        self.memory_bytes = max(self.memory_bytes, search.memory_bytes)
        if self.told is not None:
            self.told(self.queries)

    def add(self, other: "Ledger") -> None:
        """What was spent under another budget."""
        for purpose, queries in other.spent.items():
            self.spent[purpose] = self.spent.get(purpose, 0) + queries
        self._search_steps += other._search_steps
        self.seconds += other.seconds
        self.memory_bytes = max(self.memory_bytes, other.memory_bytes)

    @contextmanager
    def spending(self, purpose: Purpose) -> Iterator[None]:
        """What is charged inside is for this purpose."""
        before, self._purpose = self._purpose, purpose
        try:
            yield
        finally:
            self._purpose = before
