"""`augment`, `apply` and `run`, as a user calls them, with real planners on tiny problems."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fmtools.augment.output import start_partial, write_folder
from fmtools.generators.write import write_instances
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.validate import validate
from tests.augment.ferries import OTHER_CARS, OTHER_CARS_PLAN, TWO_CARS, TWO_CARS_PLAN
from tests.augment.test_guarded_macros import carrying
from tests.cli.command import PDDL, assert_refused, fmtools

FERRY = PDDL / "ferry" / "domain.pddl"


@pytest.fixture(scope="module")
def augmented(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[Path]]]:
    """A folder that augment wrote for tiny ferries, which cannot be confirmed, and its problems."""
    folder = tmp_path_factory.mktemp("augment")
    _, *problems = write_instances("ferry", folder / "ferry", 3, 4, 2)
    out = folder / "out"
    done = fmtools(
        "augment",
        FERRY,
        *problems,
        "-o",
        out,
        "--time",
        "8",
        "--time-limit",
        "2",
        "--unconfirmed",
        "--json",
    )
    report = done.json
    # LAMA may take as long with macros as without on problems as small as these.
    assert done.code == (0 if report["improved"] else 13), done.err
    assert set(report["roles"].values()) == {"teach", "confirm"}
    assert report["reason"]
    yield out, problems


def test_augment_writes_a_whole_folder(augmented: tuple[Path, list[Path]]) -> None:
    out, problems = augmented
    names = {path.name for path in out.iterdir()}
    assert names >= {"domain.pddl", "original-domain.pddl", "macros.json", "report.json"}
    assert (out / "original-domain.pddl").read_bytes() == FERRY.read_bytes()
    assert {path.name for path in (out / "problems").iterdir()} == {p.name for p in problems}
    for path in problems:
        assert (out / "original-problems" / path.name).read_bytes() == path.read_bytes()
    assert not out.with_name("out.partial").exists()
    report = json.loads((out / "report.json").read_text())
    assert report["candidates"]["compiled"] > 0 or "over at once" in report["reason"]


def test_apply_gives_the_bytes_that_augment_gave(
    augmented: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    out, problems = augmented
    done = fmtools("apply", out, problems[0], "-o", tmp_path / "p.pddl")
    assert done.code == 0, done.err
    assert (tmp_path / "p.pddl").read_bytes() == (out / "problems" / problems[0].name).read_bytes()


def test_run_solves_validates_and_writes(
    augmented: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    out, problems = augmented
    plan = tmp_path / "plan"
    done = fmtools("run", out, problems[1], "-o", plan, "--safe", "--shorten", "--json")
    assert done.code == 0, done.err
    assert done.json["valid"] is True
    domain = parse_domain(FERRY.read_text())
    problem = parse_problem(problems[1].read_text(), domain)
    assert validate(domain, problem, parse_plan(plan.read_text())).valid


KNOWS = """
import os, sys, time
domain, problem, plan, log = sys.argv[1:5]
while os.path.exists(log) and os.path.exists(log + ".hold"):
    time.sleep(0.01)
with open(log, "a") as file:
    file.write("run\\n")
text = open(problem).read()
plans = {plans!r}
open(plan, "w").write(next(p for name, p in plans.items() if f"problem {{name}})" in text))
"""


def knowing_planner(folder: Path) -> Path:
    """A TOML file with a planner that knows two plans, and never uses macros.

    All runs but the first wait while there is a file runs.hold.
    """
    plans = {"two-cars": TWO_CARS_PLAN, "other-cars": OTHER_CARS_PLAN}
    (folder / "knows.py").write_text(KNOWS.format(plans=plans))
    (folder / "planners.toml").write_text(
        "[knows]\ncommand = ['{python}', '"
        + str(folder / "knows.py")
        + "', '{domain}', '{problem}', '{plan}', '"
        + str(folder / "runs")
        + "']\n"
    )
    (folder / "two.pddl").write_text(TWO_CARS)
    (folder / "other.pddl").write_text(OTHER_CARS)
    return folder / "planners.toml"


def test_interrupted_it_leaves_no_folder_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    toml = knowing_planner(tmp_path)
    hold = tmp_path / "runs.hold"
    hold.touch()
    out = tmp_path / "out"
    words = [
        "augment", FERRY, tmp_path / "two.pddl", tmp_path / "other.pddl", "-o", out,
        "--planner", "knows", "--planners-file", toml, "--time", "3", "--time-limit", "1",
    ]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "fmtools", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
        text=True,
    )
    measurements = tmp_path / "out.partial" / "measurements.jsonl"
    while not measurements.exists() or not measurements.read_text().endswith("\n"):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    hold.unlink()
    assert process.returncode == 130, err
    assert "goes on from there" in err
    assert not out.exists()
    assert (tmp_path / "runs").read_text() == "run\n"
    done = fmtools(*words)
    assert done.code == 13, done.err
    runs = json.loads((out / "report.json").read_text())["runs"]
    after = len((tmp_path / "runs").read_text().splitlines())
    assert runs == after - 1, "the first run is not made again"
    assert not measurements.exists()


def test_where_nothing_helps_the_original_is_written_and_said_so(tmp_path: Path) -> None:
    toml = knowing_planner(tmp_path)
    done = fmtools(
        "augment", FERRY, tmp_path / "two.pddl", tmp_path / "other.pddl", "-o", tmp_path / "out",
        "--planner", "knows", "--planners-file", toml, "--time", "3", "--time-limit", "1",
    )  # fmt: skip
    assert done.code == 13, "as learn: a result, with a reason"
    assert "ORIGINAL KEPT" in done.out
    assert "two.pddl" in done.out
    assert (tmp_path / "out" / "domain.pddl").read_bytes() == FERRY.read_bytes()
    assert (tmp_path / "out" / "problems" / "two.pddl").read_text() == TWO_CARS
    assert json.loads((tmp_path / "out" / "report.json").read_text())["augmented"] is False
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_folder_goes_on_with_more_problems_and_remembers_what_it_measured(
    tmp_path: Path,
) -> None:
    toml = knowing_planner(tmp_path)
    domain = tmp_path / "domain.pddl"
    domain.write_bytes(FERRY.read_bytes())
    words = ["--planners-file", toml, "--time", "2", "--time-limit", "1", "--json"]
    out = tmp_path / "out"
    first = fmtools(
        "augment", domain, tmp_path / "two.pddl", "-o", out, "--planner", "knows", *words
    )
    assert first.code == 13, first.err
    done = fmtools("augment", out, "--more", tmp_path / "other.pddl", *words)
    assert done.code == 13, done.err
    assert done.json["planners"] == ["knows"]
    assert done.json["roles"] == {"two.pddl": "teach", "other.pddl": "confirm"}
    assert {path.name for path in (out / "original-problems").iterdir()} == {
        "two.pddl",
        "other.pddl",
    }
    assert "original two-cars" not in done.err
    again = fmtools("augment", out, "--more", tmp_path / "other.pddl", *words)
    assert_refused(again, 2, "has a problem other.pddl already")
    shown = fmtools("report", out, "-o", tmp_path / "page.html")
    assert shown.code == 0, shown.err
    assert "ORIGINAL KEPT" in shown.out
    assert "other.pddl" in (tmp_path / "page.html").read_text()
    domain.write_text(domain.read_text() + "; changed\n")
    (tmp_path / "third.pddl").write_text(TWO_CARS)
    changed = fmtools("augment", out, "--more", tmp_path / "third.pddl", *words)
    assert_refused(changed, 31, "has changed since")
    ran = fmtools("run", out, tmp_path / "two.pddl", "--planners-file", toml)
    assert ran.code == 0
    assert "has changed since" in ran.err


def test_run_takes_the_planner_that_augment_found(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    recipe, problem = carrying()
    library = replace(
        recipe.library, macros=(), provenance={"source": "augment", "planner": "gbfs"}
    )
    path = tmp_path / "two.pddl"
    path.write_text(TWO_CARS)
    start_partial(folder)
    bare = replace(recipe, library=library, macros=(), predicates=(), joins=())
    write_folder(folder, bare, [replace(problem, path=path)], {})
    done = fmtools("run", folder, path, "--json")
    assert done.code == 0, done.err
    assert done.json["planner"] == "gbfs"
    assert done.json["files"] == "original"


def test_more_needs_a_folder_of_augment_and_o_a_new_one(tmp_path: Path) -> None:
    problem = PDDL / "ferry" / "problem-000.pddl"
    assert_refused(fmtools("augment", FERRY, problem), 2, "-o")
    assert_refused(
        fmtools("augment", tmp_path, "--more", problem, "-o", tmp_path / "x"), 2, "--more"
    )
    assert_refused(fmtools("augment", tmp_path, "--more", problem), 31, "no macros.json in it")


def test_an_existing_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("dear")
    problem = PDDL / "ferry" / "problem-000.pddl"
    done = fmtools("augment", FERRY, problem, "-o", tmp_path / "out")
    assert_refused(done, 2, "exists")
    done = fmtools("augment", FERRY, problem, "-o", tmp_path / "out", "--force")
    assert_refused(done, 2, "not from fmtools augment")
    assert (tmp_path / "out" / "mine").read_text() == "dear"


def test_problems_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "problem-000.pddl").write_text(TWO_CARS)
    problem = PDDL / "ferry" / "problem-000.pddl"
    done = fmtools("augment", FERRY, problem, tmp_path / "problem-000.pddl", "-o", tmp_path / "out")
    assert_refused(done, 2, "two problems are called problem-000.pddl")


def test_an_unknown_planner_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    problem = PDDL / "ferry" / "problem-000.pddl"
    done = fmtools("augment", FERRY, problem, "-o", tmp_path / "out", "--planner", "lame-first")
    assert_refused(done, 2, "did you mean 'lama-first'")
    assert list(tmp_path.iterdir()) == []


def test_a_time_too_short_to_tell_anything_is_refused_at_once(tmp_path: Path) -> None:
    words = ["augment", FERRY, PDDL / "ferry" / "problem-000.pddl", "-o", tmp_path / "out"]
    assert_refused(fmtools(*words, "--time", "10"), 2, "in --time 10 no run has a second")
    done = fmtools(*words, "--time", "10", "--time-limit", "30")
    assert_refused(done, 2, "one run may take 30 s")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_other_things_cannot_be_applied_or_run(tmp_path: Path) -> None:
    problem = PDDL / "ferry" / "problem-000.pddl"
    done = fmtools("apply", tmp_path, problem, "-o", tmp_path / "p.pddl")
    assert_refused(done, 31, "no macros.json in it")
    done = fmtools("run", tmp_path / "nowhere", problem)
    assert_refused(done, 31, "no such folder")


@pytest.fixture(scope="module")
def with_macro(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder with a macro in it, as augment writes it, and its problem."""
    folder = tmp_path_factory.mktemp("macro")
    recipe, problem = carrying()
    path = folder / "two.pddl"
    path.write_text(TWO_CARS)
    start_partial(folder / "out")
    write_folder(folder / "out", recipe, [replace(problem, path=path)], {})
    return folder / "out", path


def test_a_problem_gets_its_facts_as_augment_gave_them(
    with_macro: tuple[Path, Path], tmp_path: Path
) -> None:
    out, problem = with_macro
    done = fmtools("apply", out, problem, "-o", tmp_path / "p.pddl", "--json")
    assert done.code == 0, done.err
    assert done.json["facts"] == 4
    assert (tmp_path / "p.pddl").read_bytes() == (out / "problems" / "two.pddl").read_bytes()
    again = fmtools("apply", out, problem, "-o", tmp_path / "p.pddl")
    assert_refused(again, 2, "exists")


def test_problem_and_plan_go_to_standard_output(with_macro: tuple[Path, Path]) -> None:
    out, problem = with_macro
    done = fmtools("apply", out, problem, "-o", "-")
    assert done.code == 0, done.err
    assert done.out == (out / "problems" / "two.pddl").read_text()
    assert "4 facts added; use it with" in done.err
    assert_refused(fmtools("apply", out, problem, "-o", "-", "--json"), 2, "leave one out")
    ran = fmtools("run", out, problem, "--planner", "gbfs", "-o", "-")
    assert ran.code == 0, ran.err
    domain = parse_domain(FERRY.read_text())
    task = parse_problem(TWO_CARS, domain)
    assert validate(domain, task, parse_plan(ran.out)).valid
    assert not Path("-").exists()


@pytest.mark.parametrize("planner", ["lama-first", "pyperplan"])
def test_planners_use_the_macro_and_the_plan_is_primitive(
    with_macro: tuple[Path, Path], planner: str
) -> None:
    out, problem = with_macro
    done = fmtools("run", out, problem, "--planner", planner, "--json")
    assert done.code == 0, done.err
    assert done.json["files"] == "augmented"
    assert done.json["plan_length"] < done.json["primitive_plan_length"] == 7
    domain = parse_domain(FERRY.read_text())
    task = parse_problem(TWO_CARS, domain)
    assert validate(domain, task, done.json["primitive_plan"]).valid


def test_a_problem_of_another_domain_is_refused(with_macro: tuple[Path, Path]) -> None:
    out, _ = with_macro
    done = fmtools("run", out, PDDL / "gripper" / "problem-000.pddl")
    assert done.code == 31
    assert done.err.startswith("fmtools: error: ")
