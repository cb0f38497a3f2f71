"""Costs that are sums of functions: one value for each way, and no more ways than there are."""

from dataclasses import replace
from itertools import pairwise, product

import pytest

from fmtools.errors import TooManyError
from fmtools.pddl.growth import count_alone
from fmtools.pddl.macro_costs import cost_function, cost_values
from fmtools.pddl.model import Atom, Domain, Literal, Operator, Problem
from fmtools.pddl.read import parse_domain, parse_problem

DOMAIN = """
(define (domain roads) (:requirements :strips :typing :action-costs)
  (:types truck place) (:predicates (at ?t - truck ?p - place) (depot ?p - place) (open ?p - place))
  (:functions (total-cost) - number (distance ?a ?b - place) - number)
  (:action drive :parameters (?t - truck ?a ?b - place)
    :precondition (at ?t ?a) :effect (and (not (at ?t ?a)) (at ?t ?b)
    (increase (total-cost) (distance ?a ?b)))))
"""
PLACES = [f"p{number}" for number in range(12)]
STOPS = [f"?p{number}" for number in range(6)]


def roads() -> tuple[Domain, Problem]:
    """Roads between neighbours on a ring, both ways, and from everywhere to p0."""
    domain = parse_domain(DOMAIN)
    pairs = {(a, b) for a in range(12) for b in ((a + 1) % 12, (a - 1) % 12, 0)}
    told = " ".join(f"(= (distance p{a} p{b}) {1 + a + 13 * b})" for a, b in sorted(pairs))
    text = (
        "(define (problem p) (:domain roads) (:objects t - truck "
        f"{' '.join(PLACES)} - place) (:init (at t p0) (depot p0) (depot p5) (open p3) "
        f"(= (total-cost) 0) {told}) (:goal (at t p3)) (:metric minimize (total-cost)))"
    )
    return domain, parse_problem(text, domain)


def drives(domain: Domain, num_stops: int, *needs: Literal) -> Operator:
    """So many stops in a row; the cost's terms are not in the order of the way."""
    stops = STOPS[:num_stops]
    drive = domain.operators["drive"]
    assert drive.cost is not None
    truck, place = drive.parameters[:2]
    parameters = (truck, *(place._replace(name=stop) for stop in stops))
    terms = [Atom("distance", pair) for pair in pairwise(stops)]
    return Operator(
        "drives",
        parameters,
        (Literal(Atom("at", (truck.name, stops[0]))), *needs),
        (Literal(Atom("at", (truck.name, stops[-1]))),),
        cost=drive.cost._replace(constant=2, terms=(*terms[::2], *terms[1::2])),
    )


@pytest.mark.parametrize("num_stops", [3, 4])
@pytest.mark.parametrize(
    "needs",
    [(), (("depot", "?p0"),), (("depot", "?p0"), ("open", "?p2"))],
)
def test_values_are_those_of_the_definition(
    num_stops: int, needs: tuple[tuple[str, str], ...]
) -> None:
    domain, problem = roads()
    static = [Literal(Atom(name, (term,))) for name, term in needs]
    operator = drives(domain, num_stops, *static)
    expected = {}
    for places in product(PLACES, repeat=num_stops):
        terms = dict(zip(STOPS, places, strict=False))
        legs = [problem.values.get(Atom("distance", leg)) for leg in pairwise(places)]
        holds = all(literal.atom.bound(terms) in problem.init for literal in static)
        if holds and None not in legs:
            expected[places] = 2 + sum(leg for leg in legs if leg is not None)
    found = {a.args: cost for a, cost in cost_values(domain, problem, cost_function(operator))}
    assert found == expected


def test_too_many_are_noticed_before_they_are_written_down() -> None:
    """A macro of nine drives had few ground instances, because of what it is for, and five
    gigabytes of costs."""
    domain, problem = roads()
    way = drives(domain, 6)
    with pytest.raises(TooManyError):
        list(cost_values(domain, problem, cost_function(way), 100))
    close = Operator("close", (), (), (Literal(Atom("open", ("p3",)), False),))
    changing = replace(domain, operators={**domain.operators, "close": close})
    needs = [Literal(Atom("open", (stop,))) for stop in STOPS]
    values = list(cost_values(changing, problem, cost_function(drives(domain, 6, *needs))))
    assert len(values) > 1_500
    assert count_alone(changing, problem, drives(domain, 6, *needs), 50_000) == len(values)
    assert count_alone(changing, problem, drives(domain, 6, *needs), 1_000) >= 1_000
