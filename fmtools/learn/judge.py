"""Macros judged by use: what they save a search for the goal, against the same search without them.

Cases are searches that nothing was proposed from: other problems, or other starts, with seeds of
their own. Each is searched once without macros, as the planner would, and with every set that is
tried. What counts is how many states it takes to come as near the goal as both came, so that
problems too hard for a trial say something, too.

Macros are tried one by one first, in a search with macros alone, then the best of them together, by
each search that the planner has for macros; the best set and search are judged once more, by other
seeds, as the planner shares its states between macros and primitives.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from fmtools.learn.ledger import Ledger, Purpose
from fmtools.results import Trace
from fmtools.search.auto import MACRO_SEARCHES
from fmtools.search.turns import Together
from fmtools.simulator import Simulator, State

MARGIN = 0.8
"""Of the states without macros, geometric mean, that macros may take to be kept. Chance alone
brings some sets below 1; a smaller margin drops macros that would have paid."""
SMALL, TRIAL_SMALL = 1_000, 50
"""States added to both sides: what saves half of a few states may cost many in a harder problem. In
the verdict, and while sets are compared."""


@dataclass(frozen=True)
class Case:
    world: Simulator
    start: State | None
    seed: int


@dataclass(frozen=True)
class Run:
    """How near a search came to the goal, and when."""

    trace: Trace
    generated: int

    @property
    def best(self) -> int:
        return self.trace[-1][1]

    def states_to(self, goal_count: int) -> int:
        """To come so near; all that it had where it did not."""
        return next((states for states, best in self.trace if best <= goal_count), self.generated)


def ratio(with_macros: Run, without: Run, small: int = SMALL) -> float:
    """States with macros over states without, to come as near as both did, or one step nearer than
    the one that did not: then a bound."""
    level = max(with_macros.best, without.best)
    if with_macros.best != without.best:
        level -= 1
    return (with_macros.states_to(level) + small) / (without.states_to(level) + small)


@dataclass(frozen=True)
class Judgement:
    """Of the best set of macros that was tried, kept or not."""

    cases: int
    ratio: float
    """Geometric mean over the cases."""
    states_with: int
    states_without: int
    """Of all cases: to come as near the goal as both, as `ratio` counts it."""
    learning: int
    """Queries of all learning."""
    search: str
    """With macros: one of the planner's `MACRO_SEARCHES`."""

    @property
    def pays(self) -> bool:
        return self.ratio <= MARGIN

    @property
    def repaid_after(self) -> int | None:
        """Problems like the cases, until learning is repaid in states; None where never."""
        saved = (self.states_without - self.states_with) / self.cases
        return math.ceil(self.learning / saved) if saved > 0 else None

    def to_dict(self) -> dict[str, object]:
        return {
            "cases": self.cases,
            "ratio": round(self.ratio, 4),
            "states_with": self.states_with,
            "states_without": self.states_without,
            "search": self.search,
            "repaid_after": self.repaid_after,
        }


SIZES = (1, 2, 4, 8)
"""Of the macros that serve best by themselves, how many are tried together."""
NEARLY = 1.25
"""A larger set is taken for so much more than the smallest ratio: cases do not tell apart what is
close, and more macros serve more kinds of problems. And the first of the searches for macros, the
one most like the planner's own, must save so much more: else another brings what that cannot."""
MOST_SINGLES, FEW_SINGLES = 40, 12
"""How many are tried by themselves, if the budget allows, and for how many it is laid out."""
LEAST_STATES = 500
"""Every search may generate so many, whatever that without macros took."""
SETS = len(SIZES) * len(MACRO_SEARCHES) + 1


class MakeSearch(Protocol):
    """What the planner runs, not begun."""

    def __call__(
        self, case: Case, macros: Sequence[int], search: str, shared: bool, budget: int
    ) -> Together:
        """In a case, with these macros (by number): alone, by one of `MACRO_SEARCHES`, or shared
        with what it runs without."""


class Judge:
    """Runs cases with sets of macros within a budget of states for all."""

    def __init__(
        self,
        rounds: Sequence[Sequence[Case]],
        make_search: MakeSearch,
        ledger: Ledger,
        budget: int,
    ) -> None:
        """The first round of cases is taken, further ones as the budget allows."""
        self._make_search = make_search
        self._ledger = ledger
        self._least_left = ledger.left - budget
        tried = FEW_SINGLES + SETS
        self._most_states = max(1, budget // (len(rounds[0]) * (tried + 1)))
        self._cases: list[Case] = []
        self._without: list[Run] = []
        for number, cases in enumerate(rounds):
            if number * self._left < (number + 1) * self._cost * tried:
                break
            for case in cases:
                run = self._run(case, (), MACRO_SEARCHES[0], True, self._most_states)
                self._cases.append(case)
                self._without.append(run)

    @property
    def _left(self) -> int:
        return self._ledger.left - self._least_left

    @property
    def _cost(self) -> int:
        """At most, of trying one set in all cases."""
        return sum(map(self._allowed, self._without))

    def _allowed(self, without: Run) -> int:
        return min(self._most_states, max(LEAST_STATES, 2 * without.generated))

    def best_of(self, num_macros: int) -> tuple[tuple[int, ...], Judgement] | None:
        """The set that saves most, judged once more as the planner will use it, by other seeds.

        None where no macro serves by itself, or the budget does not reach.
        """
        alone: dict[int, float] = {}
        for number in range(min(num_macros, MOST_SINGLES)):
            if self._left < (SETS + 1) * self._cost:
                break
            alone[number] = self._judgement((number,), MACRO_SEARCHES[0]).ratio
        useful = sorted((n for n in alone if alone[n] < 1), key=lambda n: (alone[n], n))
        sets = dict.fromkeys(tuple(sorted(useful[:size])) for size in SIZES if useful)
        tried = [(some, self._judgement(some, by)) for some in sets for by in MACRO_SEARCHES]
        if not tried:
            return None
        weights = {MACRO_SEARCHES[0]: NEARLY}
        ratios = [judged.ratio * weights.get(judged.search, 1.0) for _, judged in tried]
        near = [
            pair for pair, ratio in zip(tried, ratios, strict=True) if ratio <= NEARLY * min(ratios)
        ]
        best, judged = max(near, key=lambda pair: (len(pair[0]), -pair[1].ratio))
        return best, self._judgement(best, judged.search, shared=True)

    def _judgement(self, macros: tuple[int, ...], search: str, shared: bool = False) -> Judgement:
        """Of these macros over all cases."""
        pairs = []
        for case, without in zip(self._cases, self._without, strict=True):
            if shared:
                case = replace(case, seed=case.seed + len(self._cases))
            run = self._run(case, macros, search, shared, self._allowed(without))
            pairs.append((run, without))
        levels = [max(w.best, o.best) - (w.best != o.best) for w, o in pairs]
        small = SMALL if shared else TRIAL_SMALL
        logs = [math.log(ratio(*pair, small)) for pair in pairs]
        return Judgement(
            cases=len(pairs),
            ratio=math.exp(sum(logs) / len(logs)),
            states_with=sum(w.states_to(n) for (w, _), n in zip(pairs, levels, strict=True)),
            states_without=sum(o.states_to(n) for (_, o), n in zip(pairs, levels, strict=True)),
            learning=0,
            search=search,
        )

    def _run(
        self, case: Case, macros: Sequence[int], search: str, shared: bool, most_states: int
    ) -> Run:
        together = self._make_search(case, macros, search, shared, most_states)
        together.run()
        self._ledger.enter(Purpose.JUDGING, together)
        return Run(together.trace, together.generated)
