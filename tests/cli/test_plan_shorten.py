"""`fmtools plan --shorten` as a user types it."""

import json

import pytest

from tests.cli.command import assert_refused, fmtools

GRIPPER = ("pddl/gripper/domain.pddl", "pddl/gripper/problem-000.pddl")


def test_a_shortened_plan_says_what_it_cost_and_is_drawn_within_80_columns():
    finished = fmtools("plan", "npuzzle", "--size", 3, "--shorten", "50K")
    assert finished.code == 0
    line = next(line for line in finished.out.splitlines() if line.startswith("shortened"))
    assert " → " in line
    assert " queries in " in line
    assert max(map(len, finished.out.splitlines())) <= 80


def test_json_keeps_the_plan_as_planned_beside_the_shortened_one():
    words = ("plan", "npuzzle", "--size", 3, "--seed", 2, "--planner", "gbfs", "--json")
    planned = fmtools(*words).json
    shortened = fmtools(*words, "--shorten", "50K").json
    assert planned["shortened_from"] is None
    assert shortened["plan"] == planned["plan"]
    assert shortened["generated"] == planned["generated"]
    assert shortened["shortened_from"] == planned["primitive_plan_length"]
    assert shortened["primitive_plan_length"] == len(shortened["primitive_plan"])
    assert shortened["primitive_plan_length"] < planned["primitive_plan_length"]
    assert 0 < shortened["shorten_queries"] <= 50_004
    assert shortened["shorten_seconds"] > 0


def test_the_plan_file_holds_the_shortened_plan_and_it_is_valid(tmp_path):
    path = tmp_path / "plan"
    words = ("--planner", "gbfs", "--shorten", "0.5s", "-o", path, "--json")
    finished = fmtools("plan", *GRIPPER, *words)
    record = finished.json
    assert fmtools("validate", *GRIPPER, path).code == 0
    assert len(path.read_text().splitlines()) == record["primitive_plan_length"] + 1
    assert record["primitive_plan_length"] < record["shortened_from"]


def test_instances_are_shortened_too_alone_or_side_by_side(tmp_path):
    path = tmp_path / "starts"
    path.write_text("8 6 7 2 5 4 3 0 1\n6 4 7 8 5 0 3 2 1\n")
    records = []
    for jobs in (1, 2):
        words = ("npuzzle", "--instances", path, "--shorten", "2M", "--jobs", jobs)
        lines = fmtools("plan", *words).out.splitlines()
        records.append([json.loads(line) for line in lines])
    for record in records[0] + records[1]:
        assert (record["shorten_ended"], record["primitive_plan_length"]) == ("shortest", 31)
    assert [r["primitive_plan"] for r in records[0]] == [r["primitive_plan"] for r in records[1]]


@pytest.mark.parametrize("effort", ["2m", "0s", "1.5", "soon", "-3s", "2h"])
def test_an_effort_that_is_neither_seconds_nor_queries_is_refused(effort):
    assert_refused(fmtools("plan", "cube", f"--shorten={effort}"), 2, "--shorten", effort)


def test_auto_shortens_with_a_tenth_of_its_states_or_few_queries_and_looks_at_every_step():
    record = fmtools("plan", *GRIPPER, "--seed", 2, "--json").json
    assert record["shortened_from"] == record["plan_length"]
    assert record["primitive_plan_length"] <= record["shortened_from"]
    few = max(record["generated"] // 10, 20_000) + 100
    assert 0 < record["shorten_queries"] <= few + record["shortened_from"] ** 2


def test_where_nothing_was_cut_it_says_so():
    finished = fmtools("plan", "cube", "--scramble", "R U", "--planner", "bfs", "--shorten", "1K")
    assert "shortened        by nothing with" in finished.out
