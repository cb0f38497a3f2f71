"""The verdict on plans: at which step and why they fail."""

import pytest

from fmtools.errors import PddlError
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.validate import ValidationResult, validate
from tests.pddl.pddl_samples import BLOCKS, DELIVERY, GRIPPER, LAMPS, Sample
from tests.reference.strips import shortest_plan

GOOD_GRIPPER = (
    "(pick b1 here left)",
    "(pick b2 here right)",
    "(move here there)",
    "(drop b1 there left)",
    "(drop b2 there right)",
)


def verdict(sample: Sample, *plan: str) -> ValidationResult:
    return validate(*sample.parse(), plan)


def test_a_good_plan_is_valid_with_its_length_as_cost() -> None:
    result = verdict(GRIPPER, *GOOD_GRIPPER)
    assert result == ValidationResult(valid=True, length=5, cost=5)


def test_steps_from_a_file_and_names_are_judged_alike() -> None:
    domain, problem = GRIPPER.parse()
    steps = parse_plan("\n".join(GOOD_GRIPPER).upper())
    assert validate(domain, problem, steps) == validate(domain, problem, GOOD_GRIPPER)


def test_a_precondition_that_fails_is_named_with_its_step() -> None:
    result = verdict(GRIPPER, *GOOD_GRIPPER[:2], "(pick b1 there left)")
    assert not result.valid
    assert result.failed_step == 3
    assert result.reason == (
        "step 3 (pick b1 there left): precondition (at b1 there) does not hold"
    )
    assert result.cost == 2


def test_a_negative_precondition_that_fails_is_named() -> None:
    result = verdict(LAMPS, "(flash l1 l1)")
    assert result.reason == "step 1 (flash l1 l1): precondition (not (lit l1)) does not hold"


def test_an_inequality_that_fails_is_named() -> None:
    sample = Sample(LAMPS.domain.replace("(not (lit ?y)) ", ""), LAMPS.problem)
    result = verdict(sample, "(swap-light l1 l1)")
    assert result.reason == "step 1 (swap-light l1 l1): precondition (not (= l1 l1)) does not hold"


def test_goals_that_do_not_hold_are_listed() -> None:
    result = verdict(GRIPPER, *GOOD_GRIPPER[:4])
    assert not result.valid
    assert result.failed_step is None
    assert [str(goal) for goal in result.unmet_goals] == ["(at b2 there)"]
    assert result.reason == "goal (at b2 there) does not hold at the end"


def test_negative_goals_count() -> None:
    result = verdict(LAMPS, "(flash l2 l2)", "(flash l3 l3)")
    assert [str(goal) for goal in result.unmet_goals] == ["(not (lit l1))"]


def test_the_empty_plan_is_judged_by_the_goal() -> None:
    assert not verdict(GRIPPER).valid
    trivial = Sample(GRIPPER.domain, GRIPPER.problem.replace("b1 there", "b1 here")
                     .replace("b2 there", "b2 here"))  # fmt: skip
    assert verdict(trivial) == ValidationResult(valid=True, length=0, cost=0)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("(pikc b1 here left)", "unknown action 'pikc'; did you mean 'pick'?"),
        ("(pick b1 here)", "2 arguments; expected 3"),
        ("(pick b9 here left)", "unknown object 'b9'; expected a declared object: b1, b2"),
        ("(pick left here left)", "left is not of type ball, as ?b must be"),
        ("(move b1 there)", "b1 is not of type room, as ?from must be"),
    ],
)
def test_steps_that_are_no_actions_are_explained(step: str, reason: str) -> None:
    result = verdict(GRIPPER, step)
    assert (result.valid, result.failed_step) == (False, 1)
    assert reason in result.reason


def test_an_atom_both_deleted_and_added_is_true() -> None:
    domain, problem = LAMPS.parse()
    assert validate(domain, problem, ["(flash l2 l3)"]).unmet_goals[0].atom.args == ("l1",)
    assert len(validate(domain, problem, ["(flash l2 l3)"]).unmet_goals) == 1


def test_costs_are_summed_where_the_problem_minimizes_them() -> None:
    plan = ("(load x t home)", "(drive t home mill)", "(drive t mill port)", "(unload x t port)")
    assert verdict(DELIVERY, *plan).cost == 2 + 7 + 11 + 3
    without = Sample(
        DELIVERY.domain, DELIVERY.problem.replace("(:metric minimize (total-cost))", "")
    )
    assert verdict(without, *plan).cost == 4


def test_an_action_without_increase_costs_nothing_where_costs_count() -> None:
    sample = Sample(DELIVERY.domain.replace("(increase (total-cost) 2)", ""), DELIVERY.problem)
    assert verdict(sample, "(load x t home)").cost == 0


def test_a_cost_without_value_is_an_error_of_the_problem() -> None:
    sample = Sample(DELIVERY.domain, DELIVERY.problem.replace("(= (distance home mill) 7)", ""))
    with pytest.raises(PddlError, match=r"no value for \(distance home mill\)"):
        verdict(sample, "(drive t home mill)")


def test_arguments_of_either_type_fit() -> None:
    sample = Sample(
        """(define (domain d) (:types a b c) (:predicates (p ?x))
        (:action act :parameters (?x - (either a b)) :effect (p ?x)))""",
        """(define (problem x) (:objects k - b m - c n - (either a c)) (:init)
        (:goal (and (p k) (p n))))""",
    )
    assert verdict(sample, "(act k)", "(act n)").valid
    assert "m is not of type a or b" in verdict(sample, "(act m)").reason


def test_long_plans_take_no_time() -> None:
    domain, problem = BLOCKS.parse()
    plan = ["(unstack c a)", "(put-down c)", "(pick-up c)", "(stack c a)"] * 5_000
    result = validate(domain, problem, plan)
    assert (result.valid, result.failed_step, result.length) == (False, None, 20_000)


def test_shortest_plans_of_the_reference_are_valid() -> None:
    for sample in (BLOCKS, GRIPPER, LAMPS, DELIVERY):
        domain, problem = sample.parse()
        plan = shortest_plan(domain, problem)
        assert plan
        assert validate(domain, problem, plan).valid


def test_a_macro_in_a_plan_is_told_how_to_become_primitive() -> None:
    assert "fmtools unfold" in verdict(GRIPPER, "(macro-1-pick-move b1 here left)").reason
