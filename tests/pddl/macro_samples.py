"""Macros of the repository's own domains, as sequences of ground actions, and small problems."""

from pathlib import Path

from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.lift import LiftedSequence
from fmtools.pddl.lifted_library import lift_steps, pddl_world
from fmtools.pddl.macro_operator import MacroOperator, make_operator
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.read import parse_problem, read_domain
from fmtools.pddl.static_facts import StaticFacts

PDDL = Path(__file__).parents[2] / "pddl"

HANOI = "(move a b c)\n(move b d e)\n(move a c b)"
TWO_DRIVES = "(drive t a b)\n(drive t b c)"
DOUBLE_DROP = "(drop b1 r g1)\n(drop b2 r g2)"
BOARD_DEPART = "(board p f)\n(depart p f)"
LIFT_DROP_LIFT = "(lift h c s p)\n(drop h c s2 p)\n(lift h c s2 p)"
CARRY_BALL = "(pick b r g)\n(move r q)\n(drop b q g)\n(move q r)"
FERRY_CAR = "(board c l)\n(sail l m)\n(debark c m)"

_PROBLEMS = {
    "hanoi": """(define (problem h) (:domain hanoi)
  (:objects d1 d2 d3 - disc p1 p2 p3 - peg)
  (:init (clear d1) (clear p2) (clear p3) (on d1 d2) (on d2 d3) (on d3 p1)
    (smaller d1 d2) (smaller d1 d3) (smaller d2 d3)
    (smaller d1 p1) (smaller d1 p2) (smaller d1 p3) (smaller d2 p1) (smaller d2 p2)
    (smaller d2 p3) (smaller d3 p1) (smaller d3 p2) (smaller d3 p3))
  (:goal (and (on d3 p3) (on d2 d3) (on d1 d2))))
""",
    "gripper": """(define (problem g) (:domain gripper)
  (:objects a b - room b1 b2 b3 - ball left right - gripper)
  (:init (robot-at a) (at b1 a) (at b2 a) (at b3 b) (free left) (free right))
  (:goal (and (at b1 b) (at b2 b) (at b3 a))))
""",
    "ferry": """(define (problem f) (:domain ferry)
  (:objects l1 l2 l3 - location c1 c2 - car)
  (:init (ferry-at l1) (at c1 l1) (at c2 l2) (ferry-empty))
  (:goal (and (at c1 l2) (at c2 l3))))
""",
    "miconic": """(define (problem m) (:domain miconic)
  (:objects p q - passenger f1 f2 f3 - floor)
  (:init (lift-at f1) (above f2 f1) (above f3 f1) (above f3 f2)
    (origin p f2) (destination p f3) (origin q f3) (destination q f3))
  (:goal (and (served p) (served q))))
""",
    "depot": """(define (problem d) (:domain depot)
  (:objects dep - depot dis - distributor t - truck h1 h2 - hoist p1 p2 - pallet c1 c2 - crate)
  (:init (at t dep) (at h1 dep) (at h2 dis) (available h1) (available h2)
    (at p1 dep) (at p2 dis) (at c1 dep) (at c2 dep) (on c1 p1) (on c2 c1) (clear c2) (clear p2))
  (:goal (and (on c1 p2) (on c2 p1))))
""",
}


def small_task(name: str) -> tuple[Domain, Problem]:
    domain = read_domain(PDDL / name / "domain.pddl")
    return domain, parse_problem(_PROBLEMS[name], domain)


def problem_text(name: str) -> str:
    return _PROBLEMS[name]


def lifted(domain: Domain, actions: str) -> LiftedSequence:
    return lift_steps(domain, parse_plan(actions))


def compiled(domain: Domain, actions: str, *problems: Problem) -> MacroOperator:
    return make_operator(domain, lifted(domain, actions), "m", StaticFacts(domain, problems))


def library(domain: Domain, *macros: str) -> MacroLibrary:
    """Effect sizes grow with the place in the library."""
    return MacroLibrary(
        pddl_world(domain),
        tuple(
            Macro(tuple(actions.split("\n")), effect_size, ())
            for effect_size, actions in enumerate(macros, start=2)
        ),
        {"source": "by hand", "seed": 0},
    )
