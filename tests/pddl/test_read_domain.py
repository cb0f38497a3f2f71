"""What a domain file says, as data."""

import pytest

from fmtools.pddl.model import Atom, Cost, Domain, Literal, Operator, Parameter
from fmtools.pddl.read import parse_domain
from tests.pddl.pddl_samples import BLOCKS, DELIVERY, GRIPPER


def domain_of(sections: str) -> Domain:
    return parse_domain(f"(define (domain d) {sections})")


def operator_of(parts: str, predicates: str = "(p ?x) (q ?x ?y) (r)") -> Operator:
    domain = domain_of(f"(:predicates {predicates}) (:functions (f ?x)) (:action a {parts})")
    return domain.operators["a"]


def literal(text: str, *args: str) -> Literal:
    return Literal(Atom(text.removeprefix("-"), args), not text.startswith("-"))


def test_blocks_is_read_whole() -> None:
    domain = parse_domain(BLOCKS.domain)
    assert domain.name == "blocks"
    assert domain.requirements == (":strips",)
    assert list(domain.predicates) == ["on", "on-table", "clear", "hand-empty", "holding"]
    assert list(domain.operators) == ["pick-up", "put-down", "stack", "unstack"]
    stack = domain.operators["stack"]
    assert stack.parameters == (Parameter("?x"), Parameter("?y"))
    assert stack.precondition == (literal("holding", "?x"), literal("clear", "?y"))
    assert stack.effect[0] == literal("-holding", "?x")
    assert stack.cost is None
    assert domain.text == BLOCKS.domain


def test_types_make_a_hierarchy_below_object() -> None:
    domain = parse_domain(GRIPPER.domain)
    assert domain.types["ball"] == ("thing",)
    assert domain.types["object"] == ()
    assert domain.supertypes("ball") == {"ball", "thing", "object"}
    assert domain.constants == (Parameter("left", ("gripper",)), Parameter("right", ("gripper",)))


def test_costs_are_constants_and_function_terms() -> None:
    operators = parse_domain(DELIVERY.domain).operators
    assert operators["drive"].cost == Cost(0, (Atom("distance", ("?a", "?b")),))
    assert operators["load"].cost == Cost(2)


@pytest.mark.parametrize(
    ("amount", "cost"),
    [
        ("3", Cost(3)),
        ("3.0", Cost(3)),
        ("0", Cost(0)),
        ("(f ?x)", Cost(0, (Atom("f", ("?x",)),))),
        ("(+ 1 (f ?x))", Cost(1, (Atom("f", ("?x",)),))),
        ("(+ (+ 1 2) (f ?x) (f ?x))", Cost(3, (Atom("f", ("?x",)), Atom("f", ("?x",))))),
    ],
)
def test_increase_takes_numbers_functions_and_sums(amount: str, cost: Cost) -> None:
    effect = f":parameters (?x) :effect (and (r) (increase (total-cost) {amount}))"
    assert operator_of(effect).cost == cost


def test_total_cost_may_stand_without_parentheses_and_declaration() -> None:
    assert operator_of(":effect (increase total-cost 5)").cost == Cost(5)


@pytest.mark.parametrize("nothing", ["", "{} ()", "{} (and)", "{} (and (and) ())"])
def test_empty_preconditions_and_effects_are_empty(nothing: str) -> None:
    parts = nothing.format(":precondition") + " " + nothing.format(":effect")
    operator = operator_of(parts)
    assert (operator.parameters, operator.precondition, operator.effect) == ((), (), ())


def test_nested_conjunctions_are_flat_and_in_order() -> None:
    operator = operator_of(
        ":parameters (?x ?y) :precondition (and (p ?x) (and (and (q ?x ?y)) (not (r))) (p ?y))"
    )
    assert [str(item) for item in operator.precondition] == [
        "(p ?x)",
        "(q ?x ?y)",
        "(not (r))",
        "(p ?y)",
    ]


def test_equality_and_its_negation_are_literals() -> None:
    operator = operator_of(":parameters (?x ?y) :precondition (and (not (= ?x ?y)) (= ?x ?x))")
    expected = (literal("-=", "?x", "?y"), literal("=", "?x", "?x"))
    assert operator.precondition == expected


def test_double_negation_cancels() -> None:
    assert operator_of(":precondition (not (not (r)))").precondition == (literal("r"),)


def test_an_atom_deleted_and_added_keeps_both_effects() -> None:
    operator = operator_of(":effect (and (not (r)) (r))")
    assert operator.effect == (literal("-r"), literal("r"))


def test_parts_of_an_action_come_in_any_order() -> None:
    operator = operator_of(":effect (p ?x) :precondition (r) :parameters (?x)")
    assert operator.effect == (literal("p", "?x"),)


def test_sections_come_in_any_order_and_types_after_their_use() -> None:
    domain = domain_of(
        "(:action a :parameters (?x - t) :effect (p ?x)) (:predicates (p ?x - t)) (:types t - u u)"
    )
    assert domain.operators["a"].parameters == (Parameter("?x", ("t",)),)


def test_supertypes_need_no_declaration() -> None:
    assert domain_of("(:types truck - vehicle)").types["vehicle"] == ("object",)


@pytest.mark.parametrize("types", ["object t", "object - object t - object", "t - object object"])
def test_object_may_be_declared_as_a_type(types: str) -> None:
    assert domain_of(f"(:types {types})").types == {"object": (), "t": ("object",)}


def test_a_type_declared_twice_has_both_supertypes() -> None:
    assert domain_of("(:types a - b a - c)").types["a"] == ("b", "c")


def test_either_means_several_types() -> None:
    domain = domain_of(
        "(:types a b - object c - (either a b)) (:constants k - (either a b))"
        "(:predicates (p ?x - (either a b) ?y - c))"
    )
    assert domain.types["c"] == ("a", "b")
    assert domain.constants == (Parameter("k", ("a", "b")),)
    assert domain.predicates["p"].parameters[0].types == ("a", "b")


def test_a_type_glued_to_its_dash_is_read() -> None:
    domain = domain_of("(:types a b -a) (:predicates (p ?x -b ?y - a))")
    assert domain.types["b"] == ("a",)
    assert [parameter.types for parameter in domain.predicates["p"].parameters] == [("b",), ("a",)]


def test_one_name_may_be_a_type_a_predicate_an_action_and_a_constant() -> None:
    domain = domain_of(
        "(:types ferry) (:constants ferry - ferry) (:predicates (ferry ?ferry - ferry))"
        "(:action ferry :parameters (?ferry - ferry) :effect (ferry ?ferry))"
    )
    assert domain.operators["ferry"].effect == (literal("ferry", "?ferry"),)


def test_a_predicate_declared_twice_counts_once() -> None:
    domain = domain_of("(:types a b) (:predicates (p ?x - a) (p ?x - a) (p ?y - b))")
    assert domain.predicates["p"].parameters == (Parameter("?x", ("a", "b")),)


def test_an_action_declared_twice_alike_counts_once() -> None:
    action = "(:action a :parameters () :effect (p))"
    assert len(domain_of(f"(:predicates (p)) {action} {action}").operators) == 1


def test_predicates_may_repeat_a_parameters_name() -> None:
    assert len(domain_of("(:predicates (next ?x ?x))").predicates["next"].parameters) == 2


def test_without_a_predicates_section_uses_declare_them() -> None:
    domain = domain_of("(:action a :parameters (?x) :precondition (p ?x) :effect (not (p ?x)))")
    assert len(domain.predicates["p"].parameters) == 1


def test_variables_may_be_more_general_than_the_predicate_says() -> None:
    domain_of(
        "(:types block thing - object) (:predicates (p ?x - block))"
        "(:action a :parameters (?x - object) :precondition (p ?x))"
    )


def test_requirements_that_nothing_uses_are_fine() -> None:
    domain = domain_of("(:requirements :ADL :fluents :derived-predicates :strips :strips)")
    assert domain.requirements == (":adl", ":fluents", ":derived-predicates", ":strips")


def test_predicates_named_like_constructs_are_predicates() -> None:
    operator = operator_of(
        ":parameters (?x ?y) :precondition (and (at ?x ?y) (over ?x) (within ?x ?y))",
        "(at ?x ?y) (over ?x) (within ?x ?y)",
    )
    assert len(operator.precondition) == 3


def test_a_hundred_thousand_nested_ands_and_nots_are_read() -> None:
    depth = 100_000
    deep = "(and " * depth + "(r)" + ")" * depth
    assert operator_of(f":precondition {deep}").precondition == (literal("r"),)
    deep = "(not " * depth + "(r)" + ")" * depth
    assert operator_of(f":precondition {deep}").precondition == (literal("r"),)
