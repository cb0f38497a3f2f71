"""`bench ipc`: real planners on small folders; records, resuming, verdicts."""

import json
import shutil
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from fmtools.benches.ipc import run_ipc
from fmtools.benches.ipc_folders import find_folders
from fmtools.benches.ipc_planners import Contestant, contestants
from fmtools.benches.ipc_runs import IpcSettings, decides
from fmtools.errors import InputError, UsageError
from fmtools.reports.ipc_results import load_ipc
from fmtools.store.lab_file import records_to_lab_properties
from fmtools.store.reading import read_contents
from fmtools.store.writing import Store
from fmtools.version import PLANNER_CHANGES, RESULTS_VERSION
from tests.experiments.small_experiments import Here, Watcher

PDDL = Path(__file__).parents[2] / "pddl"
GRIPPER = "gripper"
MEMORY = 1 << 30


def folder(root: Path, name: str, numbers: list[int], own_domains: bool = False) -> Path:
    """A folder of problems of the repository, with one domain, or with one for each."""
    target = root / name
    target.mkdir(parents=True)
    for number in numbers:
        shutil.copy(PDDL / name / f"problem-{number:03d}.pddl", target / f"p{number}.pddl")
        if own_domains:
            shutil.copy(PDDL / name / "domain.pddl", target / f"p{number}-domain.pddl")
    if not own_domains:
        shutil.copy(PDDL / name / "domain.pddl", target)
    return target


def settings(*planners: str, seconds: float = 60.0, **others) -> IpcSettings:
    return IpcSettings(tuple(contestants(planners)), seconds, MEMORY, **others)


def run(root: Path, store: Path, asked: IpcSettings) -> tuple[frozenset[str], Watcher]:
    watcher = Watcher()
    ids = run_ipc(find_folders(root), asked, Store(store), Here(), watcher)
    return ids, watcher


def test_planners_run_on_every_task_and_every_plan_is_validated(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0, 1])
    folder(tmp_path / "ipc", "ferry", [0], own_domains=True)
    ids, watcher = run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", "lama-first"))
    assert watcher.num_recorded == 6 and len(ids) == 6
    records = read_contents(tmp_path / "s").records
    assert {(r["world"], r["problem"], r["planner"]) for r in records} == {
        (world, problem, planner)
        for world, problem in [("ferry", "p0"), ("gripper", "p0"), ("gripper", "p1")]
        for planner in ["gbfs", "lama-first"]
    }
    for record in records:
        assert record["outcome"] == "solved" and record["valid"] is True, record
        assert record["generated"] > 0 and record["primitive_plan_length"] > 0
        assert 0 < record["cpu_seconds"] < 60
        assert (record["primitive_steps"] is None) == (record["planner"] == "lama-first")


def test_what_the_store_has_is_not_run_again_and_another_seed_is(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0])
    run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", "lama-first"))
    before = (tmp_path / "s" / "records.jsonl").read_bytes()
    _, again = run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", "lama-first"))
    assert (again.num_recorded, again.num_reused) == (0, 2)
    assert (tmp_path / "s" / "records.jsonl").read_bytes() == before
    # External planners have no seed of ours: they run once.
    _, more = run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", "lama-first", seeds=(0, 1)))
    assert (more.num_recorded, more.num_reused) == (1, 2)
    (tmp_path / "ipc" / GRIPPER / "p0.pddl").write_bytes(
        (PDDL / GRIPPER / "problem-001.pddl").read_bytes()
    )
    _, changed = run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", "lama-first"))
    assert changed.num_recorded == 2


def test_the_same_files_under_two_names_are_two_tasks(tmp_path):
    target = folder(tmp_path / "ipc", GRIPPER, [0])
    shutil.copy(target / "p0.pddl", target / "p1.pddl")
    shutil.copytree(target, tmp_path / "ipc" / "again")
    run(tmp_path / "ipc", tmp_path / "s", settings("gbfs"))
    assert len(load_ipc(tmp_path / "s").tasks) == 4


def test_a_run_decides_other_time_limits_where_it_can(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0])
    run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", seconds=60.0))
    for seconds in (30.0, 600.0):
        _, again = run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", seconds=seconds))
        assert again.num_recorded == 0
    solved = {"outcome": "solved", "time_limit": 60, "cpu_seconds": 20.0}
    assert decides(solved, 10) and decides(solved, 60) and decides(solved, 600)
    late = {"outcome": "timeout", "time_limit": 60, "cpu_seconds": 60.1}
    assert decides(late, 10) and decides(late, 60) and not decides(late, 61)
    assert not decides({"outcome": "error", "time_limit": 60}, 10)


def test_a_time_limit_ends_a_run_and_that_is_an_outcome(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0])
    run(tmp_path / "ipc", tmp_path / "s", settings("fd:astar(blind())", seconds=0.5))
    (record,) = read_contents(tmp_path / "s").records
    assert record["outcome"] == "timeout"
    results = load_ipc(tmp_path / "s")
    assert results.longest == 0.5 and not results.runs[0].solved(0.5)


def test_tasks_that_cannot_be_read_are_rows_with_a_reason_and_tried_again(tmp_path):
    target = folder(tmp_path / "ipc", GRIPPER, [0])
    (target / "p1.pddl").write_text("(define (problem p) (:domain gripper)")
    (target / "p2.pddl").write_text("nothing")
    for _ in range(2):
        _, watcher = run(tmp_path / "ipc", tmp_path / "s", settings("gbfs"))
    assert watcher.num_recorded == 2
    results = load_ipc(tmp_path / "s")
    reasons = {run.problem: run.reason for run in results.runs if run.outcome == "error"}
    assert sorted(reasons) == ["p1", "p2"]
    assert "p1.pddl:1:" in reasons["p1"] and "defines neither" in reasons["p2"]


def test_a_wrong_plan_is_found_out(tmp_path):
    """A planner that claims to have solved everything with one step that does not apply."""
    folder(tmp_path / "ipc", GRIPPER, [0])
    liar = tmp_path / "liar.py"
    liar.write_text("import sys\nopen(sys.argv[1], 'w').write('(drop ball1 roomb left)\\n')\n")
    commands = tmp_path / "planners.toml"
    commands.write_text(f'[liar]\ncommand = ["{{python}}", "{liar}", "{{plan}}"]\n')
    found = contestants(["liar", "lama-first"], commands_file=commands)
    run(tmp_path / "ipc", tmp_path / "s", IpcSettings(tuple(found), 60.0, MEMORY))
    outcomes = {run.config: run for run in load_ipc(tmp_path / "s").runs}
    assert outcomes["liar"].outcome == "invalid-plan" and outcomes["liar"].reason
    assert not outcomes["liar"].solved(60.0) and outcomes["lama-first"].solved(60.0)


def test_our_planners_take_words_of_plan(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0])
    spec = "gbfs --ties fifo --budget 3"
    run(tmp_path / "ipc", tmp_path / "s", settings(spec))
    (record,) = read_contents(tmp_path / "s").records
    assert record["planner"] == spec and record["outcome"] == "no-plan"
    assert record["exit_code"] == 12


def test_a_bad_word_is_an_error_of_the_run_that_is_tried_again(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0])
    run(tmp_path / "ipc", tmp_path / "s", settings("gbfs --no-such-word"))
    (record,) = read_contents(tmp_path / "s").records
    assert record["outcome"] == "error" and "no-such-word" in record["error"]


def test_another_fmtools_is_compared_under_its_own_name(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0])
    other = tmp_path / "other" / "fmtools"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("__version__ = '0.0.7'\n")
    (other / "__main__.py").write_text("import sys; sys.exit(35)\n")
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\ncd {other.parent} && exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    found = contestants(["gbfs", "lama-first"], against=str(python))
    assert [one.label for one in found] == ["gbfs", "lama-first", "gbfs@0.0.7"]
    run(tmp_path / "ipc", tmp_path / "s", IpcSettings((found[0], found[2]), 60.0, MEMORY))
    outcomes = {run.config: run.outcome for run in load_ipc(tmp_path / "s").runs}
    assert outcomes == {"gbfs": "solved", "gbfs@0.0.7": "crash"}


def test_planners_are_refused_before_anything_runs(tmp_path):
    with pytest.raises(UsageError, match="no planner 'lamma'"):
        contestants(["lamma"])
    with pytest.raises(InputError, match="no Python with fmtools"):
        contestants(["gbfs"], against="/bin/false")
    with pytest.raises(UsageError, match="built-in"):
        contestants(["lama-first"], against=sys.executable)


def test_results_of_external_planners_outlive_a_results_version(tmp_path, monkeypatch):
    folder(tmp_path / "ipc", GRIPPER, [0])
    run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", "lama-first"))
    monkeypatch.setattr("fmtools.version.RESULTS_VERSION", 999)
    assert [run.config for run in load_ipc(tmp_path / "s").runs] == ["lama-first"]


def test_macros_are_learned_again_where_the_planner_changed_that_judges_them(tmp_path, monkeypatch):
    folder(tmp_path / "ipc", GRIPPER, [0, 1])
    asked = settings("gbfs", learn=("--budget", "1K", "--keep", "2"), teach=1)
    run(tmp_path / "ipc", tmp_path / "s", asked)
    before = [record["key"] for record in read_contents(tmp_path / "s").records]
    monkeypatch.setitem(PLANNER_CHANGES, "auto", 999)
    stale = load_ipc(tmp_path / "s")
    assert (len(stale.learnings), stale.configs) == (0, ["gbfs"])
    run(tmp_path / "ipc", tmp_path / "s", asked)
    kinds = [r["kind"] for r in read_contents(tmp_path / "s").records if r["key"] not in before]
    assert kinds == ["learn", "plan"]  # with the new macros; gbfs alone is what it was
    records = read_contents(tmp_path / "s").records
    assert len(records_to_lab_properties(records)) > 0  # runs of planners, and nothing of learning


def test_what_is_compared_runs_one_after_the_other(tmp_path):
    folder(tmp_path / "ipc", "depot", [0, 1, 2])
    asked = settings("gbfs", learn=("--budget", "2K", "--keep", "4"), teach=1, seeds=(0, 1))
    run(tmp_path / "ipc", tmp_path / "s", asked)
    plans = [r for r in read_contents(tmp_path / "s").records if r["kind"] == "plan"]
    ran = [(record["problem"], record["seed"], record["macros"]) for record in plans]
    macros = ("none", "learned")
    assert ran == [(name, seed, how) for name in ("p1", "p2") for seed in (0, 1) for how in macros]


def test_a_store_of_other_experiments_is_refused(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0])
    store = Store(tmp_path / "s")
    record = {"format": 1, "key": "k", "experiment": "paper", "outcome": "solved"}
    store.append([{**record, "results_version": RESULTS_VERSION}])
    with pytest.raises(UsageError, match="directory of its own"):
        run(tmp_path / "ipc", tmp_path / "s", settings("gbfs"))


def test_macros_are_learned_from_the_first_problems_and_tried_on_the_others(tmp_path):
    folder(tmp_path / "ipc", "depot", [0, 1, 2])
    asked = settings("gbfs", learn=("--budget", "2K", "--keep", "4"), teach=1)
    run(tmp_path / "ipc", tmp_path / "s", asked)
    results = load_ipc(tmp_path / "s")
    (learned,) = results.learnings
    assert learned.taught == ("p0",) and learned.num_macros == 4 and learned.queries >= 2000
    assert results.configs == ["gbfs", "gbfs +macros"]
    assert results.with_macros == [("gbfs", "gbfs +macros")]
    for config in results.configs:
        assert [task[1] for task in results.of(config)] == ["p1", "p2"]
    records = read_contents(tmp_path / "s").records
    (library,) = (tmp_path / "s" / "macros").iterdir()
    with_macros = [r for r in records if r.get("macros") == "learned"]
    assert {r["learned"] for r in with_macros} == {library.stem}
    assert all(r["num_macros"] == 4 for r in with_macros)
    _, again = run(tmp_path / "ipc", tmp_path / "s", asked)
    assert again.num_recorded == 0


def test_where_nothing_is_learned_a_run_with_macros_is_the_one_without(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0, 1])
    run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", learn=("--budget", "1"), teach=1))
    results = load_ipc(tmp_path / "s")
    (learned,) = results.learnings
    assert learned.num_macros == 0 and learned.outcome == "none" and learned.reason
    without, with_macros = (results.of(config) for config in ("gbfs", "gbfs +macros"))
    assert with_macros.keys() == without.keys() == {(GRIPPER, "p1")}
    (one,), (other,) = without.values(), with_macros.values()
    assert one[0].cpu_seconds == other[0].cpu_seconds
    assert len(read_contents(tmp_path / "s").records) == 2


def test_where_no_macro_is_kept_what_is_known_of_actions_leads_the_runs(tmp_path):
    folder(tmp_path / "ipc", "transport", [1, 2])
    run(tmp_path / "ipc", tmp_path / "s", settings("auto", learn=("--budget", "200K"), teach=1))
    results = load_ipc(tmp_path / "s")
    (learned,) = results.learnings
    assert learned.num_macros == 0 and learned.knows_actions
    (one,), (other,) = (results.of(c)["transport", "p2"] for c in ("auto", "auto +macros"))
    assert one.solved(60) and other.solved(60) and one.generated != other.generated
    assert len(read_contents(tmp_path / "s").records) == 3


def test_macros_of_one_domain_are_not_tried_in_another(tmp_path):
    target = folder(tmp_path / "ipc", "depot", [0, 1], own_domains=True)
    own = target / "p1-domain.pddl"
    own.write_text(own.read_text() + "; another text\n")
    run(
        tmp_path / "ipc",
        tmp_path / "s",
        settings("gbfs", learn=("--budget", "2K", "--keep", "4"), teach=1),
    )
    results = load_ipc(tmp_path / "s")
    assert results.learnings[0].num_macros == 4
    assert len(read_contents(tmp_path / "s").records) == 2
    assert [run.config for run in results.runs] == ["gbfs", "gbfs +macros"]


def test_a_contestant_is_plain_data():
    """It travels to workers as JSON."""
    (one,) = contestants(["gbfs --ties fifo"])
    found = json.loads(json.dumps(asdict(one)))
    assert Contestant(**{**found, "words": tuple(found["words"])}) == one


def test_records_are_exported_to_lab_with_the_names_of_their_problems(tmp_path):
    folder(tmp_path / "ipc", GRIPPER, [0])
    run(tmp_path / "ipc", tmp_path / "s", settings("gbfs", "lama-first", seeds=(3, 4)))
    exported = json.loads(records_to_lab_properties(read_contents(tmp_path / "s").records))
    assert {(run["algorithm"], run["problem"]) for run in exported.values()} == {
        ("gbfs", "p0-tie3"),
        ("gbfs", "p0-tie4"),
        ("lama-first", "p0"),
    }
    assert all(run["coverage"] == 1 and run["domain"] == GRIPPER for run in exported.values())
