"""Macros judged by use: what they save a search for the goal, against the same search without them.

Cases are searches that nothing was proposed from: other problems, or other starts of the only one,
with seeds of their own. Each is searched once without macros and once with every set that is tried,
by the planner that the macros are for. What counts is how many states it takes to come as near the
goal as both came, so that problems too hard for a trial say something, too.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fmtools.learn.ledger import Ledger, Purpose
from fmtools.search.engine import Search
from fmtools.simulator import HasMacros, Simulator, State

MARGIN = 0.8
"""Of the states without macros, geometric mean, that macros may take to be kept. Chance alone
brings some sets below 1; a smaller margin drops macros that would have paid."""
SMALL = 2_000
"""States added to both sides: what saves half of a few states may cost many in a harder problem."""


@dataclass(frozen=True)
class Case:
    world: Simulator
    start: State | None
    seed: int


@dataclass(frozen=True)
class Run:
    """How near a search came to the goal, and when."""

    trace: tuple[tuple[int, int], ...]
    """(generated states, goal count) at the start and at each improvement."""
    generated: int
    primitive_steps: int
    used: frozenset[int]
    """Macros, by number, on its way to where it came nearest."""

    @property
    def best(self) -> int:
        return self.trace[-1][1]

    def states_to(self, goal_count: int) -> int:
        """To come so near; all that it had where it did not."""
        return next((states for states, best in self.trace if best <= goal_count), self.generated)


def ratio(with_macros: Run, without: Run) -> float:
    """States with macros over states without, to come as near as both did, or one step nearer than
    the one that did not: then a bound."""
    level = max(with_macros.best, without.best)
    if with_macros.best != without.best:
        level -= 1
    return (with_macros.states_to(level) + SMALL) / (without.states_to(level) + SMALL)


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
            "repaid_after": self.repaid_after,
        }


NEARLY = 1.25
"""A larger set is taken for so much more than the smallest ratio: a few cases do not tell apart
what is close, and more macros serve more kinds of problems."""
SIZES = (4, 2, 1)
MOST_SETS = 2 + len(SIZES)
"""How many of the most used macros are tried by themselves, beside all and all that were used."""

MakeSearch = Callable[[Case, Sequence[int], int], Search]
"""The planner's search of a case with these macros (by number), with a budget of states."""


class Judge:
    """Runs cases with sets of macros, each once, within a budget of states per search."""

    def __init__(
        self,
        cases: Sequence[Case],
        make_search: MakeSearch,
        ledger: Ledger,
        most_states: int,
    ) -> None:
        self._cases = cases
        self._make_search = make_search
        self._ledger = ledger
        self._most_states = most_states
        self._without = [self._run(case, ()) for case in cases]

    def best_of(self, num_macros: int) -> tuple[tuple[int, ...], Judgement]:
        """The set that saves most: all macros, those that were of use, the most used of these."""
        whole = tuple(range(num_macros))
        runs = [self._run(case, whole) for case in self._cases]
        tried = {whole: self.judgement(runs)}
        uses = {number: sum(number in run.used for run in runs) for number in whole}
        used = sorted((n for n in whole if uses[n]), key=lambda n: (-uses[n], n))
        for size in (len(used), *SIZES):
            some = tuple(sorted(used[:size]))
            if some and some not in tried:
                tried[some] = self.judgement([self._run(case, some) for case in self._cases])
        least = min(judgement.ratio for judgement in tried.values())
        best = max((some for some in tried if tried[some].ratio <= NEARLY * least), key=len)
        return best, tried[best]

    def judgement(self, runs: Sequence[Run]) -> Judgement:
        pairs = list(zip(runs, self._without, strict=True))
        logs = [math.log(ratio(*pair)) for pair in pairs]
        levels = [max(w.best, o.best) - (w.best != o.best) for w, o in pairs]
        return Judgement(
            cases=len(pairs),
            ratio=math.exp(sum(logs) / len(logs)),
            states_with=sum(w.states_to(n) for (w, _), n in zip(pairs, levels, strict=True)),
            states_without=sum(o.states_to(n) for (_, o), n in zip(pairs, levels, strict=True)),
            learning=0,
        )

    def _run(self, case: Case, macros: Sequence[int]) -> Run:
        search = self._make_search(case, macros, self._most_states)
        search.run()
        self._ledger.enter(Purpose.JUDGING, search)
        space = search.space
        node = space.goal_node if space.goal_node >= 0 else space.best_node
        world = search.simulator
        numbers: set[int | None] = {None}
        if isinstance(world, HasMacros):
            numbers = {world.macro_of(action) for action in search.actions_to(node)}
        return Run(
            trace=space.improvements,
            generated=space.generated,
            primitive_steps=space.primitive_steps,
            used=frozenset(macros[n] for n in numbers if n is not None),
        )
