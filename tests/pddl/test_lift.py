"""Ground macros to lifted sequences: parameters, constants, types, and what is refused."""

import pytest

from fmtools.errors import InputError
from fmtools.pddl.model import Domain, Parameter
from fmtools.pddl.plan_file import Step
from fmtools.pddl.read import parse_domain
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import lifted
from tests.pddl.pddl_samples import SAMPLES

TYPED = """(define (domain typed) (:requirements :typing)
  (:types a b - object c - (either a b) d - a)
  (:constants k - d)
  (:predicates (p ?x) (q ?x))
  (:action one :parameters (?x - a) :precondition (p ?x) :effect (q ?x))
  (:action two :parameters (?x - b) :precondition (q ?x) :effect (p ?x))
  (:action three :parameters (?x - d) :effect (p ?x))
  (:action four :parameters (?x - (either b d)) :effect (p ?x)))
"""


def typed() -> Domain:
    return parse_domain(TYPED)


def test_the_same_object_becomes_the_same_parameter() -> None:
    domain, _ = samples.small_task("hanoi")
    sequence = lifted(domain, samples.HANOI)
    assert [str(step) for step in sequence.steps] == [
        "(move ?d ?from ?to)",
        "(move ?from ?from2 ?to2)",
        "(move ?d ?to ?from)",
    ]


def test_a_parameter_of_two_steps_gets_the_more_specific_type() -> None:
    domain, _ = samples.small_task("hanoi")
    types = {p.name: p.types for p in lifted(domain, samples.HANOI).parameters}
    assert types["?from"] == ("disc",)
    assert types["?to"] == ("place",)


def test_unrelated_types_meet_in_a_common_subtype() -> None:
    assert lifted(typed(), "(one o)\n(two o)").parameters == (Parameter("?x", ("c",)),)


def test_either_is_intersected_type_by_type() -> None:
    assert lifted(typed(), "(one o)\n(four o)").parameters == (Parameter("?x", ("c", "d")),)


def test_types_without_common_subtype_are_refused() -> None:
    with pytest.raises(InputError, match="'o' would have to be of types b and d"):
        lifted(typed(), "(two o)\n(three o)")


def test_constants_stay_constants() -> None:
    domain, _ = SAMPLES["gripper"].parse()
    sequence = lifted(domain, "(pick b1 here left)\n(drop b1 here left)")
    assert [p.name for p in sequence.parameters] == ["?b", "?r"]
    assert sequence.steps[0] == Step("pick", ("?b", "?r", "left"))


def test_a_constant_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(InputError, match=r"\(two k\): k is not of type b, as \?x must be"):
        lifted(typed(), "(two k)")


def test_an_unknown_action_is_refused_with_a_suggestion() -> None:
    domain, _ = samples.small_task("hanoi")
    with pytest.raises(InputError, match="unknown action 'mvoe'; did you mean 'move'"):
        lifted(domain, "(mvoe a b c)")


def test_a_wrong_number_of_arguments_is_refused() -> None:
    domain, _ = samples.small_task("hanoi")
    with pytest.raises(InputError, match=r"\(move a b\) has 2 arguments; expected 3"):
        lifted(domain, "(move a b)")


def test_unfolding_a_sequence_gives_its_ground_actions() -> None:
    domain, _ = samples.small_task("hanoi")
    steps = lifted(domain, samples.HANOI).unfold(("a", "b", "c", "d", "e"))
    assert "\n".join(map(str, steps)) == samples.HANOI
