"""Candidates: patterns as guarded macro operators, proved sound, with what they add when ground.

The pipeline is that of `fmtools compile`; only the choice is another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from fmtools.augment.mine import PlanPattern, TrainingPlan, steps_saved
from fmtools.core.limits import WorkLimits
from fmtools.errors import InputError, TimeLimitError, TooManyError
from fmtools.pddl.growth import ALWAYS_COUNTED, count_alone, count_operators, most_counted
from fmtools.pddl.lift import LiftedSequence, lift
from fmtools.pddl.lifted_library import LiftedMacro, lift_steps
from fmtools.pddl.macro_operator import CannotCompileError, MacroOperator
from fmtools.pddl.model import Atom, Domain, Problem, Signature
from fmtools.pddl.pipeline import prove
from fmtools.pddl.plan_file import Step
from fmtools.pddl.static_facts import StaticFacts
from fmtools.pddl.static_guards import (
    GOAL,
    MOSTLY,
    GuardNames,
    GuardPredicate,
    guard_facts,
    holding_share,
    holds_in,
    possible_guards,
)
from fmtools.pddl.static_joins import join_facts, static_joins
from fmtools.pddl.subsume import subsumes

PLANS, SIMULATION = "plans", "simulation"
_JOIN_SHARE = 0.5
"""Of the original's ground operators: a static join may have so many facts."""
COUNT_SECONDS = 5.0
"""For counting what one macro adds: what takes longer to ground is no help to a planner."""


@dataclass(frozen=True)
class PlanCandidate:
    macro: LiftedMacro
    made: MacroOperator
    """With its guards."""
    num_changed: int
    """Net effects in the training plans, at most."""
    num_uses: int
    """In training plans, without overlap, where all guards hold."""
    share_saved: float
    """Of the steps of all training plans; see `mine.steps_saved`."""
    source: str
    """Where it came from: `plans` or `simulation`."""
    goal_guards: tuple[Atom, ...]
    covered: frozenset[tuple[int, int]]
    """Steps of training plans that it stands for: plan and line."""
    growth: float = 1.0
    """Ground operators with this macro alone, by those of the original, where that is largest."""

    @property
    def name(self) -> str:
        return self.macro.name

    @property
    def num_goals(self) -> int:
        """Goals that every use of it reaches."""
        return len(self.goal_guards)


@dataclass
class Dropped:
    """Why patterns did not become candidates: reason -> how many."""

    counts: dict[str, int] = field(default_factory=dict)

    def add(self, reason: str) -> None:
        self.counts[reason] = self.counts.get(reason, 0) + 1


def with_guard_signatures(domain: Domain, names: GuardNames) -> Domain:
    """The domain with every guard predicate that there could be; for counting, not for writing."""
    more = {p.name: Signature(p.name, domain.predicates[p.source].parameters) for p in names.all()}
    return replace(domain, predicates={**domain.predicates, **more})


def with_guard_init(problem: Problem, predicates: Sequence[GuardPredicate]) -> Problem:
    """The problem with facts of guards; for counting, not for writing."""
    return replace(problem, init=problem.init | set(guard_facts(problem, predicates)))


class Workshop:
    """Turns the patterns of one domain into candidates, each operator once."""

    def __init__(self, domain: Domain, plans: Sequence[TrainingPlan]) -> None:
        self.domain = domain
        self.names = GuardNames(domain)
        self.plans = tuple(plans)
        self.static = StaticFacts(domain)
        self.changing = frozenset(domain.predicates) - domain.static
        self.dropped = Dropped()
        self._num_steps = sum(plan.num_steps for plan in plans)
        self._goal_predicates = {x.atom.predicate for p in plans for x in p.problem.goal}

    def from_plans(self, pattern: PlanPattern, name: str) -> PlanCandidate | None:
        """With all guards that mostly hold; None where the pattern cannot be compiled."""
        uses = pattern.disjoint()
        compiled = self._bare(uses[0].steps, name)
        if compiled is None:
            return None
        lifted, bare = compiled
        places = [(self.plans[u.plan].problem, self._terms(lifted, u.steps)) for u in uses]
        guards = self._guards(bare, places)
        kept = [
            use
            for use, (problem, terms) in zip(uses, places, strict=True)
            if all(holds_in(g, self._predicate(g), problem, terms) for g in guards)
        ]
        if not steps_saved(kept):
            self.dropped.add("its guards hold together too seldom")
            return None
        macro = LiftedMacro(name, bare.sequence, guards)
        return PlanCandidate(
            macro=macro,
            made=prove(self.domain, macro, self.static, lean=True),
            num_changed=pattern.num_changed,
            num_uses=len(kept),
            share_saved=steps_saved(kept) / max(self._num_steps, 1),
            source=PLANS,
            goal_guards=tuple(g for g in guards if self._predicate(g).kind == GOAL),
            covered=frozenset((use.plan, step.line) for use in kept for step in use.steps),
        )

    def from_simulation(self, pattern: PlanPattern, name: str) -> PlanCandidate | None:
        """With a guard for every goal that it can reach.

        No plan uses it: it counts as if it saved one step.
        """
        compiled = self._bare(pattern.uses[0].steps, name)
        if compiled is None:
            return None
        operator = compiled[1].operator
        goals = tuple(
            guard
            for guard in possible_guards(self.names, (), operator.effect, self.changing)
            if self._predicate(guard).source in self._goal_predicates
        )
        macro = LiftedMacro(name, compiled[1].sequence, goals)
        return PlanCandidate(
            macro=macro,
            made=prove(self.domain, macro, self.static, lean=True),
            num_changed=pattern.num_changed,
            num_uses=1,
            share_saved=1 / max(self._num_steps, 1),
            source=SIMULATION,
            goal_guards=goals,
            covered=frozenset(),
        )

    def _bare(
        self, steps: Sequence[Step], name: str
    ) -> tuple[LiftedSequence, MacroOperator] | None:
        """Lifted and proved, without static guards; None, and counted, where that fails."""
        try:
            lifted = lift(self.domain, steps)
            macro = LiftedMacro(name, lift_steps(self.domain, steps))
            bare = prove(self.domain, macro, self.static, lean=True)
        except (InputError, CannotCompileError):
            self.dropped.add("cannot be compiled, or not be proved sound")
            return None
        if any(subsumes(self.domain, op, bare.operator) for op in self.domain.operators.values()):
            self.dropped.add("one of the domain's own operators does the same")
            return None
        return lifted, bare

    def _guards(
        self, made: MacroOperator, uses: Sequence[tuple[Problem, Mapping[str, str]]]
    ) -> tuple[Atom, ...]:
        operator = made.operator
        possible = possible_guards(
            self.names, operator.precondition, operator.effect, self.changing
        )
        return tuple(
            guard
            for guard in possible
            if holding_share(guard, self._predicate(guard), uses) >= MOSTLY
        )

    def _predicate(self, guard: Atom) -> GuardPredicate:
        return self.names.predicate(guard.predicate)

    def _terms(self, lifted: LiftedSequence, steps: Sequence[Step]) -> dict[str, str]:
        """Parameter -> object, in one use; parameters are numbered as objects are met."""
        constants = {constant.name for constant in self.domain.constants}
        objects = dict.fromkeys(
            name for step in steps for name in step.args if name not in constants
        )
        return dict(zip((p.name for p in lifted.parameters), objects, strict=True))


class GrowthCounter:
    """Ground operators that macros add, in one problem, by the compiled grounder."""

    def __init__(self, domain: Domain, names: GuardNames, problem: Problem) -> None:
        self.domain = with_guard_signatures(domain, names)
        self.problem = with_guard_init(problem, names.all())
        self.original = count_operators(domain, problem, (), None)[-1]
        self._counts: dict[str, int] = {}
        self._joined: dict[str, bool] = {}

    def __len__(self) -> int:
        """Macros counted so far."""
        return len(self._counts)

    def growth(self, macros: Sequence[PlanCandidate], limit: float) -> float:
        """How many times the original's operators there are; infinite where far beyond `limit`."""
        total = self.original + sum(self.instances(item, limit) for item in macros)
        return total / max(self.original, 1)

    def can_join(self, item: PlanCandidate) -> bool:
        """Whether there are few enough ways to satisfy its static conditions to write them down."""
        if item.name not in self._joined:
            static = self.domain.static
            most = max(int(_JOIN_SHARE * self.original), 1)
            try:
                counts = [
                    len(join_facts(self.domain, self.problem, join, max(2 * most, ALWAYS_COUNTED)))
                    for join in static_joins(item.made.operator, static, self.domain.predicates)
                ]
                self._joined[item.name] = sum(counts) <= most
            except TooManyError:
                self._joined[item.name] = False
        return self._joined[item.name]

    def instances(self, item: PlanCandidate, limit: float) -> int:
        if item.name not in self._counts:
            most = most_counted(self.original, limit)
            operator, limits = item.made.operator, WorkLimits(COUNT_SECONDS)
            try:
                count = count_alone(self.domain, self.problem, operator, most, limits)
            except TimeLimitError:
                count = most
            self._counts[item.name] = count
        return self._counts[item.name]
