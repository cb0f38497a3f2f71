"""Every table of the paper from the store, the paper's values beside ours, and the ratio.

Rows are long: one per world, planner and macros, so that a table fits 80 columns and a phone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fmtools.reports.cells import Cell, gather, generated, short_macros
from fmtools.reports.marks import INTERVALS, cell_mark, mark_notes, run_note
from fmtools.reports.paper_values import PaperValue, paper_value
from fmtools.reports.records import CellKey, Record, Results
from fmtools.reports.statistics import Estimate
from fmtools.reports.table import (
    DASH,
    Column,
    Row,
    Table,
    count_text,
    estimate_values,
    interval_text,
    rate_text,
    ratio_text,
    short_text,
)

RATIO = "Ratio: ours to the paper's mean, which is printed without an interval."
CAPPED = "≥: a run without a plan counts with what it generated, so the mean is a lower bound."


@dataclass(frozen=True)
class Block:
    """Neighbouring columns that several tables show: ours, and the paper's beside it."""

    columns: tuple[Column, ...]
    show: Callable[[Cell, PaperValue | None], tuple[str, ...]]


def results_table(results: Results) -> Table:
    """Table 2: generated states and solve rate, with honest BFWS and random ties."""
    title = "Planning with and without focused macros (paper's Table 2)"
    return _results_table(results, "results", title)


def paper_mode_table(results: Results) -> Table:
    """Table 2 once more, searched as the paper's code searched."""
    title = "The same, searched as the paper's code did (Table 2, paper mode)"
    note = (
        "Ties in heap order, so that no seeds differ; BFWS as in the paper's code, IW not counted."
    )
    return _results_table(results, "paper-mode", title, before=(note,))


def _results_table(
    results: Results, experiment: str, title: str, before: tuple[str, ...] = ()
) -> Table:
    return _beside_paper(
        gather(results, experiment),
        (experiment, title),
        ("world", "planner", "macros"),
        (SOLVED, GENERATED),
        lambda key: paper_value("results", key.world, key.planner, key.macros),
        before=before,
    )


def costs_table(results: Results) -> Table:
    """What else the runs of Table 2 cost: learning, primitive steps, plan lengths, time."""
    cells = gather(results, "results")
    columns = (
        Column("world", is_text=True),
        Column("planner", is_text=True),
        Column("macros", is_text=True),
        Column("N_M", about="number of macros"),
        Column("learn", about="simulator queries spent on learning, once for all instances"),
        Column("steps", about="primitive simulator steps"),
        Column("IW", about="states of the IW phase, part of generated"),
        Column("plan", about="primitive actions of the plan, over solved runs"),
        Column("95%", about="95% interval of the plan's length"),
        Column("paper", about="the plan's length in the paper"),
        Column("sec.", about="seconds of search"),
    )
    rows = []
    for key, cell in cells.items():
        length = cell.mean(lambda run: run.primitive_plan_length if run.solved else None)
        seconds = cell.mean(lambda run: run.seconds)
        steps = cell.mean(lambda run: run.primitive_steps)
        width = cell.mean(lambda run: run.iw_generated or None)
        learning = cell.mean(lambda run: run.learning_queries)
        num_macros = cell.mean(lambda run: run.num_macros)
        paper = paper_value("learning", key.world) if key.macros == "focused" else None
        lengths = paper_value("plan_lengths", key.world, key.macros)
        printed = lengths.length if lengths and key.planner == "gbfs" else None
        shown = (
            count_text(num_macros.mean).removesuffix(".0") if num_macros else DASH,
            short_text(learning.mean).removesuffix(".0") if learning else DASH,
            short_text(steps.mean) if steps else DASH,
            short_text(width.mean) if width else DASH,
            count_text(length.mean) if length else DASH,
            interval_text(length),
            count_text(printed).removesuffix(".0"),
            f"{seconds.mean:.3f}" if seconds and seconds.mean < 10 else _long(seconds),
        )
        values = {
            **estimate_values("primitive_plan_length", length),
            **estimate_values("primitive_steps", steps),
            **estimate_values("iw_generated", width),
            **estimate_values("seconds", seconds),
            "learning_queries": learning.mean if learning else None,
            "num_macros": num_macros.mean if num_macros else None,
            "paper_learning_budget": paper.budget if paper else None,
            "paper_num_macros": paper.num_macros if paper else None,
            "paper_plan_length": printed,
        }
        names = _key_texts(key, cell, ("world", "planner", "macros"))
        row = Row((*names, *shown), {**_names(key, cell), **values}, key.world, key.planner)
        rows.append(row)
    notes = (
        "N_M: macros. learn: queries, spent once and not part of generated. steps: primitive",
        "simulator steps, a macro counting with its length. IW: the IW phase of BFWS, part of",
        "generated. plan: primitive actions, over solved runs. sec.: search alone.",
    )
    return Table(
        "costs",
        "What the runs of Table 2 cost besides generated states",
        columns,
        tuple(rows),
        (" ".join(notes), *mark_notes(cells.values())),
    )


def macro_types_table(results: Results) -> Table:
    """Table 3: primitives, random, focused and expert macros."""
    note = (
        "#g: the smallest goal count met, 0 where solved. distinct: the expert macros without "
        "those that do what an earlier one does."
    )
    return _beside_paper(
        gather(results, "macro-types"),
        ("macro-types", "Macro types (paper's Table 3)"),
        ("world", "macros"),
        (GENERATED, REMAINING, SOLVED),
        lambda key: paper_value("macro_types", key.world, key.macros),
        after=(note,),
    )


def novel_goals_table(results: Results) -> Table:
    """Table 4: the default goal against random ones, with the same macros."""
    return _beside_paper(
        gather(results, "novel-goals"),
        ("novel-goals", "Novel goals, focused macros (paper's Table 4)"),
        ("world", "goals"),
        (GENERATED, SOLVED),
        lambda key: paper_value("novel_goals", key.world, key.goals),
    )


def _beside_paper(
    cells: Mapping[CellKey, Cell],
    named: tuple[str, str],
    keys: tuple[str, ...],
    blocks: tuple[Block, ...],
    paper_of: Callable[[CellKey], PaperValue | None],
    *,
    before: tuple[str, ...] = (),
    after: tuple[str, ...] = (),
) -> Table:
    """A row per cell: the columns named in `keys`, then the blocks."""
    rows = []
    for key, cell in cells.items():
        paper = paper_of(key)
        shown = [text for block in blocks for text in block.show(cell, paper)]
        values = _values(key, cell, paper, REMAINING in blocks)
        rows.append(Row((*_key_texts(key, cell, keys), *shown), values, key.world, key.planner))
    columns = (
        *(Column(name, is_text=True) for name in keys),
        *(column for block in blocks for column in block.columns),
    )
    marks = mark_notes(cells.values())
    notes = (run_note(cells.values()), *before, INTERVALS, RATIO, CAPPED, *after, *marks)
    return Table(*named, columns, tuple(rows), notes)


def _key_texts(key: CellKey, cell: Cell, keys: tuple[str, ...]) -> tuple[str, ...]:
    texts = [str(getattr(key, name)) for name in keys]
    if keys[-1] == "macros":
        texts[-1] = short_macros(texts[-1])
    return (*texts[:-1], texts[-1] + cell_mark(cell))


def _generated(cell: Cell, paper: PaperValue | None) -> tuple[str, str, str, str]:
    """Mean, interval, paper's mean, ratio."""
    ours = cell.mean(generated)
    ratio = _ratio(ours, paper)
    return (
        DASH if ours is None else ("≥" * cell.is_capped + count_text(ours.mean)),
        interval_text(ours),
        _paper_text(paper),
        ratio_text(None if ratio is None else ratio.mean),
    )


def _paper_text(paper: PaperValue | None) -> str:
    if paper is None or paper.generated is None:
        return DASH
    return f">{short_text(paper.generated)}" if paper.above else count_text(paper.generated)


def _ratio(ours: Estimate | None, paper: PaperValue | None) -> Estimate | None:
    """None where the paper knows only that the budget was spent."""
    if ours is None or paper is None or paper.generated is None or paper.above:
        return None
    return ours.divided_by(paper.generated)


def _solved(cell: Cell, paper: PaperValue | None) -> tuple[str, str]:
    ours = cell.solved
    return rate_text(ours.mean if ours else None), rate_text(paper.solved if paper else None)


def _values(
    key: CellKey, cell: Cell, paper: PaperValue | None, with_remaining: bool
) -> dict[str, object]:
    ours = cell.mean(generated)
    values = {
        **_names(key, cell),
        **estimate_values("solved", cell.solved),
        "paper_solved": paper.solved if paper else None,
        **estimate_values("generated", ours),
        "generated_is_lower_bound": cell.is_capped,
        "paper_generated": paper.generated if paper else None,
        "paper_is_lower_bound": paper.above if paper else None,
        **estimate_values("ratio", _ratio(ours, paper)),
        "paper_source": paper.source if paper else None,
    }
    if with_remaining:
        values |= estimate_values("best_goal_count", cell.mean(_best_goal_count))
        values["paper_best_goal_count"] = paper.remaining if paper else None
    return values


def _names(key: CellKey, cell: Cell) -> dict[str, object]:
    return {
        "world": key.world,
        "planner": key.planner,
        "macros": key.macros,
        "goals": key.goals,
        "runs": len(cell.runs),
        "runs_planned": cell.num_planned,
        "runs_broken": len(cell.failures),
        "instances": len({run.instance for run in cell.runs}),
    }


def _long(seconds: Estimate | None) -> str:
    return DASH if seconds is None else f"{seconds.mean:,.0f}"


def _best_goal_count(run: Record) -> float | None:
    return run.best_goal_count


def _remaining(cell: Cell, paper: PaperValue | None) -> tuple[str, str]:
    ours = cell.mean(_best_goal_count)
    return (
        f"{ours.mean:.1f}" if ours else DASH,
        f"{paper.remaining:.1f}" if paper and paper.remaining is not None else DASH,
    )


SOLVED = Block((Column("solved"), Column("paper", about="solve rate in the paper")), _solved)
GENERATED = Block(
    (
        Column("generated"),
        Column("95%", about="95% interval of generated"),
        Column("paper", about="generated states in the paper"),
        Column("ratio"),
    ),
    _generated,
)
REMAINING = Block(
    (
        Column("#g", about="remaining goal count"),
        Column("paper", about="remaining goal count in the paper"),
    ),
    _remaining,
)
