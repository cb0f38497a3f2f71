"""Generated files in the hands of others: tarski, pddlgym and Fast Downward read what we write."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from fmtools.generators.registry import GENERATORS
from fmtools.generators.write import write_instances
from fmtools.pddl.plan_file import read_plan
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.validate import validate

SHIPPED = Path(__file__).parents[2] / "pddl"
PAPER = ["depot", "doors", "ferry", "gripper", "hanoi", "miconic"]
TOO_MUCH_FOR_PDDLGYM = ["elevators", "transport", "sokoban"]
"""It refuses costs, and instantiates three cells of sokoban in all ways: over a minute."""
NUM_OPERATORS = {"depot": 540, "ferry": 270, "gripper": 338, "hanoi": 570}
"""Ground operators of the paper's tasks in Fast Downward's translation."""


def fast_downward(folder: Path, *options: str) -> str:
    """Output of Fast Downward on `folder`'s domain and first problem; files land in `folder`."""
    package = find_spec("up_fast_downward")
    assert package is not None
    assert package.origin is not None
    script = Path(package.origin).parent / "downward" / "fast-downward.py"
    command = [sys.executable, str(script), *options, "domain.pddl", "problem-000.pddl"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_lama_solves_the_first_problem_and_its_plan_is_valid(name: str, tmp_path: Path) -> None:
    size = {"depot": 4, "doors": 30, "gripper": 8, "hanoi": 5}.get(name)
    domain_path, problem_path = write_instances(name, tmp_path, size, count=1)
    fast_downward(tmp_path, "--alias", "lama-first", "--plan-file", "plan")
    domain = read_domain(domain_path)
    plan = read_plan(tmp_path / "plan")
    result = validate(domain, read_problem(problem_path, domain), plan)
    assert result.valid, result.reason
    assert result.length >= 2


@pytest.mark.parametrize("name", sorted(NUM_OPERATORS))
def test_paper_tasks_have_the_papers_number_of_operators(name: str, tmp_path: Path) -> None:
    for file in ("domain.pddl", "problem-000.pddl"):
        shutil.copy(SHIPPED / name / file, tmp_path)
    output = fast_downward(tmp_path, "--translate")
    assert f"Translator operators: {NUM_OPERATORS[name]}\n" in output


@pytest.mark.parametrize("name", sorted(GENERATORS))
@pytest.mark.filterwarnings("ignore")
def test_tarski_reads_the_same_problem(name: str) -> None:
    from tarski.io import PDDLReader

    reader = PDDLReader(raise_on_error=True)
    reader.parse_domain(str(SHIPPED / name / "domain.pddl"))
    theirs = reader.parse_instance(str(SHIPPED / name / "problem-000.pddl"))
    domain = read_domain(SHIPPED / name / "domain.pddl")
    ours = read_problem(SHIPPED / name / "problem-000.pddl", domain)
    assert set(theirs.actions) == set(domain.operators)
    assert len(theirs.init.as_atoms()) == len(ours.init) + len(ours.values)


@pytest.mark.parametrize("name", sorted(set(GENERATORS) - set(TOO_MUCH_FOR_PDDLGYM)))
@pytest.mark.filterwarnings("ignore")
def test_pddlgym_loads_the_first_problem(name: str, tmp_path: Path) -> None:
    from pddlgym.core import PDDLEnv

    shutil.copy(SHIPPED / name / "problem-000.pddl", tmp_path)
    domain_path = SHIPPED / name / "domain.pddl"
    world = PDDLEnv(
        str(domain_path), str(tmp_path), operators_as_actions=True, dynamic_action_space=True
    )
    world.fix_problem_index(0)
    state, _ = world.reset()
    ours = read_problem(SHIPPED / name / "problem-000.pddl", read_domain(domain_path))
    theirs = {(fact.predicate.name, *(x.name for x in fact.variables)) for fact in state.literals}
    assert theirs == {(fact.predicate, *fact.args) for fact in ours.init}
    if name in PAPER:
        assert world.action_space.all_ground_literals(state)
