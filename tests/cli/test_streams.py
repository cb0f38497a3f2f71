"""What goes where: `-o -`, --quiet, --verbose, progress on a terminal and in a log, doctor."""

import json
import re
import subprocess
import sys

import pytest

from tests.cli.command import HANOI, HANOI_PROBLEM, PDDL, assert_refused, fmtools
from tests.cli.terminal import Terminal

LEARN = ["learn", "lock", "--dials", 6, "--budget", 3000, "--keep", 4]
GRIPPER = PDDL / "gripper" / "domain.pddl"
SLOW = ["plan", "cube", "--seed", 1, "--planner", "bfs", "--time-limit", 5, "--memory-limit", "8G"]


def command(*words):
    return [sys.executable, "-m", "fmtools", *map(str, words)]


def test_a_dash_as_output_is_stdout_and_people_read_on_stderr(tmp_path):
    written = fmtools(*LEARN, "-o", tmp_path / "macros.json")
    piped = fmtools(*LEARN, "-o", "-")
    assert piped.out == (tmp_path / "macros.json").read_text()
    assert "macros" in piped.err
    assert "macros" in written.out
    assert written.err == ""


def test_a_plan_goes_to_stdout_and_into_validate(tmp_path):
    found = fmtools("plan", HANOI, HANOI_PROBLEM, "-o", "-")
    assert found.out.startswith("(move ")
    (tmp_path / "plan").write_text(found.out)
    assert fmtools("validate", HANOI, HANOI_PROBLEM, tmp_path / "plan").code == 0


def test_a_domain_goes_to_stdout(tmp_path):
    macros = PDDL.parent / "compiled" / "gripper" / "macros.json"
    fmtools("compile", GRIPPER, macros, "-o", tmp_path / "domain.pddl")
    piped = fmtools("compile", GRIPPER, macros, "-o", "-")
    assert piped.out == (tmp_path / "domain.pddl").read_text()


def test_stdout_cannot_be_taken_twice():
    assert_refused_with_json(fmtools(*LEARN, "-o", "-", "--json"), "both write to standard output")


def assert_refused_with_json(finished, fragment):
    assert finished.code == 2
    assert fragment in finished.json["error"]


def test_quiet_leaves_results_and_errors(tmp_path):
    quiet = fmtools(*LEARN, "-o", tmp_path / "macros.json", "--quiet")
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")
    shown = fmtools("show", tmp_path / "macros.json", "-q")
    assert shown.out == fmtools("show", tmp_path / "macros.json").out
    assert_refused(fmtools(*LEARN, "-o", tmp_path / "macros.json", "-q"), 2, "exists")


def test_verbose_says_how_long_each_stage_took(tmp_path):
    words = ["plan", HANOI, HANOI_PROBLEM, "-o", tmp_path / "plan"]
    told = fmtools(*words, "--verbose")
    stages = re.findall(r"^fmtools: +\d+\.\d{3} s  (.*)$", told.err, re.MULTILINE)
    names = [stage.split()[0] for stage in stages]
    for name in ("read", "ground", "load", "search", "replay", "write"):
        assert name in names
    assert stages[-1] == "in all"
    assert "read domain.pddl" in stages


def test_tables_in_a_pipe_have_no_trailing_blanks(tmp_path):
    fmtools(*LEARN, "-o", tmp_path / "macros.json")
    for words in (
        ["show", tmp_path / "macros.json"],
        ["info", HANOI, HANOI_PROBLEM],
        ["planners"],
        ["doctor"],
        ["help"],
        [*LEARN, "-o", tmp_path / "macros.json", "--force"],
    ):
        out = fmtools(*words).out
        assert out
        assert not [line for line in out.splitlines() if line != line.rstrip()]


def test_a_log_gets_a_line_now_and_then():
    run = subprocess.run(command(*SLOW), capture_output=True, text=True, check=False)
    lines = [line for line in run.stderr.splitlines() if line.startswith("fmtools: … ")]
    assert lines
    assert re.search(
        r"search: [\d,]+ states, best goal count \d+; \d+ s, about \d+ s left", lines[0]
    )
    assert "\r" not in run.stderr


def test_quiet_is_quiet_about_progress():
    run = subprocess.run(command(*SLOW, "-q"), capture_output=True, text=True, check=False)
    assert run.stderr == ""


def test_a_terminal_has_one_line_that_moves_and_goes():
    terminal = Terminal(command(*SLOW))
    terminal.read_until(rb"search: [\d,]+ states, best goal count \d+; \d+ s, about \d+ s left")
    shown = terminal.read_to_the_end()
    terminal.process.communicate()
    assert b"fmtools: " not in shown
    assert shown.rstrip(b" ").endswith(b"\r")


def test_doctor_says_what_is_here():
    found = fmtools("doctor", "--json")
    assert found.code == 0
    assert found.json["works"]
    assert {"numpy", "tarski"} <= {row["package"] for row in found.json["packages"]}
    assert "fmtools" in {row["title"] for row in found.json["planners"]}
    shown = fmtools("doctor")
    assert shown.code == 0
    assert "works: it has solved a cube" in shown.out
    assert all(len(line) <= 80 for line in shown.out.splitlines())


@pytest.mark.parametrize(
    ("words", "code", "fragment"),
    [
        (["--levels", 9], 2, "levels 9 is too many; give at most 3"),
        (["--levels", 0], 2, "--levels 0 is too small"),
    ],
)
def test_levels_that_give_nothing_useful_are_refused(tmp_path, words, code, fragment):
    assert_refused(fmtools(*LEARN, *words, "-o", tmp_path / "x.json"), code, fragment)


def test_a_budget_that_is_too_small_is_explained(tmp_path):
    finished = fmtools("learn", "cube", "--budget", 1, "-o", tmp_path / "x.json")
    assert finished.code == 13
    assert "too few to find a sequence; give a larger --budget" in finished.out


def test_without_a_budget_time_and_memory_are_limited():
    from fmtools.api.planning import DEFAULT_SECONDS, search_settings

    given = {"planner": None, "time_limit": None, "memory_limit": None, "shorten": None}
    free = search_settings(budget=None, **given).limits
    assert (free.budget, free.seconds) == (None, DEFAULT_SECONDS)
    assert free.memory is not None
    bounded = search_settings(budget="1M", **given).limits
    assert (bounded.budget, bounded.seconds, bounded.memory) == (1_000_000, None, None)
    timed = search_settings(budget=None, **given | {"time_limit": "10m"}).limits
    assert (timed.budget, timed.seconds) == (None, 600.0)


def test_shorten_alone_stands_for_100k_queries():
    words = ["plan", "npuzzle", "--size", 3, "--seed", 2, "--planner", "gbfs", "--json"]
    alone = fmtools(*words, "--shorten").json
    said = fmtools(*words, "--shorten", "100K").json
    assert alone["primitive_plan"] == said["primitive_plan"]
    assert alone["primitive_plan_length"] < fmtools(*words).json["primitive_plan_length"]


def test_compare_prints_a_list_of_records_as_its_help_says(tmp_path):
    macros = PDDL.parent / "compiled" / "gripper" / "macros.json"
    problem = PDDL / "gripper" / "problem-000.pddl"
    words = ["compare", GRIPPER, problem, "--macros", macros, "--planner", "gbfs"]
    found = fmtools(*words, "--json").json
    assert [row["domain"] for row in found] == ["original", "augmented"]
    assert "a JSON list of records" in fmtools("compare", "--help").out
    piped = fmtools(*words, "-o", "-")
    assert [json.loads(line)["domain"] for line in piped.out.splitlines()] == [
        "original",
        "augmented",
    ]
