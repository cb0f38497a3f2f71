"""Grounding against a brute-force reference, against tarski's LP grounding, and on its own."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from fmtools.core.operator_arrays import FactLists
from fmtools.errors import InputError
from fmtools.pddl.ground import ground
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.model import Atom, Domain, Problem
from fmtools.pddl.read import parse_domain, parse_problem, read_domain, read_problem
from tests.pddl.pddl_samples import SAMPLES
from tests.pddl.random_tasks import random_task
from tests.reference import strips
from tests.reference.grounding import reference_ground

PDDL = Path(__file__).resolve().parents[2] / "pddl"
DOMAINS = sorted(path.parent.name for path in PDDL.glob("*/domain.pddl"))


def read(name: str) -> tuple[Domain, Problem]:
    domain = read_domain(PDDL / name / "domain.pddl")
    return domain, read_problem(PDDL / name / "problem-000.pddl", domain)


def atoms_of(task: GroundTask, lists: FactLists, action: int) -> frozenset[Atom]:
    numbers = lists.facts[lists.first[action] : lists.first[action + 1]].tolist()
    assert numbers == sorted(set(numbers))
    return frozenset(task.facts[number] for number in numbers)


def names_of(task: GroundTask) -> list[str]:
    return [task.action_name(action) for action in range(task.num_actions)]


def assert_same_as_reference(domain: Domain, problem: Problem) -> None:
    task = ground(domain, problem)
    expected = reference_ground(domain, problem)
    made_up = {fact for fact in task.facts if fact not in expected.reached}
    assert bool(made_up) == (task.goal_unreachable is not None)
    assert set(task.facts) - made_up == expected.facts
    proper = [fact for fact in task.facts if fact not in made_up]
    assert proper == sorted(proper)
    assert names_of(task) == [action.name for action in expected.actions]
    for number, action in enumerate(expected.actions):
        assert atoms_of(task, task.positive, number) == action.positive
        assert atoms_of(task, task.negative, number) == action.negative
        assert atoms_of(task, task.adds, number) == action.adds
        assert atoms_of(task, task.deletes, number) == action.deletes
    true = {fact for fact, value in zip(task.facts, task.start, strict=True) if value}
    assert true == problem.init & expected.facts
    assert task.always_true == problem.init - expected.facts


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_samples_ground_as_in_the_reference(name: str) -> None:
    assert_same_as_reference(*SAMPLES[name].parse())


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_random_tasks_ground_as_in_the_reference(first: int) -> None:
    for seed in range(first, first + 50):
        assert_same_as_reference(*random_task(seed))


@pytest.mark.parametrize("first", range(1000, 1100, 50))
def test_pruned_instances_never_change_a_reachable_state(first: int) -> None:
    for seed in range(first, first + 50):
        domain, problem = random_task(seed)
        task = ground(domain, problem)
        names = set(names_of(task))
        seen, todo = {problem.init}, [problem.init]
        for state in todo[:100]:
            for name, successor in strips.successors(domain, problem, state).items():
                assert name in names or successor == state
                if successor not in seen:
                    seen.add(successor)
                    todo.append(successor)
        if task.goal_unreachable is not None:
            assert not any(strips.is_goal(problem, state) for state in seen)


def tarski_actions(domain: Path, problem: Path) -> set[str]:
    from tarski.grounding import LPGroundingStrategy
    from tarski.io import PDDLReader

    reader = PDDLReader(raise_on_error=True)
    reader.parse_domain(str(domain))
    task = reader.parse_instance(str(problem))
    grounded = LPGroundingStrategy(task).ground_actions()
    return {
        f"({' '.join((operator, *args))})" for operator, rows in grounded.items() for args in rows
    }


@pytest.mark.parametrize("name", DOMAINS)
def test_same_actions_as_tarski_up_to_pruning(name: str) -> None:
    """What tarski has beyond ours changes no state where it applies, or never applies."""
    domain, problem = read(name)
    ours = set(names_of(ground(domain, problem)))
    theirs = tarski_actions(PDDL / name / "domain.pddl", PDDL / name / "problem-000.pddl")
    assert ours <= theirs
    changing = {lit.atom.predicate for op in domain.operators.values() for lit in op.effect}
    for text in theirs - ours:
        operator, *args = text.strip("()").split()
        action = (domain.operators[operator], tuple(args))
        positive, negative = (
            {strips.ground(lit.atom, action) for lit in action[0].precondition
             if lit.positive is sign}
            for sign in (True, False)
        )  # fmt: skip
        adds, deletes = (
            {strips.ground(lit.atom, action) for lit in action[0].effect if lit.positive is sign}
            for sign in (True, False)
        )
        contradicts = positive & negative or any(a.args[0] == a.args[1] for a in negative
                                                 if a.predicate == "=")  # fmt: skip
        fixed = {a for a in negative if a.predicate not in changing} & problem.init
        no_op = adds <= positive and deletes <= adds | negative
        assert contradicts or fixed or no_op, text


def parse(domain: str, problem: str) -> tuple[Domain, Problem]:
    parsed = parse_domain(domain)
    return parsed, parse_problem(problem, parsed)


HANOI = """(define (domain hanoi) (:predicates (on ?d ?p) (clear ?p) (smaller ?d ?p))
  (:action move :parameters (?d ?from ?to)
    :precondition (and (clear ?d) (on ?d ?from) (clear ?to) (smaller ?d ?to))
    :effect (and (not (on ?d ?from)) (on ?d ?to) (clear ?from) (not (clear ?to)))))"""


def test_moving_a_disc_to_where_it_is_is_pruned() -> None:
    task = ground(*parse(HANOI, """(define (problem p) (:domain hanoi) (:objects d p1 p2)
        (:init (on d p1) (clear d) (clear p2) (smaller d p1) (smaller d p2))
        (:goal (on d p2)))"""))  # fmt: skip
    assert names_of(task) == ["(move d p1 p2)", "(move d p2 p1)"]
    assert " ".join(map(str, task.facts)) == "(clear p1) (clear p2) (on d p1) (on d p2)"
    assert Atom("clear", ("d",)) in task.always_true


SWITCH = """(define (domain switch) (:predicates (on ?x) (ok ?x))
  (:functions (total-cost) (price ?x))
  (:action flip :parameters (?x) :precondition (and (ok ?x) (not (on ?x)))
    :effect (and (on ?x) (increase (total-cost) (price ?x))))
  (:action flop :parameters (?x) :precondition (on ?x)
    :effect (and (not (on ?x)) (increase (total-cost) 2))))"""


def switch(goal: str) -> GroundTask:
    problem = f"""(define (problem p) (:domain switch) (:objects a b c)
      (:init (ok a) (ok b) (on b) (= (price a) 7) (= (price b) 0)) (:goal {goal}))"""
    return ground(*parse(SWITCH, problem))


def test_costs_come_from_constants_and_functions() -> None:
    task = switch("(on a)")
    assert task.costs is not None
    assert dict(zip(names_of(task), task.costs.tolist(), strict=True)) == {
        "(flip a)": 7, "(flip b)": 0, "(flop a)": 2, "(flop b)": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("goal", "reason"),
    [
        ("(on c)", "can never become true"),
        ("(ok c)", "can never become true"),
        ("(not (ok a))", "always true"),
        ("(and (on a) (not (on a)))", "both true and false"),
        ("(= a b)", "never holds"),
    ],
)
def test_goal_that_can_never_hold_is_flagged_and_never_reached(goal: str, reason: str) -> None:
    task = switch(goal)
    assert task.goal_unreachable is not None and reason in task.goal_unreachable
    unreachable = [fact for fact in task.goal_true if not task.start[fact]]
    assert unreachable
    assert not set(task.adds.facts.tolist()).issuperset(unreachable)


@pytest.mark.parametrize("goal", ["(ok a)", "(not (ok c))", "(not (on c))", "(= a a)"])
def test_goal_that_always_holds_asks_for_nothing(goal: str) -> None:
    task = switch(goal)
    assert (task.goal_true, task.goal_false, task.goal_unreachable) == ((), (), None)


def test_too_many_instances_are_an_error_of_one_line() -> None:
    domain, problem = read("depot")
    assert ground(domain, problem, 594).num_actions == 588  # and six no-ops
    with pytest.raises(InputError, match="more than 593 ground actions"):
        ground(domain, problem, 593)


def test_operator_of_many_parameters_is_no_burden() -> None:
    """A chain of 24 parameters over a cycle of 40 objects: 40 instances among 40^24 bindings."""
    variables = [f"?v{i}" for i in range(24)]
    links = " ".join(f"(next {a} {b})" for a, b in pairwise(variables))
    domain = f"""(define (domain chain) (:predicates (next ?a ?b) (at ?a))
      (:action run :parameters ({" ".join(reversed(variables))})
        :precondition (and {links} (at ?v0)) :effect (and (at ?v23) (not (at ?v0)))))"""
    objects = [f"o{i}" for i in range(40)]
    init = " ".join(f"(next o{i} o{(i + 1) % 40})" for i in range(40))
    problem = f"""(define (problem p) (:domain chain) (:objects {" ".join(objects)})
      (:init {init} (at o0)) (:goal (at o39)))"""
    task = ground(*parse(domain, problem))
    assert task.num_actions == 40
    assert task.num_facts == 40


def test_large_operator_needs_more_than_one_sort_key() -> None:
    """More bits of arguments than one key holds: the order is still by objects as declared."""
    variables = [f"?v{i}" for i in range(14)]
    domain = f"""(define (domain wide) (:predicates (s ?a ?b) (p ?x) (q ?x))
      (:action go :parameters ({" ".join(variables)})
        :precondition (and {" ".join(f"(s {v} ?v13)" for v in variables[:13])} (p ?v13))
        :effect (q ?v0)))"""
    objects = [f"o{i}" for i in range(40)]
    problem = f"""(define (problem p) (:domain wide) (:objects {" ".join(objects)})
      (:init (s o9 o1) (s o2 o1) (p o1)) (:goal (q o9)))"""
    task = ground(*parse(domain, problem))
    assert task.num_actions == 2**13
    rows = task.arguments.tolist()
    assert rows == sorted(rows)


def test_grounding_does_not_depend_on_the_hash_seed() -> None:
    code = (
        "import sys, hashlib\n"
        "from fmtools.pddl.read import read_domain, read_problem\n"
        "from fmtools.pddl.ground import ground\n"
        "d = read_domain(sys.argv[1]); t = ground(d, read_problem(sys.argv[2], d))\n"
        "h = hashlib.sha256(repr(t.facts).encode())\n"
        "for x in (t.positive, t.negative, t.adds, t.deletes): h.update(x.facts.tobytes())\n"
        "h.update(t.arguments.tobytes()); print(h.hexdigest())\n"
    )
    files = [str(PDDL / "depot" / name) for name in ("domain.pddl", "problem-000.pddl")]
    digests = set()
    for seed in ("1", "2"):
        finished = subprocess.run(
            [sys.executable, "-c", code, *files],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            cwd=PDDL.parent,
        )
        digests.add(finished.stdout)
    assert len(digests) == 1


def test_arrays_have_the_documented_types() -> None:
    task = ground(*read("gripper"))
    assert task.costs is None
    assert task.operator_ids.dtype == np.int32
    for lists in (task.positive, task.negative, task.adds, task.deletes):
        assert lists.first.dtype == lists.facts.dtype == np.int32
        assert len(lists.first) == task.num_actions + 1
