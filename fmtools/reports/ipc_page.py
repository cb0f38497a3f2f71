"""The page of `fmtools bench ipc`: cactus plot, scatter plots, tables. Reads results only."""

import math
import statistics
from collections.abc import Mapping, Sequence
from html import escape

from fmtools.reports.document import html_document, html_facts
from fmtools.reports.ipc_macros import macro_table
from fmtools.reports.ipc_results import MEASURES, IpcResults, Measure, Run, Task, num_solved
from fmtools.reports.ipc_tables import broken_table, coverage_table, planner_table
from fmtools.reports.page_parts import html_table
from fmtools.reports.svg_plot import Axis, Point, Series, key, scatter, stairs

TITLE = "Planners on folders of tasks"
FASTEST = 0.05
"""CPU seconds at which the axes of time begin: no planner here is faster than its start-up."""
MOST_PANELS = 8


def ipc_page(results: IpcResults, cutoffs: Sequence[float]) -> str:
    """The whole document."""
    within = max(cutoffs)
    sections = {
        "summary": ("Summary", _summary(results, cutoffs)),
        "coverage": ("Coverage", _coverage(results, cutoffs)),
        "pairs": ("Task by task", _pairs(results, within)),
        "macros": ("Macros", _macros(results, within)),
        "methods": ("Methods", _methods(results, within)),
    }
    if not results.with_macros:
        del sections["macros"]
    if not sections["pairs"][1]:
        del sections["pairs"]
    intro = (
        "Every planner on every task in a process of its own, within the same limits on CPU time "
        "and memory, start-up included; every plan validated against the original files."
    )
    return html_document(TITLE, intro, _alarm(results), sections)


def _summary(results: IpcResults, cutoffs: Sequence[float]) -> str:
    facts = {
        "folders": str(len(results.folders)),
        "tasks": str(len(results.tasks)),
        "planners": str(len(results.configs)),
        "CPU limit": f"{max(cutoffs):g} s",
    }
    return f"{html_facts(facts)}\n{html_table(planner_table(results, cutoffs))}"


def _coverage(results: IpcResults, cutoffs: Sequence[float]) -> str:
    tables = "\n".join(html_table(coverage_table(results, one)) for one in reversed(cutoffs))
    plot = cactus(results, max(cutoffs))
    return f'<div class="single">{plot}</div>\n{key(results.configs)}\n{tables}'


def cactus(results: IpcResults, within: float) -> str:
    """Tasks solved over CPU time; where a task has several seeds, each counts its share."""
    series = []
    for config in results.configs:
        runs = results.of(config)
        times = sorted(
            (run.cpu_seconds or FASTEST, 1 / len(of_task))
            for of_task in runs.values()
            for run in of_task
            if run.solved(within)
        )
        points, solved = [], 0.0
        for seconds, share in times:
            solved += share
            points.append(Point(seconds, round(solved, 3)))
        series.append(Series(config, tuple(points)))
    most = max((num_solved(results.of(config), within) for config in results.configs), default=0)
    x = Axis("CPU seconds, start-up included", FASTEST, within)
    y = Axis("tasks solved", 0, max(most, 1) * 1.05, is_log=False)
    return stairs("Tasks solved within a time", x, y, series)


def _pairs(results: IpcResults, within: float) -> str:
    """Ours (or the first planner) against every other one, by CPU time and by plan length."""
    configs = results.configs
    ours = next((run.config for run in results.runs if run.is_ours), configs[0] if configs else "")
    suffixes = tuple({one.config for one in results.learnings})
    others = [one for one in configs if one != ours and not (suffixes and one.endswith(suffixes))]
    panels = [_time_panel(results, other, ours, within) for other in others[:MOST_PANELS]]
    if not panels:
        return ""
    return (
        "<p>CPU time of every task; below the line the planner on the vertical axis is faster. "
        "Hollow marks at the edge: one of the two did not solve it. Point at a mark to read it."
        f'</p>\n<div class="panels">{"".join(panels)}</div>'
    )


def _time_panel(results: IpcResults, other: str, ours: str, within: float) -> str:
    axes = (Axis(f"{name}, CPU seconds", FASTEST, within * 1.5) for name in (other, ours))
    x, y = axes
    points = pair_points(results.of(other), results.of(ours), MEASURES["CPU"], within, x.high)
    return scatter(f"{ours} against {other}", x, y, [Series(ours, points)])


def _macros(results: IpcResults, within: float) -> str:
    parts = []
    for without, with_macros in results.with_macros:
        panels = []
        for measure, unit in (("states", "generated states"), ("CPU", "CPU seconds")):
            before, after = results.of(without), results.of(with_macros)
            both = {task: before[task] for task in after if task in before}
            lowest, highest = _range([both, after], MEASURES[measure], within)
            x = Axis(f"{unit}, without macros", lowest, highest)
            y = Axis(f"{unit}, with macros", lowest, highest)
            points = pair_points(both, after, MEASURES[measure], within, highest)
            panels.append(scatter(f"{without}: {unit}", x, y, [Series(with_macros, points)]))
        table = macro_table(results, without, with_macros, within)
        parts.append(f'<div class="panels">{"".join(panels)}</div>\n{html_table(table)}')
    return (
        "<p>Below the line the macros help. Hollow marks at the edge: solved one way only.</p>\n"
        + "\n".join(parts)
    )


def pair_points(
    first: Mapping[Task, list[Run]],
    second: Mapping[Task, list[Run]],
    measure: Measure,
    within: float,
    edge: float,
) -> tuple[Point, ...]:
    """A point per task that one of the two solved; unsolved lies at the edge."""
    points = []
    for task in sorted(first.keys() & second.keys()):
        x, y = (_typical(of_task[task], measure, within) for of_task in (first, second))
        if x is None and y is None:
            continue
        told = [f"{number:.4g}" if number is not None else "unsolved" for number in (x, y)]
        about = f"{task[0]} {task[1]}: {told[1]} against {told[0]}"
        is_open = x is None or y is None
        points.append(Point(x or edge, y or edge, about, is_open))
    return tuple(points)


def _typical(runs: Sequence[Run], measure: Measure, within: float) -> float | None:
    """The geometric mean over seeds; None where most of them did not solve the task."""
    solved = [value for run in runs if run.solved(within) and (value := measure(run))]
    if 2 * len(solved) < len(runs) or not solved:
        return None
    return math.exp(statistics.fmean(map(math.log, solved)))


def _range(
    groups: Sequence[Mapping[Task, list[Run]]], measure: Measure, within: float
) -> tuple[float, float]:
    found = [
        value
        for group in groups
        for runs in group.values()
        if (value := _typical(runs, measure, within)) is not None
    ]
    low, high = (min(found), max(found)) if found else (1.0, 10.0)
    return low / 1.5, high * 3


def _alarm(results: IpcResults) -> str:
    """What went wrong, on top of the page; nothing where nothing did."""
    broken = broken_table(results)
    if not broken.rows and not results.remarks:
        return ""
    remarks = "".join(f"<li>{escape(remark)}</li>" for remark in results.remarks)
    return (
        '<section class="alarm" id="errors" aria-labelledby="errors-title">\n'
        '<h2 id="errors-title">What went wrong</h2>\n'
        + (f"<ul>{remarks}</ul>\n" if remarks else "")
        + (html_table(broken) if broken.rows else "")
        + "\n</section>"
    )


def _methods(results: IpcResults, within: float) -> str:
    memory = ", ".join(sorted({f"{run.memory_limit >> 20:,} MB" for run in results.runs}))
    return (
        "<ul>"
        f"<li>A task is solved if a valid plan was there within {within:g} seconds of CPU time of "
        f"all processes of the run, with at most {escape(memory)} of memory. Planners are not told "
        "their time limit, so one run tells the result for every smaller one.</li>"
        "<li>Ratios are geometric means over tasks that both solved; seeds of a task are averaged "
        "first. Over folders each folder counts alike; 95% intervals are bootstrapped over "
        "folders.</li>"
        "<li>Generated states are successors returned by the simulator; a macro's counts as one, "
        "and its primitive steps are shown beside. Other planners count as they count.</li>"
        "</ul>"
    )
