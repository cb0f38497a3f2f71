"""The Suitcase Lock: Table 1 (correlations) and the numbers behind the paper's lock figure."""

from collections.abc import Callable, Mapping

from fmtools.reports.cells import Cell, gather, generated
from fmtools.reports.marks import INTERVALS, cell_mark, mark_notes, run_note
from fmtools.reports.paper_values import paper_value
from fmtools.reports.records import CellKey, Record, Results
from fmtools.reports.statistics import Estimate, mean_of_groups, quantiles
from fmtools.reports.table import (
    DASH,
    Column,
    Row,
    Table,
    correlation_text,
    count_text,
    estimate_values,
    interval_text,
    rate_text,
    short_text,
)

SPREAD = (0.1, 0.5, 0.9)
"""Quantiles of runs that show how they scatter."""


def lock_name(dials: int | None, digits: int | None) -> str:
    return f"N={dials}, M={digits}"


def _names(key: CellKey, cell: Cell) -> tuple[str, str]:
    """Lock and effect size. A user's copy of the experiment may have other worlds in it."""
    lock = key.world if key.dials is None else lock_name(key.dials, key.digits)
    size = DASH if key.effect_size is None else f"{key.effect_size:g}"
    return lock, size + cell_mark(cell)


def correlation_table(results: Results) -> Table:
    """Table 1. Ratios of numbers near 0 say nothing; intervals and differences (CSV) stand in."""
    cells = gather(results, "table1")
    columns = (
        Column("lock", is_text=True),
        Column("k", about="effect size"),
        Column("P", about="Pearson, all pairs pooled"),
        Column("paper", about="Pearson in the paper"),
        Column("95%", about="95% interval of Pearson over action sets"),
        Column("S", about="Spearman, all pairs pooled"),
        Column("paper", about="Spearman in the paper"),
        Column("95%", about="95% interval of Spearman over action sets"),
        Column("P by d", about="Pearson of the averages per distance"),
        Column("S by d", about="Spearman of the averages per distance"),
    )
    return Table(
        "table1",
        "Goal count and true distance on the Suitcase Lock (paper's Table 1)",
        columns,
        tuple(_correlation_row(key, cell) for key, cell in cells.items()),
        (
            "P, S: Pearson and Spearman over all pairs of states of all action sets, as the "
            "paper's code pooled them. by d: of the averages per distance, as its text says.",
            "95%: interval of the mean over action sets taken one by one (bootstrap); none where "
            "all sets are the same (k = 1, k = N - 1). Differences to the paper: see the CSV file.",
            *mark_notes(cells.values()),
        ),
    )


def _correlation_row(key: CellKey, cell: Cell) -> Row:
    paper = paper_value("correlation", key.dials, key.digits, key.effect_size)
    papers = (paper.pearson, paper.spearman) if paper else (None, None)
    pooled = next((run for run in cell.runs if run.seed is None), None)
    singles = {run.seed: run for run in cell.runs if run.seed is not None}
    pearson = _over_sets(singles, lambda run: run.pearson)
    spearman = _over_sets(singles, lambda run: run.spearman)
    ours = (pooled.pearson, pooled.spearman) if pooled else (None, None)
    shown = (
        *_names(key, cell),
        correlation_text(ours[0]),
        correlation_text(papers[0]),
        _correlation_interval(pearson),
        correlation_text(ours[1]),
        correlation_text(papers[1]),
        _correlation_interval(spearman),
        correlation_text(pooled.pearson_by_distance if pooled else None),
        correlation_text(pooled.spearman_by_distance if pooled else None),
    )
    values = {
        "world": key.world,
        "dials": key.dials,
        "digits": key.digits,
        "effect_size": key.effect_size,
        "pearson": ours[0],
        "paper_pearson": papers[0],
        "pearson_difference": _difference(ours[0], papers[0]),
        **estimate_values("pearson_over_sets", pearson),
        "spearman": ours[1],
        "paper_spearman": papers[1],
        "spearman_difference": _difference(ours[1], papers[1]),
        **estimate_values("spearman_over_sets", spearman),
        "pearson_by_distance": pooled.pearson_by_distance if pooled else None,
        "spearman_by_distance": pooled.spearman_by_distance if pooled else None,
        "pairs": pooled.pairs if pooled else None,
        "action_sets": len(singles),
    }
    return Row(shown, values, key.world)


def suitcase_table(results: Results) -> Table:
    """The lock figure's numbers; the paper prints none."""
    cells = gather(results, "suitcase")
    columns = (
        Column("lock", is_text=True),
        Column("k", about="effect size asked for"),
        Column("mean k", about="mean effect size of the actions drawn"),
        Column("generated"),
        Column("95%", about="95% interval of generated"),
        Column("10%", about="a tenth of the runs generated fewer"),
        Column("median"),
        Column("90%", about="a tenth of the runs generated more"),
        Column("solved"),
    )
    rows = []
    for key, cell in cells.items():
        ours = cell.mean(generated)
        drawn = cell.mean(lambda run: run.mean_effect_size)
        spread = quantiles(cell.values(generated), SPREAD) if cell.values(generated) else []
        shown = (
            *_names(key, cell),
            f"{drawn.mean:.2f}" if drawn else DASH,
            DASH if ours is None else "≥" * cell.is_capped + count_text(ours.mean),
            interval_text(ours),
            *(map(short_text, spread) if spread else (DASH,) * len(SPREAD)),
            rate_text(_mean(cell)),
        )
        values = {
            "world": key.world,
            "dials": key.dials,
            "digits": key.digits,
            "effect_size": key.effect_size,
            "mean_effect_size": drawn.mean if drawn else None,
            **estimate_values("generated", ours),
            **dict(zip(("generated_10", "generated_50", "generated_90"), spread, strict=False)),
            "solved": _mean(cell),
            "runs": len(cell.runs),
            "runs_planned": cell.num_planned,
        }
        rows.append(Row(shown, values, key.world, key.planner))
    return Table(
        "suitcase",
        "Generated states by effect size on the Suitcase Lock (paper's Figure 1)",
        columns,
        tuple(rows),
        (
            run_note(cells.values()),
            INTERVALS,
            "10%, median, 90%: of the runs themselves. The paper draws this and prints no numbers.",
            *mark_notes(cells.values()),
        ),
    )


def _over_sets(
    singles: Mapping[int, Record], measure: Callable[[Record], float | None]
) -> Estimate | None:
    values = {seed: measure(run) for seed, run in singles.items()}
    return mean_of_groups({seed: [value] for seed, value in values.items() if value is not None})


def _correlation_interval(estimate: Estimate | None) -> str:
    """No interval where every set gives the same number."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return DASH
    if estimate.low == estimate.high:
        return DASH
    return f"{estimate.low:.2f}…{estimate.high:.2f}".replace("-0.00", "0.00")


def _difference(ours: float | None, paper: float | None) -> float | None:
    return None if ours is None or paper is None else ours - paper


def _mean(cell: Cell) -> float | None:
    return cell.solved.mean if cell.solved else None
