"""`bench ipc`: planners over folders of tasks, with and without macros learned there.

First macros are learned, where that is asked for, then every planner runs on every task. What the
store tells already is not run again. Nothing here prints; a watcher is told what happens.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from fmtools.benches.ipc_folders import TaskFolder
from fmtools.benches.ipc_runs import (
    EXPERIMENT,
    LEARNED,
    IpcRun,
    IpcSettings,
    learn_runs,
    macro_runs,
    plan_runs,
    undecided,
)
from fmtools.errors import FmtoolsError, UsageError
from fmtools.experiments.jobs import error_record
from fmtools.experiments.runner import Watcher
from fmtools.experiments.work import Executor, Message, Work
from fmtools.natural_order import NaturalKey, natural_key
from fmtools.pddl.text import load_text
from fmtools.store.reading import Record, read_contents
from fmtools.store.writing import Store


def run_ipc(
    folders: Sequence[TaskFolder],
    settings: IpcSettings,
    store: Store,
    executor: Executor,
    watcher: Watcher,
) -> frozenset[str]:
    """Every run that the store does not decide; the ids of all runs that were asked for."""
    others = {r.get("experiment") for r in read_contents(store.directory).records} - {EXPERIMENT}
    if others:
        raise UsageError(
            f"{store.directory} holds other results ({', '.join(sorted(map(str, others)))}); "
            "give bench ipc a directory of its own with -o"
        )
    learning = learn_runs(folders, settings)
    _run_all(learning, store, executor, watcher)
    kept = _kept(learning, store)
    runs = [*plan_runs(folders, settings), *macro_runs(folders, settings, kept)]
    runs.sort(key=_pairs)
    _run_all(runs, store, executor, watcher)
    return frozenset(run.id for run in (*learning, *runs))


def _pairs(run: IpcRun) -> tuple[NaturalKey, NaturalKey, int]:
    """What is compared runs one after the other: a machine may be slower a minute later."""
    (task,) = run.tasks
    return natural_key(task.folder), natural_key(task.name), int(run.fields["seed"])


def _kept(learning: Iterable[IpcRun], store: Store) -> dict[tuple[str, int], Record]:
    """(folder, seed) -> its record, where learning found macros, or what actions do."""
    ids = {run.id for run in learning}
    return {
        (record["world"], record["seed"]): record
        for record in read_contents(store.directory).records
        if record["run"] in ids and (record["outcome"] == LEARNED or record.get("knows_actions"))
    }


def _run_all(runs: list[IpcRun], store: Store, executor: Executor, watcher: Watcher) -> None:
    if not runs:
        return
    left = undecided(runs, read_contents(store.directory).records)
    totals = Counter(str(run.fields["world"]) for run in runs)
    watcher.begin(totals, totals - Counter(str(run.fields["world"]) for run in left))
    for answer in executor.run(_work(left, store, watcher)):
        records = []
        for item in answer.items:
            if "library" in item:
                store.save_library(item["library"], item["text"])
            else:
                records.append(item)
        if answer.lost:
            records.append(error_record(vars(left[answer.number]), answer.lost))
        if records:
            watcher.recorded(store.append(records))


def _work(runs: list[IpcRun], store: Store, watcher: Watcher) -> Iterator[Work]:
    """What is left to do when a worker is free; tasks that cannot be read are recorded as such."""
    for number, run in enumerate(runs):
        store.refresh()
        if store.is_finished(run.key):
            continue
        try:
            yield Work(number, {"ipc": _message(run, store)})
        except FmtoolsError as error:
            watcher.recorded(store.append([error_record(vars(run), str(error))]))


def _message(run: IpcRun, store: Store) -> Message:
    for task in run.tasks:
        if task.reason or task.domain is None:
            raise FmtoolsError(task.reason)
    domain = run.tasks[0].domain
    assert domain is not None
    library = None
    if run.library is not None:
        library = store.library_path(run.library).read_text(encoding="utf-8")
    return {
        "fields": run.fields,
        "domain": load_text(domain),
        "problems": [load_text(task.problem) for task in run.tasks],
        "paths": [domain.name, run.tasks[0].problem.name],
        "contestant": None if run.contestant is None else asdict(run.contestant),
        "library": library,
    }
