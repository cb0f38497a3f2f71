"""What a macro costs, in the form that Fast Downward reads: one number or one function.

Constants add up. A sum of functions has no such form, so it becomes a function of its own with one
value per choice of objects, worked out for every given problem and written into it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fmtools.core.limits import WorkLimits
from fmtools.pddl.model import Atom, Cost, Domain, Literal, Operator, Parameter, Problem, Signature

NAME = "fm-cost"


@dataclass(frozen=True)
class CostFunction:
    """A new function, the sum that it stands for, and the parameters that it depends on."""

    name: str
    parameters: tuple[Parameter, ...]
    cost: Cost
    operator: Operator
    """Whose cost it is."""

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
    return CostFunction(f"{NAME}-{operator.name}", parameters, operator.cost, operator)


def with_readable_cost(operator: Operator) -> Operator:
    """With one amount: its own, or the term of its cost function."""
    if is_readable(operator.cost):
        return operator
    return replace(operator, cost=Cost(terms=(cost_function(operator).term,)))


def cost_values(
    domain: Domain,
    problem: Problem,
    function: CostFunction,
    most: int | None = None,
    limits: WorkLimits | None = None,
) -> Iterator[tuple[Atom, int]]:
    """The function's values, wherever all functions of the sum have one and the static conditions
    of the operator may hold; TooManyError where there are more than `most` ways to do that.

    Found with the compiled grounder, as `fmtools.pddl.static_joins` does: that a function has a
    value is a fact like others, in a domain of its own.
    """
    from fmtools.pddl.ground import ground  # start-up is short without it

    names = [parameter.name for parameter in function.parameters]
    conditions = [
        literal
        for literal in function.operator.precondition
        if literal.positive
        and literal.atom.predicate in domain.static
        and not set(names).isdisjoint(literal.atom.args)
    ]
    conditions += [Literal(_valued(term)) for term in function.cost.terms]
    used = {term for literal in conditions for term in literal.atom.args}
    parameters = tuple(p for p in function.operator.parameters if p.name in used)
    valued = {_valued(atom) for atom in problem.values}
    signatures = {
        f"{NAME} {name}": Signature(f"{NAME} {name}", signature.parameters)
        for name, signature in domain.functions.items()
    }
    effect = Literal(Atom(NAME, tuple(parameter.name for parameter in parameters)))
    alone = replace(
        domain,
        operators={NAME: Operator(NAME, parameters, tuple(conditions), (effect,))},
        predicates={**domain.predicates, **signatures, NAME: Signature(NAME, parameters)},
        functions={},
        axioms=(),
    )
    bare = replace(problem, init=problem.init | valued, goal=(), values={})
    task = ground(alone, bare, most, limits)
    found: dict[Atom, int] = {}
    for action in range(task.num_actions):
        terms = dict(zip((p.name for p in parameters), task.action_arguments(action), strict=True))
        total = sum(problem.values[term.bound(terms)] for term in function.cost.terms)
        found[function.term.bound(terms)] = function.cost.constant + total
    yield from sorted(found.items())


def _valued(atom: Atom) -> Atom:
    """That a function has a value there, as a fact."""
    return Atom(f"{NAME} {atom.predicate}", atom.args)
