"""Patterns in plans: causally linked, convex sets of steps that occur again and again.

Sets grow from single units along causal links; steps in between that cannot be moved out join them.
Of the many sets that begin with the same unit, those with the fewest net effects are grown on: they
bring hands, lifts and trucks back to where they were, and are what a macro should be. Besides,
every stretch of the plan as written is looked at. Knows nothing of planners or guards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fmtools.augment.causal import Mask, PartialOrder, Unit, members, step_units
from fmtools.pddl.lift import lifted_key
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import Step
from fmtools.pddl.shorten import shorten


@dataclass(frozen=True)
class MiningLimits:
    most_units: int = 9
    """Of a set that grew along causal links."""
    longest_stretch: int = 16
    """Of the plan as written, in units."""
    beam: int = 4
    """Sets of each size that are grown on, for each unit that they begin with."""
    most_steps: int = 40
    """Primitive actions of a pattern, whatever its units."""


@dataclass(frozen=True)
class TrainingPlan:
    """A valid plan for a problem, in the order in which it was found or reordered."""

    problem: Problem
    order: PartialOrder

    @property
    def num_steps(self) -> int:
        return sum(len(unit.steps) for unit in self.order.units)


@dataclass(frozen=True)
class Use:
    """One place where a pattern occurs; `steps` are ground."""

    plan: int
    mask: Mask
    steps: tuple[Step, ...]


@dataclass
class PlanPattern:
    """Uses that differ in their objects only."""

    key: tuple[object, ...]
    num_changed: int
    """Net effects, at most."""
    uses: list[Use] = field(default_factory=list)

    @property
    def num_steps(self) -> int:
        return len(self.uses[0].steps)

    def disjoint(self) -> list[Use]:
        """Uses that do not overlap, taken first come, first served."""
        taken: dict[int, Mask] = {}
        chosen = []
        for use in sorted(self.uses, key=lambda u: (u.plan, u.mask.bit_length(), u.mask)):
            if not taken.get(use.plan, 0) & use.mask:
                taken[use.plan] = taken.get(use.plan, 0) | use.mask
                chosen.append(use)
        return chosen

    def steps_saved(self) -> int:
        """What plans get shorter by, less what it takes to say what the macro is.

        So a pattern that occurs only once saves nothing, however long it is.
        """
        return steps_saved(self.disjoint())

    def score(self) -> float:
        """Steps saved by net effect: the more, the better."""
        return self.steps_saved() / (1 + self.num_changed)


def steps_saved(uses: Sequence[Use]) -> int:
    """Of uses of one pattern that do not overlap."""
    length = len(uses[0].steps) if uses else 0
    return max((length - 1) * len(uses) - length, 0)


def training_plan(domain: Domain, problem: Problem, steps: Sequence[Step]) -> TrainingPlan:
    """`steps` must be a valid plan. Detours are taken out first: nobody wants macros of them."""
    return TrainingPlan(problem, PartialOrder(step_units(domain, shorten(domain, problem, steps))))


def mine(domain: Domain, plans: Sequence[TrainingPlan], limits: MiningLimits) -> list[PlanPattern]:
    """Patterns of two or more steps that save something, the best by score first."""
    patterns: dict[tuple[object, ...], PlanPattern] = {}
    for number, plan in enumerate(plans):
        for mask, unit in _sets(plan.order, limits):
            key = lifted_key(domain, ((step.operator, step.args) for step in unit.steps))
            pattern = patterns.setdefault(key, PlanPattern(key, 0))
            pattern.num_changed = max(pattern.num_changed, len(unit.changed))
            pattern.uses.append(Use(number, mask, unit.steps))
    scores = {key: pattern.score() for key, pattern in patterns.items() if pattern.num_changed}
    found = [pattern for key, pattern in patterns.items() if scores.get(key, 0) > 0]
    return sorted(found, key=lambda p: (-scores[p.key], p.num_steps, str(p.key)))


def collapse(plans: Sequence[TrainingPlan], pattern: PlanPattern) -> list[TrainingPlan]:
    """The plans with the uses of a pattern as units, to be mined again."""
    uses = pattern.disjoint()
    return [
        TrainingPlan(plan.problem, plan.order.collapsed([u.mask for u in uses if u.plan == number]))
        for number, plan in enumerate(plans)
    ]


def _sets(order: PartialOrder, limits: MiningLimits) -> Iterator[tuple[Mask, Unit]]:
    """Convex sets of at least two units, each once."""
    seen: set[Mask] = set()
    by_size: dict[int, dict[Mask, Unit]] = {1: {}}
    for place, unit in enumerate(order.units):
        by_size[1][1 << place] = unit
    for size in range(1, limits.most_units):
        for mask in _beam(by_size.pop(size, {}), limits.beam):
            for place in members(order.neighbours(mask)):
                grown = order.closed(mask | 1 << place)
                count = grown.bit_count()
                if grown in seen or count > limits.most_units:
                    continue
                seen.add(grown)
                unit = order.merge(grown)
                if len(unit.steps) <= limits.most_steps:
                    by_size.setdefault(count, {})[grown] = unit
                    yield grown, unit
    count = len(order.units)
    for length in range(2, min(limits.longest_stretch, count) + 1):
        for start in range(count - length + 1):
            mask = ((1 << length) - 1) << start
            if mask not in seen and _is_linked(order, mask):
                seen.add(mask)
                unit = order.merge(mask)
                if len(unit.steps) <= limits.most_steps:
                    yield mask, unit


def _beam(sets: dict[Mask, Unit], width: int) -> list[Mask]:
    """For every first unit, the sets with fewest net effects, then with fewest objects."""
    by_first: dict[int, list[Mask]] = {}
    for mask in sets:
        by_first.setdefault(mask & -mask, []).append(mask)
    return [
        mask
        for masks in by_first.values()
        for mask in sorted(masks, key=lambda m: (*_weight(sets[m]), m))[:width]
    ]


def _weight(unit: Unit) -> tuple[int, int]:
    return len(unit.changed), len({name for step in unit.steps for name in step.args})


def _is_linked(order: PartialOrder, mask: Mask) -> bool:
    """Whether causal links hold the set together."""
    reached = mask & -mask
    while True:
        more = reached | (order.neighbours(reached) & mask)
        if more == reached:
            return reached == mask
        reached = more
