"""The tables of `fmtools bench ipc`: coverage by folder, planners side by side, what macros bought.

Nothing here runs anything; numbers come from `ipc_results.py`.
"""

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence

from fmtools.reports.ipc_results import (
    IpcResults,
    Learning,
    Measure,
    Run,
    Task,
    median_ratio,
    num_solved,
    ratio_over_folders,
    ratio_over_tasks,
    task_logs,
)
from fmtools.reports.table import (
    DASH,
    Column,
    Row,
    Table,
    estimate_values,
    ratio_text,
    short_text,
)

MEASURES: Mapping[str, Measure] = {
    "states": lambda run: run.generated,
    "steps": lambda run: run.primitive_steps,
    "CPU": lambda run: run.cpu_seconds,
    "length": lambda run: run.primitive_plan_length,
}
MOST_NAME = 20
"""Characters of a folder's name in a terminal."""
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
        cells = [_short(folder) or "all", str(len(tasks))]
        values: dict[str, object] = {"folder": folder or "all", "tasks": len(tasks)}
        for config, runs in by_config.items():
            own = {task: runs[task] for task in tasks if task in runs}
            solved = num_solved(own, within) if own else None
            cells.append(_solved_text(solved) + "*" * (0 < len(own) < len(tasks)))
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
            *map(_solved_text, solved),
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


def macro_table(results: IpcResults, without: str, with_macros: str, within: float) -> Table:
    """With macros over without, on test tasks."""
    before, after = results.of(without), results.of(with_macros)
    tested = {task for task in after if task in before}
    before = {task: runs for task, runs in before.items() if task in tested}
    suffix = with_macros.removeprefix(without)
    learnings = [one for one in results.learnings if one.config == suffix]
    kept = {one.folder for one in learnings if one.num_macros}
    rows = []
    for folder in dict.fromkeys(one.folder for one in learnings):
        own = [one for one in learnings if one.folder == folder]
        rows.append(_macro_row(_short(folder), folder, own, before, after, within, {folder}))
    folders = {one.folder for one in learnings}
    rows.append(_macro_row("all", "all", learnings, before, after, within, folders))
    if kept and kept != folders:
        own = [one for one in learnings if one.folder in kept]
        rows.append(_macro_row("with macros", "with macros", own, before, after, within, kept))
    return Table(
        "macros" if len(results.with_macros) == 1 else f"macros-{without}",
        f"{without}: with learned macros over without, test tasks, {within:g} CPU seconds",
        (
            Column("folder", True),
            Column("macros", about="kept, mean over seeds"),
            Column("queries", about="simulator queries of learning"),
            Column("CPU s", about="CPU seconds of learning"),
            Column("solved", about="test tasks solved, without → with macros"),
            *(Column(f"{name}×") for name in MEASURES),
        ),
        tuple(rows),
        (*_macro_notes(rows, learnings), *_none_reasons(learnings)),
    )


def _macro_row(
    shown: str,
    name: str,
    learnings: Sequence[Learning],
    before: Mapping[Task, list[Run]],
    after: Mapping[Task, list[Run]],
    within: float,
    folders: set[str],
) -> Row:
    own_before = {task: runs for task, runs in before.items() if task[0] in folders}
    own_after = {task: runs for task, runs in after.items() if task[0] in folders}
    logs = {n: task_logs(own_after, own_before, m, within) for n, m in MEASURES.items()}
    is_one = len(folders) == 1
    ratios = {n: ratio_over_folders(found) for n, found in logs.items()}
    solved = num_solved(own_before, within), num_solved(own_after, within)
    per_seed = max(1, len(learnings))
    macros = sum(one.num_macros for one in learnings) / per_seed
    values: dict[str, object] = {
        "folder": name,
        "macros": macros,
        "learning_queries": sum(one.queries for one in learnings) / per_seed,
        "learning_cpu_seconds": sum(one.cpu_seconds for one in learnings) / per_seed,
        "tasks": len(own_after),
        "solved_without": solved[0],
        "solved_with": solved[1],
        "both": len(logs["CPU"]),
    }
    values["repaid_after"] = _repaid_after(own_before, own_after, learnings, within)
    for measure, ratio in ratios.items():
        values |= estimate_values(f"{measure.lower()}_ratio", None if is_one else ratio)
        values[f"{measure.lower()}_ratio"] = None if ratio is None else ratio.mean
        values[f"{measure.lower()}_ratio_over_tasks"] = ratio_over_tasks(logs[measure])
    queries, seconds = values["learning_queries"], values["learning_cpu_seconds"]
    assert isinstance(queries, float) and isinstance(seconds, float)
    cells = (
        shown,
        f"{macros:.1f}".removesuffix(".0"),
        short_text(queries),
        f"{seconds:.1f}",
        f"{_solved_text(solved[0])}→{_solved_text(solved[1])}/{len(own_after)}",
        *(ratio_text(None if ratio is None else ratio.mean) for ratio in ratios.values()),
    )
    return Row(cells, values, world=name)


def _repaid_after(
    before: Mapping[Task, list[Run]],
    after: Mapping[Task, list[Run]],
    learnings: Sequence[Learning],
    within: float,
) -> float | None:
    """Tasks after which learning has cost no CPU time; None where it never will have been repaid.

    By the mean saving per task; one that was not solved took the whole time.
    """
    saved = [_mean_spent(before[task], within) - _mean_spent(after[task], within) for task in after]
    gain = statistics.fmean(saved) if saved else 0.0
    folders = len({one.folder for one in learnings})
    cost = sum(one.cpu_seconds for one in learnings) / max(1, len({one.seed for one in learnings}))
    return cost / folders / gain if gain > 0 and folders else None


def _mean_spent(runs: Sequence[Run], within: float) -> float:
    return statistics.fmean(
        run.cpu_seconds if run.solved(within) and run.cpu_seconds else within for run in runs
    )


def _macro_notes(rows: Sequence[Row], learnings: Sequence[Learning]) -> list[str]:
    seeds = len({one.seed for one in learnings})
    notes = [
        "Ratios are geometric means on tasks solved both ways; over several folders each folder "
        f"counts alike. {seeds} seed{'s' * (seeds != 1)}: means over them. Where nothing was kept, "
        "a run with macros is the run without."
    ]
    repaid = [(row.cells[0], row.values["repaid_after"]) for row in rows]
    told = ", ".join(f"{name} {number:,.0f}" for name, number in repaid if number is not None)
    never = ", ".join(name for name, number in repaid if number is None)
    notes.append(
        f"Tasks after which the CPU time of learning is repaid: {told or 'in no folder'}"
        + (f"; not: {never}." if told and never else ".")
    )
    for row in rows:
        if row.values.get("states_ratio_low") is None:
            continue
        told = ", ".join(
            f"{name} " + "–".join(ratio_text(_value(row, name, end)) for end in ("_low", "_high"))
            for name in MEASURES
            if _value(row, name, "_low") is not None
        )
        over = ratio_text(_value(row, "states", "_over_tasks"))
        notes.append(
            f"{row.cells[0]}: 95% intervals over folders: {told}; states, every task counting "
            f"alike: {over}."
        )
    return notes


def _value(row: Row, measure: str, ending: str) -> float | None:
    value = row.values.get(f"{measure.lower()}_ratio{ending}")
    return value if isinstance(value, float) else None


def _none_reasons(learnings: Sequence[Learning]) -> list[str]:
    """Why folders have no macros, one line for each."""
    found: dict[str, str] = {}
    for one in learnings:
        if not one.num_macros:
            found.setdefault(one.folder, f"{one.folder}: {one.outcome}: {one.reason}")
    return list(found.values())


def broken_table(results: IpcResults) -> Table:
    """Runs without a result: files that cannot be read, planners that broke."""
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in results.runs:
        if run.outcome in ("error", "crash", "invalid-plan", "unsupported"):
            groups.setdefault((run.folder, f"{run.outcome}: {run.reason}"), []).append(run)
    rows = [
        Row(
            (_short(folder), str(len(runs)), _cut(reason, 50)),
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


def _solved_text(number: float | None) -> str:
    if number is None:
        return DASH
    return f"{number:.1f}".removesuffix(".0")


def _short(folder: str) -> str:
    return _cut(folder, MOST_NAME)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
