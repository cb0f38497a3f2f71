"""`fmtools bench`: the tables that the docs quote, printed by one command each."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from fmtools.cli.options import JSON, announce_compilation
from fmtools.errors import UsageError

Columns = dict[str, Callable[[Any], str]]
"""Heading -> how a row shows there."""


def bench(
    name: str = typer.Argument(
        help="speed | fd | width | lapkt | planners | walk | learn | grounding | augmented | "
        "augment"
    ),
    domains: str | None = typer.Option(None, help="augment: only these, a,b,c."),
    jobs: int = typer.Option(1, min=1, help="augment: domains at a time."),
    results: Path = typer.Option(
        Path("results/augment"), help="augment: where runs are kept; it goes on from there."
    ),
    json_output: bool = JSON,
) -> None:
    """Measure: ours against others on the same work, in the same run, on this machine.

    speed: the search loop, compiled, interpreted and ordinary; memory; then fd, width and walk.

    fd: the same search in Fast Downward, per second and as whole runs.

    width: evaluations of novelty per second.

    lapkt: our BFWS beside LAPKT's (extra bfws).

    planners: gbfs and bfws with and without macros on all worlds: solved, states, plan length.

    walk: steps of a random walk, fmtools.load against pddlgym.

    learn: macro learning, compiled and ordinary.

    grounding: reading and grounding PDDL against Fast Downward's translator.

    augmented: grounding and search on files with eight macros (takes minutes: the translator does).

    augment: fmtools augment on 16 domains, LAMA before and after (takes an hour; resumes).

    Example: fmtools bench speed
    """
    if name == "augment":
        from fmtools.cli.bench_augment import bench_augment

        announce_compilation()
        record = bench_augment(json_output, domains, jobs, results)
        if json_output:
            print(json.dumps(record))
        return
    if name not in BENCHES:
        raise UsageError(f"no benchmark {name!r}; choose {' | '.join(BENCHES)} | augment")
    announce_compilation()
    record = BENCHES[name](json_output)
    if json_output:
        print(json.dumps(record))


def _table(title: str, columns: Columns, rows: Iterable[Any], to_stderr: bool) -> list[Any]:
    """Print a table that fits 80 columns; the rows as plain data."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(stderr=to_stderr)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, heading in enumerate(columns):
        table.add_column(heading, justify="left" if number == 0 else "right", no_wrap=True)
    data = []
    for row in rows:
        data.append(asdict(row))
        table.add_row(*(show(row) for show in columns.values()))
    console.print(title, markup=False, highlight=False)
    console.print(table)
    return data


def _rate(number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number / 1e6:.1f}M" if number >= 1e6 else f"{number / 1e3:.0f}K"


def _times(number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number:.1f}×" if number < 20 else f"{number:.0f}×"


def _seconds(number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number * 1e3:.1f} ms" if number < 0.1 else f"{number:.2f} s"


def _speed(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.search_speed import memory_row, search_speed_rows

    columns: Columns = {
        "world": lambda row: row.world,
        "planner": lambda row: row.planner,
        "ties": lambda row: row.ties,
        "compiled": lambda row: _rate(row.compiled),
        "ratio": lambda row: _times(row.compiled_ratio),
        "Python": lambda row: _rate(row.interpreted),
        "ratio ": lambda row: _times(row.interpreted_ratio),
        "dict + heapq": lambda row: _rate(row.ordinary),
    }
    title = "Generated states per second over 1M states; ratios to dict + heapq"
    search = _table(title, columns, search_speed_rows(), to_stderr)
    columns = {
        "memory": lambda row: row.what,
        "generated": lambda row: f"{row.generated:,}",
        "whole process": lambda row: f"{row.process_bytes / 1e6:.0f} MB",
        "search": lambda row: f"{row.search_bytes / 1e6:.0f} MB",
    }
    memory = _table("Peak memory", columns, [memory_row()], to_stderr)
    record = {"search": search, "memory": memory}
    return {**record, **_fast_downward(to_stderr), **_width(to_stderr), **_walk(to_stderr)}


def _fast_downward(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.fd_speed import fd_speed_rows
    from fmtools.experiments.pddl_speed import paper_files, whole_run_rows

    columns: Columns = {
        "domain": lambda row: row.domain,
        "ours": lambda row: _rate(row.rate),
        "Fast Downward": lambda row: _rate(row.fd_rate),
        "ratio": lambda row: _times(row.ratio),
        "of expansions": lambda row: _times(row.expansion_ratio),
        "search": lambda row: _seconds(row.seconds),
        "FD's": lambda row: _seconds(row.fd_seconds),
    }
    title = "Generated states per second, eager greedy with goal count (best of 3)"
    rates = _table(title, columns, fd_speed_rows(paper_files(5).values()), to_stderr)
    columns = {
        "problem": lambda row: row.what,
        "fmtools plan": lambda row: _seconds(row.seconds),
        "search alone": lambda row: _seconds(row.search_seconds),
        "Fast Downward": lambda row: _seconds(row.fd_seconds),
        "ratio": lambda row: _times(row.ratio),
        "its outcome": lambda row: row.fd_outcome,
    }
    title = "Process start to validated plan, the same search (ours warm, best of 3)"
    return {"fd_rates": rates, "fd_whole": _table(title, columns, whole_run_rows(), to_stderr)}


def _width(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.width_speed import width_speed_rows

    columns: Columns = {
        "world": lambda row: row.world,
        "width": lambda row: str(row.width),
        "facts": lambda row: f"{row.num_facts:,}",
        "evaluations/s": lambda row: _rate(row.evaluations_rate),
        "generated/s": lambda row: _rate(row.generated_rate),
        "tables": lambda row: f"{row.table_bytes / 1e6:.0f} MB",
    }
    title = "BFWS(R_0), novelty by goal count (best of 3)"
    return {"width": _table(title, columns, width_speed_rows(), to_stderr)}


def _lapkt(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.lapkt_speed import lapkt_speed_rows

    columns: Columns = {
        "domain": lambda row: row.domain,
        "ours": lambda row: row.outcome,
        "generated": lambda row: f"{row.generated:,}",
        "per s": lambda row: _rate(row.rate),
        "LAPKT": lambda row: row.their_outcome,
        "generated ": lambda row: (
            "-" if row.their_generated is None else f"{row.their_generated:,}"
        ),
        "per s ": lambda row: _rate(row.their_rate),
        "ratio": lambda row: _times(row.ratio),
    }
    title = "BFWS(R*_G), IW phase counted, and LAPKT's BFWS(f5) on the same files"
    return {"lapkt": _table(title, columns, lapkt_speed_rows(), to_stderr)}


def _planners(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.planner_quality import planner_quality_rows

    columns: Columns = {
        "world": lambda row: row.world,
        "planner": lambda row: row.planner,
        "macros": lambda row: str(row.macros),
        "learning": lambda row: _rate(row.learning_queries) if row.macros else "-",
        "solved": lambda row: f"{row.solved:.0%}",
        "generated": lambda row: f"{row.generated:,.0f}",
        "steps": lambda row: f"{row.primitive_steps:,.0f}",
        "plan": lambda row: "-" if row.length is None else f"{row.length:.0f}",
    }
    title = (
        "Means over 10 instances, random ties, macros learned as in the paper.\n"
        "learning: queries; steps: primitive ones simulated; plan: primitive length"
    )
    return {"planners": _table(title, columns, planner_quality_rows(), to_stderr)}


def _walk(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.walk_speed import walk_speed_rows

    columns: Columns = {
        "domain": lambda row: row.domain,
        "steps": lambda row: str(row.steps),
        "fmtools.load": lambda row: f"{row.rate:,.0f}/s",
        "pddlgym": lambda row: f"{row.released_rate:,.0f}/s",
        "ratio": lambda row: _times(row.released_ratio),
        "pddlgym, mended": lambda row: f"{row.pddlgym_rate:,.0f}/s",
        "ratio ": lambda row: _times(row.ratio),
    }
    title = "Steps per second of the same random walk"
    return {"walk": _table(title, columns, walk_speed_rows(), to_stderr)}


def _learn(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.learn_speed import PAPERS_QUERIES_PER_SECOND, learn_speed_rows

    columns: Columns = {
        "world": lambda row: row.world,
        "queries": lambda row: _rate(row.queries),
        "time": lambda row: _seconds(row.seconds),
        "queries/s": lambda row: _rate(row.rate),
        "ratio": lambda row: _times(row.ratio),
        "ordinary": lambda row: _rate(row.ordinary_rate),
        "on": lambda row: _rate(row.ordinary_queries),
        "macros": lambda row: str(row.macros),
        "memory": lambda row: f"{row.memory_bytes / 1e6:.0f} MB",
    }
    title = (
        "Learning as in the paper, best of 3; the ordinary learner on fewer queries.\n"
        f"The paper's own code: about {PAPERS_QUERIES_PER_SECOND:,}/s on the cube (not run here)."
    )
    return {"learn": _table(title, columns, learn_speed_rows(), to_stderr)}


def _grounding(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.grounding_bench import grounding_rows
    from fmtools.experiments.pddl_speed import paper_files

    files = [pair for pairs in paper_files(1).values() for pair in pairs]
    columns: Columns = {
        "domain": lambda row: row.domain,
        "ours": lambda row: _seconds(row.seconds),
        "translator": lambda row: _seconds(row.fd_seconds),
        "ratio": lambda row: _times(row.ratio),
        "by its clock": lambda row: _seconds(row.fd_own_seconds),
        "ratio ": lambda row: _times(row.own_ratio),
        "operators": lambda row: f"{row.operators:,}",
        "its": lambda row: "-" if row.fd_operators is None else f"{row.fd_operators:,}",
    }
    title = "Reading and grounding, ours warm; Fast Downward's --translate"
    return {"grounding": _table(title, columns, grounding_rows(files), to_stderr)}


def _augmented(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.augmented_speed import augmented_speed_rows

    columns: Columns = {
        "domain": lambda row: row.domain,
        "operators": lambda row: f"{row.operators:,}",
        "FD's": lambda row: "-" if row.fd_operators is None else f"{row.fd_operators:,}",
        "ground": lambda row: _seconds(row.ground_seconds),
        "translate": lambda row: _seconds(row.fd_translate_seconds),
        "ratio": lambda row: _times(row.ground_ratio),
        "states/s": lambda row: _rate(row.rate),
        "FD's ": lambda row: _rate(row.fd_rate),
        "ratio ": lambda row: _times(row.ratio),
    }
    title = "Eight macros, no growth limit: the same augmented file here and in Fast Downward"
    return {"augmented": _table(title, columns, augmented_speed_rows(), to_stderr)}


BENCHES: dict[str, Callable[[bool], dict[str, Any]]] = {
    "speed": _speed,
    "fd": _fast_downward,
    "width": _width,
    "lapkt": _lapkt,
    "planners": _planners,
    "walk": _walk,
    "learn": _learn,
    "grounding": _grounding,
    "augmented": _augmented,
}
