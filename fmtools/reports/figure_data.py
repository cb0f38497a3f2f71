"""The numbers behind the charts, for paper (`figures.py`) and page (`page_data.py`) alike."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fmtools.reports.cells import Cell, gather, generated
from fmtools.reports.libraries import StoredLibrary, first_of_each
from fmtools.reports.paper_values import paper_value
from fmtools.reports.records import Record, Results
from fmtools.reports.statistics import quantiles

CURVE_POINTS = 60
FIRST_POINT = 10
"""Generated states at which curves begin."""
PRIMITIVE_EFFECTS = {"cube": 20, "15-puzzle": 2}
"""Variables that one primitive action changes: paper, section 5."""
SPREAD = (0.1, 0.9)


@dataclass(frozen=True)
class Point:
    """`low` and `high`: what the chart says they are, an interval or a spread."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    weight: int = 1
    """How many runs or macros stand behind it."""


@dataclass(frozen=True)
class Series:
    world: str
    macros: str
    points: tuple[Point, ...]
    planner: str = ""


@dataclass(frozen=True)
class Bar:
    """One cell of Table 2 as the chart draws it."""

    world: str
    planner: str
    macros: str
    mean: float
    low: float | None
    high: float | None
    solved: float
    is_capped: bool
    paper: float | None
    paper_is_bound: bool


def result_bars(results: Results) -> tuple[Bar, ...]:
    bars = []
    for key, cell in gather(results, "results").items():
        ours, solved = cell.mean(generated), cell.solved
        if ours is None or solved is None:
            continue
        paper = paper_value("results", key.world, key.planner, key.macros)
        bars.append(
            Bar(
                key.world,
                key.planner,
                key.macros,
                ours.mean,
                ours.low,
                ours.high,
                solved.mean,
                cell.is_capped,
                paper.generated if paper else None,
                bool(paper and paper.above),
            )
        )
    return tuple(bars)


def suitcase_series(results: Results) -> tuple[Series, ...]:
    """Per lock: mean generated states by effect size, and the middle 80% of runs."""
    points: dict[str, list[Point]] = {}
    for key, cell in gather(results, "suitcase").items():
        values, ours = cell.values(generated), cell.mean(generated)
        if ours is None or key.effect_size is None:
            continue
        low, high = quantiles(values, SPREAD)
        drawn = cell.mean(lambda run: run.mean_effect_size)
        x = key.effect_size if drawn is None else drawn.mean
        lock = f"N={key.dials}, M={key.digits}"
        points.setdefault(lock, []).append(Point(x, ours.mean, low, high, len(values)))
    return tuple(Series(lock, "none", tuple(found)) for lock, found in points.items())


def planning_curves(results: Results) -> tuple[Series, ...]:
    """Per world and type of macro: mean best goal count by generated states, middle 80% of runs."""
    found = []
    for key, cell in gather(results, "macro-types").items():
        points = _curve(cell)
        if points:
            found.append(Series(key.world, key.macros, points, key.planner))
    return tuple(found)


def effect_series(libraries: Iterable[StoredLibrary]) -> tuple[Series, ...]:
    """Per world and type: macros by length and effect size, those alike counted together.

    Only worlds that have more than one type: elsewhere there is nothing to compare.
    """
    counts: dict[tuple[str, str], Counter[tuple[int, int]]] = {}
    for one in first_of_each(libraries):
        counter = counts.setdefault((one.world, one.macros), Counter())
        counter.update((macro.length, macro.effect_size) for macro in one.library.macros)
    types = Counter(world for world, _ in counts)
    found: list[Series] = []
    for (world, macros), counter in counts.items():
        if types[world] < 2:
            continue
        if world in PRIMITIVE_EFFECTS and not any(series.world == world for series in found):
            primitive = Point(1, PRIMITIVE_EFFECTS[world])
            found.append(Series(world, "none", (primitive,)))
        points = [Point(x, y, weight=number) for (x, y), number in sorted(counter.items())]
        found.append(Series(world, macros, tuple(points)))
    return tuple(found)


def _curve(cell: Cell) -> tuple[Point, ...]:
    runs = [run for run in cell.runs if run.trace]
    if not runs:
        return ()
    # A run that is solved stays at 0; one that spent its budget is known up to there only.
    end = max(run.trace[-1][0] if run.solved else run.generated or 0 for run in runs)
    known = [run.generated or 0 for run in runs if not run.solved]
    last = min([end, *known]) if known else end
    if last <= FIRST_POINT:
        return ()
    grid = np.unique(np.geomspace(FIRST_POINT, last, CURVE_POINTS).round().astype(int))
    best = np.array([_best_at(run.trace, grid) for run in runs])
    instances = [run.instance for run in runs]
    # The mean of instances' means, as a sum of runs that share their instance's weight.
    weights = np.array([1 / instances.count(one) for one in instances]) / len(set(instances))
    means = weights @ best
    lows, highs = np.quantile(best, SPREAD, axis=0)
    columns = (grid, means, lows, highs)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return tuple(Point(x, mean, low, high, len(runs)) for x, mean, low, high in rows)


def _best_at(
    trace: Sequence[tuple[int, int]], grid: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """A step function: at each number of the grid, the last improvement at or before it."""
    counts, goal_counts = np.array(trace, float).T
    places = np.searchsorted(counts, grid, side="right") - 1
    found: npt.NDArray[np.float64] = goal_counts[np.maximum(places, 0)]
    return found


def run_counts(records: Iterable[Record]) -> dict[str, int]:
    """Outcome -> number of runs, commonest first."""
    counts = Counter(record.outcome for record in records)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
