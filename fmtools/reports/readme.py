"""The results section of README, between two marks, from a store: short, current, checkable."""

import textwrap
from collections.abc import Sequence

from fmtools.errors import InputError
from fmtools.reports.cells import Cell, gather, generated, short_macros
from fmtools.reports.findings import agreement_sentences, macro_effects, verdict_sentences
from fmtools.reports.paper_values import PaperValue, paper_value
from fmtools.reports.records import Results
from fmtools.reports.table import DASH, interval_text, rate_text, short_text, span_text
from fmtools.reports.table_text import escaped

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
WIDTH = 100
MAX_LINES = 60


def with_section(text: str, section: str) -> str:
    """README's text with the section between the marks replaced; InputError without marks."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end or BEGIN in rest or END in after:
        raise InputError(f"README needs the lines '{BEGIN}' and '{END}', once each, in this order")
    return f"{before}{begin}\n{section}{end}{after}"


def results_section(results: Results, command: str) -> str:
    """Compact tables and what they mean; `command` is what writes this section."""
    lines = [f"<!-- Written by `{command}`; do not edit. -->"]
    if not results.records:
        return "\n".join([*lines, f"No results yet.{_stale(results)}", ""])
    lines += _wrapped(_scope(results))
    lines += ["", *_results_rows(results)]
    said = verdict_sentences(macro_effects(results))
    said += agreement_sentences(results, names=False)
    if said:
        lines.append("")
    for sentence in said:
        lines += _bullet(sentence)
    types = _type_rows(results)
    if types:
        lines += ["", *types]
    lines.append("")
    assert len(lines) <= MAX_LINES, len(lines)
    return "\n".join(lines)


def _scope(results: Results) -> str:
    broken = len(results.failures)
    cells = [
        cell
        for name in ("results", "macro-types", "novel-goals")
        for cell in gather(results, name).values()
    ]
    incomplete = sum(cell.num_missing > 0 for cell in cells)
    instances = sorted({len({run.instance for run in cell.runs}) for cell in cells if cell.runs})
    text = (
        f"{len(results.records):,} runs, {broken} of them broken. Means of generated states (solve "
        "rate, where below 1), 95% intervals over instances in brackets, the paper's means in "
        "italics. ≥: some runs spent their budget."
    )
    if instances:
        text += f" Instances per cell: {span_text(instances)}."
    if incomplete:
        text += f" {incomplete} cells have fewer runs than planned."
    return text + _stale(results)


def _stale(results: Results) -> str:
    return f" {results.num_stale:,} stale runs of older code left out." if results.stale else ""


def _results_rows(results: Results) -> list[str]:
    """A line per world: gbfs and bfws without and with macros, and LAMA."""
    cells = gather(results, "results")
    by_place = {(key.world, key.planner, key.macros): cell for key, cell in cells.items()}
    columns = [(p, m) for p in ("gbfs", "bfws") for m in ("none", "focused")] + [("lama", "none")]
    columns = [one for one in columns if any(place[1:] == one for place in by_place)]
    if not columns:
        return []
    rows = []
    for world in dict.fromkeys(key.world for key in cells):
        places = [(world, *column) for column in columns]
        shown = [_entry(by_place.get(p), paper_value("results", *p)) for p in places]
        rows.append((escaped(world), *shown))
    heads = [f"{p} {'+ macros' if m == 'focused' else ''}".strip() for p, m in columns]
    return _table(("world", *heads), rows)


def _type_rows(results: Results) -> list[str]:
    """Macro types and novel goals in one table."""
    rows = []
    for key, cell in gather(results, "macro-types").items():
        entry = _entry(cell, paper_value("macro_types", key.world, key.macros))
        rows.append((escaped(key.world), escaped(short_macros(key.macros)), entry, _left(cell)))
    for key, cell in gather(results, "novel-goals").items():
        if key.goals != "default":
            entry = _entry(cell, paper_value("novel_goals", key.world, key.goals))
            rows.append((escaped(key.world), f"focused, {key.goals} goals", entry, _left(cell)))
    return _table(("world", "macros (gbfs)", "generated", "#g left"), rows) if rows else []


def _left(cell: Cell) -> str:
    remaining = cell.mean(lambda run: run.best_goal_count)
    return DASH if remaining is None else f"{remaining.mean:.1f}"


def _entry(cell: Cell | None, paper: PaperValue | None) -> str:
    theirs = ""
    if paper is not None and paper.generated is not None:
        theirs = f" *{'>' * paper.above}{short_text(paper.generated)}*"
    ours = cell.mean(generated) if cell is not None else None
    if cell is None or ours is None:
        return f"{DASH}{theirs}"
    mean = "≥" * cell.is_capped + short_text(ours.mean)
    interval = interval_text(ours)
    interval = "" if interval == DASH else f" [{interval}]"
    solved = cell.solved
    rate = f" ({rate_text(solved.mean)})" if solved is not None and solved.mean < 1 else ""
    return f"{mean}{rate}{interval}{theirs}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(heads)} |",
        "|" + "|".join("---" for _ in heads) + "|",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def _bullet(text: str) -> list[str]:
    first, *rest = _wrapped(text)
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)
