"""`fmtools compile` and `fmtools unfold`: files in, files out, and nothing written on bad input."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fmtools.errors import FmtoolsError, InputError, InvalidPlanError, UsageError
from fmtools.macros import MacroLibrary, World
from fmtools.pddl.macro_file import problem_files
from fmtools.pddl.read import read_domain, read_problem
from fmtools.policy import Policy
from tests.cli.command import HANOI, HANOI_PROBLEM, Called
from tests.cli.command import called as run
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import PDDL, library, problem_text, small_task
from tests.pddl.pddl_samples import DELIVERY

DOMAIN = PDDL / "gripper" / "domain.pddl"
PLAN = """(macro-1-pick-move-drop-move b1 a left b)
(macro-1-pick-move-drop-move b2 a left b)
(move a b)
(pick b3 b left)
(move b a)
(drop b3 a left)
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A directory with a library, a problem and a plan."""
    domain, _ = small_task("gripper")
    library(domain, samples.CARRY_BALL, samples.DOUBLE_DROP, samples.DOUBLE_DROP).save(
        tmp_path / "macros.json"
    )
    (tmp_path / "problem.pddl").write_text(problem_text("gripper"))
    (tmp_path / "plan").write_text(PLAN)
    return tmp_path


def compiled(here: Path, *words: object) -> Called:
    return run("compile", DOMAIN, here / "macros.json", "-o", here / "out.pddl", *words)


def refused(result: Called, here: Path, error: type[FmtoolsError]) -> str:
    """The message of a refusal, after a look that nothing was written."""
    assert isinstance(result.exception, error), result.output
    assert not (here / "out.pddl").exists()
    assert len(str(result.exception).splitlines()) == 1
    return str(result.exception)


def test_compile_writes_a_domain_that_has_the_macros(here: Path) -> None:
    result = compiled(here)
    assert result.exit_code == 0
    assert "dropped macro-3-drop-x2: the same as macro 2" in result.output
    domain = read_domain(here / "out.pddl")
    assert list(domain.operators)[3:] == ["macro-1-pick-move-drop-move", "macro-2-drop-x2"]


def test_json_has_macros_proofs_reasons_and_counts(here: Path) -> None:
    result = compiled(here, "--json", "--problems", here / "problem.pddl")
    record = json.loads(result.stdout)
    first, second = record["macros"]
    assert first["steps"][0] == "(pick ?b ?r ?g)"
    assert second["guards"] == [["?g", "?g2"]]
    assert second["proof"]["compared"] >= 1
    assert record["dropped"] == [
        {"number": 3, "name": "macro-3-drop-x2", "reason": "the same as macro 2"}
    ]
    [counts] = record["problems"]
    instances = sum(macro["instances"][0] for macro in record["macros"])
    assert counts["augmented"] == counts["original"] + instances
    assert record["written"] == [str(here / "out.pddl")]


def test_several_problems_may_follow_one_option(here: Path) -> None:
    problem = here / "problem.pddl"
    result = compiled(here, "--json", "--problems", problem, problem)
    assert len(json.loads(result.stdout)["problems"]) == 2


def test_growth_above_ten_times_is_warned_of(here: Path) -> None:
    problem = PDDL / "gripper" / "problem-000.pddl"
    result = compiled(here, "--max-growth", "none", "--problems", problem)
    assert re.search(
        r"warning: .* ground operators in problem-000.pddl, \d+\.\d times", result.stderr
    )
    assert "warning" not in compiled(here, "--force", "--problems", here / "problem.pddl").stderr


def test_what_no_planner_can_use_is_warned_of_before_it_is_written(tmp_path: Path) -> None:
    """Nobody reads the pipe until the warning is there."""
    out = tmp_path / "out.pddl"
    os.mkfifo(out)
    macros = PDDL.parent / "compiled" / "hanoi" / "macros.json"
    words = ["-m", "fmtools", "compile", HANOI, macros, "-o", out]
    words += ["--max-growth", "none", "--problems", HANOI_PROBLEM]
    with subprocess.Popen(
        [sys.executable, *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        # On a busy machine lines of progress come first.
        warning = next(line for line in process.stderr if not line.startswith("fmtools: …"))
        assert process.poll() is None
        assert "(:action macro-" in out.read_text()
    assert process.returncode == 0
    assert re.search(r"warning: \d{2,3},\d{3} ground operators .* see --max-growth", warning)


def test_macros_with_very_many_parameters_are_warned_of_where_nothing_is_counted(
    here: Path,
) -> None:
    macros = PDDL.parent / "compiled" / "hanoi" / "macros.json"
    result = run("compile", HANOI, macros, "-o", here / "out.pddl", "--max-growth", "none")
    assert result.exit_code == 0, result.output
    assert "parameters, the domain's own actions at most 3" in result.stderr
    assert "--problems" in result.stderr
    assert "warning" not in compiled(here, "--force", "--max-growth", "none").stderr


def test_without_any_problem_it_is_said_that_nothing_was_counted(here: Path) -> None:
    result = compiled(here)
    assert "no ground operators were counted" in result.stderr
    assert "give --problems, or --max-growth none" in result.stderr
    assert json.loads(compiled(here, "--force", "--json").stdout)["problems"] == []


def test_without_problems_operators_are_counted_where_macros_were_learned(tmp_path: Path) -> None:
    folder = tmp_path / "pddl"
    folder.mkdir()
    (folder / "domain.pddl").write_text(DOMAIN.read_text())
    (folder / "p1.pddl").write_text(problem_text("gripper"))
    domain = read_domain(folder / "domain.pddl")
    training = problem_files(domain, [read_problem(folder / "p1.pddl", domain)])
    macros = library(domain, samples.CARRY_BALL, samples.DOUBLE_DROP)
    policy = Policy(max_growth=2.0, problems=training)
    replace(macros, policy=policy).save(tmp_path / "macros.json")
    words = ("compile", folder / "domain.pddl", tmp_path / "macros.json", "--json", "-o")
    record = json.loads(run(*words, tmp_path / "out.pddl").stdout)
    assert [counts["problem"] for counts in record["problems"]] == ["p1.pddl"]
    assert [macro["number"] for macro in record["macros"]] == [1]
    assert record["policy"]["problems"]["paths"] == ["p1.pddl"]
    assert not record["policy"]["static_facts"]
    (folder / "p1.pddl").write_text(problem_text("gripper") + "; changed")
    changed = run(*words, tmp_path / "second.pddl")
    assert "no ground operators were counted" in changed.stderr
    assert len(json.loads(changed.stdout)["macros"]) == 2


def test_problems_with_costs_of_macros_never_overwrite_an_input(tmp_path: Path) -> None:
    domain, problem = DELIVERY.parse()
    (tmp_path / "domain.pddl").write_text(DELIVERY.domain)
    (tmp_path / "p1.pddl").write_text(DELIVERY.problem)
    library(domain, "(drive t home mill)\n(drive t mill port)").save(tmp_path / "m.json")
    result = run(
        "compile", tmp_path / "domain.pddl", tmp_path / "m.json", "-o", tmp_path / "aug.pddl",
        "--problems", tmp_path / "p1.pddl",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert (tmp_path / "p1.pddl").read_text() == DELIVERY.problem
    augmented = read_domain(tmp_path / "aug.pddl")
    assert len(read_problem(tmp_path / "aug-p1.pddl", augmented).values) > len(problem.values)
    assert "aug-p1.pddl" in result.output


def test_limits_say_what_they_drop(here: Path) -> None:
    result = compiled(here, "--max-growth", 1.5, "--problems", here / "problem.pddl")
    assert "dropped macro-2-drop-x2" in result.output
    assert "the limit is 1.5" in result.output
    result = compiled(here, "--force", "--max-parameters", 4)
    assert "dropped macro-2-drop-x2: 5 parameters, more than 4" in result.output


def test_static_guards_rewrite_problems_beside_the_domain(here: Path) -> None:
    out = here / "static"
    out.mkdir()
    words = ("compile", DOMAIN, here / "macros.json", "-o", out / "domain.pddl")
    result = run(*words, "--guards", "static", "--problems", here / "problem.pddl")
    assert result.exit_code == 0, result.output
    domain = read_domain(out / "domain.pddl")
    problem = read_problem(out / "problem.pddl", domain)
    assert any(atom.predicate == "fm-distinct" for atom in problem.init)
    assert (here / "problem.pddl").read_text() == problem_text("gripper")


def test_static_guards_do_not_overwrite_the_problems_given(here: Path) -> None:
    result = compiled(here, "--guards", "static", "--problems", here / "problem.pddl")
    assert result.exit_code == 0, result.output
    assert (here / "problem.pddl").read_text() == problem_text("gripper")
    assert "fm-distinct" in (here / "out-problem.pddl").read_text()


def test_output_on_top_of_an_input_is_refused(here: Path) -> None:
    before = (here / "macros.json").read_bytes()
    for target in (DOMAIN, here / "macros.json"):
        result = run("compile", DOMAIN, here / "macros.json", "-o", target, "--force")
        assert isinstance(result.exception, UsageError)
    assert (here / "macros.json").read_bytes() == before


def test_macros_of_another_domain_are_refused(here: Path) -> None:
    result = run(
        "compile", PDDL / "ferry/domain.pddl", here / "macros.json", "-o", here / "out.pddl"
    )
    assert "macros for pddl 'gripper', not for pddl 'ferry'" in refused(result, here, InputError)


def test_macros_of_a_changed_domain_are_refused(here: Path) -> None:
    changed = here / "domain.pddl"
    changed.write_text(DOMAIN.read_text() + "; changed\n")
    result = run("compile", changed, here / "macros.json", "-o", here / "out.pddl")
    assert "has changed since these macros were learned" in refused(result, here, InputError)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("(fly a b)", "macro 1: unknown action 'fly'"),
        ("(move a)", "macro 1: (move a) has 1 arguments; expected 2"),
        ("(drop r r g)", "macro 1: object 'r' would have to be of types ball and room"),
        ("move a b", "macro 1: "),
    ],
)
def test_actions_that_the_domain_does_not_have_are_refused(
    here: Path, action: str, message: str
) -> None:
    domain, _ = small_task("gripper")
    library(domain, action).save(here / "macros.json")
    assert message in refused(compiled(here), here, InputError)


def test_limits_that_make_no_sense_are_refused(here: Path) -> None:
    for growth in ("0.5", "some", "inf", "nan"):
        message = refused(compiled(here, "--max-growth", growth), here, UsageError)
        assert "neither a number from 1 on nor none" in message
    assert "--problems" in refused(compiled(here, "--guards", "static"), here, UsageError)
    assert "no guards 'odd'" in refused(compiled(here, "--guards", "odd"), here, UsageError)


def test_same_input_same_bytes(here: Path) -> None:
    compiled(here, "--problems", here / "problem.pddl")
    first = (here / "out.pddl").read_bytes()
    compiled(here, "--problems", here / "problem.pddl", "--force")
    assert (here / "out.pddl").read_bytes() == first


def unfolded(here: Path, *words: object) -> Called:
    return run("unfold", DOMAIN, here / "macros.json", here / "plan", *words)


def test_unfold_prints_a_primitive_plan(here: Path) -> None:
    result = unfolded(here)
    lines = result.stdout.splitlines()
    assert lines[:2] == ["(pick b1 a left)", "(move a b)"]
    assert lines[-1] == "; cost = 12 (unit cost)"


def test_unfold_validates_and_shortens(here: Path) -> None:
    words = ("--problem", here / "problem.pddl", "-o", here / "out.pddl")
    result = unfolded(here, *words, "--shorten")
    assert result.exit_code == 0, result.output
    assert "6 actions unfolded into 10, 2 removed, valid" in result.output
    assert (here / "out.pddl").read_text().count("\n") == 11


def test_unfold_from_the_augmented_domain_gives_the_same(here: Path) -> None:
    compiled(here)
    alone = run("unfold", here / "out.pddl", here / "plan")
    assert alone.stdout == unfolded(here).stdout


def test_unfold_json_says_whether_the_plan_is_valid(here: Path) -> None:
    record = json.loads(unfolded(here, "--json", "--problem", here / "problem.pddl").stdout)
    assert (record["plan_length"], record["primitive_plan_length"]) == (6, 12)
    assert record["valid"] is True
    assert json.loads(unfolded(here, "--json").stdout)["valid"] is None


def test_an_invalid_plan_is_not_written(here: Path) -> None:
    (here / "plan").write_text("(move b a)\n")
    words = ("--problem", here / "problem.pddl", "-o", here / "out.pddl")
    result = unfolded(here, *words)
    assert result.exit_code == 1
    assert isinstance(result.exception, InvalidPlanError)
    said = "invalid plan: step 1 (move b a): precondition (robot-at b)"
    assert said in str(result.exception)
    assert not (here / "out.pddl").exists()


def test_unknown_macros_and_odd_usage_are_refused(here: Path) -> None:
    (here / "plan").write_text("(macro-7-move a b)\n")
    message = refused(unfolded(here, "-o", here / "out.pddl"), here, InputError)
    assert "plan:1: unknown macro or action 'macro-7-move'" in message
    assert "--problem" in refused(unfolded(here, "--shorten"), here, UsageError)
    assert "AUGMENTED.pddl PLAN" in refused(run("unfold", DOMAIN), here, UsageError)
    library_of = World("cube", "cube", "0")
    MacroLibrary(library_of, ()).save(here / "macros.json")
    refused(unfolded(here), here, InputError)
