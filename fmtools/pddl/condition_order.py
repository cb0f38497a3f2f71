"""Preconditions in an order that grounds fast: fixed predicates first, every next atom joined to
what is bound already, then negative conditions, then guards. The order means nothing to PDDL."""

from collections.abc import Collection, Iterable

from fmtools.pddl.model import EQUALS, Literal


def grounding_order(literals: Iterable[Literal], static: Collection[str]) -> tuple[Literal, ...]:
    """`literals` without repetition; the same set gives the same order if it came in the same."""
    given = list(dict.fromkeys(literals))
    joins = [x for x in given if x.positive and x.atom.predicate != EQUALS]
    ordered: list[Literal] = []
    bound: set[str] = set()
    while joins:
        best = min(joins, key=lambda x: _rank(x, bound, static))
        joins.remove(best)
        ordered.append(best)
        bound.update(best.atom.args)
    rest = [x for x in given if not x.positive and x.atom.predicate != EQUALS]
    equalities = [x for x in given if x.atom.predicate == EQUALS]
    return (*ordered, *rest, *equalities)


def _rank(literal: Literal, bound: set[str], static: Collection[str]) -> tuple[bool, bool, int]:
    terms = set(literal.atom.args)
    loose = bool(bound) and bool(terms) and terms.isdisjoint(bound)
    return loose, literal.atom.predicate not in static, len(terms - bound)
