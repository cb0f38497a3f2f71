"""Which plan files count, in which order, and what becomes of those that cannot be judged."""

from pathlib import Path

from fmtools.drivers.plans import found_plans, plan_paths
from fmtools.drivers.run import no_macros
from fmtools.pddl.read import parse_domain, parse_problem

DOMAIN = """(define (domain toll) (:predicates (at ?x)) (:functions (toll ?x) (total-cost))
  (:action go :parameters (?x) :precondition (not (at ?x))
    :effect (and (at ?x) (increase (total-cost) (toll ?x)))))"""
PROBLEM = """(define (problem p) (:domain toll) (:objects a b) (:init (= (toll a) 3))
  (:goal (at a)) (:metric minimize (total-cost)))"""


def test_plans_come_in_the_order_of_their_numbers_and_then_names(tmp_path: Path) -> None:
    names = ["plan.10", "plan.9", "sas_plan", "plan", "a-plan"]
    for name in names:
        (tmp_path / name).touch()
    (tmp_path / "plan.dir").mkdir()
    found = [path.name for path in plan_paths(tmp_path, ["*"])]
    assert found == ["a-plan", "plan", "sas_plan", "plan.9", "plan.10"]


def test_links_are_not_followed_out_of_the_run(tmp_path: Path) -> None:
    """A planner could have lines of any file copied into a record."""
    domain = parse_domain(DOMAIN)
    problem = parse_problem(PROBLEM, domain)
    run, elsewhere = tmp_path / "run", tmp_path / "elsewhere"
    run.mkdir()
    elsewhere.mkdir()
    (elsewhere / "plan").write_text("(go a)\n")
    (run / "plan").symlink_to(elsewhere / "plan")
    (run / "sub").symlink_to(elsewhere)
    paths = plan_paths(run, ["plan", "*/plan"])
    assert [path.name for path in paths] == ["plan"]
    (found,) = found_plans(paths, no_macros, domain, problem)
    assert not found.valid
    assert "symbolic link" in found.reason
    assert found.steps == ()


def test_a_plan_whose_cost_nobody_knows_is_invalid_and_stops_nothing(tmp_path: Path) -> None:
    domain = parse_domain(DOMAIN)
    problem = parse_problem(PROBLEM, domain)
    bad, good = tmp_path / "plan.1", tmp_path / "plan.2"
    bad.write_text("(go b)\n(go a)\n")
    good.write_text("(go a)\n")
    first, second = found_plans([bad, good], no_macros, domain, problem)
    assert not first.valid
    assert "no value for (toll b)" in first.reason
    assert (second.valid, second.cost) == (True, 3)
