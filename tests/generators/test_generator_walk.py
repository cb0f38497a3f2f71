"""Random walks: through the compiled world, against the slow reference."""

import numpy as np
import pytest

from fmtools.generators.registry import GENERATORS, domain_text
from fmtools.generators.walk import Walks
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.read import parse_domain, parse_problem
from tests.reference import strips

SMALL = {"depot": 3, "doors": 10, "ferry": 3, "gripper": 3, "hanoi": 4, "miconic": 3, "npuzzle": 2}

NEGATIONS = """
(define (domain lamps)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types lamp)
  (:predicates (lit ?x - lamp) (linked ?x - lamp ?y - lamp))
  (:action light :parameters (?x - lamp ?y - lamp)
    :precondition (and (not (lit ?x)) (linked ?x ?y) (not (= ?x ?y)) (not (linked ?y ?x)))
    :effect (and (lit ?x) (not (lit ?y))))
  (:action dim :parameters (?x - lamp)
    :precondition (lit ?x)
    :effect (not (lit ?x))))
"""
LAMPS = """
(define (problem three) (:domain lamps)
  (:objects a b c d - lamp)
  (:init (lit a) (linked a b) (linked b c) (linked c a) (linked c d) (linked d c) (linked a a))
  (:goal (lit c)))
"""


def reference_walk(domain: Domain, problem: Problem, steps: int, seed: int) -> strips.State:
    """The same random numbers, all bindings tried in every state."""
    never_change = {
        strips.action_name(action)
        for action in strips.ground_actions(domain, problem)
        if changes_nothing(action)
    }
    state = problem.init
    for number in np.random.default_rng(seed).random(steps):
        found = strips.successors(domain, problem, state)
        actions = [name for name in found if name not in never_change]
        actions.sort(key=lambda name: name[1:-1].split())
        if not actions:
            break
        state = found[actions[int(number * len(actions))]]
    return state


def changes_nothing(action: strips.GroundAction) -> bool:
    """Whether no state that meets the precondition is changed."""
    needed = {strips.ground(x.atom, action) for x in action[0].precondition if x.positive}
    return strips.apply(action, frozenset(needed)) == needed and not any(
        strips.ground(x.atom, action) not in strips.apply(action, frozenset(needed))
        for x in action[0].effect
    )


@pytest.mark.parametrize("name", sorted(SMALL))
@pytest.mark.parametrize("seed", [0, 1])
def test_walk_follows_the_reference(name: str, seed: int) -> None:
    domain = parse_domain(domain_text(name))
    problem = GENERATORS[name].base(SMALL[name], np.random.default_rng(seed))
    assert Walks(domain, problem).walk(40, np.random.default_rng(seed)) == reference_walk(
        domain, problem, 40, seed
    )


@pytest.mark.parametrize("steps", range(12))
def test_walk_respects_negation_and_equality(steps: int) -> None:
    domain = parse_domain(NEGATIONS)
    problem = parse_problem(LAMPS, domain)
    assert Walks(domain, problem).walk(steps, np.random.default_rng(steps)) == reference_walk(
        domain, problem, steps, steps
    )


def test_instances_that_never_change_anything_are_left_out() -> None:
    domain = parse_domain(domain_text("ferry"))
    walks = Walks(domain, GENERATORS["ferry"].base(9, np.random.default_rng(0)))
    assert walks.task.num_actions == 270


def test_choice_is_uniform_over_applicable_actions() -> None:
    domain = parse_domain(domain_text("ferry"))
    problem = GENERATORS["ferry"].base(3, np.random.default_rng(3))
    num_applicable = len(strips.successors(domain, problem, problem.init)) - 1
    rng = np.random.default_rng(0)
    walks = Walks(domain, problem)
    reached = [walks.walk(1, rng) for _ in range(600)]
    counts = [reached.count(state) for state in set(reached)]
    assert len(counts) == num_applicable
    expected = 600 / num_applicable
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts)
