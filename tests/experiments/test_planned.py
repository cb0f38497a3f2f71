from collections import Counter
from pathlib import Path

import pytest

from fmtools.experiments.grid import expand
from fmtools.experiments.planned import planned_cells
from fmtools.experiments.spec import SHIPPED, read_experiment
from fmtools.reports.records import Record, record_from


def copied(store: Path, name: str) -> Path:
    (store / "experiments").mkdir(parents=True, exist_ok=True)
    copy = store / "experiments" / f"{name}-0123abcd.toml"
    copy.write_text((SHIPPED / f"{name}.toml").read_text(encoding="utf-8"), encoding="utf-8")
    return store


def runs_of(name: str, quick: bool) -> list[Record]:
    """What the runner itself would run."""
    grid = expand(read_experiment(SHIPPED / f"{name}.toml", quick))
    runs = (run for job in grid.jobs for run in job.runs)
    return [record_from({**run.fields, "outcome": "solved"}) for run in runs]


@pytest.mark.parametrize(
    ("name", "quick"),
    [
        ("table1", False),
        ("suitcase", True),
        ("suitcase", False),
        ("macro-types", True),
        ("novel-goals", True),
        ("results", True),
    ],
)
def test_planned_runs_are_those_of_the_runners_grid(tmp_path: Path, name: str, quick: bool) -> None:
    runs = runs_of(name, quick)
    planned = planned_cells(copied(tmp_path, name), runs)
    assert sum(planned.values()) == len(runs)
    by_world = Counter((run.world, run.planner) for run in runs)
    told: Counter[tuple[str, str]] = Counter()
    for cell, number in planned.items():
        told[cell[1], cell[2]] += number
    assert told == by_world


def test_part_of_a_full_sweep_is_measured_by_the_full_form(tmp_path: Path) -> None:
    store = copied(tmp_path, "suitcase")
    full = runs_of("suitcase", False)
    one_cell = [run for run in full if run.dials == 20 and run.effect_size == 2][:5]
    assert sum(planned_cells(store, one_cell).values()) == len(full)
    assert sum(planned_cells(store, []).values()) < len(full)


def test_store_without_copies_plans_nothing(tmp_path: Path) -> None:
    assert planned_cells(tmp_path, [Record("results", "solved")]) == {}
