"""The examples run as written."""

import re

from fmtools.examples import unified_planning_gripper, walk
from tests.cli.command import HANOI, HANOI_PROBLEM


def test_the_walk_prints_actions_and_the_facts_of_the_last_state(capsys):
    walk.main(HANOI, HANOI_PROBLEM, steps=3, seed=1)
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("(move ") for line in lines[:3])
    assert "(on d10 " in lines[3]
    assert lines[-1] == "not there yet"


def test_unified_planning_plans_with_macros_and_hands_them_to_fast_downward(capsys):
    unified_planning_gripper.main()
    without, learned, external = capsys.readouterr().out.splitlines()
    generated = [int(re.search(r"(\d+) states", line)[1]) for line in (without, learned)]
    assert generated[1] < generated[0]
    assert "0 queries" in without and "0 macros" in without
    planned, unfolded = map(int, re.search(r"(\d+) actions, (\d+) unfolded", external).groups())
    assert planned < unfolded
    assert external.endswith("unfolded, valid")
