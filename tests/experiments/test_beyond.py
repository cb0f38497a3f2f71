"""What goes past the paper as an experiment: tables, beams, shortening, chosen macros."""

import json

from fmtools.experiments.grid import expand
from fmtools.experiments.runner import run_experiment
from fmtools.experiments.spec import experiment_paths, read_experiment
from fmtools.reports.beyond import TARGETS, beyond_table
from fmtools.reports.table_text import terminal_text
from fmtools.store.reading import read_store
from fmtools.store.writing import Store
from tests.experiments.small_experiments import Here, Watcher, write

SMALL = """
name = "beyond"
worlds = "8-puzzle"
instances = 2
tie_seeds = 1
learn_seeds = 2
budget = 20000

[macro.auto]
source = "focused"
keep = "auto"
levels = 2
budget = "4K"

[[runs]]
planners = "auto"
macros = "auto"
shorten = "5K"

[[runs]]
planners = "table"
macros = "table"
beam = 10
"""


def test_chosen_macros_tables_and_shortening_run_in_an_experiment(tmp_path):
    experiment = read_experiment(write(tmp_path / "beyond.toml", SMALL))
    sweep = run_experiment(experiment, Store(tmp_path / "store"), Here(), Watcher())
    assert (sweep.recorded, sweep.failed) == (8, 0)
    records, complaints = read_store(tmp_path / "store")
    assert not complaints
    assert all(record["outcome"] == "solved" for record in records)
    by_table = [record for record in records if record["planner"] == "table"]
    searched = [record for record in records if record["planner"] == "auto"]
    assert {record["beam"] for record in by_table} == {10}
    assert all(record["generated"] < 500 and not record.get("notes") for record in by_table)
    for record in searched:
        assert record["primitive_plan_length"] <= record["shortened_from"]
        assert 0 < record["learning_queries"] + record["learning_other_queries"] <= 4000


def test_every_target_has_runs_in_the_shipped_experiment():
    (path,) = experiment_paths("beyond")
    grid = expand(read_experiment(path, quick=True))
    runs = [run.fields for job in grid.jobs for run in job.runs]
    cells = {(run["world"], run["planner"], run.get("beam", 1)) for run in runs}
    assert cells >= TARGETS.keys()


def record(world, planner, seed, instance, generated, outcome="solved", length=50, **more):
    return {
        "experiment": "beyond",
        "world": world,
        "planner": planner,
        "macros": "table" if planner == "table" else "auto",
        "learn_seed": seed,
        "instance": instance,
        "outcome": outcome,
        "generated": generated,
        "primitive_steps": 2 * generated,
        "primitive_plan_length": length if outcome == "solved" else None,
        "learning_queries": 1000,
        "learning_other_queries": 10,
        **more,
    }


def met(records):
    return [row.values["met"] for row in beyond_table(records).rows]


def test_a_target_is_met_by_the_mean_and_only_if_all_are_solved():
    good = [record("doors", "auto", seed, i, 40 + i) for seed in range(5) for i in range(6)]
    assert met(good) == [True]
    assert met([*good, record("doors", "auto", 0, 7, 99, "budget-exhausted")]) == [False]
    assert met([*good, record("doors", "auto", 0, 7, 10_000)]) == [False]


def test_a_target_of_plan_length_is_one():
    beam = [record("cube", "table", 0, i, 3000, length=54, beam=100) for i in range(5)]
    assert met(beam) == [True]
    assert met([{**one, "primitive_plan_length": 56} for one in beam]) == [False]


def test_intervals_are_over_what_leaves_more_doubt():
    runs = [record("ferry", "auto", seed, i, 100 * seed + 1) for seed in range(5) for i in range(9)]
    row = beyond_table(runs).rows[0].values
    assert row["interval_over"] == "learn_seed"
    assert row["generated_low"] < 150 and row["generated_high"] > 250
    few = beyond_table([run for run in runs if run["learn_seed"] < 2]).rows[0].values
    assert few["interval_over"] == "instance"
    same = [record("ferry", "auto", seed, i, 10 * i + 1) for seed in range(5) for i in range(9)]
    assert beyond_table(same).rows[0].values["interval_over"] == "instance"


def test_failed_runs_count_as_unsolved_and_the_table_fits_80_columns():
    runs = [record("15-puzzle", "auto", 0, i, 123_456, length=1234) for i in range(5)]
    broken = {**runs[0], "instance": 9, "outcome": "error"}
    for name in ("generated", "primitive_steps", "primitive_plan_length"):
        broken.pop(name)
    table = beyond_table(json.loads(json.dumps([*runs, broken])))
    text = terminal_text(table)
    assert "1 runs failed" in text and "0.83" in text
    assert max(map(len, text.splitlines())) <= 80
