"""What `bench ipc` has to run, as plain data: one flat record of settings per run, and its keys.

A run has two names. `run` hashes all that determines what the planner does: planner and version,
the task and its files, memory, seed, macros. `key` adds the time limit. A planner does not know its
limit, so a run with another limit often decides this one, too: it ended in time, or took longer.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fmtools.benches.ipc_folders import FolderTask, TaskFolder
from fmtools.benches.ipc_planners import Contestant
from fmtools.errors import PddlError
from fmtools.pddl.text import load_text
from fmtools.store.reading import ANY_VERSION, FORMAT, Record
from fmtools.version import JUDGE, results_version_of

EXPERIMENT = "ipc"
PLAN, LEARN = "plan", "learn"
LEARNED, NONE_FOUND = "learned", "none"
"""Outcomes of learning that are none of a run's."""


@dataclass(frozen=True)
class IpcSettings:
    planners: tuple[Contestant, ...]
    seconds: float
    """CPU time of a run, the largest of those reported."""
    memory: int
    seeds: tuple[int, ...] = (0,)
    learn: tuple[str, ...] | None = None
    """Words for `fmtools learn`; None: no macros."""
    teach: int = 2
    """Problems of a folder, the first ones, that macros are learned from; the others test."""
    learn_seconds: float = 300.0


@dataclass(frozen=True)
class IpcRun:
    """A planner on a task, or learning in a folder (`tasks` are the problems that teach)."""

    fields: Record
    """What the record begins with."""
    tasks: tuple[FolderTask, ...]
    contestant: Contestant | None
    library: str | None = None
    """Name in the store."""

    @property
    def key(self) -> str:
        return str(self.fields["key"])

    @property
    def id(self) -> str:
        return str(self.fields["run"])


def learn_runs(folders: Sequence[TaskFolder], settings: IpcSettings) -> list[IpcRun]:
    """One per folder and seed, where there is something to test afterwards.

    Where problems have domains of their own, only those of the first one's domain can teach.
    """
    if settings.learn is None:
        return []
    runs = []
    for folder in folders:
        first = folder.tasks[: settings.teach]
        domains = [_digests(task)["domain_digest"] for task in first]
        teaching = [task for task, of in zip(first, domains, strict=True) if of == domains[0]]
        if len(folder.tasks) > settings.teach:
            runs += [_learning(folder.name, teaching, settings, seed) for seed in settings.seeds]
    return runs


def plan_runs(folders: Sequence[TaskFolder], settings: IpcSettings) -> list[IpcRun]:
    """Without macros: all tasks, or only the test tasks where macros are learned.

    Planners of others have no seed that we know of: they run once.
    """
    first = 0 if settings.learn is None else settings.teach
    return [
        _planning(task, digests, one, seed, settings)
        for folder in folders
        for task in folder.tasks[first:]
        for digests in [_digests(task)]
        for one in settings.planners
        for seed in ((0,) if one.python is None else settings.seeds)
    ]


def macro_runs(
    folders: Sequence[TaskFolder], settings: IpcSettings, kept: dict[tuple[str, int], Record]
) -> list[IpcRun]:
    """Test tasks with macros: our planners, where something was `kept` (folder, seed -> record).

    A task with another domain than those that taught has no macros.
    """
    return [
        _planning(task, digests, one, seed, settings, learned)
        for folder in folders
        for task in folder.tasks[settings.teach :]
        for digests in [_digests(task)]
        for one in settings.planners
        if one.is_current
        for seed in settings.seeds
        if (learned := kept.get((folder.name, seed))) is not None
        and learned["domain_digest"] == digests["domain_digest"]
    ]


def undecided(runs: Iterable[IpcRun], recorded: Iterable[Record]) -> list[IpcRun]:
    """Those whose result at their limit no record tells."""
    by_id: dict[str, list[Record]] = {}
    for record in recorded:
        by_id.setdefault(str(record.get("run")), []).append(record)
    return [
        run
        for run in runs
        if not any(decides(record, run.fields["time_limit"]) for record in by_id.get(run.id, ()))
    ]


def decides(record: Record, limit: float) -> bool:
    """Whether a record of the same run tells what happens within `limit` CPU seconds."""
    if record["outcome"] == "error":
        return False
    if record["outcome"] == "timeout":
        return bool(record["time_limit"] >= limit)
    return bool(record["time_limit"] >= limit or record["cpu_seconds"] <= limit)


def _learning(folder: str, tasks: Sequence[FolderTask], settings: IpcSettings, seed: int) -> IpcRun:
    assert settings.learn is not None
    version = results_version_of(JUDGE)
    what = {
        "kind": LEARN,
        "world": folder,
        "learn": list(settings.learn),
        "version": f"results {version}",
        "domain_digest": _digests(tasks[0])["domain_digest"],
        "files": [_digests(task) for task in tasks],
        "memory_limit": settings.memory,
        "seed": seed,
    }
    about = {"teach": [task.name for task in tasks]}
    return IpcRun(_fields(what, about, settings.learn_seconds, version), tuple(tasks), None)


def _planning(
    task: FolderTask,
    digests: Record,
    one: Contestant,
    seed: int,
    settings: IpcSettings,
    learned: Record | None = None,
) -> IpcRun:
    what = {
        "kind": PLAN,
        "world": task.folder,
        "problem": task.name,
        "words": list(one.words),
        "version": one.version,
        **digests,
        "memory_limit": settings.memory,
        "seed": seed,
        "learned": None if learned is None else learned["run"],
    }
    about = {
        "planner": one.label,
        "is_ours": one.is_current,
        "learn": None if learned is None else learned["learn"],
        "macros": "none" if learned is None else "learned",
        "tie_seed": None if one.python is None else seed,
        "learn_seed": None if learned is None else seed,
        "num_macros": 0 if learned is None else learned["num_macros"],
    }
    version = results_version_of(one.label) if one.is_current else ANY_VERSION
    fields = _fields(what, about, settings.seconds, version)
    library = None if learned is None else str(learned["run"])
    return IpcRun(fields, (task,), one, library)


def _fields(what: Record, about: Record, seconds: float, version: Any) -> Record:
    run = hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:32]
    return {
        "format": FORMAT,
        "key": f"{run}-{seconds:g}",
        "run": run,
        "experiment": EXPERIMENT,
        "results_version": version,
        **about,
        **what,
        "time_limit": seconds,
    }


def _digests(task: FolderTask) -> Record:
    """Of the texts that planners get; a file that cannot be read has its reason for one."""
    found = {}
    for name, path in (("domain_digest", task.domain), ("problem_digest", task.problem)):
        try:
            text = "" if path is None else load_text(path)
            found[name] = hashlib.sha256(text.encode()).hexdigest()
        except PddlError as error:
            found[name] = str(error)
    return found
