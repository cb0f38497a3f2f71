"""Sweeps into a store: complete, the same every time, resumed after anything."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fmtools.experiments.runner import run_experiment
from fmtools.experiments.spec import read_experiment
from fmtools.experiments.tasks import build_with_macros
from fmtools.experiments.work import Work
from fmtools.library_file import load_library
from fmtools.limits import Limits
from fmtools.search.planners import Settings, plan
from fmtools.store.writing import Store, read_store
from fmtools.workers.processes import LocalWorkers
from tests.experiments.gated import GATE, GATED, NUM_FREE_RUNS, NUM_GATED_RUNS
from tests.experiments.small_experiments import (
    MANY,
    NUM_MANY_RUNS,
    NUM_PUZZLE_RUNS,
    PUZZLES,
    Watcher,
    expected_records,
    run,
    without_times,
    write,
)
from tests.processes import is_alive


@pytest.fixture
def gate(tmp_path, monkeypatch):
    """The file that lets the later half of GATED pass."""
    monkeypatch.setenv(GATE, str(tmp_path / "gate"))
    return tmp_path / "gate"


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory):
    """A finished sweep: file, results."""
    folder = tmp_path_factory.mktemp("puzzles")
    path = write(folder / "puzzles.toml", PUZZLES)
    sweep = run(path, folder / "results", num_workers=2)
    assert (sweep.runs, sweep.recorded, sweep.failed) == (NUM_PUZZLE_RUNS, NUM_PUZZLE_RUNS, 0)
    return path, folder / "results"


def start_bench(path: Path, results: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "fmtools", "bench", str(path), "-o", str(results), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"COLUMNS": "80"},
    )


def num_lines(results: Path) -> int:
    try:
        return (results / "records.jsonl").read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def children_of(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_finished_sweep_has_every_run_of_the_grid_with_all_its_fields(puzzles):
    records, complaints = read_store(puzzles[1])
    assert complaints == []
    cells = {(r["planner"], r["macros"], r["instance"], r["tie_seed"], r["world"]) for r in records}
    assert len(records) == len(cells) == NUM_PUZZLE_RUNS
    for one in records:
        assert (one["experiment"], one["world"], one["goals"]) == ("puzzles", "8-puzzle", "default")
        assert one["outcome"] in ("solved", "budget-exhausted")
        assert one["budget"] == 2000 and one["generated"] > 0 and one["format"] == 1
        assert (one["plan_length"] is not None) == (one["outcome"] == "solved")
        assert (one["best_goal_count"] == 0) == (one["outcome"] == "solved")
        assert one["trace"][-1][1] == one["best_goal_count"]
        assert "plan" not in one and "primitive_plan" not in one
        for name in ("fmtools_version", "python", "numpy", "cython", "machine", "started"):
            assert isinstance(one[name], str)
        assert len(one["task_hash"]) == 64
        if one["macros"] == "none":
            assert (one["num_macros"], one["learning_queries"]) == (0, 0)
            assert one["learn_seed"] is None and one["library"] is None
        elif one["macros"] == "focused":
            assert one["num_macros"] > 0 and 0 < one["learning_queries"] <= 3300
            assert one["learn_seed"] == 0
        else:
            assert one["learn_seed"] == one["instance"] % 2
    tasks = {(r["instance"], r["task_hash"]) for r in records}
    assert len(tasks) == 4, "one task per instance, whatever is run on it"


def test_libraries_are_stored_once_and_are_those_that_learn_writes(puzzles):
    files = sorted((puzzles[1] / "macros").glob("*.json"))
    assert [f.name.rsplit("-", 1)[0] for f in files] == [
        "8-puzzle-focused-0",
        "8-puzzle-random-0",
        "8-puzzle-random-1",
    ]
    focused, *random = (load_library(file) for file in files)
    assert focused.provenance["budget"] == 3200
    for library in random:
        assert library.provenance["source"] == "random"
        assert [m.length for m in library.macros] == [m.length for m in focused.macros]


def test_a_record_is_what_the_same_search_gives_without_the_runner(puzzles):
    records, _ = read_store(puzzles[1])
    for one in records:
        if (one["macros"], one["instance"]) != ("focused", 1):
            continue
        text = (puzzles[1] / "macros" / f"{one['library']}.json").read_text()
        world = build_with_macros({"kind": "npuzzle", "size": 3, "seed": 1}, text, "x")
        settings = Settings(one["planner"], seed=one["tie_seed"], limits=Limits(2000))
        result = plan(world, settings)
        assert one["generated"] == result.generated
        assert one["outcome"] == result.outcome
        assert one["trace"] == [list(point) for point in result.trace]


def test_the_same_experiment_gives_the_same_records_without_any_processes(puzzles, tmp_path):
    run(puzzles[0], tmp_path / "results")
    ours, theirs = (
        {one["key"]: without_times(one) for one in read_store(results)[0]}
        for results in (tmp_path / "results", puzzles[1])
    )
    assert ours == theirs
    for file in (puzzles[1] / "macros").glob("*.json"):
        assert (tmp_path / "results" / "macros" / file.name).read_bytes() == file.read_bytes()


def test_a_finished_sweep_runs_nothing_again(puzzles):
    before = (puzzles[1] / "records.jsonl").read_bytes()
    sweep = run(puzzles[0], puzzles[1])
    assert (sweep.reused, sweep.recorded, sweep.libraries_made) == (NUM_PUZZLE_RUNS, 0, 0)
    assert (puzzles[1] / "records.jsonl").read_bytes() == before


def test_a_sweep_into_a_store_of_older_code_runs_and_learns_everything_again(tmp_path, monkeypatch):
    path = write(tmp_path / "e.toml", PUZZLES)
    monkeypatch.setattr("fmtools.version.RESULTS_VERSION", 0)
    run(path, tmp_path / "results", quick=True)
    old = (tmp_path / "results" / "records.jsonl").read_text()
    monkeypatch.undo()
    sweep = run(path, tmp_path / "results", quick=True)
    assert (sweep.reused, sweep.recorded, sweep.libraries_made) == (0, sweep.runs, 2)
    assert (tmp_path / "results" / "records.jsonl").read_text().startswith(old)
    records, _ = read_store(tmp_path / "results")
    assert {one["key"] for one in records} == sweep.keys


def test_the_quick_form_fills_part_of_the_store_and_the_full_form_the_rest(tmp_path):
    path = write(tmp_path / "e.toml", PUZZLES.replace(', "focused", "random"', ""))
    quick = run(path, tmp_path / "results", quick=True)
    assert (quick.runs, quick.recorded) == (4, 4)
    full = run(path, tmp_path / "results")
    assert (full.runs, full.reused, full.recorded) == (16, 4, 12)


def test_a_changed_experiment_of_the_same_name_reuses_what_is_the_same(puzzles, tmp_path):
    results = tmp_path / "results"
    path = write(tmp_path / "e.toml", PUZZLES.replace(', "focused", "random"', ""))
    run(path, results)
    write(path, path.read_text().replace("instances = 4", "instances = 5"))
    sweep = run(path, results)
    assert (sweep.runs, sweep.reused, sweep.recorded) == (20, 16, 4)
    assert len(list((results / "experiments").glob("e-*.toml"))) == 2, "both texts are kept"


def test_the_users_own_simulator_is_a_world_with_instances_by_seed(tmp_path):
    text = """
    worlds = "fmtools.examples.warehouse:Warehouse"
    macros = ["none", "focused"]
    instances = 2
    tie_seeds = 1
    budget = 300
    [macro.focused]
    preset = "default"
    budget = 200
    """
    sweep = run(write(tmp_path / "mine.toml", text), tmp_path / "results")
    assert (sweep.recorded, sweep.failed) == (4, 0)
    records, _ = read_store(tmp_path / "results")
    assert {one["world"] for one in records} == {"Warehouse"}
    assert len({one["task_hash"] for one in records}) == 2


def test_a_run_that_fails_is_recorded_with_its_reason_and_tried_again_later(tmp_path):
    path = write(tmp_path / "e.toml", "worlds = 'broken:World'\ninstances = 2\ntie_seeds = 1")
    sweep = run(path, tmp_path / "results")
    assert (sweep.recorded, sweep.failed) == (2, 2)
    records, _ = read_store(tmp_path / "results")
    assert all("no module 'broken'" in one["error"] for one in records)
    assert run(path, tmp_path / "results").recorded == 2
    assert len(read_store(tmp_path / "results")[0]) == 2


def test_kill_9_half_way_several_times_loses_and_repeats_nothing(tmp_path, gate):
    path = write(tmp_path / "many.toml", GATED)
    results = tmp_path / "results"
    for enough in (1, NUM_FREE_RUNS):
        child = start_bench(path, results, "--jobs", "2")
        while num_lines(results) < enough:
            assert child.poll() is None, child.communicate()
            time.sleep(0.002)
        workers = children_of(child.pid)
        child.kill()
        assert child.wait() == -signal.SIGKILL
        child.communicate()
        gate.touch()
        while any(is_alive(pid) for pid in workers):
            time.sleep(0.01)
        gate.unlink()
    stored = num_lines(results)
    assert stored == NUM_FREE_RUNS
    gate.touch()
    # The worst moment of all: in the middle of writing a line.
    with (results / "records.jsonl").open("a") as file:
        file.write('{"format": 1, "key": "0123')
    last = start_bench(path, results, "--json")
    out, err = last.communicate()
    assert last.returncode == 0, err
    assert "repaired" in err
    (told,) = json.loads(out)["experiments"]
    assert told["reused"] == stored
    assert told["recorded"] == NUM_GATED_RUNS - stored
    records, complaints = read_store(results)
    assert complaints == []
    assert num_lines(results) == len(records) == NUM_GATED_RUNS
    assert {one["key"]: without_times(one) for one in records} == expected_records(path)


def test_ctrl_c_ends_a_sweep_and_keeps_what_is_finished(tmp_path, gate):
    path = write(tmp_path / "many.toml", GATED)
    results = tmp_path / "results"
    child = start_bench(path, results, "--jobs", "1")
    while num_lines(results) < 5:
        assert child.poll() is None, child.communicate()
        time.sleep(0.002)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    assert child.returncode == 130, err
    assert out == ""
    assert "the same command goes on" in err and "Traceback" not in err
    records, complaints = read_store(results)
    assert complaints == [] and records
    assert all(one["outcome"] != "interrupted" for one in records)


def test_two_sweeps_at_once_on_one_store_give_one_complete_store(tmp_path):
    path = write(tmp_path / "many.toml", MANY)
    children = [start_bench(path, tmp_path / "results", "--jobs", "1", "--json") for _ in range(2)]
    told = []
    for child in children:
        out, err = child.communicate()
        assert child.returncode == 0, err
        told += json.loads(out)["experiments"]
    records, complaints = read_store(tmp_path / "results")
    assert complaints == []
    assert len(records) == num_lines(tmp_path / "results") == NUM_MANY_RUNS
    assert sum(one["recorded"] for one in told) == NUM_MANY_RUNS, "none recorded by both"


def test_a_worker_that_dies_is_replaced_and_its_job_done_again(tmp_path):
    """The worker is killed by hand while it is at work."""
    experiment = read_experiment(write(tmp_path / "many.toml", MANY))
    store = Store(tmp_path / "results")
    executor = LocalWorkers(2)
    killed = []

    class Killer(Watcher):
        def recorded(self, records):
            super().recorded(records)
            if len(killed) < 2 and self.num_recorded > 40 * (len(killed) + 1):
                worker = executor._workers[0]
                os.kill(worker.process.pid, signal.SIGKILL)
                killed.append(worker.process.pid)

    try:
        sweep = run_experiment(experiment, store, executor, Killer())
    finally:
        executor.close()
    assert len(killed) == 2
    assert (sweep.recorded, sweep.failed) == (NUM_MANY_RUNS, 0)


def test_work_that_kills_every_worker_is_given_up_with_a_reason():
    executor = LocalWorkers(1)
    try:
        # Not a message at all: the worker breaks down outside of what it guards.
        work = iter([Work(7, {"job": None}), Work(8, {"library": None, "base_text": None})])
        answers = list(executor.run(work))
    finally:
        executor.close()
    assert {answer.number for answer in answers} == {7, 8}
    assert all(answer.finished and answer.lost for answer in answers)
