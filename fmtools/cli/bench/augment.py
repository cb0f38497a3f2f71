"""`fmtools bench augment`: does it pay, on our generators or in folders of the user's."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.cli.declare import argument, option
from fmtools.cli.options import JSON
from fmtools.cli.process import say
from fmtools.cli.status import filled
from fmtools.quantities import parse_seconds

if TYPE_CHECKING:
    from fmtools.benches.augment_bench import DomainResult
    from fmtools.benches.augment_rows import AugmentRow

DEFAULT_RESULTS = Path("results/augment")
_NAMED = len("fmtools: ")


def bench_augment(
    name: str = argument(metavar="augment"),
    directory: Path | None = argument(
        None, help="A folder of PDDL folders; without, 16 domains of our generators."
    ),
    planner: list[str] | None = option(
        None, help="As in fmtools augment, the one to beat first; lama-first, sas:lama-first, auto."
    ),
    time: str = option("10m", help="CPU time of each session of augment."),
    time_limit: str = option("30", help="CPU time of a test run."),
    domains: str | None = option(None, help="Only these: a,b,c, or patterns such as *-strips."),
    jobs: int = option(1, min=1, help="Domains side by side."),
    output: Path = option(
        DEFAULT_RESULTS, "-o", "--output", metavar="FOLDER", help="Results directory."
    ),
    json_output: bool = JSON,
) -> None:
    """Learn from some problems, test on others that augment never saw.

    In each folder with one domain, the second, fourth, … problem teaches, the others test; problems
    of our generators have other seeds (test_seed in augment.toml). A win is two more solved, or at
    most .8 of the CPU time, against the first planner as it was. What is in the results directory
    is not run again: the same command goes on, and prints the table of what there is.

    Example: fmtools bench augment ipc --time 10m --jobs 2 -o results/augment-ipc
    """
    from fmtools.benches.augment_bench import Terms, folder_plans, generated_plans, run_plans
    from fmtools.benches.augment_rows import make_row, summary_line
    from fmtools.cli.augment import PLANNERS
    from fmtools.drivers.interrupts import interrupt_once

    names = [] if domains is None else [name.strip() for name in domains.split(",")]
    terms = Terms(
        tuple(dict.fromkeys(planner or PLANNERS)),
        parse_seconds(time, "--time"),
        parse_seconds(time_limit, "--time-limit"),
    )
    if directory is None:
        plans = generated_plans(terms, names)
    else:
        plans = folder_plans(directory, terms, names)
    found: list[DomainResult] = []
    with interrupt_once():
        for result in run_plans(plans, output, jobs, _say):
            found.append(result)
    rows = [_row(result) for result in found if result.pairs]
    overall = make_row(
        "all",
        True,
        "",
        sum(result.num_macros for result in found),
        [pair for result in found for pair in result.pairs],
        terms.test_limit,
        sum(result.learn_seconds for result in found),
    )
    stream = sys.stderr if json_output else sys.stdout
    _print_table([*rows, overall], terms.test_limit, stream)
    for result in found:
        print(filled(f"{result.name}: {result.reason}"), file=stream)
    print(filled(summary_line(rows)), file=stream)
    if json_output:
        print(
            json.dumps(
                {
                    "rows": [{**asdict(row), "verdict": row.verdict} for row in rows],
                    "overall": asdict(overall),
                    "reasons": {result.name: result.reason for result in found},
                    "summary": summary_line(rows),
                }
            )
        )


def _say(text: str) -> None:
    """Lines that `say` begins with our name, within 79 characters."""
    say(filled(text, " " * _NAMED, " " * _NAMED).lstrip())


def _row(result: "DomainResult") -> "AugmentRow":
    from fmtools.benches.augment_rows import make_row

    return make_row(
        result.name,
        result.improved,
        result.planner,
        result.num_macros,
        result.pairs,
        result.limit,
        result.learn_seconds,
    )


def _print_table(rows: "list[AugmentRow]", limit: float, stream: Any) -> None:
    print(
        "The first planner as it was against what augment chose, on test problems:\n"
        f"CPU time, translation included, limit {limit:g} s. Ratios are after by before;\n"
        "mean is geometric, with its 95% interval; plan: lengths where both solve; m:\n"
        "macros.\n",
        file=stream,
    )
    line = "{:<13}{:>8}{:>7}{:>6}{:>6}{:>11}{:>6}  {:<11}{:>2}  {}"
    heads = ("solved", "w/l", "total", "mean", "95%", "plan", "planner", "m", "verdict")
    print(line.format("domain", *heads), file=stream)
    for row in rows:
        interval = row.interval
        cells = (
            f"{row.solved_original}→{row.solved_augmented}/{row.num_problems}",
            f"{row.wins}/{row.losses}",
            _ratio(row.total_ratio),
            _ratio(row.mean_ratio),
            "-" if interval is None else f"{_ratio(interval[0])}–{_ratio(interval[1])}",
            _ratio(row.length_ratio),
            row.planner[:11],
            row.num_macros,
            row.verdict if row.domain != "all" else "",
        )
        print(line.format(row.domain[:13], *cells).rstrip(), file=stream)
    print(file=stream)


def _ratio(number: float | None) -> str:
    if number is None:
        return "-"
    text = f"{number:.2f}" if number < 10 else f"{number:.0f}"
    return text.removeprefix("0") if number < 1 else text
