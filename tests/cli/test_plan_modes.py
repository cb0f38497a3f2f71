"""`fmtools plan --anytime` and `--portfolio`, as processes: files, limits, Ctrl-C, nothing left."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.cli.command import PDDL, assert_refused, fmtools
from tests.processes import family, wait_until

DEPOT = (PDDL / "depot" / "domain.pddl", PDDL / "depot" / "problem-003.pddl")


def test_improvements_are_listed_and_the_best_plan_is_in_the_file(tmp_path):
    plan = tmp_path / "plan"
    found = fmtools("plan", *DEPOT, "--anytime", "--budget", "400K", "-o", plan, "--json")
    assert found.code == 0, found.err
    record = found.json
    lengths = [step["length"] for step in record["improvements"]]
    assert len(lengths) > 1 and lengths == sorted(set(lengths), reverse=True)
    assert {"generated", "seconds", "length", "cost"} == set(record["improvements"][0])
    assert record["primitive_plan_length"] == lengths[-1]
    assert plan.read_text().count("\n(") == lengths[-1] - 1
    assert fmtools("validate", *DEPOT, plan).code == 0
    assert record["anytime_ended"] == "limit"


def interrupted(words, ready, cwd):
    """Ctrl-C for the command once it is `ready`; its exit code and output, with nothing left."""
    with family() as own:
        process = subprocess.Popen(
            [sys.executable, "-m", "fmtools", *map(str, words)],
            env=os.environ | own.variable,
            cwd=cwd,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            try:
                wait_until(lambda: ready(own) or process.poll() is not None, "it is at work")
                assert process.poll() is None
            finally:
                process.send_signal(signal.SIGINT)
            out, _ = process.communicate()
        wait_until(lambda: not own.members(), "all processes end")
        return process.returncode, out


def test_ctrl_c_leaves_the_best_plan(tmp_path):
    plan = tmp_path / "plan"
    words = ["plan", *DEPOT, "--anytime", "-o", plan, "--json"]

    def ready(_):
        return plan.exists()

    code, out = interrupted(words, ready, tmp_path)
    record = json.loads(out)
    assert (code, record["outcome"], record["anytime_ended"]) == (0, "solved", "interrupted")
    assert plan.read_text().splitlines()[:-1] == record["primitive_plan"]
    assert fmtools("validate", *DEPOT, plan).code == 0


def test_ctrl_c_ends_every_process_of_a_portfolio(tmp_path):
    words = ["plan", "cube", "--seed", 1, "--portfolio", 3, "--budget", "1G", "--json"]
    # The command, multiprocessing's own tracker, and three that search.
    code, out = interrupted(words, lambda own: len(own.members()) == 5, tmp_path)
    assert code == 130
    assert out == "" or json.loads(out)["outcome"] == "interrupted"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_portfolio_ends_with_its_command(number):
    words = ["plan", "cube", "--seed", "1", "--portfolio", "2", "--budget", "1G"]
    with family() as own:
        process = subprocess.Popen(
            [sys.executable, "-m", "fmtools", *words],
            env=os.environ | own.variable,
            stdout=subprocess.DEVNULL,
        )
        wait_until(lambda: len(own.members()) == 4, "the planners start")
        process.send_signal(number)
        assert process.wait() == -number
        wait_until(lambda: not own.members(), "the planners end")


def test_a_portfolio_says_who_was_first(tmp_path):
    plan = tmp_path / "plan"
    shown = fmtools("plan", *DEPOT, "--portfolio", 2, "-o", plan)
    assert shown.code == 0, shown.err
    assert "found by " in shown.out and "portfolio: auto --seed 0; bfws --seed 0" in shown.out
    assert max(map(len, shown.out.splitlines()[:-1])) <= 80
    assert fmtools("validate", *DEPOT, plan).code == 0


def test_a_users_module_is_raced_and_its_prints_do_not_disturb(tmp_path):
    assert fmtools("new-simulator", "Lights", cwd=tmp_path).code == 0
    source = tmp_path / "lights.py"
    text = source.read_text().replace("after = list(state)", "after = list(state); print(1)")
    source.write_text(text)
    found = fmtools("plan", "lights:Lights", "--portfolio", 2, "--json", cwd=tmp_path)
    assert found.code == 0, found.err
    assert found.json["found_by"]


def test_modes_are_for_one_task(tmp_path):
    starts = tmp_path / "starts"
    starts.write_text("R U\n")
    for mode in (["--anytime"], ["--portfolio", "2"]):
        refused = fmtools("plan", "cube", "--instances", starts, *mode)
        assert_refused(refused, 2, "--anytime and --portfolio are for one task")
    assert_refused(fmtools("plan", "cube", "--anytime", "--shorten", "2s"), 2, "--shorten")
    assert_refused(fmtools("plan", "cube", "--portfolio", 2, "--paper"), 2, "--paper")
