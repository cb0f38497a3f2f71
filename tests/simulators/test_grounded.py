"""The grounded simulator: same world compiled, interpreted and in the reference."""

from pathlib import Path

import numpy as np
import pytest

from fmtools.errors import InputError, SimulatorError
from fmtools.limits import Limits
from fmtools.pddl.ground import ground
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.validate import validate
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.simulator import Simulator
from fmtools.simulators.grounded import GroundedSimulator, load_grounded
from tests.pddl.pddl_samples import SAMPLES
from tests.pddl.random_tasks import random_task
from tests.reference import strips

PDDL = Path(__file__).resolve().parents[2] / "pddl"
DOMAINS = sorted(path.parent.name for path in PDDL.glob("*/domain.pddl"))


def load(name: str) -> GroundedSimulator:
    return load_grounded(PDDL / name / "domain.pddl", PDDL / name / "problem-000.pddl")


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_walk_agrees_with_the_reference(name: str) -> None:
    domain, problem = SAMPLES[name].parse()
    simulator = GroundedSimulator(ground(domain, problem))
    rng = np.random.default_rng(0)
    always = simulator.task.always_true
    state = simulator.start()
    for _ in range(30):
        atoms = frozenset(simulator.task.facts[f] for f in np.flatnonzero(state)) | always
        expected = strips.successors(domain, problem, atoms)
        actions = simulator.applicable(state)
        for action in actions:
            successor = simulator.successor(state, action)
            facts = {simulator.task.facts[f] for f in np.flatnonzero(successor)} | always
            assert expected.pop(simulator.action_name(action)) == facts
        assert all(successor == atoms for successor in expected.values())
        if not actions:
            break
        state = simulator.successor(state, actions[rng.integers(len(actions))])


@pytest.mark.parametrize("ties", ["fifo", "random"])
@pytest.mark.parametrize("name", DOMAINS)
def test_compiled_and_interpreted_search_are_the_same_and_plans_are_valid(
    name: str, ties: str
) -> None:
    simulator = load(name)
    compiled = plan(simulator, Settings("gbfs", ties=ties, limits=Limits(3000), seed=3))
    interpreted = plan(
        simulator, Settings("gbfs", ties=ties, limits=Limits(3000), seed=3, interpreted=True)
    )
    assert compiled.outcome == interpreted.outcome
    assert compiled.generated == interpreted.generated
    assert compiled.expanded == interpreted.expanded
    assert compiled.best_plan == interpreted.best_plan
    assert compiled.primitive_steps == compiled.generated


@pytest.mark.parametrize("name", ["depot", "doors", "ferry", "gripper", "hanoi", "miconic"])
def test_plans_of_the_papers_domains_are_valid(name: str) -> None:
    domain = read_domain(PDDL / name / "domain.pddl")
    problem = read_problem(PDDL / name / "problem-001.pddl", domain)
    result = plan(
        GroundedSimulator(ground(domain, problem)),
        Settings("gbfs", ties="fifo", limits=Limits(3_000_000)),
    )
    assert result.solved
    assert result.plan is not None
    assert validate(domain, problem, result.plan).valid


def test_random_tasks_search_alike_compiled_and_interpreted() -> None:
    for seed in range(2000, 2040):
        domain, problem = random_task(seed)
        simulator = GroundedSimulator(ground(domain, problem))
        if simulator.num_variables == 0:
            continue
        results = [
            plan(simulator, Settings("bfs", ties="fifo", limits=Limits(500), interpreted=way))
            for way in (False, True)
        ]
        assert results[0].outcome == results[1].outcome
        assert results[0].generated == results[1].generated
        assert results[0].best_plan == results[1].best_plan
        if results[0].plan is not None:
            assert validate(domain, problem, results[0].plan).valid
        elif results[0].outcome is Outcome.EXHAUSTED:
            assert strips.shortest_plan(domain, problem) is None


def test_simulator_keeps_the_protocol_and_shows_facts() -> None:
    simulator = load("hanoi")
    assert isinstance(simulator, Simulator)
    start = simulator.start()
    lines = simulator.render(start).splitlines()
    assert lines == sorted(lines)
    assert all(line.startswith("(") for line in lines)
    assert simulator.fact_name(0) == str(simulator.task.facts[0])
    assert set(simulator.goal().values()) == {1}


@pytest.mark.parametrize("name", ["depot", "doors", "hanoi", "miconic", "rovers"])
def test_actions_are_found_by_their_names_and_by_nothing_else(name: str) -> None:
    task = load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-000.pddl")
    names = [task.action_name(action) for action in range(task.task.num_actions)]
    assert [task.action_id(one) for one in names] == list(range(len(names)))
    words = names[0].strip("()").split()
    for wrong in ("", "()", "(", names[0][1:-1], f"({words[0]})", f"({' '.join([*words, 'x'])})"):
        with pytest.raises(InputError, match="no ground action"):
            task.action_id(wrong)


def test_each_plan_is_validated_whatever_was_validated_before() -> None:
    task = load_grounded("pddl/gripper/domain.pddl", "pddl/gripper/problem-000.pddl")
    found = plan(task, Settings("gbfs")).primitive_plan
    assert found is not None
    for _ in range(2):
        assert task.check_plan(list(found)) is None
        for wrong in (found[:-1], found[1:], (*found[:3], *found)):
            with pytest.raises(SimulatorError):
                task.check_plan(wrong)
