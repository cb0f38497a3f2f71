"""`fmtools check` and `fmtools new-simulator`, and how errors in the user's code are shown."""

import pytest

from tests.cli.command import assert_refused, fmtools

COUNTER = """
class Counter:
    num_variables = 2
    calls = 0

    def start(self):
        return [0, 0]

    def goal(self):
        return {0: 3, 1: 3}

    def applicable(self, state):
        return [0, 1]

    def successor(self, state, action):
        self.calls += 1
        after = list(state)
        after[action] = (after[action] + 1) % 5
        return after

    def action_name(self, action):
        return ("first", "second")[action]
"""


def _check(tmp_path, old="", new="", *words):
    assert old in COUNTER
    (tmp_path / "counter.py").write_text(COUNTER.replace(old, new) if old else COUNTER)
    return fmtools("check", "counter:Counter", *words, cwd=tmp_path)


def test_a_new_simulator_passes_check_and_is_planned_in(tmp_path):
    made = fmtools("new-simulator", "traffic-lights", cwd=tmp_path)
    assert made.out == (
        "traffic_lights.py written; try: fmtools check traffic_lights:TrafficLights\n"
    )
    checked = fmtools("check", "traffic_lights:TrafficLights", "--json", cwd=tmp_path)
    assert checked.code == 0, checked.err
    rows = {row["rule"]: row["holds"] for row in checked.json["rows"]}
    assert rows.pop("successors") is None and rows.pop("estimate") is None
    assert set(rows.values()) == {True} and len(rows) == 6
    planned = fmtools("plan", "traffic_lights:TrafficLights", "--json", cwd=tmp_path)
    assert planned.json["outcome"] == "solved"
    again = fmtools("new-simulator", "traffic-lights", cwd=tmp_path)
    assert_refused(again, 2, "traffic_lights.py exists")


def test_names_that_are_no_classes_are_refused(tmp_path):
    assert_refused(fmtools("new-simulator", "3 lights", cwd=tmp_path), 2, "no name for a Python")


def test_check_says_what_holds_how_fast_it_is_and_what_to_add(tmp_path):
    work = "self.calls += len(list(range(10_000)))"
    finished = _check(tmp_path, "self.calls += 1", work, "--steps", 50)
    assert finished.code == 0, finished.err
    assert "states/s" in finished.out
    assert "counter.py:15 successor()" in finished.out
    assert "num_values" in finished.out


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        ("1", "return after", "return [*after, 0]"),
        ("2", "% 5", "% 5 if self.calls % 100 else 4"),
        ("3", "after = list(state)", "after = state"),
        ("4", '("first", "second")[action]', '("first",)[action]'),
        ("goal", "return {0: 3, 1: 3}", "return {}"),
        ("names", '("first", "second")[action]', '"count"'),
        (
            "estimate",
            "    def goal",
            "    def heuristic(self, state):\n        return -1\n\n    def goal",
        ),
    ],
)
def test_check_names_the_broken_rule_and_the_line(tmp_path, rule, old, new):
    finished = _check(tmp_path, old, new, "--json")
    assert finished.code == 32
    rows = {row["rule"]: row for row in finished.json["rows"]}
    assert [name for name, row in rows.items() if row["holds"] is False] == [rule]
    if rule != "names":
        assert rows[rule]["told"].startswith("counter.py:")
    assert finished.json["speed"] is None


def test_a_state_that_is_too_short_is_counted_and_what_was_not_seen_is_said(tmp_path):
    new = "import numpy\n        return [numpy.int64(0)]"
    finished = _check(tmp_path, "return [0, 0]", new)
    assert "returned 1 value, [0]; it must" in " ".join(finished.out.split())
    assert "not reached" in finished.out and " 0 steps" not in finished.out
    assert not finished.out.endswith("\n\n")


def test_check_takes_gymnasium_environments():
    finished = fmtools("check", "gym:FrozenLake-v1", "--option", "is_slippery=false", "--json")
    assert finished.code == 0, finished.err
    assert {row["rule"]: row["holds"] for row in finished.json["rows"]}["successors"] is True
    assert_refused(fmtools("check", "gym:Blackjack-v1"), 32, "rule 2", "random")
    assert_refused(fmtools("check", "cube"), 2, "module:Class")


def test_debug_shows_the_traceback_of_the_users_code(tmp_path):
    (tmp_path / "counter.py").write_text(
        COUNTER.replace("return after", "return after[5:][action]")
    )
    task = ("plan", "counter:Counter")
    assert_refused(fmtools(*task, cwd=tmp_path), 32, "counter.py:19: ", "IndexError")
    shown = fmtools(*task, "--debug", cwd=tmp_path)
    assert shown.code == 32
    assert 'counter.py", line 19, in successor' in shown.err
    assert shown.err.splitlines()[-1].startswith("fmtools: error: counter.py:19")
