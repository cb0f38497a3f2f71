"""What a macro costs, in the form that Fast Downward reads: one number or one function.

Constants add up. A sum of functions has no such form, so it becomes a function of its own with one
value per choice of objects, worked out for every given problem and written into it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from fmtools.pddl.model import Atom, Cost, Domain, Operator, Parameter, Problem
from fmtools.pddl.type_order import TypeOrder


@dataclass(frozen=True)
class CostFunction:
    """A new function, the sum that it stands for, and the parameters that it depends on."""

    name: str
    parameters: tuple[Parameter, ...]
    cost: Cost

    @property
    def term(self) -> Atom:
        return Atom(self.name, tuple(parameter.name for parameter in self.parameters))


def is_readable(cost: Cost | None) -> bool:
    """Whether Fast Downward reads this cost as it stands."""
    return cost is None or not cost.terms or (len(cost.terms) == 1 and cost.constant == 0)


def cost_function(operator: Operator) -> CostFunction:
    """For an operator whose cost is not readable."""
    assert operator.cost is not None
    used = {term for atom in operator.cost.terms for term in atom.args}
    parameters = tuple(p for p in operator.parameters if p.name in used)
    return CostFunction(f"fm-cost-{operator.name}", parameters, operator.cost)


def with_readable_cost(operator: Operator) -> Operator:
    """With one amount: its own, or the term of its cost function."""
    if is_readable(operator.cost):
        return operator
    return replace(operator, cost=Cost(terms=(cost_function(operator).term,)))


def cost_values(
    domain: Domain, problem: Problem, function: CostFunction
) -> Iterator[tuple[Atom, int]]:
    """The function's values, wherever all functions of the sum have one."""
    order = TypeOrder(domain)
    types = {item.name: item.types for item in (*domain.constants, *problem.objects)}
    wanted = {parameter.name: parameter.types for parameter in function.parameters}
    by_function: dict[str, list[tuple[Atom, int]]] = {}
    for atom, value in sorted(problem.values.items()):
        by_function.setdefault(atom.predicate, []).append((atom, value))

    def extend(place: int, terms: dict[str, str], total: int) -> Iterator[tuple[Atom, int]]:
        if place == len(function.cost.terms):
            yield function.term.bound(terms), total
            return
        term = function.cost.terms[place].bound(terms)
        for atom, value in by_function.get(term.predicate, ()):
            more = match(term, atom, terms)
            if more is not None:
                yield from extend(place + 1, more, total + value)

    def match(term: Atom, atom: Atom, terms: Mapping[str, str]) -> dict[str, str] | None:
        more = dict(terms)
        for mine, name in zip(term.args, atom.args, strict=True):
            if mine not in wanted:
                if mine != name:
                    return None
            elif not order.fits(types[name], wanted[mine]) or more.setdefault(mine, name) != name:
                return None
        return more

    return extend(0, {}, function.cost.constant)
