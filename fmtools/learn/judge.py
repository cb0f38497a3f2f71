"""Macros judged by use: what they save a search for the goal, against the same search without them.

Cases are searches that nothing was proposed from: other problems, or other starts, with seeds of
their own. Each is searched once without macros, as the planner would, and with every set that is
tried. What counts is how many states it takes to come as near the goal as both came, so that
problems too hard for a trial say something, too.

Macros are tried one by one first, in the search that the planner has for them, against the same
search without them; then the best of them together. The best set is judged once more, in other
cases, in as many as the budget allows: in that search, and as the planner shares its states between
macros and primitives.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fmtools.learn.ledger import Ledger, Purpose
from fmtools.results import Trace
from fmtools.search.engine import NO_BUDGET
from fmtools.search.turns import Together
from fmtools.simulator import Simulator, State

MARGIN, NO_WORSE = 0.95, 1.1
"""Of the states without macros, geometric mean, that macros may take to be kept, in one way of
judging and in the other: in the search that is for them, and in the whole planner, which solves
small problems at once either way. Chance alone brings some sets below 1; a smaller margin drops
macros that would have paid."""
FEW, SMALL = 20, 10_000
"""States added to both sides, for the search and for the whole planner: what saves half of a few
states may cost many in a harder problem. Macros that do not get on cost the planner a thousand or
two (`fmtools.search.shares`), in small problems and in large ones, where they may save most."""


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
    effort: int = 0
    """States, and what else took as long."""
    set_up: int = 0
    """The same of making the search."""

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


def mean_ratio(pairs: Sequence[tuple[Run, Run]], small: int) -> float:
    """The geometric mean over pairs of runs, with macros and without."""
    return math.exp(sum(math.log(ratio(*pair, small)) for pair in pairs) / len(pairs))


@dataclass(frozen=True)
class Judgement:
    """Of the best set of macros that was tried, kept or not."""

    cases: int
    ratio: float
    """Of the whole planner, geometric mean over the cases."""
    alone: float
    """The same of the search that macros are for, against that search without them."""
    states_with: int
    states_without: int
    """Of all cases: to come as near the goal as both, as `ratio` counts it."""
    learning: int
    """Queries of all learning."""

    @property
    def pays(self) -> bool:
        """Whether they save something in one way of judging and cost nothing in the other."""
        ratios = self.alone, self.ratio
        return min(ratios) <= MARGIN and max(ratios) <= NO_WORSE

    @property
    def repaid_after(self) -> int | None:
        """Problems like the cases, until learning is repaid in states; None where never."""
        saved = (self.states_without - self.states_with) / self.cases
        return math.ceil(self.learning / saved) if saved > 0 else None

    def to_dict(self) -> dict[str, object]:
        return {
            "cases": self.cases,
            "ratio": round(self.ratio, 4),
            "alone": round(self.alone, 4),
            "states_with": self.states_with,
            "states_without": self.states_without,
            "repaid_after": self.repaid_after,
        }


SIZES = (1, 2, 4, 8, 16)
"""Of the macros that serve best by themselves, how many are tried together."""
NEARLY = 1.1
"""A larger set is taken for so much more than the smallest ratio: cases do not tell apart what is
close, and more macros serve more kinds of problems."""
MOST_SINGLES, FEW_SINGLES = 40, 12
"""How many are tried by themselves, if the budget allows, and for how many it is laid out."""
LEAST = 500
"""Effort that every search may make, whatever that without macros took."""
SET_UP = 20
"""Estimates of a guide that take as long as making it and looking for landmarks."""
LAST = 8
"""Sets that the verdict is worth: it has searches of its own, and the planner's."""
LEAST_LAST = 2
"""Rounds of cases that it takes, whatever is left."""


class MakeSearch(Protocol):
    """What is to be run, not begun."""

    def __call__(self, case: Case, macros: Sequence[int], whole: bool, budget: int) -> Together:
        """In a case, with these macros (by number) or none: the search that macros are for, or the
        whole planner; `budget`: of states, at most."""


class Judge:
    """Runs cases with sets of macros within a budget of effort for all, and so of time: a state
    that a guide estimates, or in which macros are looked for, takes longer than others."""

    def __init__(
        self,
        rounds: Sequence[Sequence[Case]],
        last: Sequence[Sequence[Case]],
        make_search: MakeSearch,
        ledger: Ledger,
        budget: int,
    ) -> None:
        """Rounds of cases to choose by, of which the first is taken, and `last` ones for the
        verdict; of both further ones as the budget allows."""
        self._make_search = make_search
        self._ledger = ledger
        self.left = budget
        """Of it."""
        self._last = last
        tried = FEW_SINGLES + len(SIZES) + LAST
        self._most = max(1, budget // (len(rounds[0]) * (tried + 1)))
        self._cases: list[Case] = []
        self._without: list[Run] = []
        for number, cases in enumerate(rounds):
            if number * self.left < (number + 1) * self._cost * tried:
                break
            self._cases += cases
            self._without += [self._run(case, (), False, self._most) for case in cases]

    @property
    def _cost(self) -> int:
        """At most, of trying one set in all cases."""
        return sum(self._allowed(run) + run.set_up for run in self._without)

    def _allowed(self, without: Run) -> int:
        return min(self._most, max(LEAST, 2 * without.effort))

    def best_of(self, num_macros: int) -> tuple[tuple[int, ...], Judgement] | None:
        """The set that saves most, judged once more in other cases, also as the planner uses it.

        None where no macro serves by itself, or the budget does not reach.
        """
        alone: dict[int, float] = {}
        for number in range(min(num_macros, MOST_SINGLES)):
            if self.left < (len(SIZES) + LAST) * self._cost:
                break
            alone[number] = self._ratio((number,))
        useful = sorted((n for n in alone if alone[n] < 1), key=lambda n: (alone[n], n))
        sets = dict.fromkeys(tuple(sorted(useful[:size])) for size in SIZES if useful)
        ratios = {some: self._ratio(some) for some in sets}
        if not ratios:
            return None
        near = [some for some in ratios if ratios[some] <= NEARLY * min(ratios.values())]
        best = max(near, key=lambda some: (len(some), -ratios[some]))
        return best, self._verdict(best)

    def _ratio(self, macros: tuple[int, ...]) -> float:
        """Of these macros over all cases, in the search that they are for."""
        pairs = [
            (self._run(case, macros, False, self._allowed(without)), without)
            for case, without in zip(self._cases, self._without, strict=True)
        ]
        return mean_ratio(pairs, FEW)

    def _verdict(self, macros: tuple[int, ...]) -> Judgement:
        """In the last cases."""
        alone: list[tuple[Run, Run]] = []
        whole: list[tuple[Run, Run]] = []
        before = self.left
        for number, cases in enumerate(self._last):
            if number >= LEAST_LAST and number * self.left < before - self.left:
                break
            for case in cases:
                for pairs, is_whole in ((alone, False), (whole, True)):
                    without = self._run(case, (), is_whole, self._most)
                    most = self._allowed(without)
                    pairs.append((self._run(case, macros, is_whole, most), without))
        levels = [max(w.best, o.best) - (w.best != o.best) for w, o in whole]
        return Judgement(
            cases=len(whole),
            ratio=mean_ratio(whole, SMALL),
            alone=mean_ratio(alone, FEW),
            states_with=sum(w.states_to(n) for (w, _), n in zip(whole, levels, strict=True)),
            states_without=sum(o.states_to(n) for (_, o), n in zip(whole, levels, strict=True)),
            learning=0,
        )

    def _run(self, case: Case, macros: Sequence[int], whole: bool, most: int) -> Run:
        together = self._make_search(case, macros, whole, most)
        begun = together.effort
        together.advance(NO_BUDGET, pause_effort=begun + most)
        self._ledger.enter(Purpose.JUDGING, together)
        run = Run(together.trace, together.generated, together.effort - begun, SET_UP * begun)
        self.left -= run.effort + run.set_up
        return run
