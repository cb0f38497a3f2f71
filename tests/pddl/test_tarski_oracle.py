"""Our ground actions are tarski's after the documented pruning, and the check would notice."""

from pathlib import Path

import pytest

from fmtools.pddl.ground import ground
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.read import read_domain, read_problem
from tests.pddl.ipc_oddities import ODDITIES
from tests.pddl.pddl_samples import GRIPPER, LAMPS, SAMPLES, Sample
from tests.reference.tarski_oracle import check_grounding, tarski_actions

PDDL = Path(__file__).parents[2] / "pddl"


def action_names(domain: Domain, problem: Problem) -> list[str]:
    task = ground(domain, problem)
    return [task.action_name(action) for action in range(task.num_actions)]


@pytest.mark.parametrize("world", sorted(path.name for path in PDDL.iterdir() if path.is_dir()))
def test_domains_of_the_repository_agree(world: str) -> None:
    domain = read_domain(PDDL / world / "domain.pddl")
    problem = read_problem(PDDL / world / "problem-000.pddl", domain)
    check = check_grounding(domain, problem, action_names(domain, problem))
    assert check.equal, check


@pytest.mark.parametrize("name", {**SAMPLES, **ODDITIES})
def test_odd_files_agree(name: str) -> None:
    domain, problem = {**SAMPLES, **ODDITIES}[name].parse()
    check = check_grounding(domain, problem, action_names(domain, problem))
    assert check.equal, check


def test_differences_are_named() -> None:
    domain, problem = GRIPPER.parse()
    names = [*action_names(domain, problem), "(move here here)"]
    names.remove("(pick b1 there left)")
    check = check_grounding(domain, problem, names)
    assert check.missing == ("(pick b1 there left)",)
    assert check.unexpected == ("(move here here)",)
    assert not check.equal


def test_actions_that_negation_rules_out_are_pruned() -> None:
    """A broken lamp is never lit: not by swapping, and so not at all."""
    domain, problem = Sample(
        LAMPS.domain, LAMPS.problem.replace("(:init", "(:init (broken l3)")
    ).parse()
    raw = tarski_actions(domain, problem)
    assert "(swap-light l1 l3)" in raw
    names = action_names(domain, problem)
    assert "(swap-light l1 l3)" not in names
    assert check_grounding(domain, problem, names).equal


def test_unreachable_goal_does_not_stop_the_check() -> None:
    domain, problem = Sample(GRIPPER.domain, GRIPPER.problem.replace("(at b1 here)", "")).parse()
    assert check_grounding(domain, problem, action_names(domain, problem)).equal
