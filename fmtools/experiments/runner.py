"""Runs an experiment into a store: what is there already is not run again, the rest in parallel.

Nothing here prints; a watcher is told what happens.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from fmtools.errors import InputError
from fmtools.experiments.grid import Grid, Job, expand
from fmtools.experiments.jobs import error_record
from fmtools.experiments.libraries import LibraryRequest
from fmtools.experiments.spec import Experiment
from fmtools.experiments.work import Executor, Work
from fmtools.store.reading import Record
from fmtools.store.writing import Store


class Watcher(Protocol):
    """Told what happens, in the process that called `run_experiment`."""

    def begin(self, totals: Mapping[str, int], finished: Mapping[str, int]) -> None:
        """Runs by world: all of them, and those that the store has."""
        ...

    def note(self, text: str) -> None: ...

    def recorded(self, records: Sequence[Record]) -> None: ...


@dataclass(frozen=True)
class Sweep:
    """What a sweep did."""

    experiment: str
    runs: int
    reused: int
    """Recorded before it began."""
    recorded: int
    failed: int
    """Runs that ended in an error, now or before."""
    libraries_made: int
    seconds: float
    keys: frozenset[str]
    """Of all runs of the experiment: which records are its own."""


def run_experiment(
    experiment: Experiment, store: Store, executor: Executor, watcher: Watcher
) -> Sweep:
    """Every run that the store does not have yet; an interruption leaves all that was finished."""
    began = time.monotonic()
    grid = expand(experiment)
    store.save_experiment(experiment.name, experiment.digest, experiment.text)
    keys = frozenset(run.key for job in grid.jobs for run in job.runs)
    reused = {key for key in keys if store.is_finished(key)}
    totals = Counter(job.world for job in grid.jobs for _ in job.runs)
    done = Counter(job.world for job in grid.jobs for run in job.runs if run.key in reused)
    watcher.begin(totals, done)
    made = _make_libraries(grid, store, executor, watcher)
    recorded = _run_jobs(grid, store, executor, watcher)
    return Sweep(
        experiment=experiment.name,
        runs=grid.num_runs,
        reused=len(reused),
        recorded=recorded,
        failed=sum(store.outcomes.get(key) == "error" for key in keys),
        libraries_made=made,
        seconds=time.monotonic() - began,
        keys=keys,
    )


def _make_libraries(grid: Grid, store: Store, executor: Executor, watcher: Watcher) -> int:
    """Those that unfinished jobs need and the store lacks; those made from others come second."""
    needed = {
        job.library for job in grid.jobs for run in job.runs if not store.is_finished(run.key)
    }
    needed |= {one.base for one in grid.libraries if one.name in needed}
    missing = [
        request
        for request in grid.libraries
        if request.name in needed and not store.library_path(request.name).exists()
    ]
    for requests in ([r for r in missing if not r.base], [r for r in missing if r.base]):
        for answer in executor.run(_library_work(requests, store)):
            name = requests[answer.number].name
            if answer.note:
                watcher.note(answer.note)
            if answer.lost:
                raise InputError(f"macro library {name} could not be made: {answer.lost}")
            for item in answer.items:
                store.save_library(item["name"], item["text"])
                watcher.note(f"macro library {name}")
    return len(missing)


def _library_work(requests: Sequence[LibraryRequest], store: Store) -> Iterator[Work]:
    for number, request in enumerate(requests):
        base = None if request.base is None else store.library_path(request.base).read_text()
        yield Work(number, {"library": vars(request), "base_text": base})


def _run_jobs(grid: Grid, store: Store, executor: Executor, watcher: Watcher) -> int:
    jobs = {job.number: job for job in grid.jobs}
    num_recorded = 0
    for answer in executor.run(_job_work(grid.jobs, store)):
        records: Sequence[Record] = answer.items
        if answer.note:
            watcher.note(answer.note)
        if answer.lost:
            records = [
                *records,
                *(
                    error_record({"fields": run.fields}, answer.lost)
                    for run in jobs[answer.number].runs
                    if not store.is_finished(run.key)
                ),
            ]
        if records:
            written = store.append(records)
            num_recorded += len(written)
            watcher.recorded(written)
    return num_recorded


def _job_work(jobs: Sequence[Job], store: Store) -> Iterator[Work]:
    """What is still to do when a worker is free: another sweep may have done some of it."""
    texts: dict[str, str] = {}
    for job in jobs:
        store.refresh()
        runs = tuple(run for run in job.runs if not store.is_finished(run.key))
        if not runs:
            continue
        text = None
        if job.library is not None:
            if job.library not in texts:
                texts[job.library] = store.library_path(job.library).read_text(encoding="utf-8")
            text = texts[job.library]
        yield Work(job.number, {"job": replace(job, runs=runs).to_dict(text)})
