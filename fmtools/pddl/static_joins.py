"""Static joins: what a macro's static conditions allow, worked out for each problem.

A planner that grounds `(above ?a ?b) (origin ?p ?b) (destination ?p ?a)` one condition after the
other may meet every pair of floors before it meets a passenger; with many macros, translation takes
longer than search. `fm-where ?a ?b ?p`, a static fact for each way to satisfy all of them, tells it
at once. It follows from the conditions, which stay: it neither restricts nor allows anything.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from fmtools.pddl.model import (
    EQUALS,
    Atom,
    Domain,
    Literal,
    Operator,
    Parameter,
    Problem,
    Signature,
)
from fmtools.pddl.names import fresh_name

NAME = "fm-where"


@dataclass(frozen=True)
class StaticJoin:
    """A predicate over parameters of a macro, and the static conditions that it stands for."""

    name: str
    parameters: tuple[Parameter, ...]
    conditions: tuple[Literal, ...]

    @property
    def atom(self) -> Atom:
        return Atom(self.name, tuple(parameter.name for parameter in self.parameters))

    @property
    def signature(self) -> Signature:
        return Signature(self.name, self.parameters)


def static_joins(
    operator: Operator, static: Collection[str], taken: Collection[str]
) -> Iterator[StaticJoin]:
    """One for each group of conditions that share parameters, unless one of them has them all."""
    names = {parameter.name for parameter in operator.parameters}
    known = set(taken)
    for group in _groups(operator, static, names):
        used = {term for x in group for term in x.atom.args if term in names}
        if len(group) < 2 or any(used <= set(x.atom.args) for x in group):
            continue
        name = fresh_name(NAME, known)
        known.add(name)
        parameters = tuple(p for p in operator.parameters if p.name in used)
        yield StaticJoin(name, parameters, tuple(group))


def join_facts(
    domain: Domain, problem: Problem, join: StaticJoin, most: int | None = None
) -> tuple[Atom, ...]:
    """All ways to satisfy the conditions in a problem; TooManyError where they are beyond `most`.

    Found with the compiled grounder: the join is all that an operator does, in a domain of its own.
    """
    from fmtools.pddl.ground import ground

    operator = Operator(NAME, join.parameters, join.conditions, (Literal(join.atom),))
    alone = replace(
        domain,
        operators={operator.name: operator},
        predicates={**domain.predicates, join.name: join.signature},
    )
    task = ground(alone, replace(problem, goal=(), values={}), most)
    return tuple(Atom(join.name, task.action_arguments(a)) for a in range(task.num_actions))


def _groups(
    operator: Operator, static: Collection[str], names: Collection[str]
) -> list[list[Literal]]:
    """Positive static conditions, those together that are linked by parameters."""
    groups: list[tuple[set[str], list[Literal]]] = []
    for literal in operator.precondition:
        terms = {term for term in literal.atom.args if term in names}
        atom = literal.atom
        if not literal.positive or atom.predicate == EQUALS or atom.predicate not in static:
            continue
        if not terms:
            continue
        linked = [group for group in groups if not group[0].isdisjoint(terms)]
        groups = [group for group in groups if group[0].isdisjoint(terms)]
        members = [x for group in linked for x in group[1]]
        groups.append((terms.union(*(group[0] for group in linked)), [*members, literal]))
    return [members for _, members in groups]


def joins_of(
    operators: Sequence[Operator], static: Collection[str], taken: Collection[str]
) -> list[list[StaticJoin]]:
    """The joins of each operator, under names that nothing else has."""
    known = set(taken)
    found = []
    for operator in operators:
        joins = list(static_joins(operator, static, known))
        known.update(join.name for join in joins)
        found.append(joins)
    return found
