"""The table of `fmtools bench augment`."""

import sys
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fmtools.benches.augment_bench import DomainResult, load_plans, run_plans
from fmtools.benches.augment_rows import AugmentRow, make_row, summary_line
from fmtools.cli.process import say


def bench_augment(to_stderr: bool, domains: str | None, jobs: int, results: Path) -> dict[str, Any]:
    """Run what is not in `results` yet, then print all of it; the last line is the summary."""
    from fmtools.drivers.interrupts import interrupt_once

    names = None if domains is None else [name.strip() for name in domains.split(",")]
    plans = load_plans(names)
    found: list[DomainResult] = []
    with interrupt_once():
        for result in run_plans(plans, results, jobs, say):
            found.append(result)
    rows = [_row(result) for result in found]
    overall = make_row(
        "all",
        True,
        sum(result.num_macros for result in found),
        [pair for result in found for pair in result.pairs],
        plans[0].test_limit,
        sum(result.learn_seconds for result in found),
    )
    stream = sys.stderr if to_stderr else sys.stdout
    _print_table([*rows, overall], plans[0].test_limit, stream)
    for result in found:
        print(textwrap.fill(f"{result.name}: {result.reason}", 79), file=stream)
    print(summary_line(rows), file=stream)
    return {
        "rows": [{**asdict(row), "verdict": row.verdict} for row in rows],
        "overall": asdict(overall),
        "reasons": {result.name: result.reason for result in found},
        "summary": summary_line(rows),
    }


def _row(result: DomainResult) -> AugmentRow:
    return make_row(
        result.name,
        result.augmented,
        result.num_macros,
        result.pairs,
        result.limit,
        result.learn_seconds,
    )


def _print_table(rows: list[AugmentRow], limit: float, stream: Any) -> None:
    print(
        "Original against augmented files on test problems: CPU time, translation\n"
        f"included, limit {limit:g} s. Ratios are augmented by original; mean is geometric,\n"
        "with its 95% interval; eval (states evaluated) and plan: where both solve.\n",
        file=stream,
    )
    line = "{:<12}{:>8}{:>7}{:>6}{:>6}{:>11}{:>6}{:>7}{:>6}  {}"
    heads = ("solved", "w/l", "total", "mean", "95%", "eval", "growth", "plan", "verdict")
    print(line.format("domain", *heads), file=stream)
    for row in rows:
        interval = row.interval
        cells = (
            f"{row.solved_original}→{row.solved_augmented}/{row.num_problems}",
            f"{row.wins}/{row.losses}",
            _ratio(row.total_ratio),
            _ratio(row.mean_ratio),
            "-" if interval is None else f"{_ratio(interval[0])}–{_ratio(interval[1])}",
            _ratio(row.evaluated_ratio),
            _ratio(row.growth),
            _ratio(row.length_ratio),
            row.verdict if row.domain != "all" else "",
        )
        print(line.format(row.domain, *cells).rstrip(), file=stream)
    print(file=stream)


def _ratio(number: float | None) -> str:
    if number is None:
        return "-"
    text = f"{number:.2f}" if number < 10 else f"{number:.0f}"
    return text.removeprefix("0") if number < 1 else text
