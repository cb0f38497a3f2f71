"""Tasks in which hardly anything is left to do: no fact that changes, no action that applies."""

import pytest

from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.lifted_library import pddl_world
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.joined import load_joined

GRIPPER = "pddl/gripper/domain.pddl"
STUCK = """(define (problem stuck) (:domain gripper)
  (:objects rooma roomb - room b1 - ball left right - gripper)
  (:init (at b1 rooma) (free left) (free right)) (:goal (and (at b1 roomb))))
"""
"""The robot is nowhere."""


@pytest.mark.parametrize("planner", ["auto", "bfs", "gbfs"])
def test_a_task_whose_goal_holds_and_nothing_changes_has_an_empty_plan(tmp_path, planner):
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text("(define (domain d) (:requirements :strips) (:predicates (a) (b)))")
    problem.write_text("(define (problem q) (:domain d) (:init (a)) (:goal (a)))")
    result = plan(load_grounded(domain, problem), Settings(planner))
    assert result.outcome is Outcome.SOLVED and result.plan == ()


def test_macros_do_not_matter_where_no_action_applies(tmp_path):
    (tmp_path / "p.pddl").write_text(STUCK)
    world = pddl_world(load_grounded(GRIPPER, "pddl/gripper/problem-000.pddl").domain)
    steps = ("(pick ball1 rooma left)", "(move rooma roomb)", "(drop ball1 roomb left)")
    macro = Macro(steps, 2, ())
    task = load_joined(GRIPPER, tmp_path / "p.pddl", MacroLibrary(world, (macro,)), tmp_path / "m")
    assert plan(task, Settings("auto")).outcome is Outcome.EXHAUSTED
