"""What a problem file says, as data."""

from pathlib import Path

import pytest

from fmtools.pddl.model import Atom, Literal, Parameter, Problem
from fmtools.pddl.read import parse_domain, parse_problem, read_domain, read_problem
from tests.pddl.pddl_samples import BLOCKS, DELIVERY, GRIPPER, LAMPS

DOMAIN = parse_domain(
    """(define (domain d) (:types a b - a c) (:constants k - a)
    (:predicates (p ?x) (q ?x ?y - a) (r)) (:functions (f ?x - a) (total-cost) - number)
    (:action act :parameters (?x - a) :effect (and (p ?x) (increase (total-cost) (f ?x)))))"""
)


def problem_of(sections: str) -> Problem:
    return parse_problem(f"(define (problem x) {sections})", DOMAIN)


def init_of(facts: str) -> Problem:
    return problem_of(f"(:objects o1 o2 - a 7 - c) (:init {facts}) (:goal ())")


def goal_of(goal: str) -> list[str]:
    problem = problem_of(f"(:objects o1 o2 - a) (:init) (:goal {goal})")
    return [str(literal) for literal in problem.goal]


def test_blocks_problem_is_read_whole() -> None:
    _, problem = BLOCKS.parse()
    assert (problem.name, problem.domain_name) == ("three-blocks", "blocks")
    assert problem.objects == (Parameter("a"), Parameter("b"), Parameter("c"))
    assert Atom("on", ("c", "a")) in problem.init
    assert len(problem.init) == 6
    assert problem.goal == (Literal(Atom("on", ("a", "b"))), Literal(Atom("on", ("b", "c"))))
    assert not problem.minimize_cost


def test_values_and_metric_are_read() -> None:
    _, problem = DELIVERY.parse()
    assert problem.minimize_cost
    assert problem.values[Atom("distance", ("mill", "port"))] == 11
    assert problem.values[Atom("total-cost")] == 0
    assert len(problem.init) == 7


def test_negative_facts_in_init_are_the_closed_world_already() -> None:
    _, problem = LAMPS.parse()
    assert problem.init == {Atom("lit", ("l1",))}


def test_files_are_read_and_remember_their_path(tmp_path: Path) -> None:
    domain_path, problem_path = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain_path.write_text(GRIPPER.domain)
    problem_path.write_bytes(b"; Universit\xe4t\r\n" + GRIPPER.problem.upper().encode())
    domain = read_domain(str(domain_path))
    problem = read_problem(problem_path, domain)
    assert (domain.path, problem.path) == (domain_path, problem_path)
    assert problem.objects[2] == Parameter("b1", ("ball",))
    assert problem.text.startswith("; Universität\r\n")


@pytest.mark.parametrize(
    ("goal", "literals"),
    [
        ("", []),
        ("()", []),
        ("(and)", []),
        ("(r)", ["(r)"]),
        ("(not (p k))", ["(not (p k))"]),
        ("(and (p o1) (and (not (r)) (p o1)))", ["(p o1)", "(not (r))"]),
        ("(and (= o1 o1) (not (= o1 o2)))", ["(= o1 o1)", "(not (= o1 o2))"]),
    ],
)
def test_goals_are_conjunctions_of_literals(goal: str, literals: list[str]) -> None:
    assert goal_of(goal) == literals


def test_objects_may_be_missing_or_repeated() -> None:
    assert problem_of("(:init (p k)) (:goal (r))").objects == ()
    problem = problem_of("(:objects o o - a o - c k - a) (:init) (:goal (r))")
    assert problem.objects == (Parameter("o", ("a", "c")),)


def test_constants_may_be_repeated_with_a_more_general_type() -> None:
    assert problem_of("(:objects k o) (:init) (:goal (r))").objects == (Parameter("o"),)


def test_numbers_are_good_names_for_objects() -> None:
    assert init_of("(p 7)").init == {Atom("p", ("7",))}


def test_facts_said_twice_and_tautologies_count_once() -> None:
    assert init_of("(p o1) (p o1) (= o1 o1) (and (r) (r))").init == {
        Atom("p", ("o1",)),
        Atom("r"),
    }


def test_facts_need_not_fit_the_declared_types() -> None:
    assert init_of("(q o1 7)").init == {Atom("q", ("o1", "7"))}


@pytest.mark.parametrize("number", ["5", "5.0", "+5", "5e0"])
def test_whole_numbers_are_read_however_written(number: str) -> None:
    assert init_of(f"(= (f o1) {number})").values == {Atom("f", ("o1",)): 5}


def test_fractions_that_no_cost_uses_cannot_matter() -> None:
    domain = parse_domain("(define (domain d) (:functions (f)))")
    text = "(define (problem x) (:init (= (f) 0.5)) (:goal ()))"
    assert parse_problem(text, domain).values == {}


def test_other_domains_name_and_sections_without_meaning_are_accepted() -> None:
    problem = problem_of(
        "(:requirements :strips) (:domain other) (:goal (r)) (:init) (:length (:serial 3))"
        "(:situation start) (:metric minimize (total-time))"
    )
    assert problem.domain_name == "other"
    assert not problem.minimize_cost


def test_fifty_thousand_facts_are_read() -> None:
    objects = " ".join(f"o{number}" for number in range(1000))
    facts = "\n".join(f"(q o{number % 1000} o{number // 1000})" for number in range(50_000))
    text = f"(define (problem x) (:objects {objects} - a) (:init {facts}) (:goal (r)))"
    assert len(parse_problem(text, DOMAIN).init) == 50_000
