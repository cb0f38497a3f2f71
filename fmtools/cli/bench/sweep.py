"""`fmtools bench FILE.toml`: run an experiment into a results directory, show how it goes."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.cli.process import say
from fmtools.errors import UsageError

if TYPE_CHECKING:
    from fmtools.experiments.runner import Sweep
    from fmtools.experiments.work import Executor
    from fmtools.store.writing import Store

DEFAULT_RESULTS = Path("results")


def sweep(
    name: str,
    results: Path | None,
    jobs: int | None,
    scheduler: str | None,
    quick: bool,
    json_output: bool,
) -> None:
    """Run what the store lacks. Unsolved is a result: the exit code is 0 all the same."""
    from fmtools.cli.bench.sweep_progress import SweepProgress
    from fmtools.experiments.runner import run_experiment
    from fmtools.experiments.spec import BEYOND, experiment_paths, read_experiment
    from fmtools.store.writing import Store

    experiments = [read_experiment(path, quick) for path in experiment_paths(name)]
    store = Store(results or DEFAULT_RESULTS)
    executor = make_executor(jobs, scheduler)
    sweeps: list[Sweep] = []
    told = 0
    try:
        for experiment in experiments:
            with SweepProgress(experiment.name, experiment.title, executor.num_workers) as progress:
                told = _tell(store.complaints, told)
                sweeps.append(run_experiment(experiment, store, executor, progress))
            told = _tell(store.complaints, told)
    except KeyboardInterrupt:
        say(f"finished runs are in {store.directory}; the same command goes on from there")
        raise
    finally:
        executor.close()
    if name == BEYOND:
        _show_beyond(sweeps[0], store, json_output)
        return
    _show(sweeps, store.directory, store.complaints, json_output)


def make_executor(jobs: int | None, scheduler: str | None) -> "Executor":
    """Workers of this machine, or of a Dask cluster."""
    if scheduler is not None:
        if jobs is not None:
            raise UsageError("--jobs is for this machine; a cluster has the workers it has")
        from fmtools.workers.cluster import DaskCluster

        return DaskCluster(scheduler)
    from fmtools.workers.processes import LocalWorkers, num_cores

    return LocalWorkers(jobs or num_cores())


def _tell(complaints: list[str], told: int) -> int:
    for complaint in complaints[told:]:
        say(complaint)
    return len(complaints)


def _show(sweeps: "list[Sweep]", directory: Path, complaints: list[str], json_output: bool) -> None:
    from fmtools.cli.bench.sweep_summary import print_summary, summary_rows
    from fmtools.store.reading import num_stale, read_contents

    found = read_contents(directory)
    stale = num_stale(found.stale)
    told: list[dict[str, Any]] = []
    for one in sweeps:
        own = [record for record in found.records if record["key"] in one.keys]
        rows = summary_rows(own)
        num_old = stale.get(one.experiment, 0)
        if not json_output:
            print_summary(one, rows, num_old)
        counts = {name: value for name, value in vars(one).items() if name != "keys"}
        told.append({**counts, "stale": num_old, "seconds": round(one.seconds, 3), "rows": rows})
    if json_output:
        print(
            json.dumps({"results": str(directory), "experiments": told, "complaints": complaints})
        )
    else:
        print(f"results in {directory}")


def _show_beyond(sweep: "Sweep", store: "Store", json_output: bool) -> None:
    from fmtools.reports.beyond import beyond_table
    from fmtools.reports.table_text import terminal_text
    from fmtools.store.reading import num_stale, read_contents

    found = read_contents(store.directory)
    stale = num_stale(found.stale).get(sweep.experiment, 0)
    table = beyond_table([record for record in found.records if record["key"] in sweep.keys])
    if json_output:
        told = {"results": str(store.directory), "stale": stale}
        print(json.dumps({**told, "rows": [row.values for row in table.rows]}))
        return
    print(terminal_text(table), end="")
    if stale:
        print(f"{stale:,} stale records of older code in {store.directory} are not counted")
