"""How many ground operators macros add: counted with the compiled grounder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fmtools.core.limits import WorkLimits
from fmtools.pddl.macro_operator import MacroOperator
from fmtools.pddl.model import Domain, Problem

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
    macros: Sequence[MacroOperator],
    max_growth: float | None = None,
    limits: WorkLimits | None = None,
) -> GroundCounts:
    """Instances that relaxed exploration reaches, no-ops left out.

    Macros reach no atoms that the primitives do not, so each is ground by itself. One that alone
    exceeds `max_growth` is not counted to the end: its number is then one above what is allowed.
    """
    from fmtools.pddl.ground import MAX_INSTANCES, TooManyError, ground

    original = ground(domain, problem, limits=limits).num_actions
    counts = {}
    for macro in macros:
        operators = {**domain.operators, macro.operator.name: macro.operator}
        limit = MAX_INSTANCES
        if max_growth is not None:
            # Twice, and some more: no-ops are found before they are left out.
            limit = min(limit, 2 * int(max_growth * original) + _FEW)
        try:
            most = max(limit, ALWAYS_COUNTED)
            task = ground(replace(domain, operators=operators), problem, most, limits)
            counts[macro.operator.name] = task.num_actions - original
        except TooManyError:
            if max_growth is None:
                raise
            counts[macro.operator.name] = limit
    return GroundCounts(
        problem=problem.path.name if problem.path else problem.name,
        original=original,
        macros=counts,
    )


def largest(problems: Sequence[Problem]) -> list[Problem]:
    """The few with the most objects, in the order given: where growth is counted."""
    chosen = sorted(problems, key=lambda problem: -len(problem.objects))[:NUM_COUNTED]
    return [problem for problem in problems if any(problem is other for other in chosen)]
