"""pddlgym and the grounded simulator are the same black box, up to what the docstring says."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import requires
from pathlib import Path

import numpy as np
import pytest

from fmtools.errors import SimulatorError, UnsupportedError, UsageError
from fmtools.generators.write import write_instances
from fmtools.pddl.ground import ground
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import read_plan
from fmtools.pddl.read import parse_domain, parse_problem, read_domain, read_problem
from fmtools.pddl.validate import validate
from fmtools.simulator import Simulator, State
from fmtools.simulators.grounded import GroundedSimulator
from fmtools.simulators.pddlgym import PddlgymSimulator, load_pddlgym
from tests.pddl.ipc_oddities import ODDITIES
from tests.pddl.pddl_samples import BLOCKS, SAMPLES, Sample
from tests.reference import strips

ROOT = Path(__file__).parents[2]
PDDL = ROOT / "pddl"
PAPER = ("depot", "doors", "ferry", "gripper", "hanoi", "miconic")
WORLDS = (
    *PAPER,
    "barman",
    "blocksworld",
    "childsnack",
    "elevators",
    "floortile",
    "logistics",
    "npuzzle",
    "rovers",
    "satellite",
    "sokoban",
    "termes",
    "transport",
    "visitall",
)
REFUSED: Mapping[str, str] = {}
"""Domain -> what pddlgym cannot do there. Once the text is plain, it runs them all."""

NUM_STEPS = 60


def load(world: str, index: int = 0) -> tuple[Domain, Problem]:
    domain = read_domain(PDDL / world / "domain.pddl")
    return domain, read_problem(PDDL / world / f"problem-{index:03}.pddl", domain)


def true_facts(simulator: PddlgymSimulator | GroundedSimulator, state: State) -> set[str]:
    return {simulator.fact_name(int(fact)) for fact in np.flatnonzero(state)}


def repeats_argument(name: str) -> bool:
    args = name.strip("()").split()[1:]
    return len(set(args)) < len(args)


def test_every_domain_is_run_or_refused_for_a_known_reason() -> None:
    assert {path.name for path in PDDL.iterdir() if path.is_dir()} == {*WORLDS, *REFUSED}


@pytest.mark.parametrize("world", WORLDS)
def test_both_simulators_walk_in_step(world: str) -> None:
    """Same applicable actions and same successors, all of them, along a random walk."""
    domain, problem = load(world)
    slow, fast = PddlgymSimulator(domain, problem), GroundedSimulator(ground(domain, problem))
    always = {str(atom) for atom in fast.task.always_true}
    slow_state: State = slow.start()
    fast_state: State = fast.start()
    rng = np.random.default_rng(WORLDS.index(world))
    for _ in range(NUM_STEPS):
        here = true_facts(fast, fast_state)
        assert true_facts(slow, slow_state) - always == here
        ids, rows = slow.successors(slow_state)
        in_slow = {slow.action_name(i): row for i, row in zip(ids, rows, strict=True)}
        in_fast = {fast.action_name(i): i for i in fast.applicable(fast_state)}
        assert all(repeats_argument(name) for name in in_fast.keys() - in_slow.keys())
        for name in in_slow.keys() - in_fast.keys():
            assert true_facts(slow, in_slow[name]) - always == here, f"{name} is no no-op"
        common = sorted(in_slow.keys() & in_fast.keys())
        for name in common:
            after = fast.successor(fast_state, in_fast[name])
            assert true_facts(slow, in_slow[name]) - always == true_facts(fast, after), name
        if not common:
            break
        name = common[rng.integers(len(common))]
        slow_state = in_slow[name]
        fast_state = fast.successor(fast_state, in_fast[name])


@pytest.mark.parametrize("world", PAPER)
def test_goals_agree(world: str) -> None:
    domain, problem = load(world, 7)
    slow, fast = PddlgymSimulator(domain, problem), GroundedSimulator(ground(domain, problem))
    always = {str(atom) for atom in fast.task.always_true}
    wanted = {slow.fact_name(fact): value for fact, value in slow.goal().items()}
    assert {name: value for name, value in wanted.items() if name not in always} == {
        fast.fact_name(fact): value for fact, value in fast.goal().items()
    }


@pytest.mark.parametrize("name", {**SAMPLES, **ODDITIES})
def test_odd_files_run_as_the_reference_says(name: str) -> None:
    """Upper case, either, constants, equality, negation, costs, one name for two things."""
    domain, problem = {**SAMPLES, **ODDITIES}[name].parse()
    simulator = PddlgymSimulator(domain, problem)
    expected = strips.successors(domain, problem, problem.init)
    ids, rows = simulator.successors(simulator.start())
    found = {simulator.action_name(i): row for i, row in zip(ids, rows, strict=True)}
    assert set(found) == {action for action in expected if not repeats_argument(action)}
    fixed = {str(atom) for atom in problem.init} - true_facts(simulator, simulator.start())
    for action, row in found.items():
        assert true_facts(simulator, row) | fixed == {str(atom) for atom in expected[action]}


def test_it_keeps_the_rules_of_the_protocol() -> None:
    simulator = PddlgymSimulator(*BLOCKS.parse())
    assert isinstance(simulator, Simulator)
    start = simulator.start()
    start.flags.writeable = False
    ids, rows = simulator.successors(start)
    assert list(ids) == simulator.applicable(start) == simulator.applicable(start)
    assert [simulator.action_name(i) for i in ids] == ["(pick-up b)", "(unstack c a)"]
    for action, row in zip(ids, rows, strict=True):
        assert np.array_equal(simulator.successor(start, action), row)
    assert np.array_equal(start, simulator.start())


def test_static_facts_and_equality_are_no_variables() -> None:
    simulator = PddlgymSimulator(*SAMPLES["lamps"].parse())
    facts = [simulator.fact_name(fact) for fact in range(simulator.num_variables)]
    assert facts == ["(lit l1)", "(lit l2)", "(lit l3)"]


def test_plan_costs_follow_the_metric_and_invalid_plans_are_a_defect() -> None:
    delivery = PddlgymSimulator(*SAMPLES["delivery"].parse())
    plan = [
        "(load x t home)", "(drive t home mill)", "(drive t mill port)", "(unload x t port)",
        "(load y t port)", "(drive t port mill)", "(drive t mill home)", "(unload y t home)",
    ]  # fmt: skip
    assert delivery.check_plan(plan) == 2 + 7 + 11 + 3 + 2 + 12 + 8 + 3
    with pytest.raises(SimulatorError, match="defect"):
        delivery.check_plan(plan[:-1])


def test_repeated_argument_in_a_precondition_is_refused() -> None:
    sample = Sample(
        """(define (domain loops) (:predicates (p ?x ?y) (q ?x))
        (:action go :parameters (?x) :precondition (p ?x ?x) :effect (q ?x)))""",
        "(define (problem l) (:domain loops) (:objects a) (:init (p a a)) (:goal (q a)))",
    )
    with pytest.raises(UnsupportedError, match=r"cannot run go: .*\(p \?x \?x\) repeats"):
        PddlgymSimulator(*sample.parse())


def test_equality_in_the_goal_is_refused() -> None:
    domain = parse_domain(BLOCKS.domain)
    problem = parse_problem(BLOCKS.problem.replace("(on a b)", "(not (= a b))"), domain)
    with pytest.raises(UnsupportedError, match="goals with equality"):
        PddlgymSimulator(domain, problem)


def test_too_many_possible_facts_are_refused() -> None:
    domain = parse_domain(BLOCKS.domain)
    names = " ".join(f"b{number}" for number in range(500))
    problem = parse_problem(BLOCKS.problem.replace("(:objects", f"(:objects {names}"), domain)
    with pytest.raises(UnsupportedError, match="at most 200,000 possible facts"):
        PddlgymSimulator(domain, problem)


def test_without_pddlgym_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pddlgym.core", None)
    commands = (
        r"-m pip install 'fmtools\[pddlgym\]' && .* -m pip install --no-deps pddlgym==0\.0\.7"
    )
    with pytest.raises(UsageError, match=rf"{commands}, or use --simulator grounded"):
        PddlgymSimulator(*BLOCKS.parse())


def test_the_extra_names_all_that_pddlgym_needs() -> None:
    """It is installed without its own pins, so nobody else asks for these."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    ours = {package_name(line) for line in extras["pddlgym"]}
    assert {package_name(line) for line in requires("pddlgym") or ()} <= ours
    assert "fmtools[pddlgym]" in extras["dev"]


def package_name(requirement: str) -> str:
    return re.split(r"[^\w-]", requirement)[0].lower()


def test_what_pddlgym_stumbles_over_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("first\nsecond")

    monkeypatch.setattr("pddlgym.core.PDDLEnv.load_pddl", fail)
    with pytest.raises(UnsupportedError, match=r"\(AssertionError: first second\); use --sim"):
        PddlgymSimulator(*BLOCKS.parse())


def test_no_temporary_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile

    import pddlgym.spaces

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(pddlgym.spaces, "TMP_PDDL_DIR", str(tmp_path))
    PddlgymSimulator(*BLOCKS.parse())
    assert list(tmp_path.iterdir()) == []
    assert str(tmp_path) == pddlgym.spaces.TMP_PDDL_DIR


def test_plan_command_solves_a_small_problem_without_noise(tmp_path: Path) -> None:
    """The plan is valid, and neither gym's banner nor pddlgym's prints reach the user."""
    domain_path, problem_path = write_instances("gripper", tmp_path / "gripper", size=3, count=1)
    plan_path = tmp_path / "found.plan"
    words = [sys.executable, "-m", "fmtools", "plan", domain_path, problem_path]
    options = ["--simulator", "pddlgym", "--json", "-o", plan_path, "--budget", "20K"]
    run = subprocess.run(
        [str(word) for word in (*words, *options)],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env=os.environ | {"COLUMNS": "80"},
    )
    assert run.returncode == 0, run.stderr
    assert all(line.startswith("fmtools: ") for line in run.stderr.splitlines())
    assert json.loads(run.stdout)["outcome"] == "solved"
    domain = read_domain(domain_path)
    problem = read_problem(problem_path, domain)
    assert validate(domain, problem, read_plan(plan_path)).valid


def test_load_pddlgym_reads_files() -> None:
    simulator = load_pddlgym(PDDL / "hanoi" / "domain.pddl", PDDL / "hanoi" / "problem-000.pddl")
    assert simulator.num_values == 2
    assert len(simulator.applicable(simulator.start())) == 3
