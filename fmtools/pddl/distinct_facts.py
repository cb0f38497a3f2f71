"""Guards for planners without :equality: a static predicate that holds of different objects."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from fmtools.pddl.macro_operator import MacroOperator
from fmtools.pddl.model import Atom, Domain, Literal, Operator, Problem
from fmtools.pddl.type_order import TypeOrder, Types

DISTINCT = "fm-distinct"
"""Unless the domain has something that is called so."""


def with_distinct(macro: MacroOperator, predicate: str) -> Operator:
    """The operator with atoms of `predicate` in the place of its guards; others stay."""
    pairs = set(macro.proof.guards)
    return replace(
        macro.operator,
        precondition=tuple(
            Literal(Atom(predicate, x.atom.args)) if not x.positive and x.atom.args in pairs else x
            for x in macro.operator.precondition
        ),
    )


def guard_types(domain: Domain, macros: Iterable[MacroOperator]) -> tuple[tuple[Types, Types], ...]:
    """Types of the two sides of every guard, each once."""
    found: dict[tuple[Types, Types], None] = {}
    for macro in macros:
        own = {item.name: item.types for item in (*domain.constants, *macro.operator.parameters)}
        for first, second in macro.proof.guards:
            found[(own[first], own[second])] = None
    return tuple(found)


def distinct_facts(
    domain: Domain, problem: Problem, predicate: str, types: Sequence[tuple[Types, Types]]
) -> tuple[Atom, ...]:
    """All ordered pairs of different objects that some guard may be asked about."""
    order = TypeOrder(domain)
    objects = (*domain.constants, *problem.objects)
    pairs: dict[Atom, None] = {}
    for first_types, second_types in types:
        seconds = [item.name for item in objects if order.fits(item.types, second_types)]
        for first in (item.name for item in objects if order.fits(item.types, first_types)):
            pairs.update(
                (Atom(predicate, (first, second)), None) for second in seconds if second != first
            )
    return tuple(pairs)
