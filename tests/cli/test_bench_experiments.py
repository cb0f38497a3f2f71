"""`fmtools bench FILE.toml` and `fmtools records`, as users meet them."""

import csv
import json

from tests.cli.command import assert_refused, fmtools
from tests.experiments.small_experiments import write

SMALL = """
title = "small"
worlds = ["8-puzzle", "lock"]
instances = 3
tie_seeds = 2
budget = 500
dials = 6
effect_sizes = "1-2"
[quick]
instances = 1
"""


def test_an_experiment_fills_a_store_that_records_lists_and_exports(tmp_path):
    path, results = write(tmp_path / "small.toml", SMALL), tmp_path / "results"
    first = fmtools("bench", path, "-o", results, "--quick", "--jobs", 1)
    assert first.code == 0, first.err
    assert "small: 6 runs, 0 reused, 6 new, 0 failed" in first.out
    assert "8-puzzle" in first.out and "N=6 M=2 k=2" in first.out
    *table, where = first.out.splitlines()
    assert where == f"results in {results}"
    assert all(len(line) <= 80 for line in table)
    second = fmtools("bench", path, "-o", results, "--json", "--jobs", 1)
    assert second.code == 0, second.err
    told = second.json
    assert told["complaints"] == [] and told["results"] == str(results)
    (experiment,) = told["experiments"]
    assert (experiment["runs"], experiment["reused"], experiment["recorded"]) == (18, 6, 12)
    assert {row["world"] for row in experiment["rows"]} == {"8-puzzle", "lock"}
    assert "6 of them in the store already" in second.err

    out, lab = tmp_path / "out.csv", tmp_path / "lab"
    listed = fmtools("records", results, "--csv", out, "--lab", lab)
    assert listed.code == 0, listed.err
    assert "18 runs in" in listed.out
    assert len(list(csv.DictReader(out.read_text().splitlines()))) == 18
    assert len(json.loads((lab / "properties").read_text())) == 18
    assert_refused(fmtools("records", results, "--csv", out), 2, "exists", "--force")
    assert fmtools("records", results, "--json").json["runs"] == 18


def test_stale_records_are_shown_as_such_by_bench_and_records_and_exported_nowhere(tmp_path):
    path, results = write(tmp_path / "small.toml", SMALL), tmp_path / "results"
    assert fmtools("bench", path, "-o", results, "--quick", "--jobs", 1).code == 0
    file = results / "records.jsonl"
    aged = [json.loads(line) for line in file.read_text().splitlines()]
    for number, one in enumerate(aged):
        del one["results_version"]
        one["key"] = f"old-{number}"
    file.write_text("".join(json.dumps(one) + "\n" for one in aged))
    only_old = fmtools("records", results)
    assert "0 runs in" in only_old.out and "6 stale" in only_old.out
    assert "6 stale records" in only_old.err

    again = fmtools("bench", path, "-o", results, "--quick", "--jobs", 1)
    assert "small: 6 runs, 0 reused, 6 new, 0 failed" in again.out
    assert "6 stale records" in again.out
    (told,) = fmtools("bench", path, "-o", results, "--quick", "--jobs", 1, "--json").json[
        "experiments"
    ]
    assert (told["reused"], told["stale"]) == (6, 6)
    assert sum(row["runs"] for row in told["rows"]) == 6

    out, lab = tmp_path / "out.csv", tmp_path / "lab"
    listed = fmtools("records", results, "--csv", out, "--lab", lab, "--json").json
    assert (listed["runs"], listed["stale"]) == (6, {"small": 6})
    assert len(list(csv.DictReader(out.read_text().splitlines()))) == 6
    assert len(json.loads((lab / "properties").read_text())) == 6
    other = fmtools("records", results, "--experiment", "nothing", "--json").json
    assert (other["runs"], other["stale"], other["complaints"]) == (0, {}, [])


def test_bad_experiments_are_refused_in_one_line_and_leave_nothing_behind(tmp_path):
    path = write(tmp_path / "bad.toml", SMALL.replace("budget = 500", "budget = 'many'"))
    results = tmp_path / "results"
    assert_refused(fmtools("bench", path, "-o", results), 31, "bad.toml", "'budget' is 'many'")
    assert not results.exists()
    missing = tmp_path / "missing.toml"
    assert_refused(fmtools("bench", missing, "-o", results), 31, "No such file")
    assert_refused(fmtools("bench", "paper/nothing"), 2, "paper/results")
    assert_refused(fmtools("bench", "speed", "--quick"), 2, "--quick")
    assert_refused(fmtools("bench", "nothing"), 2, "FILE.toml")
    assert_refused(fmtools("records", tmp_path / "nowhere"), 31, "nowhere")
