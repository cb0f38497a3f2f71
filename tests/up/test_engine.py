"""fmtools as unified-planning's planner: judged by unified-planning's own validator."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator
from unified_planning.environment import Environment
from unified_planning.exceptions import UPUsageError
from unified_planning.shortcuts import (
    FALSE,
    TRUE,
    And,
    BoolType,
    Fluent,
    InstantaneousAction,
    Int,
    IntType,
    MinimizeActionCosts,
    Not,
    OneshotPlanner,
    OptimalityGuarantee,
    Or,
    Problem,
    Times,
)
from unified_planning.test.examples import get_example_problems

import fmtools.up
from fmtools.up.engine import FmtoolsPlanner
from fmtools.up.kind import supported_kind
from tests.up.problems import deliveries, gripper, switch

EXAMPLES = {
    name: example.problem
    for name, example in get_example_problems().items()
    if example.problem.kind <= supported_kind()
}
OWN = {
    "gripper": gripper(),
    "gripper with costs": gripper(metric="costs"),
    "gripper by length": gripper(metric="length"),
    "deliveries": deliveries(),
}
WAYS = {
    "gbfs": {},
    "bfws": {"planner": "bfws", "width": 1},
    "bfs": {"planner": "bfs", "ties": "fifo"},
    "learned": {"learn": True, "learn_budget": 2000, "keep": 4, "seed": 1},
}


def assert_valid(problem: Problem, plan: object) -> None:
    with SequentialPlanValidator() as validator:
        verdict = validator.validate(problem, plan)
    assert verdict, verdict


def test_unified_planning_has_examples_for_us() -> None:
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("options", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("problem", [*OWN.values(), *EXAMPLES.values()], ids=[*OWN, *EXAMPLES])
def test_plans_are_valid_by_the_validator_of_unified_planning(
    problem: Problem, options: dict[str, object]
) -> None:
    before = str(problem)
    with OneshotPlanner(name="fmtools", params=options) as planner:
        result = planner.solve(problem)
    assert result.status is Status.SOLVED_SATISFICING
    assert_valid(problem, result.plan)
    assert int(result.metrics["generated"]) > 0
    assert str(problem) == before
    if "learn" in options:
        assert int(result.metrics["learning_queries"]) > 0


def test_plans_name_the_users_own_actions_and_objects() -> None:
    problem = gripper()
    plan = FmtoolsPlanner(seed=3).solve(problem).plan
    assert {instance.action for instance in plan.actions} <= set(problem.actions)
    objects = {arg.object() for instance in plan.actions for arg in instance.actual_parameters}
    assert objects <= set(problem.all_objects)
    assert {"Room A", "room a", "0 ball"} <= {item.name for item in objects}


def test_a_learned_macro_shortens_the_search_and_is_told_in_metrics() -> None:
    problem = gripper(balls=8)
    without = FmtoolsPlanner().solve(problem)
    learned = FmtoolsPlanner(learn=True, learn_budget=5000).solve(problem)
    assert int(learned.metrics["macros"]) > 0
    assert int(learned.metrics["expanded"]) < int(without.metrics["expanded"])
    assert_valid(problem, learned.plan)


@pytest.mark.parametrize(
    "goal",
    [
        pytest.param(lambda light: And(light(), Not(light())), id="contradiction"),
        pytest.param(lambda light: FALSE(), id="false"),
    ],
)
def test_unsolvable_problems_are_proved_so(goal: object) -> None:
    assert FmtoolsPlanner().solve(switch(goal)).status is Status.UNSOLVABLE_PROVEN


def test_an_unsolvable_problem_is_searched_through() -> None:
    problem = deliveries()
    problem.add_goal(Not(problem.fluent("at")(problem.object("p1"), problem.object("ATL"))))
    result = FmtoolsPlanner().solve(problem)
    assert (result.status, result.plan) == (Status.UNSOLVABLE_PROVEN, None)
    result = FmtoolsPlanner(planner="iw").solve(problem)
    assert result.status is Status.UNSOLVABLE_INCOMPLETELY


def test_a_goal_that_holds_needs_no_actions() -> None:
    for goal in (lambda light: Not(light()), lambda light: TRUE()):
        result = FmtoolsPlanner().solve(switch(goal))
        assert result.status is Status.SOLVED_SATISFICING
        assert result.plan.actions == []


def test_limits_have_statuses_of_their_own() -> None:
    problem = gripper(balls=6)
    assert FmtoolsPlanner().solve(problem, timeout=0).status is Status.TIMEOUT
    result = FmtoolsPlanner(planner="bfs", budget=50).solve(problem)
    assert result.status is Status.UNSOLVABLE_INCOMPLETELY
    assert "budget-exhausted" in str(result.log_messages[-1])
    result = FmtoolsPlanner(planner="bfs", memory=1).solve(gripper(balls=10))
    assert result.status is Status.MEMOUT


def test_the_log_goes_to_the_stream_that_was_given() -> None:
    stream = io.StringIO()
    FmtoolsPlanner().solve(switch(), output_stream=stream)
    assert stream.getvalue() == "[INFO] plan of 1 actions, 1 states generated\n"


def test_a_heuristic_is_not_ignored_in_silence() -> None:
    with pytest.warns(UserWarning, match="does not use the heuristic"):
        FmtoolsPlanner().solve(switch(), heuristic=lambda state: 0.0)


def test_unsupported_kinds_are_refused_as_unified_planning_does() -> None:
    problem = get_example_problems()["basic_conditional"].problem
    with pytest.raises(UPUsageError, match="cannot establish whether fmtools can solve"):
        FmtoolsPlanner().solve(problem)
    planner = FmtoolsPlanner()
    planner.skip_checks = True
    result = planner.solve(problem)
    assert result.status is Status.UNSUPPORTED_PROBLEM
    assert "effect" in str(result.log_messages[-1])


@pytest.mark.parametrize(
    ("cost", "word"),
    [(lambda price: Times(2, price()), "cost"), (lambda price: Int(-1), "from 0")],
)
def test_costs_beyond_sums_of_whole_numbers_are_unsupported(cost: object, word: str) -> None:
    problem = switch()
    price = Fluent("price", IntType())
    problem.add_fluent(price, default_initial_value=3)
    problem.add_quality_metric(MinimizeActionCosts({problem.action("on"): cost(price)}))
    result = FmtoolsPlanner().solve(problem)
    assert result.status is Status.UNSUPPORTED_PROBLEM
    assert word in str(result.log_messages[-1])


def test_disjunctions_are_no_part_of_the_supported_kind() -> None:
    problem = switch(lambda light: Or(light(), Not(light())))
    action = InstantaneousAction("either")
    other = Fluent("other", BoolType())
    problem.add_fluent(other, default_initial_value=False)
    action.add_precondition(Or(other(), problem.fluent("light")()))
    action.add_effect(other(), True)
    problem.add_action(action)
    assert not FmtoolsPlanner.supports(problem.kind)


def test_a_negated_disjunction_is_a_conjunction() -> None:
    problem = switch()
    [action] = problem.actions
    other = Fluent("other", BoolType())
    problem.add_fluent(other, default_initial_value=False)
    action.clear_preconditions()
    action.add_precondition(Not(Or(other(), problem.fluent("light")())))
    planner = FmtoolsPlanner()
    planner.skip_checks = True
    assert_valid(problem, planner.solve(problem).plan)


def test_an_action_that_never_applies_is_no_obstacle() -> None:
    problem = switch()
    never = InstantaneousAction("never")
    never.add_precondition(FALSE())
    never.add_effect(problem.fluent("light")(), False)
    problem.add_action(never)
    assert [str(step) for step in FmtoolsPlanner().solve(problem).plan.actions] == ["on"]


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"planner": "magic"}, "gbfs"),
        ({"ties": "magic"}, "fifo"),
        ({"learn": True, "macros": "m.json"}, "exclude"),
        ({"keep": 3}, "learn=True"),
        ({"learn": True, "learn_budget": 0}, "1 or more"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object], word: str) -> None:
    with pytest.raises(UPUsageError, match=word):
        FmtoolsPlanner(**options)


def test_a_library_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UPUsageError, match=r"none\.json"):
        FmtoolsPlanner(macros=tmp_path / "none.json").solve(switch())


def test_plans_are_not_said_to_be_optimal() -> None:
    assert FmtoolsPlanner.satisfies(OptimalityGuarantee.SATISFICING)
    assert not FmtoolsPlanner.satisfies(OptimalityGuarantee.SOLVED_OPTIMALLY)


def test_the_same_seed_gives_the_same_plan_whatever_the_hash_seed() -> None:
    script = (
        "from fmtools.up.engine import FmtoolsPlanner\n"
        "from tests.up.problems import gripper\n"
        "result = FmtoolsPlanner(learn=True, learn_budget=500, seed=5).solve(gripper(5))\n"
        "print(result.plan, result.metrics['generated'])\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_registering_twice_and_in_an_environment_of_ones_own_is_fine() -> None:
    environment = Environment()
    environment.credits_stream = None
    fmtools.up.register(environment)
    fmtools.up.register(environment)
    light = Fluent("light", environment.type_manager.BoolType(), environment=environment)
    problem = Problem("other", environment)
    problem.add_fluent(light, default_initial_value=False)
    on = InstantaneousAction("on", _env=environment)
    on.add_effect(light(), True)
    problem.add_action(on)
    problem.add_goal(light())
    assert environment.factory.preference_list.count("fmtools") == 1
    with environment.factory.OneshotPlanner(name="fmtools") as planner:
        plan = planner.solve(problem).plan
    assert [str(step) for step in plan.actions] == ["on"]
    assert plan.environment is environment
