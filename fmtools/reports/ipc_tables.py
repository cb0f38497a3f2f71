"""The tables of `fmtools bench ipc`: coverage by folder, planners side by side, broken runs.

Nothing here runs anything; numbers come from `ipc_results.py`.
"""

import statistics
from collections import Counter
from collections.abc import Sequence

from fmtools.reports.ipc_macros import MOST_NAME, macro_table
from fmtools.reports.ipc_results import (
    MEASURES,
    IpcResults,
    Run,
    median_ratio,
    num_solved,
    ratio_over_tasks,
    task_logs,
)
from fmtools.reports.table import DASH, Column, Row, Table, cut_text, ratio_text, share_text

MOST_HEADINGS = 46
"""Characters of planners' names in one line of headings; above that they get letters."""
MOST_REASONS = 12


def ipc_tables(results: IpcResults, cutoffs: Sequence[float]) -> list[Table]:
    """All of them, in the order in which they are read."""
    tables = [coverage_table(results, within) for within in cutoffs]
    tables.append(planner_table(results, cutoffs))
    tables += [
        macro_table(results, without, with_macros, max(cutoffs))
        for without, with_macros in results.with_macros
    ]
    broken = broken_table(results)
    return [*tables, broken] if broken.rows else tables


def coverage_table(results: IpcResults, within: float) -> Table:
    """Tasks solved, by folder and planner."""
    configs = results.configs
    headings, notes = _headings(configs)
    by_config = {config: results.of(config) for config in configs}
    rows = []
    for folder in [*results.folders, ""]:
        tasks = [task for task in results.tasks if folder in ("", task[0])]
        cells = [cut_text(folder, MOST_NAME) or "all", str(len(tasks))]
        values: dict[str, object] = {"folder": folder or "all", "tasks": len(tasks)}
        for config, runs in by_config.items():
            own = {task: runs[task] for task in tasks if task in runs}
            solved = num_solved(own, within) if own else None
            cells.append(share_text(solved) + "*" * (0 < len(own) < len(tasks)))
            values[config] = solved
        rows.append(Row(tuple(cells), values, world=folder))
    if any("*" in cell for row in rows for cell in row.cells):
        notes = (*notes, "* not run on all of these tasks.")
    return Table(
        f"coverage-{within:g}",
        f"Tasks solved within {within:g} CPU seconds, start-up included, plans validated",
        (Column("folder", True), Column("tasks"), *(Column(name) for name in headings)),
        tuple(rows),
        notes,
    )


def planner_table(results: IpcResults, cutoffs: Sequence[float]) -> Table:
    """Every planner beside the reference, on tasks that both solved within the largest cut-off."""
    within = max(cutoffs)
    reference = results.reference
    theirs = {} if reference is None else results.of(reference)
    rows = []
    for config in results.configs:
        runs = results.of(config)
        logs = {name: task_logs(runs, theirs, m, within) for name, m in MEASURES.items()}
        every = [run for of_task in runs.values() for run in of_task]
        times = [run.cpu_seconds for run in every if run.solved(within) and run.cpu_seconds]
        solved = [num_solved(runs, one) for one in cutoffs]
        wrong = sum(run.outcome == "invalid-plan" for run in every)
        values: dict[str, object] = {
            "planner": config,
            "tasks": len(runs),
            **{f"solved_{one:g}": n for one, n in zip(cutoffs, solved, strict=True)},
            "median_cpu_seconds": statistics.median(times) if times else None,
            "common": len(logs["CPU"]),
            "cpu_ratio": ratio_over_tasks(logs["CPU"]),
            "median_cpu_ratio": median_ratio(logs["CPU"]),
            "states_ratio": ratio_over_tasks(logs["states"]),
            "length_ratio": ratio_over_tasks(logs["length"]),
            "invalid_plans": wrong,
        }
        median = values["median_cpu_seconds"]
        cells = (
            config,
            str(len(runs)),
            *map(share_text, solved),
            DASH if not times else f"{median:.2f}",
            str(len(logs["CPU"])),
            ratio_text(ratio_over_tasks(logs["CPU"])),
            ratio_text(median_ratio(logs["CPU"])),
            ratio_text(ratio_over_tasks(logs["states"])),
            ratio_text(ratio_over_tasks(logs["length"])),
            str(wrong),
        )
        rows.append(Row(cells, values, planner=config))
    return Table(
        "planners",
        f"Planners; ratios to {reference} on the tasks that both solved within {within:g} s",
        (
            Column("planner", True),
            Column("tasks"),
            *(Column(f"≤{one:g} s", about=f"solved within {one:g} s") for one in cutoffs),
            Column("CPU s", about="median CPU seconds of its own solved runs"),
            Column("both", about="tasks that both solved"),
            Column("CPU×", about="CPU time, geometric mean"),
            Column("median", about="CPU time, median of ratios"),
            Column("states×", about="generated states"),
            Column("length×", about="plan length"),
            Column("wrong", about="invalid plans"),
        ),
        tuple(rows),
        (
            "CPU s: median of its own solved runs. both: tasks that it and the reference solved; "
            "ratios are geometric means over these, and the median of CPU ratios; below 1 is "
            "better. wrong: plans that are not valid.",
            *_unsolved_notes(results, within),
        ),
    )


def _unsolved_notes(results: IpcResults, within: float) -> list[str]:
    """What the runs without a plan ended with, by planner."""
    notes = []
    for config in results.configs:
        runs = [run for of_task in results.of(config).values() for run in of_task]
        ends = Counter(
            "late" if run.outcome == "solved" else run.outcome
            for run in runs
            if not run.solved(within)
        )
        told = ", ".join(f"{count} {name}" for name, count in ends.most_common())
        if told:
            notes.append(f"Not solved by {config}: {told}.")
    return notes


def broken_table(results: IpcResults) -> Table:
    """Runs without a result: files that cannot be read, planners that broke."""
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in results.runs:
        if run.outcome in ("error", "crash", "invalid-plan", "unsupported"):
            groups.setdefault((run.folder, f"{run.outcome}: {run.reason}"), []).append(run)
    rows = [
        Row(
            (cut_text(folder, MOST_NAME), str(len(runs)), cut_text(reason, 50)),
            {"folder": folder, "runs": len(runs), "reason": reason},
            world=folder,
        )
        for (folder, reason), runs in sorted(groups.items(), key=lambda item: -len(item[1]))
    ]
    left_out = len(rows) - MOST_REASONS
    return Table(
        "broken",
        "Runs without a result; they count as unsolved",
        (Column("folder", True), Column("runs"), Column("what happened", True)),
        tuple(rows[:MOST_REASONS]),
        (f"{left_out} further kinds are in --json and the records.",) if left_out > 0 else (),
    )


def _headings(configs: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Names of planners for narrow columns; letters, with notes, where they are too long."""
    names = [config.removeprefix("lapkt:").removeprefix("fd:") for config in configs]
    if sum(map(len, names)) <= MOST_HEADINGS and len(set(names)) == len(names):
        return names, ()
    letters = [chr(ord("A") + number % 26) + "'" * (number // 26) for number in range(len(names))]
    return letters, tuple(f"{letter}: {c}" for letter, c in zip(letters, configs, strict=True))
