"""Runs of `fmtools bench ipc` as its tables and plots see them: checked, grouped, compared.

Plain data only. A task is solved within a cut-off if its plan was valid and took no more CPU time
than that. Seeds of one task are alike: they are averaged before anything is counted or compared.
"""

import math
import statistics
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fmtools.natural_order import natural_key
from fmtools.reports.statistics import Estimate, mean_of_groups
from fmtools.store.reading import read_store

EXPERIMENT = "ipc"
REFERENCE = "lama-first"
"""What others are compared with, where it took part."""
_NUMBERS = ("time_limit", "cpu_seconds", "generated", "primitive_steps", "primitive_plan_length")

Task = tuple[str, str]
"""Folder and problem."""


@dataclass(frozen=True)
class Run:
    """One planner, one task, one seed."""

    folder: str
    problem: str
    planner: str
    config: str
    """The planner, ` +macros` behind it where it had some."""
    seed: int
    outcome: str
    reason: str
    time_limit: float
    cpu_seconds: float | None
    generated: float | None
    primitive_steps: float | None
    primitive_plan_length: float | None
    memory_limit: int
    domain_digest: str
    is_ours: bool
    """Of the fmtools that ran the benchmark: macros are for these."""

    @property
    def task(self) -> Task:
        return self.folder, self.problem

    def solved(self, within: float) -> bool:
        seconds = self.cpu_seconds
        return self.outcome == "solved" and seconds is not None and seconds <= within


@dataclass(frozen=True)
class Learning:
    """Macros of one folder, learned with one seed."""

    folder: str
    config: str
    """What the words for `learn` make of a planner's name: ` +macros`."""
    seed: int
    outcome: str
    reason: str
    domain_digest: str
    taught: tuple[str, ...]
    num_macros: int
    knows_actions: bool
    """Whether its library tells what actions need and do, macros or none."""
    queries: int
    cpu_seconds: float


@dataclass(frozen=True)
class IpcResults:
    runs: tuple[Run, ...]
    learnings: tuple[Learning, ...]
    remarks: tuple[str, ...]

    @property
    def configs(self) -> list[str]:
        """Each planner, behind it the same with macros."""
        return list(dict.fromkeys(run.config for run in self.runs))

    @property
    def folders(self) -> list[str]:
        return sorted({run.folder for run in self.runs}, key=natural_key)

    @property
    def tasks(self) -> list[Task]:
        return list(dict.fromkeys(run.task for run in self.runs))

    def of(self, config: str) -> dict[Task, list[Run]]:
        """The runs of every task, one per seed."""
        found: dict[Task, list[Run]] = {}
        for run in self.runs:
            if run.config == config:
                found.setdefault(run.task, []).append(run)
        return found

    @property
    def reference(self) -> str | None:
        configs = self.configs
        return REFERENCE if REFERENCE in configs else (configs[0] if configs else None)

    @property
    def longest(self) -> float:
        """The largest time limit for which every run tells the result."""
        reach = min(map(_reach, self.runs), default=0.0)
        return reach if reach < math.inf else max(run.time_limit for run in self.runs)

    @property
    def with_macros(self) -> list[tuple[str, str]]:
        """(without, with) of every planner that ran both ways."""
        configs = self.configs
        suffixes = dict.fromkeys(one.config for one in self.learnings)
        pairs = [(config, config + suffix) for config in configs for suffix in suffixes]
        return [pair for pair in pairs if pair[1] in configs]


def load_ipc(
    store: Path, ids: Iterable[str] | None = None, planners: Sequence[str] = ()
) -> IpcResults:
    """What a store holds, or those runs of it; fields that cannot be used become remarks.

    In natural order, however it was run; planners as given, else ours first, by name.
    """
    wanted = None if ids is None else set(ids)
    records, remarks = read_store(store)
    records = [
        record
        for record in records
        if record.get("experiment") == EXPERIMENT
        and (wanted is None or record.get("run") in wanted)
    ]
    learned = {record.get("run") for record in records if record.get("kind") == "learn"}
    records = [r for r in records if r.get("learned") is None or r.get("learned") in learned]
    suffixes = _suffixes(records)
    runs: dict[Any, Run] = {}
    learnings: dict[Any, Learning] = {}
    for record in records:
        try:
            if record["kind"] == "learn":
                learning = _learning(record, suffixes)
                learnings[learning.folder, learning.config, learning.seed] = learning
                continue
            run = _run(record, suffixes)
        except (KeyError, TypeError, ValueError) as error:
            remarks.append(f"run {record['key']} is not used: {error}")
            continue
        name = (run.task, run.config, run.seed)
        if name not in runs or _reach(run) > _reach(runs[name]):
            runs[name] = run
    for learning in learnings.values():
        runs |= _without_macros(learning, runs)
    limits = sorted({run.memory_limit for run in runs.values()})
    if len(limits) > 1:
        told = " and ".join(f"{limit >> 20} MB" for limit in limits)
        remarks.append(f"runs with different memory limits stand side by side: {told}")
    return IpcResults(
        tuple(sorted(runs.values(), key=lambda run: _order(run, planners))),
        tuple(sorted(learnings.values(), key=lambda one: (natural_key(one.folder), one.seed))),
        tuple(remarks),
    )


def _order(run: Run, planners: Sequence[str]) -> tuple[Any, ...]:
    place = planners.index(run.planner) if run.planner in planners else len(planners)
    names = (run.folder, run.problem)
    by_planner = (place, not run.is_ours, run.planner, run.config)
    return (*by_planner, *map(natural_key, names), *names, run.seed)


def _suffixes(records: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Words for `learn` -> what follows a planner's name: short where all runs had the same."""
    words = {_words(record) for record in records if record.get("learn") is not None}
    return {one: " +macros" if len(words) == 1 else f" +macros ({one})" for one in words}


def _words(record: dict[str, Any]) -> str:
    return " ".join(map(str, record["learn"])) or "defaults"


def _without_macros(learning: Learning, runs: dict[Any, Run]) -> dict[Any, Run]:
    """Where nothing was kept, or nothing is for a task's own domain, a run with it is one without:
    it was not run again."""
    return {
        (run.task, config, run.seed): replace(run, config=config)
        for run in runs.values()
        for config in [run.config + learning.config]
        if (run.folder, run.seed) == (learning.folder, learning.seed)
        and run.is_ours
        and run.config == run.planner
        and run.problem not in learning.taught
        and (
            not (learning.num_macros or learning.knows_actions)
            or run.domain_digest != learning.domain_digest
        )
    }


def is_ipc_store(store: Path) -> bool:
    """Whether its records are of `bench ipc`; False for an empty one."""
    records, _ = read_store(store)
    return any(record.get("experiment") == EXPERIMENT for record in records)


def _reach(run: Run) -> float:
    """Up to which time limit the run tells the result."""
    return run.time_limit if run.outcome == "timeout" else math.inf


def _run(record: dict[str, Any], suffixes: dict[str, str]) -> Run:
    suffix = "" if record.get("learn") is None else suffixes[_words(record)]
    numbers = {name: _number(record, name) for name in _NUMBERS}
    limit = numbers.pop("time_limit")
    if limit is None:
        raise ValueError("no 'time_limit'")
    return Run(
        folder=str(record["world"]),
        problem=str(record["problem"]),
        planner=str(record["planner"]),
        config=str(record["planner"]) + suffix,
        seed=int(record["seed"]),
        outcome=str(record["outcome"]),
        reason=str(record.get("error") or record.get("reason") or ""),
        time_limit=limit,
        memory_limit=int(record["memory_limit"]),
        domain_digest=str(record["domain_digest"]),
        is_ours=record["is_ours"] is True,
        **numbers,
    )


def _number(record: dict[str, Any], name: str) -> float | None:
    value = record.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        raise ValueError(f"{name!r} is no number")
    return float(value)


def _learning(record: dict[str, Any], suffixes: dict[str, str]) -> Learning:
    return Learning(
        folder=str(record["world"]),
        config=suffixes[_words(record)],
        seed=int(record["seed"]),
        outcome=str(record["outcome"]),
        reason=str(record.get("error") or record.get("reason") or ""),
        domain_digest=str(record["domain_digest"]),
        taught=tuple(map(str, record["teach"])),
        num_macros=int(record.get("num_macros") or 0),
        knows_actions=bool(record.get("knows_actions")),
        queries=int(record.get("learning_queries") or 0),
        cpu_seconds=_number(record, "cpu_seconds") or 0.0,
    )


Measure = Callable[[Run], float | None]
MEASURES: Mapping[str, Measure] = {
    "states": lambda run: run.generated,
    "steps": lambda run: run.primitive_steps,
    "CPU": lambda run: run.cpu_seconds,
    "length": lambda run: run.primitive_plan_length,
}


def num_solved(tasks: dict[Task, list[Run]], within: float) -> float:
    """Tasks solved; one with several seeds counts by the share that solved it."""
    return sum(
        sum(run.solved(within) for run in runs) / len(runs) for runs in tasks.values() if runs
    )


def task_logs(
    ours: dict[Task, list[Run]], others: dict[Task, list[Run]], measure: Measure, within: float
) -> dict[Task, float]:
    """Of each task that both solved: the logarithm of our measure over theirs, seeds averaged."""
    found = {}
    for task in ours.keys() & others.keys():
        above = _mean_log(ours[task], measure, within)
        below = _mean_log(others[task], measure, within)
        if above is not None and below is not None:
            found[task] = above - below
    return dict(sorted(found.items()))


def _mean_log(runs: Sequence[Run], measure: Measure, within: float) -> float | None:
    values = [measure(run) for run in runs if run.solved(within)]
    told = [math.log(value) for value in values if value]
    return statistics.fmean(told) if told else None


def ratio_over_tasks(logs: dict[Task, float]) -> float | None:
    """The geometric mean, every task alike."""
    return math.exp(statistics.fmean(logs.values())) if logs else None


def median_ratio(logs: dict[Task, float]) -> float | None:
    return math.exp(statistics.median(logs.values())) if logs else None


def ratio_over_folders(logs: dict[Task, float]) -> Estimate | None:
    """The geometric mean, every folder alike, with its 95% interval over folders."""
    groups: dict[Hashable, list[float]] = {}
    for (folder, _), log in logs.items():
        groups.setdefault(folder, []).append(log)
    found = mean_of_groups(groups)
    if found is None:
        return None
    low = None if found.low is None else math.exp(found.low)
    high = None if found.high is None else math.exp(found.high)
    return Estimate(math.exp(found.mean), low, high, found.num_groups, found.num_values)
