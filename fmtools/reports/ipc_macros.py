"""The table of `fmtools bench ipc --learn`: what macros cost and what they bought, by folder.

Nothing here runs anything; numbers come from `ipc_results.py`.
"""

import statistics
from collections.abc import Mapping, Sequence

from fmtools.reports.ipc_results import (
    MEASURES,
    IpcResults,
    Learning,
    Run,
    Task,
    num_solved,
    ratio_over_folders,
    ratio_over_tasks,
    task_logs,
)
from fmtools.reports.table import (
    Column,
    Row,
    Table,
    counted,
    cut_text,
    estimate_values,
    ratio_text,
    share_text,
    short_text,
)

MOST_NAME = 20
"""Characters of a folder's name in a terminal."""


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
        rows.append(
            _macro_row(cut_text(folder, MOST_NAME), folder, own, before, after, within, {folder})
        )
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
        f"{share_text(solved[0])}→{share_text(solved[1])}/{len(own_after)}",
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
        f"counts alike. {counted(seeds, 'seed')}: means over them. Where no macros were kept, "
        "what learning saw actions do still leads the search; without that, too, a run with "
        "the library is the run without.",
        _kept_by_seed(learnings),
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


def _kept_by_seed(learnings: Sequence[Learning]) -> str:
    """In how many folders something was kept."""
    seeds = sorted({one.seed for one in learnings})
    macros = [sum(one.num_macros > 0 for one in learnings if one.seed == seed) for seed in seeds]
    either = [
        sum(one.num_macros > 0 or one.knows_actions for one in learnings if one.seed == seed)
        for seed in seeds
    ]
    told = " and ".join(", ".join(map(str, counts)) for counts in (macros, either))
    return f"Folders with macros, and with macros or what was learned beside them, by seed: {told}."


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
