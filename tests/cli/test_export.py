from pathlib import Path

from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.registry import find_driver
from fmtools.drivers.run import run_sas
from fmtools.errors import (
    EXIT_INPUT,
    EXIT_INVALID_PLAN,
    EXIT_OK,
    EXIT_UNSUPPORTED,
    EXIT_USAGE,
)
from tests.cli.command import HANOI, HANOI_PROBLEM, assert_refused, fmtools
from tests.pddl.adl_samples import ADL_SAMPLES


def test_cube_to_sas_and_its_plan_back(tmp_path: Path) -> None:
    sas, plan = tmp_path / "my cube.sas", tmp_path / "plan"
    done = fmtools("export", "cube", "--scramble", "R U2 F'", "-o", sas)
    assert (done.code, done.err) == (EXIT_OK, "")
    run = run_sas(find_driver("lama-first"), sas.read_text(), lambda plan: "", ProcessLimits(60.0))
    assert run.plan is not None
    plan.write_text("\n".join(map(str, run.plan)) + "\n; cost = 4 (unit cost)\n")
    back = fmtools("export", "cube", "--scramble", "R U2 F'", "--replay", plan, "--json")
    assert back.code == EXIT_OK
    assert back.json["valid"] is True
    assert back.json["plan_length"] == len(run.plan)
    other = fmtools("export", "cube", "--scramble", "R U2 F", "--replay", plan)
    assert other.code == EXIT_INVALID_PLAN
    assert other.out.startswith("invalid, goal count ")


def test_npuzzle_to_pddl_is_solved_by_our_own_planner(tmp_path: Path) -> None:
    done = fmtools("export", "npuzzle", "--size", "3", "--seed", "2", "-o", tmp_path / "out")
    assert done.code == EXIT_OK
    files = [tmp_path / "out" / name for name in ("domain.pddl", "problem.pddl")]
    solved = fmtools("plan", *files, "-o", tmp_path / "plan")
    assert solved.code == EXIT_OK
    task = ("npuzzle", "--size", "3", "--seed", "2")
    assert fmtools("export", *task, "--replay", tmp_path / "plan").code == EXIT_OK


def test_pddl_files_to_sas_and_its_plan_validates(tmp_path: Path) -> None:
    sas, plan = tmp_path / "task.sas", tmp_path / "plan"
    done = fmtools("export", HANOI, HANOI_PROBLEM, "-o", sas, "--json")
    assert (done.code, done.err) == (EXIT_OK, "")
    assert done.json == {"task": [str(HANOI), str(HANOI_PROBLEM)], "written": [str(sas)]}
    run = run_sas(find_driver("lama-first"), sas.read_text(), lambda plan: "", ProcessLimits(60.0))
    assert run.plan
    plan.write_text("\n".join(map(str, run.plan)) + "\n")
    assert fmtools("validate", HANOI, HANOI_PROBLEM, plan).code == EXIT_OK


def test_pddl_that_cannot_be_exported_is_refused_in_one_line(tmp_path: Path) -> None:
    sas, broken = tmp_path / "x.sas", tmp_path / "broken.pddl"
    for output in ([], ["-o", tmp_path / "d"], ["--replay", broken]):
        assert_refused(fmtools("export", HANOI, HANOI_PROBLEM, *output), EXIT_USAGE, "-o")
    words = ("export", HANOI, HANOI_PROBLEM, "-o", sas)
    assert_refused(fmtools(*words, "--replay", broken), EXIT_USAGE, "fmtools validate")
    assert_refused(fmtools(*words, "--scramble", "R"), EXIT_USAGE, "--scramble")
    broken.write_text("(define (domain")
    assert_refused(fmtools("export", broken, broken, "-o", sas), EXIT_INPUT, "broken.pddl:1")
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text(ADL_SAMPLES["conditional"].domain)
    problem.write_text(ADL_SAMPLES["conditional"].problem)
    done = fmtools("export", domain, problem, "-o", sas)
    assert_refused(done, EXIT_UNSUPPORTED, "conditional effects")
    assert not sas.exists()


def test_wrong_use_is_refused_in_one_line(tmp_path: Path) -> None:
    sas = tmp_path / "x.sas"
    assert_refused(fmtools("export", "cube"), EXIT_USAGE, "-o")
    assert_refused(fmtools("export", "a.pddl", "b.pddl", "-o", sas), EXIT_INPUT, "a.pddl")
    assert_refused(fmtools("export", "a.pddl", "-o", sas), EXIT_USAGE, "two files")
    assert_refused(fmtools("export", "cuba", "-o", sas), EXIT_USAGE, "did you mean 'cube'")
    assert_refused(fmtools("export", "lock", "-o", tmp_path / "d"), EXIT_USAGE, "SAS+ only")
    assert_refused(fmtools("export", "cube", "--scramble", "Q", "-o", sas), EXIT_INPUT, "scramble")
    assert not sas.exists()
    sas.write_text("mine")
    assert_refused(fmtools("export", "cube", "-o", sas), EXIT_USAGE, "--force")
    assert sas.read_text() == "mine"
    assert_refused(fmtools("export", "cube", "--replay", sas), EXIT_INPUT, "x.sas")
