"""Augmented files: they read as meant, explain themselves, and Fast Downward plans with them."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from fmtools.errors import UnsupportedError, UsageError
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.macro_file import compile_macros
from fmtools.pddl.macro_text import read_macros
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.pipeline import compile_library
from fmtools.pddl.plan_file import read_plan
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.unfold import table_of_augmented, unfold
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import library, problem_text, small_task
from tests.pddl.pddl_samples import SAMPLES
from tests.reference.macro_instances import differences, reachable_states

_PACKAGE = find_spec("up_fast_downward")
assert _PACKAGE is not None and _PACKAGE.origin is not None
FAST_DOWNWARD = Path(_PACKAGE.origin).parent / "downward" / "fast-downward.py"
TWO_ROADS = "(drive t home mill)\n(drive t mill port)"
LOADED_ROAD = "(load x t home)\n(drive t home mill)\n(unload x t mill)"


def text_for(domain: Domain, *macros: str) -> str:
    return augmented_text(compile_library(domain, library(domain, *macros))).domain


def fast_downward(tmp_path: Path, domain: str, problem: str) -> Path:
    """The plan file of LAMA's first iteration."""
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "problem.pddl").write_text(problem)
    command = [sys.executable, str(FAST_DOWNWARD), "--alias", "lama-first"]
    subprocess.run(
        [*command, "domain.pddl", "problem.pddl"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=600,
    )
    return tmp_path / "sas_plan"


@pytest.mark.parametrize(
    ("name", "macros"),
    [
        ("hanoi", (samples.HANOI, "(move a b c)\n(move b d e)")),
        ("gripper", (samples.CARRY_BALL, samples.DOUBLE_DROP)),
        ("ferry", (samples.FERRY_CAR,)),
    ],
)
@pytest.mark.parametrize("guards", ["equality", "static"])
def test_fast_downward_plans_with_macros_and_its_plans_unfold_to_valid_ones(
    tmp_path: Path, name: str, macros: tuple[str, ...], guards: str
) -> None:
    domain, problem = small_task(name)
    compilation = compile_macros(domain, library(domain, *macros), problems=[problem])
    texts = augmented_text(compilation, [problem], guards)
    task = texts.problems[0] if texts.problems else problem_text(name)
    plan = fast_downward(tmp_path, texts.domain, task)
    table = table_of_augmented(parse_domain(texts.domain))
    result = unfold(table, read_plan(plan), plan, problem)
    assert result.validation is not None
    assert result.validation.valid
    assert len(result.steps) > result.num_planned


def test_the_text_reads_as_the_operators_in_memory() -> None:
    domain, _ = small_task("gripper")
    compilation = compile_library(domain, library(domain, samples.CARRY_BALL, samples.DOUBLE_DROP))
    again = parse_domain(augmented_text(compilation).domain)
    assert again.operators == compilation.augmented.operators
    assert list(again.operators) == list(compilation.augmented.operators)
    assert read_macros(again) == compilation.sequences


def test_the_original_is_a_subsequence_of_the_augmented_text() -> None:
    domain, _ = small_task("depot")
    text = text_for(domain, samples.TWO_DRIVES, samples.LIFT_DROP_LIFT)
    rest = iter(text)
    assert all(character in rest for character in domain.text)


def test_same_library_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    script = (
        "from tests.pddl.test_augmented_text import *\n"
        "domain, problem = small_task('hanoi')\n"
        "macros = library(domain, samples.HANOI, '(move a b c)\\n(move d e f)')\n"
        "compilation = compile_macros(domain, macros, problems=[problem])\n"
        "texts = augmented_text(compilation, [problem], 'static')\n"
        "print(texts.domain, *texts.problems)\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(samples.PDDL.parent)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_comments_carry_steps_proof_effect_size_and_origin() -> None:
    domain, _ = small_task("gripper")
    text = text_for(domain, samples.DOUBLE_DROP)
    assert "; fmtools macro macro-1-drop-x2: 2 primitive actions\n" in text
    assert "; fmtools step (drop ?b2 ?r ?g2)\n" in text
    assert "; proof: same as its steps under 1 alias pattern; excluded: 1 by 1 guard\n" in text
    assert "; effect size 2; macro 1 of its library, there as\n" in text
    assert "; (drop b1 r g1) (drop b2 r g2)\n" in text


def test_requirements_grow_with_the_guards() -> None:
    domain, _ = small_task("gripper")
    assert domain.requirements == (":strips", ":typing")
    guarded = parse_domain(text_for(domain, samples.DOUBLE_DROP))
    assert guarded.requirements == (":strips", ":typing", ":negative-preconditions", ":equality")
    free = parse_domain(text_for(domain, samples.CARRY_BALL))
    assert free.requirements == domain.requirements


def test_static_guards_need_no_equality_and_mean_the_same() -> None:
    domain, problem = small_task("gripper")
    compilation = compile_macros(domain, library(domain, samples.DOUBLE_DROP), problems=[problem])
    texts = augmented_text(compilation, [problem], "static")
    again = parse_domain(texts.domain)
    task = parse_problem(texts.problems[0], again)
    assert again.requirements == domain.requirements
    assert "=" not in {x.atom.predicate for op in again.operators.values() for x in op.precondition}
    [item] = compilation.macros
    operator = again.operators[item.name]
    facts = task.init - problem.init
    states = [state | facts for state in reachable_states(domain, problem, 60)]
    found = [
        difference
        for difference in differences(again, task, operator, item.macro.sequence, states)
        # What the guard excludes is no instance; here the guard is no equality that says so.
        if "left" in difference.split(" in ")[0] and "right" in difference.split(" in ")[0]
    ]
    assert found == []
    assert len(facts) == 2  # Two grippers, both ways.


def test_static_guards_without_problems_are_refused() -> None:
    domain, _ = small_task("gripper")
    compilation = compile_library(domain, library(domain, samples.DOUBLE_DROP))
    with pytest.raises(UsageError, match="--problems"):
        augmented_text(compilation, guards="static")


def delivery() -> tuple[Domain, Problem]:
    return SAMPLES["delivery"].parse()


def test_constant_costs_add_up(tmp_path: Path) -> None:
    domain, _ = delivery()
    text = text_for(domain, "(load x t home)\n(load y t home)")
    assert "(increase (total-cost) 4)" in text
    assert fast_downward(tmp_path, text, SAMPLES["delivery"].problem).exists()


def test_a_sum_of_functions_is_refused_without_problems() -> None:
    domain, _ = delivery()
    with pytest.raises(UnsupportedError, match=r"\(\+ \(distance \?a \?b\) \(distance \?b \?b2\)"):
        text_for(domain, TWO_ROADS)


@pytest.mark.parametrize("actions", [TWO_ROADS, LOADED_ROAD])
def test_a_sum_of_functions_becomes_a_function_with_problems(tmp_path: Path, actions: str) -> None:
    domain, problem = delivery()
    compilation = compile_macros(domain, library(domain, actions), problems=[problem])
    texts = augmented_text(compilation, [problem])
    again = parse_domain(texts.domain)
    task = parse_problem(texts.problems[0], again)
    sums = {
        atom.args: value
        for atom, value in task.values.items()
        if atom.predicate.startswith("fm-cost")
    }
    if actions == TWO_ROADS:
        assert sums[("home", "mill", "port")] == 7 + 11
    else:
        assert sums[("home", "mill")] == 2 + 7 + 3
    plan = fast_downward(tmp_path, texts.domain, texts.problems[0])
    result = unfold(table_of_augmented(again), read_plan(plan), plan, problem)
    assert result.validation is not None
    assert result.validation.valid
    assert f"; cost = {result.validation.cost} " in plan.read_text()
