"""The Python API: load, applicable, apply."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

import fmtools
from fmtools.errors import UsageError
from fmtools.pddl.ground import ground
from fmtools.pddl.model import Atom
from fmtools.task import Task
from tests.pddl.pddl_samples import SAMPLES
from tests.reference import strips

PDDL = Path(__file__).resolve().parents[1] / "pddl"


def load(name: str) -> Task:
    return fmtools.load(PDDL / name / "domain.pddl", PDDL / name / "problem-000.pddl")


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_reachable_state_has_the_successors_of_the_reference(name: str) -> None:
    domain, problem = SAMPLES[name].parse()
    task = Task(ground(domain, problem))
    todo, seen = [task.start], {task.start}
    for state in todo[:300]:
        atoms = frozenset(state) | task.always_true
        assert task.is_goal(state) == strips.is_goal(problem, atoms)
        expected = strips.successors(domain, problem, atoms)
        for action in task.applicable(state):
            successor = task.apply(state, action)
            assert expected.pop(str(action)) == frozenset(successor) | task.always_true
            if successor not in seen:
                seen.add(successor)
                todo.append(successor)
        assert all(successor == atoms for successor in expected.values())


def test_states_hash_compare_and_print_as_facts() -> None:
    task = load("hanoi")
    first = task.applicable(task.start)[0]
    there = task.apply(task.start, first)
    assert there != task.start
    assert there == task.apply(task.start, str(first))
    assert len({task.start, there, task.state(task.facts(there))}) == 2
    assert str(there) == " ".join(sorted(map(str, there)))
    assert len(there) == len(task.facts(there))


def test_state_knows_what_holds_in_it() -> None:
    task = load("hanoi")
    fact = task.facts(task.start)[0]
    assert fact in task.start
    assert str(fact) in task.start
    assert "(smaller d1 d2)" in task.start
    assert "(smaller d2 d1)" not in task.start
    assert 7 not in task.start


def test_actions_come_in_the_order_of_the_domain_and_print_as_pddl() -> None:
    task = load("gripper")
    actions = task.applicable(task.start)
    assert [action.id for action in actions] == sorted(action.id for action in actions)
    assert str(actions[0]) == f"({' '.join((actions[0].operator, *actions[0].arguments))})"
    assert task.action(str(actions[0])) == actions[0]


def test_applying_what_does_not_apply_names_the_missing_precondition() -> None:
    task = load("hanoi")
    applicable = set(task.applicable(task.start))
    action = next(a for a in map(task._action, range(task.num_actions)) if a not in applicable)
    with pytest.raises(UsageError, match=r"^\(move .*\) does not apply: \(.*\) is false"):
        task.apply(task.start, action)


def test_forbidden_facts_are_named_too() -> None:
    task = Task(ground(*SAMPLES["lamps"].parse()))
    with pytest.raises(UsageError, match=r"\(flash l1 l2\) does not apply: \(lit l1\) is true"):
        task.apply(task.start, "flash l1 l2")


def test_unknown_action_and_foreign_state_are_refused() -> None:
    task, other = load("hanoi"), load("gripper")
    with pytest.raises(UsageError, match="no action '\\(fly\\)'"):
        task.apply(task.start, "(fly)")
    with pytest.raises(UsageError, match="another task"):
        task.applicable(other.start)
    with pytest.raises(UsageError, match="another task"):
        task.apply(task.start, other.applicable(other.start)[0])
    with pytest.raises(UsageError, match="can never be true"):
        task.state([Atom("on", ("peg1", "d1"))])


def test_random_walk_stays_inside_the_simulators_world() -> None:
    from fmtools.simulators.grounded import GroundedSimulator

    task = load("depot")
    simulator = GroundedSimulator(task.grounded)
    rng = random.Random(1)
    state, row = task.start, simulator.start()
    for _ in range(200):
        actions = task.applicable(state)
        assert [a.id for a in actions] == sorted(simulator.applicable(row))
        action = rng.choice(actions)
        state, row = task.apply(state, action), simulator.successor(row, action.id)
        assert str(state) == " ".join(simulator.render(row).splitlines())


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, fmtools; print('numpy' in sys.modules)"
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PDDL.parent
    )
    assert finished.stdout.strip() == "False"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        fmtools.nothing  # noqa: B018
