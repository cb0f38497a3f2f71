"""`fmtools bench ipc` as users meet it."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from fmtools.errors import EXIT_INTERRUPTED
from fmtools.store.reading import read_contents
from tests.cli.command import PDDL, assert_refused, fmtools
from tests.processes import family, wait_until


def ipc(root: Path, **folders: int) -> Path:
    for name, number in folders.items():
        (root / name).mkdir(parents=True)
        shutil.copy(PDDL / name / "domain.pddl", root / name)
        for one in range(number):
            shutil.copy(PDDL / name / f"problem-{one:03d}.pddl", root / name / f"p{one}.pddl")
    return root


def test_tables_fit_a_terminal_and_json_has_their_rows(tmp_path):
    root, results = ipc(tmp_path / "ipc", gripper=2, ferry=1), tmp_path / "results"
    (root / "gripper" / "p9.pddl").write_text("(define (problem of-nobody")
    words = ["bench", "ipc", root, "-o", results, "--jobs", 2, "--time-limit", "30,60"]
    words += ["--planner", "bfws", "--planner", "gbfs --ties fifo", "--planner", "lama-first"]
    shown = fmtools(*words)
    assert shown.code == 0, shown.err
    *lines, where, page_of_them = shown.out.splitlines()
    assert where == f"results in {results}" and "fmtools report" in page_of_them
    assert all(len(line) <= 80 for line in lines), shown.out
    rows = [line.split() for line in lines]
    assert ["gripper", "3", "2", "2", "2"] in rows and ["all", "4", "3", "3", "3"] in rows
    assert any("p9.pddl" in line for line in lines)

    again = fmtools(*words, "--json")
    assert again.code == 0 and "9 of them in the store already" in again.err
    tables = again.json["tables"]
    assert set(tables) == {"coverage-30", "coverage-60", "planners", "broken"}
    assert tables["coverage-60"][-1] == {
        "folder": "all",
        "tasks": 4,
        "bfws": 3.0,
        "gbfs --ties fifo": 3.0,
        "lama-first": 3.0,
    }
    by_planner = {row["planner"]: row for row in tables["planners"]}
    assert by_planner["lama-first"]["cpu_ratio"] == 1.0
    assert by_planner["bfws"]["common"] == 3 and by_planner["bfws"]["invalid_plans"] == 0

    page = tmp_path / "page.html"
    reported = fmtools("report", results, "-o", page, "--json")
    assert reported.code == 0, reported.err
    assert reported.json["tables"]["planners"][0]["solved_10"] == 3.0
    assert "bfws against lama-first" in page.read_text()
    assert_refused(fmtools("report", results, "-o", page), 2, "exists", "--force")
    assert_refused(fmtools("report", results, "--lab", tmp_path / "lab"), 2, "fmtools records")


def test_folders_and_problems_are_chosen(tmp_path):
    root = ipc(tmp_path / "ipc", gripper=4, ferry=4, hanoi=1)
    words = ["bench", "ipc", root, "-o", tmp_path / "r", "--planner", "bfws", "--json"]
    chosen = fmtools(*words, "--folder", "*er*", "--skip", "ferry", "--problems", "2,4-5")
    assert chosen.code == 0, chosen.err
    records = read_contents(tmp_path / "r").records
    assert {(r["world"], r["problem"]) for r in records} == {("gripper", "p1"), ("gripper", "p3")}
    assert_refused(fmtools(*words, "--problems", "x"), 2, "--problems")
    assert_refused(fmtools(*words, "--folder", "depot"), 2, "no folder 'depot'", "ferry")
    assert_refused(fmtools(*words[:-2], "lamma"), 2, "lama")
    assert_refused(fmtools("bench", "ipc", tmp_path / "gone", "--json"), 31, "not a directory")


def test_help_names_its_own_options(tmp_path):
    shown = fmtools("bench", "ipc", "--help").out
    assert "--learn" in shown and "--skdecide" not in shown


def test_an_interrupt_leaves_finished_runs_and_nothing_running_and_the_next_goes_on(tmp_path):
    """A planner that waits for a file: the first task is done, the second is under way."""
    root, results = ipc(tmp_path / "ipc", gripper=2), tmp_path / "results"
    begun, open_gate = tmp_path / "begun", tmp_path / "open"
    waiting = tmp_path / "waiting.py"
    waiting.write_text(
        "import pathlib, time\n"
        f"begun, gate = pathlib.Path({str(begun)!r}), pathlib.Path({str(open_gate)!r})\n"
        "second = begun.exists()\n"
        "begun.open('a').write('x')\n"
        "while second and not gate.exists():\n"
        "    time.sleep(0.05)\n"
    )
    commands = tmp_path / "planners.toml"
    commands.write_text(f'[slow]\ncommand = ["{{python}}", "{waiting}"]\n')
    words = ["bench", "ipc", root, "-o", results, "--planner", "slow", "--jobs", 1]
    words += ["--planners-file", commands]
    with family() as started:
        run = subprocess.Popen(
            [sys.executable, "-m", "fmtools", *map(str, words)],
            stderr=subprocess.PIPE,
            env=os.environ | started.variable,
        )
        wait_until(lambda: begun.exists() and begun.read_text() == "xx", "two runs to begin")
        run.send_signal(signal.SIGINT)
        _, said = run.communicate()
        assert run.returncode == EXIT_INTERRUPTED
        assert b"the same command goes on" in said
        wait_until(lambda: not started.members(), "all processes to end")
    before = [json.loads(line) for line in (results / "records.jsonl").read_text().splitlines()]
    assert [record["problem"] for record in before] == ["p0"]
    open_gate.touch()
    again = fmtools(*words)
    assert again.code == 0 and "1 of them in the store already" in again.err
    assert [record["problem"] for record in read_contents(results).records] == ["p0", "p1"]
