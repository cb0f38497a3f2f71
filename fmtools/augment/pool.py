"""The pool of candidates: mined, mined again from collapsed plans, judged by a model of their use.

Every pattern is compiled and counted before any planner sees it; most end here. Compounding takes
the best candidates, puts them into the training plans as single units, and mines once more: macros
of macros, without a limit on parameters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fmtools.augment.candidates import Dropped, GrowthCounter, PlanCandidate, Workshop
from fmtools.augment.mine import MiningLimits, PlanPattern, TrainingPlan, collapse, mine
from fmtools.augment.simulated import simulated_patterns
from fmtools.augment.utility import utility
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import Step

_MOST_COMPILED, _MOST_RECOMPILED = 100, 30
"""Patterns that are compiled, the best by score: of the plans, and of collapsed ones."""
_SLACK = 1.3
"""Growth in the smallest problem may be so much above the limit: elsewhere it may be less."""
_COMPOUNDED = 3
"""Candidates of each round that plans are collapsed with."""
_ROUNDS = 3
_COMPOUND_LIMITS = MiningLimits(most_units=5, longest_stretch=8, beam=3)
_SIMULATED_PROBLEMS = 2
_NAMED = 4
"""Steps of a macro that its title names, all of them."""


@dataclass(frozen=True)
class Pooled:
    """A candidate with an example of its use and a model of what it is worth."""

    candidate: PlanCandidate
    pattern: PlanPattern
    utility: float

    @property
    def title(self) -> str:
        """`lift-load`, or of many steps `lift…drop (9 steps)`."""
        names = [step.operator for step in self.example]
        if len(names) <= _NAMED:
            return "-".join(names)
        return f"{names[0]}…{names[-1]} ({len(names)} steps)"

    @property
    def example(self) -> tuple[Step, ...]:
        return self.pattern.uses[0].steps


@dataclass(frozen=True)
class Pool:
    """Candidates, the most useful first, and why others are not among them."""

    items: tuple[Pooled, ...]
    dropped: Dropped
    num_patterns: int
    counter: GrowthCounter

    def growth(self, items: Sequence[Pooled], max_growth: float) -> float:
        """Of several macros together, in the problem that they were judged by."""
        return self.counter.growth([item.candidate for item in items], max_growth)


def gather(
    domain: Domain,
    plans: Sequence[TrainingPlan],
    largest: Problem,
    max_growth: float,
    seed: int = 0,
    queries: int = 20_000,
    keep_going: Callable[[], bool] = lambda: True,
) -> Pool:
    """All candidates that stay within `max_growth` in the largest problem.

    `queries` are what the learner may ask of simulators. `keep_going` is asked between patterns;
    the pool is what was found until it said no.
    """
    return _Gathering(domain, plans, largest, max_growth, seed, queries, keep_going).run()


class _Gathering:
    def __init__(
        self,
        domain: Domain,
        plans: Sequence[TrainingPlan],
        largest: Problem,
        max_growth: float,
        seed: int,
        queries: int,
        keep_going: Callable[[], bool],
    ) -> None:
        self.domain = domain
        self.plans = plans
        self.max_growth = max_growth
        self.seed = seed
        self.queries = queries
        self.keep_going = keep_going
        self.num_named = 0
        self.workshop = Workshop(domain, plans)
        smallest = min((plan.problem for plan in plans), key=lambda p: len(p.objects))
        self.small = GrowthCounter(domain, self.workshop.names, smallest)
        self.counter = GrowthCounter(domain, self.workshop.names, largest)
        self.seen: set[tuple[object, ...]] = set()
        self.num_patterns = 0

    def run(self) -> Pool:
        found = self._round(self.plans, MiningLimits(), _MOST_COMPILED)
        best = found
        for _ in range(_ROUNDS - 1):
            more: list[Pooled] = []
            for item in best[:_COMPOUNDED]:
                plans = collapse(self.plans, item.pattern)
                more += self._round(plans, _COMPOUND_LIMITS, _MOST_RECOMPILED)
            best = _ranked(more)
            found += more
        found += self._simulated()
        return Pool(tuple(_ranked(found)), self.workshop.dropped, self.num_patterns, self.counter)

    def _round(
        self, plans: Sequence[TrainingPlan], limits: MiningLimits, most: int
    ) -> list[Pooled]:
        patterns = [p for p in mine(self.domain, plans, limits) if p.key not in self.seen]
        self.seen.update(pattern.key for pattern in patterns)
        self.num_patterns += len(patterns)
        found = []
        for pattern in patterns[:most]:
            if not self.keep_going():
                break
            found += self._compiled(pattern)
        return _ranked(found)

    def _compiled(self, pattern: PlanPattern) -> list[Pooled]:
        return self._within_growth(pattern, self.workshop.from_plans(pattern, self._name()))

    def _simulated(self) -> list[Pooled]:
        problems = [plan.problem for plan in self.plans[:_SIMULATED_PROBLEMS]]
        found = []
        for pattern in simulated_patterns(self.domain, problems, self.seed, self.queries):
            if pattern.key not in self.seen and self.keep_going():
                self.seen.add(pattern.key)
                self.num_patterns += 1
                candidate = self.workshop.from_simulation(pattern, self._name())
                found += self._within_growth(pattern, candidate)
        return found

    def _name(self) -> str:
        """For this session only: what is written gets names of its own."""
        self.num_named += 1
        return f"macro-candidate-{self.num_named}"

    def _within_growth(self, pattern: PlanPattern, candidate: PlanCandidate | None) -> list[Pooled]:
        if candidate is None:
            return []
        growth = self.small.growth([candidate], self.max_growth)
        if growth <= _SLACK * self.max_growth:
            growth = self.counter.growth([candidate], self.max_growth)
        if growth > self.max_growth:
            self.workshop.dropped.add("too many ground operators")
            return []
        grown = replace(candidate, growth=growth)
        return [Pooled(grown, pattern, utility(grown))]


def _ranked(items: Sequence[Pooled]) -> list[Pooled]:
    return sorted(items, key=lambda x: (-x.utility, x.pattern.num_steps, str(x.pattern.key)))
