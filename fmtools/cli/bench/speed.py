"""Benchmarks of speed: ours beside others on the same work."""

from typing import Any

from fmtools.cli.bench.table import (
    Bench,
    Columns,
    OneTable,
    rate,
    seconds,
    show_note,
    show_table,
    times,
    verdict,
)
from fmtools.errors import UsageError


def bench_speed(
    to_stderr: bool, against: str | None, skdecide: str | None, domains: str | None
) -> dict[str, Any]:
    """Every row with its target. `against`, `skdecide`: Pythons to compare with."""
    from fmtools.benches.speed_worlds import check_python

    names = None if domains is None else _paper_domains(domains)
    if against is not None:
        check_python(against, "fmtools")
    if skdecide is not None:
        check_python(skdecide, "skdecide")
    record = {
        **_start(to_stderr, names),
        **_rates(to_stderr, names),
        **_worlds(to_stderr, against, skdecide),
    }
    rows = [row for table in record.values() for row in table if row["met"] is not None]
    met = sum(row["met"] for row in rows)
    show_note(f"{met} of {len(rows)} targets met", to_stderr)
    return {**record, "targets": len(rows), "met": met}


def _paper_domains(text: str) -> list[str]:
    from fmtools.benches.bench_files import PAPER_DOMAINS

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in PAPER_DOMAINS:
            raise UsageError(f"no domain {name!r}; there are: {', '.join(PAPER_DOMAINS)}")
    return names


def _start(to_stderr: bool, domains: list[str] | None) -> dict[str, Any]:
    from fmtools.benches.bench_files import PAPER_DOMAINS
    from fmtools.benches.speed_start import start_rows

    columns: Columns = {
        "command": lambda row: row.what,
        "CPU": lambda row: seconds(row.cpu_seconds),
        "wall": lambda row: seconds(row.wall_seconds),
        "other: CPU": lambda row: seconds(row.other_cpu_seconds),
        "wall ": lambda row: seconds(row.other_wall_seconds),
        "ratio": lambda row: times(row.ratio),
        "target": lambda row: f"≤{row.target:.2f} s",
        "met": lambda row: verdict(row.met),
    }
    title = (
        "Process start to validated plan, problem-000; other: Fast Downward with the same\n"
        "search; of first use (with byte code, without): later ones. Best of 5 processes."
    )
    rows = start_rows(domains or PAPER_DOMAINS)
    return {"start": show_table(title, columns, rows, to_stderr)}


def _rates(to_stderr: bool, domains: list[str] | None) -> dict[str, Any]:
    from fmtools.benches.speed_rates import macro_rows, plain_rows

    columns: Columns = {
        "task": lambda row: row.what,
        "operators": lambda row: f"{row.operators:,}",
        "ours/s": lambda row: rate(row.rate),
        "FD's": lambda row: rate(row.fd_rate),
        "ratio": lambda row: times(row.ratio),
        "search": lambda row: seconds(row.seconds),
        "FD's ": lambda row: seconds(row.fd_seconds),
        "target": lambda row: f"≥{row.target:g}×",
        "met": lambda row: verdict(row.met),
    }
    title = (
        "Generated states per CPU second of search, eager greedy with goal count; ours\n"
        "with a budget of as many states as Fast Downward generated. Best of 3."
    )
    plain = show_table(title, columns, plain_rows(domains), to_stderr)
    title = "The same with macros: domains of compiled/; hanoi's without a limit on growth"
    macros = show_table(title, columns, macro_rows(domains), to_stderr)
    return {"fast_downward": plain, "macros": macros}


def _worlds(to_stderr: bool, against: str | None, skdecide: str | None) -> dict[str, Any]:
    from fmtools.benches.speed_worlds import memory_row, python_rows, skdecide_row, world_rows

    columns: Columns = {
        "world": lambda row: row.what,
        "planner": lambda row: row.planner,
        "states/s": lambda row: rate(row.rate),
        "other's": lambda row: rate(row.other),
        "ratio": lambda row: times(row.ratio),
        "target": lambda row: f"≥{row.target:g}×",
        "met": lambda row: verdict(row.met),
    }
    title = "Generated states per second; other: the fmtools of --against"
    worlds = show_table(title, columns, world_rows(against), to_stderr)
    title = "Python simulators; other: dict + heapq, and scikit-decide's BFWS (--skdecide)"
    rows = [*python_rows(), *([] if skdecide is None else [skdecide_row(skdecide)])]
    python = show_table(title, columns, rows, to_stderr)
    columns = {
        "memory": lambda row: row.what,
        "states": lambda row: f"{row.states:,}",
        "search": lambda row: f"{row.search_bytes / 1e6:.0f} MB",
        "whole process": lambda row: f"{row.process_bytes / 1e6:.0f} MB",
        "bytes/state": lambda row: f"{row.bytes_per_state:.0f}",
        "target": lambda row: f"≤{row.target:.0f}",
        "met": lambda row: verdict(row.met),
    }
    memory = show_table("Peak memory", columns, [memory_row()], to_stderr)
    return {"worlds": worlds, "python": python, "memory": memory}


TABLES = (
    OneTable(
        "width",
        "width_speed.width_speed_rows",
        "BFWS(R_0), novelty by goal count (best of 3)",
        {
            "world": lambda row: row.world,
            "width": lambda row: str(row.width),
            "facts": lambda row: f"{row.num_facts:,}",
            "evaluations/s": lambda row: rate(row.evaluations_rate),
            "generated/s": lambda row: rate(row.generated_rate),
            "tables": lambda row: f"{row.table_bytes / 1e6:.0f} MB",
        },
    ),
    OneTable(
        "lapkt",
        "lapkt_speed.lapkt_speed_rows",
        "BFWS(R*_G), IW phase counted, and LAPKT's BFWS(f5) on the same files",
        {
            "domain": lambda row: row.domain,
            "ours": lambda row: row.outcome,
            "generated": lambda row: f"{row.generated:,}",
            "per s": lambda row: rate(row.rate),
            "LAPKT": lambda row: row.their_outcome,
            "generated ": lambda row: (
                "-" if row.their_generated is None else f"{row.their_generated:,}"
            ),
            "per s ": lambda row: rate(row.their_rate),
            "ratio": lambda row: times(row.ratio),
        },
    ),
    OneTable(
        "walk",
        "walk_speed.walk_speed_rows",
        "Steps per second of the same random walk",
        {
            "domain": lambda row: row.domain,
            "steps": lambda row: str(row.steps),
            "fmtools.load": lambda row: f"{row.rate:,.0f}/s",
            "pddlgym": lambda row: f"{row.released_rate:,.0f}/s",
            "ratio": lambda row: times(row.released_ratio),
            "pddlgym, mended": lambda row: f"{row.pddlgym_rate:,.0f}/s",
            "ratio ": lambda row: times(row.ratio),
        },
    ),
    OneTable(
        "learn",
        "learn_speed.learn_speed_rows",
        "Learning as in the paper, best of 3; the ordinary learner on fewer queries.\n"
        "The paper's own code: about {PAPERS_QUERIES_PER_SECOND:,}/s on the cube (not run here).",
        {
            "world": lambda row: row.world,
            "queries": lambda row: rate(row.queries),
            "time": lambda row: seconds(row.seconds),
            "queries/s": lambda row: rate(row.rate),
            "ratio": lambda row: times(row.ratio),
            "ordinary": lambda row: rate(row.ordinary_rate),
            "on": lambda row: rate(row.ordinary_queries),
            "macros": lambda row: str(row.macros),
            "memory": lambda row: f"{row.memory_bytes / 1e6:.0f} MB",
        },
    ),
    OneTable(
        "gym",
        "gym_speed.gym_rows",
        "Generated states per CPU second in Gymnasium environments, breadth first, each\n"
        "step taken once (20,000 for toy-text); copied: by hand, a deepcopy for each.",
        {
            "environment": lambda row: row.world.removeprefix("MiniGrid-"),
            "states": lambda row: f"{row.states:,}",
            "made in": lambda row: seconds(row.make_seconds),
            "per s": lambda row: f"{row.rate:,.0f}",
            "copied": lambda row: f"{row.copied_rate:,.0f}",
            "ratio": lambda row: times(row.ratio),
            "met": lambda row: verdict(row.met),
        },
    ),
)
BENCHES: dict[str, Bench] = {table.name: table for table in TABLES}
