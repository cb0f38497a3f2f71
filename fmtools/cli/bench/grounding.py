"""`fmtools bench grounding`: reading and grounding beside Fast Downward's translator."""

import json
from dataclasses import asdict
from pathlib import Path
from statistics import geometric_mean

from fmtools.cli.bench.ipc import chosen_problems
from fmtools.cli.bench.table import Columns, count, seconds, show_note, show_table, times, verdict
from fmtools.cli.declare import argument, option
from fmtools.cli.options import JSON
from fmtools.cli.process import printable, say
from fmtools.quantities import parse_bytes, parse_seconds


def bench_grounding(
    name: str = argument(metavar="grounding"),
    directory: Path = argument(help="A folder of PDDL files, or a folder of such folders."),
    folder: list[str] | None = option(None, help="Only these: a name, or *-adl."),
    skip: list[str] | None = option(None, help="Not these."),
    problems: str | None = option(
        None, help="Of each folder, in natural order: 5 (the first), 3-10 or 1,4,7."
    ),
    time_limit: str = option("60", help="Of a run, either side."),
    memory_limit: str = option("4G", help="Of a run, either side."),
    json_output: bool = JSON,
) -> None:
    """Read and ground tasks beside Fast Downward's translator: time, memory, the same operators.

    Start-up aside on both sides; CPU time. Operators that only one side has must be no-ops or out
    of reach: where random walks show that one does something, it is named and counted.

    Example: fmtools bench grounding ipc --problems 3
    """
    from fmtools.benches.grounding import ground_folders, grounding_rows
    from fmtools.benches.ipc_folders import find_folders

    folders = find_folders(directory, folder or (), skip or ())
    if problems is not None:
        folders = chosen_problems(folders, problems)
    limit, memory = parse_seconds(time_limit, "--time-limit"), parse_bytes(memory_limit)
    runs = list(ground_folders(folders, limit, memory, say))
    rows = grounding_rows(runs)
    columns: Columns = {
        "folder": lambda row: row.folder[:16],
        "n": lambda row: f"{row.num_both}/{row.num_tasks}",
        "ours": lambda row: seconds(row.seconds),
        "FD's": lambda row: seconds(row.fd_seconds),
        "faster": lambda row: times(row.mean_ratio),
        "least": lambda row: times(row.least_ratio),
        "MB": lambda row: f"{row.peak_bytes / 1e6:.0f}",
        "operators": lambda row: count(row.operators),
        "met": lambda row: verdict(row.met),
    }
    title = (
        "Reading and grounding beside Fast Downward's translator; n: tasks that both\n"
        "finished; times are sums over these, ratios geometric means and least; MB: our\n"
        "peak; met: as fast or faster, and the same operators but for no-ops and\n"
        "unreachable ones."
    )
    data = show_table(title, columns, rows, json_output)
    means = [row.mean_ratio for row in rows if row.mean_ratio is not None]
    mean = geometric_mean(means) if means else None
    notes = [f"geometric mean over folders: {times(mean)}"]
    notes += [
        f"{run.folder} {run.problem}: {text}"
        for run in runs
        for text in ([run.failure] if run.failure else [])
        + [f"{x} differs" for x in run.unexpected]
    ]
    for text in notes:
        show_note(printable(text), json_output)
    if json_output:
        print(json.dumps({"folders": data, "runs": [asdict(x) for x in runs], "mean_ratio": mean}))
