"""How many ground operators macros add: counted with the compiled grounder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fmtools.core.limits import WorkLimits
from fmtools.errors import TooManyError
from fmtools.pddl.macro_costs import cost_function, cost_values, is_readable
from fmtools.pddl.model import Domain, Operator, Problem

NUM_COUNTED = 3
_FEW = 5_000
ALWAYS_COUNTED = 1 << 14
"""So many instances are counted to the end, whatever the limit: most may be no-ops."""


@dataclass(frozen=True)
class GroundCounts:
    """Ground operators of one problem: the domain's own, and by macro operator."""

    problem: str
    original: int
    macros: Mapping[str, int]

    def total(self, names: Sequence[str]) -> int:
        """Ground operators with these macros."""
        return self.original + sum(self.macros[name] for name in names)

    def growth(self, names: Sequence[str]) -> float:
        """How many times the original's ground operators there are with these macros."""
        return self.total(names) / max(self.original, 1)


def count_instances(
    domain: Domain,
    problem: Problem,
    operators: Sequence[Operator],
    max_growth: float | None = None,
    limits: WorkLimits | None = None,
) -> GroundCounts:
    """Instances that relaxed exploration reaches, no-ops left out.

    Macros reach no atoms that the primitives do not, so it is the same whether they are ground
    together or each by itself, which is done where all together are too many. One that alone
    exceeds `max_growth` is not counted to the end: its number is then one above what is allowed.
    """
    original = count_operators(domain, problem, (), None, limits)[-1]
    most = None if max_growth is None else most_counted(original, max_growth)
    try:
        found = count_operators(domain, problem, operators, most, limits)[:-1]
    except TooManyError:
        if most is None:
            raise
        found = [count_alone(domain, problem, operator, most, limits) for operator in operators]
    else:
        found = [
            max(count, _count_costs(domain, problem, operator, most, limits))
            for operator, count in zip(operators, found, strict=True)
        ]
    return GroundCounts(
        problem=problem.path.name if problem.path else problem.name,
        original=original,
        macros={op.name: count for op, count in zip(operators, found, strict=True)},
    )


def count_alone(
    domain: Domain,
    problem: Problem,
    operator: Operator,
    most: int,
    limits: WorkLimits | None = None,
) -> int:
    """Instances of one macro operator, or `most` where there are more than may be counted; or the
    values of its cost, where it is a sum and has more of those."""
    try:
        [count, _] = count_operators(domain, problem, [operator], most, limits)
    except TooManyError:
        return most
    return max(count, _count_costs(domain, problem, operator, most, limits))


def _count_costs(
    domain: Domain,
    problem: Problem,
    operator: Operator,
    most: int | None,
    limits: WorkLimits | None,
) -> int:
    """Values that must be written down for its cost, or `most` where there are more."""
    if is_readable(operator.cost):
        return 0
    bound = None if most is None else max(most, ALWAYS_COUNTED)
    try:
        values = cost_values(domain, problem, cost_function(operator), bound, limits)
        return sum(1 for _ in values)
    except TooManyError:
        return most or 0


def count_operators(
    domain: Domain,
    problem: Problem,
    operators: Sequence[Operator],
    most: int | None,
    limits: WorkLimits | None = None,
) -> list[int]:
    """Instances of each, and last of the domain's own; TooManyError beyond `most`."""
    from fmtools.pddl.ground import ground  # start-up is short without it

    everything = {**domain.operators, **{op.name: op for op in operators}}
    bound = None if most is None else max(most, ALWAYS_COUNTED)
    task = ground(replace(domain, operators=everything), problem, bound, limits)
    names = list(task.operator_names)
    counts = np.bincount(task.operator_ids, minlength=len(names))
    found = [int(counts[names.index(operator.name)]) for operator in operators]
    return [*found, task.num_actions - sum(found)]


def most_counted(original: int, max_growth: float) -> int:
    """Twice what is allowed, and some more: no-ops are found before they are left out."""
    return 2 * int(max_growth * original) + _FEW


def largest(problems: Sequence[Problem]) -> list[Problem]:
    """The few with the most objects, in the order given: where growth is counted."""
    chosen = sorted(problems, key=lambda problem: -len(problem.objects))[:NUM_COUNTED]
    return [problem for problem in problems if any(problem is other for other in chosen)]
