"""Records as CSV and as Downward Lab's properties."""

import csv
import io
import json

from fmtools.store.csv_file import records_to_csv
from fmtools.store.lab_file import records_to_lab_properties

PLANNED = {
    "format": 1,
    "key": "a1",
    "experiment": "results",
    "kind": "plan",
    "world": "hanoi",
    "planner": "gbfs",
    "macros": "focused",
    "goals": "default",
    "instance": 7,
    "tie_seed": 2,
    "learn_seed": 0,
    "outcome": "solved",
    "generated": 100,
    "expanded": 10,
    "evaluated": 90,
    "primitive_steps": 300,
    "plan_length": 5,
    "primitive_plan_length": 15,
    "cost": None,
    "best_goal_count": 0,
    "seconds": 0.25,
    "trace": [[0, 5], [80, 0]],
}
PRIMITIVE = PLANNED | {"key": "a2", "macros": "none", "learn_seed": None}
UNSOLVED = PLANNED | {
    "key": "a3",
    "instance": 8,
    "outcome": "budget-exhausted",
    "plan_length": None,
    "primitive_plan_length": None,
}
FAILED = {
    **{key: PLANNED[key] for key in ("experiment", "world", "planner", "macros", "goals")},
    "format": 1,
    "key": "a4",
    "instance": 9,
    "tie_seed": 0,
    "learn_seed": 0,
    "outcome": "error",
    "error": "InputError: no such thing, sadly",
}
LAMA = {
    "format": 1,
    "key": "a5",
    "experiment": "results",
    "world": "hanoi",
    "planner": "lama-first",
    "macros": "none",
    "goals": "default",
    "instance": 7,
    "tie_seed": None,
    "outcome": "solved",
    "generated": 55,
    "seconds": 0.1,
    "total_seconds": 0.9,
    "primitive_plan_length": 14,
    "cost": 14,
}
CORRELATION = {"format": 1, "key": "a6", "experiment": "table1", "world": "lock", "outcome": "done"}
RECORDS = [PLANNED, PRIMITIVE, UNSOLVED, FAILED, LAMA, CORRELATION]


def test_csv_has_a_line_for_every_record_and_empty_cells_for_what_is_missing():
    rows = list(csv.DictReader(io.StringIO(records_to_csv(RECORDS))))
    assert [row["key"] for row in rows] == ["a1", "a2", "a3", "a4", "a5", "a6"]
    assert (rows[0]["generated"], rows[0]["seconds"]) == ("100", "0.25")
    assert rows[2]["plan_length"] == "" and rows[5]["planner"] == ""
    assert rows[3]["error"] == "InputError: no such thing, sadly"
    assert "trace" not in rows[0], "lists do not go into cells"


def test_csv_of_no_records_is_its_line_of_titles():
    assert records_to_csv([]).startswith("experiment,kind,world,planner,")
    assert records_to_csv([]).count("\n") == 1


def test_lab_gets_a_run_per_planner_run_with_its_own_names():
    runs = json.loads(records_to_lab_properties(RECORDS))
    assert len(runs) == 5, "correlations are no runs of a planner"
    by_dir = {run["run_dir"]: run for run in runs.values()}
    solved = by_dir["runs/a1"]
    assert (solved["algorithm"], solved["domain"]) == ("gbfs+focused", "hanoi")
    assert solved["id"] == ["results", "gbfs+focused", "hanoi", "007-tie2"]
    assert (solved["coverage"], solved["error"]) == (1, "none")
    assert (solved["generated"], solved["expansions"], solved["evaluations"]) == (100, 10, 90)
    assert (solved["plan_length"], solved["cost"]) == (15, 15)
    unsolved = by_dir["runs/a3"]
    assert (unsolved["coverage"], unsolved["error"]) == (0, "search-out-of-budget")
    assert "cost" not in unsolved and "unexplained_errors" not in unsolved
    failed = by_dir["runs/a4"]
    assert failed["unexplained_errors"] == ["InputError: no such thing, sadly"]
    assert (by_dir["runs/a5"]["search_time"], by_dir["runs/a5"]["total_time"]) == (0.1, 0.9)


def test_lab_sees_the_same_problem_with_and_without_macros():
    runs = json.loads(records_to_lab_properties([PLANNED, PRIMITIVE])).values()
    assert len({run["problem"] for run in runs}) == 1
    assert {run["algorithm"] for run in runs} == {"gbfs", "gbfs+focused"}


def test_the_same_run_in_two_experiments_is_two_algorithms_for_lab():
    other = PLANNED | {"key": "b", "experiment": "mine"}
    runs = json.loads(records_to_lab_properties([PLANNED, other])).values()
    assert {run["algorithm"] for run in runs} == {"results:gbfs+focused", "mine:gbfs+focused"}
    assert len({(run["algorithm"], run["domain"], run["problem"]) for run in runs}) == 2


def test_several_learning_seeds_are_several_algorithms_for_lab():
    other = PLANNED | {"key": "b", "learn_seed": 3}
    runs = json.loads(records_to_lab_properties([PLANNED, other, PRIMITIVE])).values()
    assert sorted(run["algorithm"] for run in runs) == [
        "gbfs",
        "gbfs+focused@0",
        "gbfs+focused@3",
    ]
