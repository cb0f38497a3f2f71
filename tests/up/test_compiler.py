"""Macros for other planners of unified-planning: Fast Downward plans, we convert back."""

import random
from itertools import product
from pathlib import Path

import pytest
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.compilers import Grounder
from unified_planning.exceptions import UPUsageError
from unified_planning.plans import ActionInstance, SequentialPlan
from unified_planning.shortcuts import (
    CompilationKind,
    Compiler,
    OneshotPlanner,
    Problem,
    SequentialSimulator,
)
from unified_planning.test.examples import get_example_problems

from fmtools.macros import Macro, MacroLibrary, World
from fmtools.up.compiler import MacroCompiler
from fmtools.up.engine import FmtoolsPlanner
from fmtools.up.kind import with_macros_kind
from tests.up.problems import deliveries, gripper, switch

LEARN = {"learn": True, "learn_budget": 3000, "keep": 6}
PROBLEMS = {
    "gripper": gripper(),
    "gripper with costs": gripper(metric="costs"),
    "gripper by length": gripper(metric="length"),
    "deliveries": deliveries(),
    "robot_loader_adv": get_example_problems()["robot_loader_adv"].problem,
}
ROUND_TRIP = ("(pick x a g)", "(move_it a b)", "(drop x b g)", "(move_it b a)")


def library(*sequences: tuple[str, ...]) -> MacroLibrary:
    macros = tuple(Macro(actions, 1, ()) for actions in sequences)
    return MacroLibrary(World("pddl", "given", ""), macros)


def metric_value(problem: Problem, plan: SequentialPlan) -> object:
    with SequentialPlanValidator() as validator:
        verdict = validator.validate(problem, plan)
    assert verdict, verdict
    values = list((verdict.metric_evaluations or {}).values())
    return values[0] if values else None


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
def test_fast_downward_plans_with_macros_and_its_plan_converts_back(problem: Problem) -> None:
    before = str(problem)
    with Compiler(name="fmtools-macros", params=LEARN) as compiler:
        compiled = compiler.compile(problem)
    assert str(problem) == before
    assert int(compiled.metrics["macros"]) > 0
    assert compiled.problem.kind <= with_macros_kind(problem.kind)
    with OneshotPlanner(name="fast-downward") as planner:
        found = planner.solve(compiled.problem).plan
    plan = compiled.plan_back_conversion(found)
    assert {instance.action for instance in plan.actions} <= set(problem.actions)
    assert metric_value(problem, plan) == metric_value(compiled.problem, found)


@pytest.mark.parametrize("name", ["gripper", "deliveries", "robot_loader_adv"])
def test_every_instance_of_every_macro_does_what_its_actions_do(name: str) -> None:
    """In states along a random walk, by unified-planning's simulator on both problems."""
    problem = PROBLEMS[name]
    compiled = MacroCompiler(**LEARN).compile(problem)
    names = {action.name for action in problem.actions}
    macros = [action for action in compiled.problem.actions if action.name not in names]
    assert macros
    rng = random.Random(2)
    num_applied = 0
    with (
        SequentialSimulator(problem) as primitive,
        SequentialSimulator(compiled.problem) as augmented,
    ):
        state, twin = primitive.get_initial_state(), augmented.get_initial_state()
        for _ in range(8):
            for macro, args in _instances(compiled.problem, macros):
                if not augmented.is_applicable(twin, macro, args):
                    continue
                num_applied += 1
                after = augmented.apply(twin, macro, args)
                expected = state
                back = compiled.plan_back_conversion(SequentialPlan([ActionInstance(macro, args)]))
                for instance in back.actions:
                    expected = primitive.apply(expected, instance)
                    assert expected is not None, (macro, args)
                for fluent in problem.fluents:
                    for node in _ground(problem, fluent):
                        assert after.get_value(node) == expected.get_value(node)
            choices = sorted(primitive.get_applicable_actions(state), key=str)
            action, args = rng.choice(choices)
            state = primitive.apply(state, action, args)
            twin = augmented.apply(twin, compiled.problem.action(action.name), args)
    assert num_applied > 0


def _instances(problem: Problem, actions: list) -> list:
    manager = problem.environment.expression_manager
    return [
        (action, tuple(manager.ObjectExp(item) for item in args))
        for action in actions
        for args in product(*(list(problem.objects(p.type)) for p in action.parameters))
    ]


def _ground(problem: Problem, fluent: object) -> list:
    return [fluent(*args) for args in product(*(problem.objects(p.type) for p in fluent.signature))]


def test_given_macros_are_proved_and_what_is_superfluous_is_told() -> None:
    problem = gripper()
    given = library(ROUND_TRIP, ROUND_TRIP, ("(pick x a g)",))
    compiled = MacroCompiler(macros=given).compile(problem)
    assert compiled.metrics == {"macros": "1"}
    assert [str(message) for message in compiled.log_messages] == [
        "[INFO] macro 2 dropped: the same as macro 1",
        "[INFO] macro 3 dropped: the domain's own pick does the same",
    ]
    macro = compiled.problem.actions[-1]
    assert macro.name == "macro-1-pick-move_it-drop-move_it"
    assert [p.type.name for p in macro.parameters] == ["the ball", "Room", "Gripper!", "Room"]


def test_sums_of_costs_are_one_fluent_that_fast_downward_reads() -> None:
    problem = gripper(metric="costs")
    compiled = MacroCompiler(macros=library(ROUND_TRIP)).compile(problem)
    macro = compiled.problem.actions[-1]
    [metric] = compiled.problem.quality_metrics
    cost = metric.get_action_cost(macro)
    assert cost.is_fluent_exp()
    rooms = [problem.object(name) for name in ("Room A", "room a")]
    ground = cost.fluent()(*rooms)
    assert compiled.problem.initial_value(ground).int_constant_value() == 3 + 7 + 1 + 2


def test_a_library_file_serves_both_engines(tmp_path: Path) -> None:
    path = tmp_path / "macros.json"
    library(ROUND_TRIP).save(path)
    problem = gripper(balls=5)
    assert MacroCompiler(macros=path).compile(problem).metrics == {"macros": "1"}
    result = FmtoolsPlanner(macros=str(path)).solve(problem)
    assert (result.status, result.metrics["macros"]) == (Status.SOLVED_SATISFICING, "1")
    metric_value(problem, result.plan)


def test_macros_of_another_domain_are_refused() -> None:
    with pytest.raises(UPUsageError, match="macro 1: unknown action"):
        MacroCompiler(macros=library(("(fly a b)",))).compile(gripper())


def test_names_that_are_taken_are_left_alone() -> None:
    problem = gripper()
    again = MacroCompiler(macros=library(ROUND_TRIP)).compile(problem).problem
    other = library((*ROUND_TRIP[:3], "(move_it b c)"))
    twice = MacroCompiler(macros=other).compile(again).problem
    first, second = (action.name for action in twice.actions[-2:])
    assert second == f"{first}-2"


def test_the_compiler_is_of_no_kind_that_unified_planning_knows() -> None:
    assert not any(MacroCompiler.supports_compilation(kind) for kind in CompilationKind)
    with pytest.raises(UPUsageError, match="adds macros"):
        MacroCompiler(**LEARN).compile(switch(), CompilationKind.GROUNDING)


def test_unsupported_kinds_are_refused() -> None:
    problem = get_example_problems()["basic_conditional"].problem
    with pytest.raises(UPUsageError, match="cannot establish"):
        MacroCompiler(**LEARN).compile(problem)
    compiler = MacroCompiler(**LEARN)
    compiler.skip_checks = True
    with pytest.raises(UPUsageError, match="effect"):
        compiler.compile(problem)


@pytest.mark.parametrize(
    ("options", "word"), [({}, "learn=True"), ({"learn": True, "max_growth": 0.5}, "max-growth")]
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object], word: str) -> None:
    with pytest.raises(UPUsageError, match=word):
        MacroCompiler(**options)


def test_the_augmented_problem_goes_on_through_other_compilers() -> None:
    problem = gripper(balls=2)
    compiled = MacroCompiler(macros=library(ROUND_TRIP)).compile(problem)
    with Grounder() as grounder:
        grounded = grounder.compile(compiled.problem, CompilationKind.GROUNDING)
    result = FmtoolsPlanner().solve(grounded.problem)
    halfway = result.plan.replace_action_instances(grounded.map_back_action_instance)
    metric_value(problem, compiled.plan_back_conversion(halfway))
