"""The Suitcase Lock: Table 1 (correlations) and the numbers behind the paper's lock figure."""

from fmtools.reports.cells import Cell, gather, generated
from fmtools.reports.marks import INTERVALS, cell_mark, mark_notes, run_note
from fmtools.reports.paper_values import paper_correlation
from fmtools.reports.records import Results
from fmtools.reports.statistics import Estimate, quantiles
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


def correlation_table(results: Results) -> Table:
    """Table 1. Ratios of numbers near 0 say nothing, so the difference stands in for them."""
    cells = gather(results.records, "table1")
    columns = (
        Column("lock", is_text=True),
        Column("k", about="effect size"),
        Column("Pearson"),
        Column("paper", about="Pearson in the paper"),
        Column("diff.", about="Pearson, ours less the paper's"),
        Column("Spearman"),
        Column("paper", about="Spearman in the paper"),
        Column("diff.", about="Spearman, ours less the paper's"),
        Column("P by d", about="Pearson of the averages per distance"),
        Column("S by d", about="Spearman of the averages per distance"),
    )
    rows = []
    for key, cell in cells.items():
        assert key.effect_size is not None or not cell.runs
        paper = paper_correlation(key.dials or 0, key.digits or 0, float(key.effect_size or 0))
        pearson = cell.mean(lambda run: run.pearson)
        spearman = cell.mean(lambda run: run.spearman)
        pearson_by = cell.mean(lambda run: run.pearson_by_distance)
        spearman_by = cell.mean(lambda run: run.spearman_by_distance)
        papers = (paper.pearson, paper.spearman) if paper else (None, None)
        shown = (
            lock_name(key.dials, key.digits),
            f"{key.effect_size:g}{cell_mark(cell)}",
            *_compared(pearson, papers[0]),
            *_compared(spearman, papers[1]),
            correlation_text(pearson_by.mean if pearson_by else None),
            correlation_text(spearman_by.mean if spearman_by else None),
        )
        values = {
            "dials": key.dials,
            "digits": key.digits,
            "effect_size": key.effect_size,
            **estimate_values("pearson", pearson),
            "paper_pearson": papers[0],
            **estimate_values("spearman", spearman),
            "paper_spearman": papers[1],
            **estimate_values("pearson_by_distance", pearson_by),
            **estimate_values("spearman_by_distance", spearman_by),
            "records": len(cell.runs),
        }
        rows.append(Row(shown, values, "lock"))
    return Table(
        "table1",
        "Goal count and true distance on the Suitcase Lock (paper's Table 1)",
        columns,
        tuple(rows),
        (
            "Pooled: all pairs of states of all action sets, as the paper's code did. by d: "
            "correlation of the averages per distance, as its text says.",
            "All pairs are counted, none sampled; the action sets are random, apart from k = 1 "
            "and k = N - 1.",
            *mark_notes(cells.values()),
        ),
    )


def suitcase_table(results: Results) -> Table:
    """The lock figure's numbers; the paper prints none."""
    cells = gather(results.records, "suitcase")
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
            lock_name(key.dials, key.digits),
            f"{key.effect_size:g}{cell_mark(cell)}",
            f"{drawn.mean:.2f}" if drawn else DASH,
            DASH if ours is None else "≥" * cell.is_capped + count_text(ours.mean),
            interval_text(ours),
            *(map(short_text, spread) if spread else (DASH,) * len(SPREAD)),
            rate_text(_mean(cell)),
        )
        values = {
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
        rows.append(Row(shown, values, "lock", key.planner))
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


def _compared(ours: Estimate | None, paper: float | None) -> tuple[str, str, str]:
    difference = None if ours is None or paper is None else ours.mean - paper
    texts = map(correlation_text, (ours.mean if ours else None, paper, difference))
    one, two, three = texts
    return one, two, three


def _mean(cell: Cell) -> float | None:
    return cell.solved.mean if cell.solved else None
