"""Reading and grounding beside Fast Downward's translator, over folders of PDDL tasks.

Both sides without start-up: ours is clocked inside its process, the translator says its own CPU
time. Each task is a fresh process of either, so peak memory is that of one task.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import geometric_mean

from fmtools.benches.fast_downward import run_fast_downward, run_fresh
from fmtools.benches.ipc_folders import FolderTask, TaskFolder
from fmtools.drivers.run_directory import run_directory

SHORTEST = 1e-3
"""Seconds; what is shorter counts as this, on both sides."""


@dataclass(frozen=True)
class GroundingRun:
    """One task; None where a side did not finish."""

    folder: str
    problem: str
    seconds: float | None = None
    fd_seconds: float | None = None
    peak_bytes: int | None = None
    operators: int | None = None
    fd_operators: int | None = None
    only_ours: int | None = None
    only_theirs: int | None = None
    unexpected: tuple[str, ...] = ()
    """Operators that only one side has, though they do something in a state that was reached."""
    failure: str = ""

    @property
    def ratio(self) -> float | None:
        if self.seconds is None or self.fd_seconds is None:
            return None
        return max(self.fd_seconds, SHORTEST) / max(self.seconds, SHORTEST)


@dataclass(frozen=True)
class GroundingRow:
    """One folder: sums over tasks that both sides finished."""

    folder: str
    num_tasks: int
    num_both: int
    seconds: float
    fd_seconds: float
    mean_ratio: float | None
    """Geometric mean."""
    least_ratio: float | None
    peak_bytes: int
    operators: int
    only_ours: int
    only_theirs: int
    unexpected: int

    @property
    def met(self) -> bool | None:
        """At least as fast as the translator, all in all, and no operator without a reason."""
        return None if self.mean_ratio is None else self.mean_ratio >= 1 and not self.unexpected


def ground_folders(
    folders: Sequence[TaskFolder], seconds: float, memory: int, tell: Callable[[str], None]
) -> Iterator[GroundingRun]:
    for folder in folders:
        for task in folder.tasks:
            run = ground_task(task, seconds, memory)
            tell(f"{run.folder} {run.problem}: {run.failure or f'{run.ratio:.1f} times as fast'}")
            yield run


def ground_task(task: FolderTask, seconds: float, memory: int) -> GroundingRun:
    """The translator first, then ours, with its file to compare."""
    if task.domain is None or task.reason:
        return GroundingRun(task.folder, task.name, failure=task.reason)
    files = [str(task.domain.resolve()), str(task.problem.resolve())]
    with run_directory() as place:
        sas = place / "task.sas"
        arguments = ["--translate", "--sas-file", str(sas), *files]
        arguments += ["--translate-options", "--keep-unimportant-variables"]
        theirs = run_fast_downward(arguments, seconds, memory, place)
        words = [sys.executable, "-m", "fmtools.benches.grounding_job", *files]
        ours = run_fresh(
            [*words, str(sas)] if sas.is_file() and not theirs.timed_out else words,
            seconds,
            memory,
            place,
        )
    found = ours.json()
    if found is None:
        reason = "ours took too long" if ours.timed_out else ours.output.strip().split("\n")[-1]
        return GroundingRun(task.folder, task.name, failure=reason or "ours failed")
    fd_seconds = theirs.number(r"(?m)^Done! \[([\d.]+)s CPU")
    return GroundingRun(
        task.folder,
        task.name,
        found["read_seconds"] + found["ground_seconds"],
        fd_seconds,
        found["peak_bytes"],
        found["operators"],
        found.get("fd_operators"),
        found.get("only_ours"),
        found.get("only_theirs"),
        tuple(found.get("unexpected", ())),
        failure="" if fd_seconds is not None else "the translator did not finish",
    )


def grounding_rows(runs: Sequence[GroundingRun]) -> list[GroundingRow]:
    rows = []
    for name in dict.fromkeys(run.folder for run in runs):
        mine = [run for run in runs if run.folder == name]
        both = [run for run in mine if run.ratio is not None]
        ratios = [run.ratio for run in both if run.ratio is not None]
        rows.append(
            GroundingRow(
                name,
                len(mine),
                len(both),
                sum(run.seconds or 0 for run in both),
                sum(run.fd_seconds or 0 for run in both),
                geometric_mean(ratios) if ratios else None,
                min(ratios, default=None),
                max((run.peak_bytes or 0 for run in mine), default=0),
                sum(run.operators or 0 for run in both),
                sum(run.only_ours or 0 for run in both),
                sum(run.only_theirs or 0 for run in both),
                sum(len(run.unexpected) for run in both),
            )
        )
    return rows
