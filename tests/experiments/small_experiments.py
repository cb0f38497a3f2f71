"""Small experiments for tests, and what they share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fmtools.experiments.grid import expand
from fmtools.experiments.runner import Sweep, run_experiment
from fmtools.experiments.spec import read_experiment
from fmtools.experiments.work import Answer, Work
from fmtools.store.writing import Store
from fmtools.workers.perform import perform
from fmtools.workers.processes import LocalWorkers

PUZZLES = """
title = "small puzzles"
worlds = "8-puzzle"
planners = ["gbfs", "bfws"]
macros = ["none", "focused", "random"]
instances = 4
tie_seeds = 2
budget = 2000
draws = 2
trace = true

[macro.focused]
preset = "default"
budget = 3200
keep = 16

[quick]
instances = 1
"""
NUM_PUZZLE_RUNS = 2 * 3 * 4 * 2

MANY = """
worlds = "8-puzzle"
instances = 40
tie_seeds = 4
budget = 3000
"""
NUM_MANY_RUNS = 160


class Watcher:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.num_recorded = self.num_reused = 0

    def begin(self, totals: Any, finished: Any) -> None:
        self.num_reused = sum(finished.values())

    def note(self, text: str) -> None:
        self.notes.append(text)

    def recorded(self, records: Any) -> None:
        self.num_recorded += len(records)


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


class Here:
    """An executor without processes: starting those is most of what a small sweep takes."""

    num_workers = 1

    def run(self, work: Iterator[Work]) -> Iterator[Answer]:
        for piece in work:
            yield Answer(piece.number, tuple(perform(piece.message)), finished=True)

    def close(self) -> None:
        pass


def run(path: Path, results: Path, quick: bool = False, num_workers: int = 0) -> Sweep:
    executor = LocalWorkers(num_workers) if num_workers else Here()
    try:
        return run_experiment(read_experiment(path, quick), Store(results), executor, Watcher())
    finally:
        executor.close()


def expected_records(path: Path) -> dict[str, dict[str, Any]]:
    """What a sweep must record, by key, without times."""
    jobs = expand(read_experiment(path)).jobs
    found = [record for job in jobs for record in perform({"job": job.to_dict()})]
    return {record["key"]: without_times(record) for record in found}


TIMES = ("seconds", "started", "total_seconds", "translate_seconds")


def without_times(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in TIMES}
