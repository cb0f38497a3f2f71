"""Runs of `bench ipc` as tables and pages see them, on made-up records whose answers are known."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from fmtools.reports.ipc_macros import macro_table
from fmtools.reports.ipc_page import cactus, ipc_page, pair_points
from fmtools.reports.ipc_results import (
    MEASURES,
    IpcResults,
    load_ipc,
    num_solved,
    ratio_over_folders,
    ratio_over_tasks,
    task_logs,
)
from fmtools.reports.ipc_tables import coverage_table, ipc_tables
from fmtools.reports.svg_plot import Axis
from fmtools.reports.table_text import terminal_text
from fmtools.version import JUDGE, results_version_of
from tests.reports.test_page import HOSTILE, Reader


def planned(folder: str, problem: str, planner: str, **fields: Any) -> dict[str, Any]:
    learned = fields.pop("learned", False)
    run = f"{folder}-{problem}-{planner}-{learned}-{fields.get('seed', 0)}"
    limit = fields.get("time_limit", 10.0)
    return {
        "format": 1,
        "key": f"{run}-{limit:g}",
        "run": run,
        "experiment": "ipc",
        "results_version": results_version_of(planner),
        "kind": "plan",
        "world": folder,
        "problem": problem,
        "planner": planner,
        "is_ours": planner == "auto",
        "learn": ["--keep", "auto"] if learned else None,
        "seed": 0,
        "domain_digest": folder,
        "memory_limit": 1 << 30,
        "time_limit": limit,
        "outcome": "solved",
        "cpu_seconds": 1.0,
        "generated": 100,
        "primitive_steps": 100,
        "primitive_plan_length": 10,
        **fields,
    }


def learned(folder: str, num_macros: int = 3, **fields: Any) -> dict[str, Any]:
    found = planned(folder, "", "", **fields)
    del found["problem"], found["planner"]
    return {
        **found,
        "key": f"learn-{folder}-{found['seed']}",
        "kind": "learn",
        "results_version": results_version_of(JUDGE),
        "learn": ["--keep", "auto"],
        "teach": ["p1", "p2"],
        "outcome": "learned" if num_macros else "none",
        "reason": "" if num_macros else "nothing paid",
        "num_macros": num_macros,
        "learning_queries": 5000,
    }


def results(tmp_path: Path, *records: dict[str, Any]) -> IpcResults:
    tmp_path.mkdir(exist_ok=True)
    text = "".join(json.dumps(record) + "\n" for record in records)
    (tmp_path / "records.jsonl").write_text(text)
    return load_ipc(tmp_path)


def test_a_plan_after_the_cut_off_is_none(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        planned("a", "p1", "auto", cpu_seconds=5.0),
        planned("a", "p2", "auto", cpu_seconds=5.1),
        planned("a", "p3", "auto", cpu_seconds=1.0, outcome="invalid-plan"),
    )
    runs = found.of("auto")
    assert num_solved(runs, 5.0) == 1 and num_solved(runs, 10.0) == 2


def test_seeds_of_one_task_are_averaged(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        planned("a", "p1", "auto", seed=0, generated=100),
        planned("a", "p1", "auto", seed=1, generated=400),
        planned("a", "p1", "auto", seed=2, outcome="timeout"),
        planned("a", "p1", "lama-first", generated=100),
    )
    assert num_solved(found.of("auto"), 10.0) == pytest.approx(2 / 3)
    logs = task_logs(found.of("auto"), found.of("lama-first"), MEASURES["states"], 10.0)
    assert logs == {("a", "p1"): pytest.approx(math.log(2))}


def test_folders_count_alike_whatever_their_tasks(tmp_path: Path) -> None:
    records = [planned("a", f"p{n}", "auto", generated=200) for n in range(9)]
    records += [planned("a", f"p{n}", "lama-first") for n in range(9)]
    records += [planned("b", "p1", "auto", generated=800), planned("b", "p1", "lama-first")]
    found = results(tmp_path, *records)
    logs = task_logs(found.of("auto"), found.of("lama-first"), MEASURES["states"], 10.0)
    estimate = ratio_over_folders(logs)
    assert estimate is not None and estimate.mean == pytest.approx(4.0)
    assert estimate.low is None, "two folders are too few for an interval"
    assert ratio_over_tasks(logs) == pytest.approx(2 ** ((9 + 3) / 10))


def test_an_interval_over_folders_holds_what_all_of_them_agree_on(tmp_path: Path) -> None:
    records = [planned(f"f{n}", "p1", "auto", generated=50) for n in range(6)]
    found = results(tmp_path, *records, *(planned(f"f{n}", "p1", "lama-first") for n in range(6)))
    logs = task_logs(found.of("auto"), found.of("lama-first"), MEASURES["states"], 10.0)
    estimate = ratio_over_folders(logs)
    assert estimate is not None and estimate.low is not None and estimate.high is not None
    assert estimate.low == pytest.approx(0.5) and estimate.high == pytest.approx(0.5)


def test_of_two_time_limits_the_longer_run_is_told_and_timeouts_bound_what_may_be_asked(
    tmp_path: Path,
) -> None:
    late = planned("a", "p1", "auto", outcome="timeout", cpu_seconds=10.1)
    found = results(
        tmp_path,
        late,
        planned("a", "p1", "auto", time_limit=60.0, cpu_seconds=30.0),
        planned("a", "p2", "auto"),
    )
    assert num_solved(found.of("auto"), 60.0) == 2 and num_solved(found.of("auto"), 10.0) == 1
    assert found.longest == 60.0
    assert results(tmp_path / "b", late, planned("a", "p2", "auto")).longest == 10.0


def test_without_macros_a_folder_counts_as_it_is(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        learned("a"),
        learned("b", 0),
        planned("a", "p3", "auto", generated=100),
        planned("a", "p3", "auto", learned=True, generated=25),
        planned("b", "p2", "auto", generated=70),
        planned("b", "p3", "auto", generated=70),
        planned("b", "p3", "lama-first"),
    )
    assert found.configs == ["auto", "auto +macros", "lama-first"]
    assert found.with_macros == [("auto", "auto +macros")]
    assert set(found.of("auto +macros")) == {("a", "p3"), ("b", "p3")}
    table = macro_table(found, "auto", "auto +macros", 10.0)
    rows = {row.values["folder"]: row.values for row in table.rows}
    assert rows["a"]["states_ratio"] == pytest.approx(0.25)
    assert rows["b"]["states_ratio"] == 1.0
    assert rows["all"]["states_ratio"] == pytest.approx(0.5)
    assert rows["with macros"]["states_ratio"] == pytest.approx(0.25)
    assert rows["all"]["macros"] == 1.5 and rows["all"]["learning_queries"] == 5000
    assert "b: none: nothing paid" in table.notes


def test_ratios_are_of_tasks_solved_both_ways_only(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        learned("a"),
        planned("a", "p3", "auto", generated=100),
        planned("a", "p3", "auto", learned=True, generated=50),
        planned("a", "p4", "auto", outcome="timeout", generated=None),
        planned("a", "p4", "auto", learned=True, generated=7),
    )
    (row, _) = macro_table(found, "auto", "auto +macros", 10.0).rows
    assert row.values["states_ratio"] == pytest.approx(0.5) and row.values["both"] == 1
    assert (row.values["solved_without"], row.values["solved_with"]) == (1, 2)


def test_learning_is_repaid_by_what_tasks_save(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        learned("a", cpu_seconds=30.0),
        planned("a", "p3", "auto", cpu_seconds=5.0),
        planned("a", "p3", "auto", learned=True, cpu_seconds=2.0),
        planned("a", "p4", "auto", outcome="timeout", cpu_seconds=10.1),
        planned("a", "p4", "auto", learned=True, cpu_seconds=3.0),
        learned("b", cpu_seconds=1.0),
        planned("b", "p3", "auto", cpu_seconds=1.0),
        planned("b", "p3", "auto", learned=True, cpu_seconds=2.0),
    )
    table = macro_table(found, "auto", "auto +macros", 10.0)
    repaid = {row.values["folder"]: row.values["repaid_after"] for row in table.rows}
    assert repaid["a"] == pytest.approx(30 / 5) and repaid["b"] is None
    assert repaid["all"] == pytest.approx(15.5 / 3)
    assert any("a 6, all 5; not: b." in note for note in table.notes)


def test_folders_that_kept_something_are_counted_by_seed(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        learned("a", seed=0),
        learned("b", 0, seed=0, knows_actions=True),
        learned("a", seed=1),
        learned("b", seed=1),
        planned("a", "p3", "auto"),
        planned("a", "p3", "auto", learned=True),
    )
    table = macro_table(found, "auto", "auto +macros", 10.0)
    assert any("by seed: 1, 2 and 2, 2." in note for note in table.notes)


def test_what_unsolved_runs_ended_with_is_told(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        planned("a", "p1", "auto", outcome="timeout"),
        planned("a", "p2", "auto", outcome="unsolvable"),
        planned("a", "p3", "auto", cpu_seconds=10.2),
        planned("a", "p4", "auto", outcome="timeout"),
    )
    notes = ipc_tables(found, [10.0])[1].notes
    assert notes[-1] == "Not solved by auto: 2 timeout, 1 unsolvable, 1 late."


def test_the_order_of_running_leaves_no_mark(tmp_path: Path) -> None:
    records = [
        planned("a10", "p1", "lama-first"),
        planned("a2", "p10", "auto"),
        planned("a2", "p2", "lama-first"),
        planned("a2", "p2", "auto"),
        planned("a2", "p2", "auto", learned=True),
    ]
    one = results(tmp_path / "one", *records)
    other = results(tmp_path / "other", *reversed(records))
    assert one == other and ipc_page(one, [10.0]) == ipc_page(other, [10.0])
    assert one.folders == ["a2", "a10"] and one.configs == ["auto", "auto +macros", "lama-first"]
    asked = load_ipc(tmp_path / "one", planners=["lama-first", "auto"])
    assert asked.configs == ["lama-first", "auto", "auto +macros"]


def test_records_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        planned("a", "p1", "auto"),
        planned("a", "p2", "auto", cpu_seconds="long"),
        planned("a", "p3", "auto", memory_limit=2 << 30),
    )
    assert len(found.runs) == 2
    assert any("'cpu_seconds' is no number" in remark for remark in found.remarks)
    assert any("1024 MB and 2048 MB" in remark for remark in found.remarks)


def test_tables_fit_eighty_columns_with_long_names_and_many_planners(tmp_path: Path) -> None:
    names = ["auto", "lama-first", "lapkt:DUAL-BFWS", "lapkt:BFWS-f5", "auto@0.1.0", "fd:lama"]
    found = results(
        tmp_path,
        learned("recharging-robots-sat23-adl"),
        *(planned("recharging-robots-sat23-adl", "p3", name) for name in names),
        planned("recharging-robots-sat23-adl", "p3", "auto", learned=True),
        planned("a", "p1", "auto", outcome="error", error="x" * 300),
        planned("a", "p1", "lama-first", outcome="crash", reason="y\n" * 30),
    )
    tables = ipc_tables(found, [10.0, 60.0])
    for table in tables:
        assert max(map(len, terminal_text(table).splitlines())) <= 80, terminal_text(table)
    assert any("lapkt:DUAL-BFWS" in note for note in tables[0].notes), "letters are explained"
    assert coverage_table(found, 10.0).rows[-1].values["lama-first"] == 1


def test_the_page_is_whole_and_lets_nothing_through(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        learned("a"),
        planned("a", "p3", "auto", generated=100),
        planned("a", "p3", "auto", learned=True, generated=50),
        planned("a", "p3", HOSTILE, cpu_seconds=0.2),
        planned("a", HOSTILE, "auto", outcome="error", error=HOSTILE),
        planned(HOSTILE, "p3", "auto", cpu_seconds=3.0),
        planned(HOSTILE, "p3", HOSTILE, outcome="timeout"),
    )
    text = ipc_page(found, [10.0])
    page = Reader(text)
    assert not page.named("script") and not page.named("img")
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert {section["id"] for section in page.named("section")} == {
        "errors",
        "summary",
        "coverage",
        "pairs",
        "macros",
        "methods",
    }
    assert len(page.named("svg")) == 1 + 3 + 1 + 2  # cactus, its key, a pair, two for macros
    assert text == ipc_page(found, [10.0])


def test_the_cactus_plot_has_a_step_for_every_solved_task(tmp_path: Path) -> None:
    seconds = [0.1, 0.4, 2.0, 9.0, 11.0]
    found = results(
        tmp_path,
        *(planned("a", f"p{n}", "auto", cpu_seconds=s) for n, s in enumerate(seconds)),
    )
    drawn = Reader(cactus(found, 10.0))
    (line,) = [p for p in drawn.named("path") if p.get("class") == "line"]
    path = line["d"] or ""
    assert path.count("V") == 4, "four were solved within ten seconds"
    assert path.count("H") == 4, "three steps, and on to the end"


def test_unsolved_tasks_lie_at_the_edge_and_those_of_nobody_are_left_out(tmp_path: Path) -> None:
    found = results(
        tmp_path,
        planned("a", "p1", "auto", cpu_seconds=0.5),
        planned("a", "p1", "lama-first", outcome="timeout"),
        planned("a", "p2", "auto", outcome="timeout"),
        planned("a", "p2", "lama-first", outcome="timeout"),
        planned("a", "p3", "auto", cpu_seconds=2.0),
        planned("a", "p3", "lama-first", cpu_seconds=4.0),
    )
    first, second = pair_points(
        found.of("lama-first"), found.of("auto"), MEASURES["CPU"], 10.0, 15.0
    )
    assert (first.x, first.y, first.is_open) == (15.0, 0.5, True)
    assert "unsolved" in first.about and "a p1" in first.about
    assert (second.x, second.y, second.is_open) == (4.0, pytest.approx(2.0), False)


def test_axes_name_round_numbers_and_hold_what_lies_outside() -> None:
    assert Axis("s", 0.05, 10.0).ticks == [0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0]
    assert Axis("n", 1.0, 2e6).ticks == [10.0**n for n in range(7)]
    assert Axis("n", 0, 52, is_log=False).ticks == [0, 20, 40]
    assert Axis("n", 0, 1.05, is_log=False).ticks == [0, 1]
    to_pixel = Axis("s", 0.1, 10.0).scale(0, 100)
    assert to_pixel(1.0) == pytest.approx(50) and to_pixel(0.001) == 0 and to_pixel(99) == 100
