"""`fmtools bench ipc`: planners over folders of PDDL tasks, with and without learned macros."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools.cli.declare import argument, option
from fmtools.cli.options import JSON, PLANNERS_FILE, SEED
from fmtools.cli.process import printable, say
from fmtools.errors import UsageError
from fmtools.quantities import parse_bytes, parse_seconds

if TYPE_CHECKING:
    from fmtools.benches.ipc_folders import TaskFolder
    from fmtools.reports.ipc_results import IpcResults

DEFAULT_RESULTS = Path("results/ipc")


def bench_ipc(
    name: str = argument(metavar="ipc"),
    directory: Path = argument(help="A folder of PDDL files, or a folder of such folders."),
    planner: list[str] = option(
        ["auto"], help='Built-in, with options: "bfws --width 1"; or as in fmtools planners.'
    ),
    learn: str | None = option(
        None, metavar="WORDS", help='Macros, too; words for fmtools learn: "" or "--budget 50K".'
    ),
    teach: int = option(2, min=1, help="--learn: from the first so many problems."),
    learn_limit: str = option("5m", help="--learn: CPU time for each folder."),
    folder: list[str] | None = option(None, help="Only these: a name, or *-adl."),
    skip: list[str] | None = option(None, help="Not these."),
    problems: str | None = option(
        None, help="Of each folder, in natural order: 5 (the first), 3-10 or 1,4,7."
    ),
    time_limit: str = option("10", help="CPU time of a run; 10,60: also within 10 s."),
    memory_limit: str = option("2G", help="Of a run, all its processes: 500M, 4G."),
    seed: int = SEED,
    seeds: int = option(1, min=1, help="How many seeds, from --seed on; ours only."),
    against: str | None = option(
        None, metavar="PYTHON", help="Built-in planners of another fmtools, too."
    ),
    planners_file: Path | None = PLANNERS_FILE,
    output: Path = option(
        DEFAULT_RESULTS, "-o", "--output", metavar="FOLDER", help="Results directory."
    ),
    jobs: int | None = option(None, min=1, shown="one per core", help="Runs side by side."),
    scheduler: str | None = option(
        None, help="Run on a Dask cluster, tcp://HOST:PORT (extra cluster)."
    ),
    json_output: bool = JSON,
) -> None:
    """Run planners on folders of tasks: who solves how many, how fast, how well.

    A folder has one domain and its problems, or a domain per problem (p01-domain, domain_p01).
    Every run is a fresh process, start-up included, within a limit on CPU time and memory; every
    plan is validated against the files. What cannot be read is a row with the reason.

    With --learn, macros are learned from the first problems of each folder (--teach), and the
    others are solved with and without them, by built-in planners. Where nothing was kept, a run
    with macros is the run without.

    Runs are appended to the results directory; what is there is not run again. fmtools report
    makes a page of it, with cactus and scatter plots.

    Example: fmtools bench ipc ipc --planner auto --planner lama-first --time-limit 10,60
    """
    from fmtools.benches.ipc import run_ipc
    from fmtools.benches.ipc_folders import find_folders
    from fmtools.benches.ipc_planners import contestants
    from fmtools.benches.ipc_runs import IpcSettings
    from fmtools.cli.bench.sweep import make_executor
    from fmtools.cli.bench.sweep_progress import SweepProgress
    from fmtools.reports.ipc_results import load_ipc
    from fmtools.store.writing import Store

    cutoffs = sorted({parse_seconds(part, "--time-limit") for part in time_limit.split(",")})
    settings = IpcSettings(
        planners=tuple(contestants(planner, against, planners_file)),
        seconds=cutoffs[-1],
        memory=parse_bytes(memory_limit),
        seeds=tuple(range(seed, seed + seeds)),
        learn=None if learn is None else tuple(shlex.split(learn)),
        teach=teach,
        learn_seconds=parse_seconds(learn_limit, "--learn-limit"),
    )
    folders = find_folders(directory, folder or (), skip or ())
    if problems is not None:
        folders = chosen_problems(folders, problems)
    store = Store(output)
    executor = make_executor(jobs, scheduler)
    try:
        with SweepProgress("ipc", str(directory), executor.num_workers) as progress:
            ids = run_ipc(folders, settings, store, executor, progress)
    except KeyboardInterrupt:
        say(f"finished runs are in {output}; the same command goes on")
        raise
    finally:
        executor.close()
    show_ipc(
        load_ipc(output, ids, [one.label for one in settings.planners]),
        cutoffs,
        output,
        json_output,
    )


def show_ipc(results: "IpcResults", cutoffs: list[float], store: Path, json_output: bool) -> None:
    """The tables, or their rows as JSON."""
    from fmtools.reports.ipc_tables import ipc_tables
    from fmtools.reports.table_text import terminal_text

    for remark in results.remarks:
        say(printable(remark))
    tables = ipc_tables(results, cutoffs)
    if json_output:
        rows = {table.name: [dict(row.values) for row in table.rows] for table in tables}
        print(json.dumps({"results": str(store), "runs": len(results.runs), "tables": rows}))
        return
    for table in tables:
        print("\n".join(map(printable, terminal_text(table).split("\n"))))
    print(f"results in {store}")
    print(f"a page of them: fmtools report {store} -o page.html")


def chosen_problems(folders: "list[TaskFolder]", text: str) -> "list[TaskFolder]":
    """The tasks of each folder whose number, from 1 on, is named."""
    from dataclasses import replace

    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise UsageError(f"--problems {text!r}: expected such as 5, 3-10 or 1,4,7")
        alone = not dash and "," not in text
        numbers |= set(range(1 if alone else int(first), int(last if dash else first) + 1))
    chosen = [
        replace(
            folder,
            tasks=tuple(t for number, t in enumerate(folder.tasks, 1) if number in numbers),
        )
        for folder in folders
    ]
    return [folder for folder in chosen if folder.tasks]
