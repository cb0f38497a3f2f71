"""`fmtools learn --table`, `plan --planner table` and `show`, as a user types them."""

import json

import pytest

from fmtools.errors import InputError
from fmtools.library_file import load_library
from tests.cli.command import HANOI, HANOI_PROBLEM, assert_refused, fmtools


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("table") / "table.json"
    finished = fmtools("learn", "npuzzle", "--size", 3, "--table", "--words", 3, "-o", path)
    assert finished.code == 0, finished.err
    assert "nothing that random states need" in finished.out
    assert max(map(len, finished.out.splitlines())) <= 80
    return path


def test_a_table_plans_without_search(path, tmp_path):
    plan = ("plan", "npuzzle", "--size", 3, "--macros", path, "--planner", "table")
    record = fmtools(*plan, "--seed", 3, "--json").json
    assert record["outcome"] == "solved"
    assert record["generated"] == record["plan_length"] <= 9
    shorter = fmtools(*plan, "--seed", 3, "--beam", 100, "-o", tmp_path / "plan", "--json").json
    assert shorter["primitive_plan_length"] < record["primitive_plan_length"]
    written = (tmp_path / "plan").read_text().splitlines()
    assert written[:-1] == shorter["primitive_plan"]
    other = fmtools(*plan, "--start", "1 2 3 4 5 6 0 7 8", "--goal-seed", 4, "--json").json
    assert (other["outcome"], other["notes"]) == ("solved", [])


def test_instances_share_a_table_and_processes(path, tmp_path):
    lines = tmp_path / "starts"
    lines.write_text("1 2 3 4 5 6 0 7 8\n2 8 5 0 1 6 3 4 7\n0 1 2 3 4 5 6 7 8\n")
    plan = ("plan", "npuzzle", "--size", 3, "--macros", path, "--planner", "table", "--beam", 10)
    outputs = []
    for jobs in (1, 2):
        finished = fmtools(*plan, "--instances", lines, "--jobs", jobs)
        records = [json.loads(line) for line in finished.out.splitlines()]
        outputs.append([(r["outcome"], r["generated"], r["primitive_plan"]) for r in records])
    assert outputs[0] == outputs[1]
    assert [outcome for outcome, *_ in outputs[0]] == ["solved"] * 3


def test_show_sums_a_table_up(path):
    finished = fmtools("show", path, "--limit", 3)
    assert finished.code == 0
    for part in ("table", "cells", "order", "variable 0 decides which actions apply"):
        assert part in finished.out
    record = fmtools("show", path, "--json").json
    assert record["table"]["cells"] == record["num_macros"]
    assert record["table"]["words_per_cell"] == 3


def test_a_library_with_a_table_survives_being_written_and_read(path, tmp_path):
    library = load_library(path)
    library.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    assert library.table is not None
    assert library.table.cells == load_library(tmp_path / "again.json").table.cells


def test_learn_json_tells_what_it_took(tmp_path):
    words = ("learn", "lock", "--dials", 5, "--digits", 3, "--effect-size", 2, "--table")
    record = fmtools(*words, "-o", tmp_path / "t.json", "--json").json
    assert record["queries"] == record["test_queries"] + record["word_queries"]
    assert record["composed"] > 0
    assert record["table"]["missing"] == []
    assert record["table"]["cells"] == 5 * 2


def test_an_incomplete_table_says_what_is_missing(tmp_path):
    words = ("learn", "cube", "--table", "--budget", "8200", "-o", tmp_path / "t.json")
    finished = fmtools(*words)
    assert finished.code == 0
    assert "The table is incomplete" in finished.out
    assert "words for variable" in finished.out
    assert max(map(len, finished.out.splitlines())) <= 80


def test_worlds_that_do_not_qualify_are_refused(tmp_path):
    finished = fmtools("learn", HANOI, HANOI_PROBLEM, "--table", "-o", tmp_path / "t.json")
    assert_refused(finished, 13, "which actions apply depends on", "fmtools learn without --table")
    assert list(tmp_path.iterdir()) == []


def test_misuse_is_refused(path, tmp_path):
    plain = ("plan", "npuzzle", "--size", 3, "--planner", "table")
    assert_refused(fmtools(*plain), 2, "needs --macros with a table")
    assert_refused(fmtools("plan", "cube", "--beam", 5), 2, "goes with planner table")
    learn = ("learn", "cube", "-o", tmp_path / "t.json")
    assert_refused(fmtools(*learn, "--table", "--keep", 5), 2, "--keep is not for --table")
    assert_refused(fmtools(*learn, "--words", 5), 2, "--words goes with --table")
    assert_refused(fmtools(*learn, "--table", "--expert"), 2, "exclude each other")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda t: t.pop("order"), "no 'order'"),
        (lambda t: t["order"].pop(), "do not fit together"),
        (lambda t: t.update(key="blank"), "is no number"),
        (lambda t: t["moves"][0]["map"].pop(), "damaged macro table"),
        (lambda t: t["moves"][0].update(to=77), "do not fit together"),
        (lambda t: t["moves"][0]["map"].__setitem__(0, 99), "out of range"),
        (lambda t: t["cells"][0].__setitem__(0, 99), "none of this table"),
        (lambda t: t["cells"][0].__setitem__(3, [""]), "empty word"),
        (lambda t: t["cells"][0].__setitem__(3, ["0 0"]), "do not follow each other"),
        (lambda t: t["cells"][0].__setitem__(3, ["-1"]), "do not follow each other"),
        (lambda t: t["cells"][0].__setitem__(3, 7), "damaged macro table"),
        (lambda t: t.update(num_values=True), "is no number"),
    ],
)
def test_damaged_tables_are_refused(path, tmp_path, damage, message):
    document = json.loads(path.read_text())
    damage(document["table"])
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(document))
    with pytest.raises(InputError, match=message):
        load_library(broken)
