"""How many ground operators macros add: counted with the compiled grounder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fmtools.pddl.macro_operator import MacroOperator
from fmtools.pddl.model import Domain, Problem


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
    domain: Domain, problem: Problem, macros: Sequence[MacroOperator]
) -> GroundCounts:
    """Instances that relaxed exploration reaches, no-ops left out."""
    from fmtools.pddl.ground import ground

    operators = {**domain.operators, **{m.operator.name: m.operator for m in macros}}
    task = ground(replace(domain, operators=operators), problem)
    counts = dict.fromkeys(operators, 0)
    names = task.operator_names
    for operator_id in task.operator_ids.tolist():
        counts[names[operator_id]] += 1
    return GroundCounts(
        problem=problem.path.name if problem.path else problem.name,
        original=sum(counts[name] for name in domain.operators),
        macros={m.operator.name: counts[m.operator.name] for m in macros},
    )
