"""A ferry with plans written by hand, and what tests of augment share."""

from fmtools.augment.mine import MiningLimits, PlanPattern, TrainingPlan, mine, training_plan
from fmtools.generators.registry import domain_text
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.read import parse_domain, parse_problem

FERRY = domain_text("ferry")
TWO_CARS = """(define (problem two-cars) (:domain ferry)
  (:objects l1 l2 l3 - location c1 c2 - car)
  (:init (ferry-empty) (ferry-at l1) (at c1 l1) (at c2 l3))
  (:goal (and (at c1 l2) (at c2 l1))))
"""
TWO_CARS_PLAN = """(board c1 l1)
(sail l1 l2)
(debark c1 l2)
(sail l2 l3)
(board c2 l3)
(sail l3 l1)
(debark c2 l1)
"""
OTHER_CARS = TWO_CARS.replace("two-cars", "other-cars").replace("(at c2 l1)", "(at c2 l2)")
OTHER_CARS_PLAN = TWO_CARS_PLAN.replace("l3 l1", "l3 l2").replace(
    "(debark c2 l1)", "(debark c2 l2)"
)
CARRY = ("board", "sail", "debark")


def ferry() -> tuple[Domain, Problem]:
    domain = parse_domain(FERRY)
    return domain, parse_problem(TWO_CARS, domain)


def ferry_plans() -> tuple[Domain, list[TrainingPlan]]:
    domain = parse_domain(FERRY)
    return domain, [
        training_plan(domain, parse_problem(problem, domain), parse_plan(plan))
        for problem, plan in ((TWO_CARS, TWO_CARS_PLAN), (OTHER_CARS, OTHER_CARS_PLAN))
    ]


def pattern_of(operators: tuple[str, ...]) -> tuple[Domain, list[TrainingPlan], PlanPattern]:
    """The pattern of the ferry's plans with these operators."""
    domain, plans = ferry_plans()
    found = [
        pattern
        for pattern in mine(domain, plans, MiningLimits())
        if tuple(step.operator for step in pattern.uses[0].steps) == operators
    ]
    return domain, plans, found[0]
