"""Superfluous operators: duplicates up to names, and those that another serves."""

import pytest

from fmtools.pddl.model import Operator
from fmtools.pddl.read import parse_domain
from fmtools.pddl.subsume import subsumes
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import compiled, small_task

DOMAIN = """(define (domain d) (:requirements :typing :action-costs)
  (:types a - object b - a) (:constants k - b)
  (:predicates (p ?x) (q ?x) (r ?x ?y)) (:functions (total-cost))
  (:action base :parameters (?x - a ?y - a) :precondition (p ?x) :effect (r ?x ?y))
  (:action swapped :parameters (?y - a ?z - a) :precondition (p ?z) :effect (r ?z ?y))
  (:action more :parameters (?x - a ?y - a) :precondition (and (p ?x) (q ?y)) :effect (r ?x ?y))
  (:action sub :parameters (?x - b ?y - a) :precondition (p ?x) :effect (r ?x ?y))
  (:action const :parameters (?y - a) :precondition (p k) :effect (r k ?y))
  (:action same :parameters (?x - a) :precondition (p ?x) :effect (r ?x ?x))
  (:action guarded :parameters (?x ?y - a) :precondition (and (p ?x) (not (= ?x ?y)))
    :effect (r ?x ?y))
  (:action dear :parameters (?x ?y - a) :precondition (p ?x)
    :effect (and (r ?x ?y) (increase (total-cost) 3)))
  (:action equal :parameters (?x ?y - a) :precondition (and (p ?x) (= ?x ?y)) :effect (r ?x ?y))
  (:action other :parameters (?x ?y - a) :precondition (p ?x) :effect (and (r ?x ?y) (q ?y))))
"""


def operator(name: str) -> Operator:
    return parse_domain(DOMAIN).operators[name]


@pytest.mark.parametrize("special", ["swapped", "more", "sub", "const", "same", "guarded", "dear"])
def test_an_operator_serves_for_those_that_need_more(special: str) -> None:
    assert subsumes(parse_domain(DOMAIN), operator("base"), operator(special))


@pytest.mark.parametrize(
    "general", ["more", "sub", "const", "same", "guarded", "dear", "equal", "other"]
)
def test_an_operator_that_needs_more_or_does_other_things_does_not_serve(general: str) -> None:
    assert not subsumes(parse_domain(DOMAIN), operator(general), operator("base"))


def test_a_guard_is_no_hindrance_where_the_other_has_it_too() -> None:
    domain = parse_domain(DOMAIN)
    assert subsumes(domain, operator("guarded"), operator("guarded"))
    assert not subsumes(domain, operator("guarded"), operator("same"))


def test_renamed_and_reordered_macros_are_the_same() -> None:
    domain, _ = small_task("gripper")
    one = compiled(domain, "(drop b1 r g1)\n(drop b2 r g2)").operator
    two = compiled(domain, "(drop y q left)\n(drop x q right)").operator
    assert subsumes(domain, one, two)
    assert subsumes(domain, two, one)


def test_different_macros_are_not_the_same() -> None:
    domain, _ = small_task("hanoi")
    one = compiled(domain, samples.HANOI).operator
    two = compiled(domain, "(move a b c)\n(move b d e)").operator
    assert not subsumes(domain, one, two)
    assert not subsumes(domain, two, one)
