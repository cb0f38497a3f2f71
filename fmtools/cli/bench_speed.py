"""Benchmarks of speed: ours beside others on the same work."""

from typing import Any

from fmtools.cli.bench_table import Bench, Columns, rate, seconds, show_table, times


def _speed(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.search_speed import memory_row, search_speed_rows

    columns: Columns = {
        "world": lambda row: row.world,
        "planner": lambda row: row.planner,
        "ties": lambda row: row.ties,
        "compiled": lambda row: rate(row.compiled),
        "ratio": lambda row: times(row.compiled_ratio),
        "Python": lambda row: rate(row.interpreted),
        "ratio ": lambda row: times(row.interpreted_ratio),
        "dict + heapq": lambda row: rate(row.ordinary),
    }
    title = "Generated states per second over 1M states; ratios to dict + heapq"
    search = show_table(title, columns, search_speed_rows(), to_stderr)
    columns = {
        "memory": lambda row: row.what,
        "generated": lambda row: f"{row.generated:,}",
        "whole process": lambda row: f"{row.process_bytes / 1e6:.0f} MB",
        "search": lambda row: f"{row.search_bytes / 1e6:.0f} MB",
    }
    memory = show_table("Peak memory", columns, [memory_row()], to_stderr)
    record = {"search": search, "memory": memory}
    return {**record, **_fast_downward(to_stderr), **_width(to_stderr), **_walk(to_stderr)}


def _fast_downward(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.fd_speed import fd_speed_rows
    from fmtools.experiments.pddl_speed import paper_files, whole_run_rows

    columns: Columns = {
        "domain": lambda row: row.domain,
        "ours": lambda row: rate(row.rate),
        "Fast Downward": lambda row: rate(row.fd_rate),
        "ratio": lambda row: times(row.ratio),
        "of expansions": lambda row: times(row.expansion_ratio),
        "search": lambda row: seconds(row.seconds),
        "FD's": lambda row: seconds(row.fd_seconds),
    }
    title = "Generated states per second, eager greedy with goal count (best of 3)"
    rates = show_table(title, columns, fd_speed_rows(paper_files(5).values()), to_stderr)
    columns = {
        "problem": lambda row: row.what,
        "fmtools plan": lambda row: seconds(row.seconds),
        "search alone": lambda row: seconds(row.search_seconds),
        "Fast Downward": lambda row: seconds(row.fd_seconds),
        "ratio": lambda row: times(row.ratio),
        "its outcome": lambda row: row.fd_outcome,
    }
    title = "Process start to validated plan, the same search (ours warm, best of 3)"
    return {"fd_rates": rates, "fd_whole": show_table(title, columns, whole_run_rows(), to_stderr)}


def _width(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.width_speed import width_speed_rows

    columns: Columns = {
        "world": lambda row: row.world,
        "width": lambda row: str(row.width),
        "facts": lambda row: f"{row.num_facts:,}",
        "evaluations/s": lambda row: rate(row.evaluations_rate),
        "generated/s": lambda row: rate(row.generated_rate),
        "tables": lambda row: f"{row.table_bytes / 1e6:.0f} MB",
    }
    title = "BFWS(R_0), novelty by goal count (best of 3)"
    return {"width": show_table(title, columns, width_speed_rows(), to_stderr)}


def _lapkt(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.lapkt_speed import lapkt_speed_rows

    columns: Columns = {
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
    }
    title = "BFWS(R*_G), IW phase counted, and LAPKT's BFWS(f5) on the same files"
    return {"lapkt": show_table(title, columns, lapkt_speed_rows(), to_stderr)}


def _walk(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.walk_speed import walk_speed_rows

    columns: Columns = {
        "domain": lambda row: row.domain,
        "steps": lambda row: str(row.steps),
        "fmtools.load": lambda row: f"{row.rate:,.0f}/s",
        "pddlgym": lambda row: f"{row.released_rate:,.0f}/s",
        "ratio": lambda row: times(row.released_ratio),
        "pddlgym, mended": lambda row: f"{row.pddlgym_rate:,.0f}/s",
        "ratio ": lambda row: times(row.ratio),
    }
    title = "Steps per second of the same random walk"
    return {"walk": show_table(title, columns, walk_speed_rows(), to_stderr)}


def _learn(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.learn_speed import PAPERS_QUERIES_PER_SECOND, learn_speed_rows

    columns: Columns = {
        "world": lambda row: row.world,
        "queries": lambda row: rate(row.queries),
        "time": lambda row: seconds(row.seconds),
        "queries/s": lambda row: rate(row.rate),
        "ratio": lambda row: times(row.ratio),
        "ordinary": lambda row: rate(row.ordinary_rate),
        "on": lambda row: rate(row.ordinary_queries),
        "macros": lambda row: str(row.macros),
        "memory": lambda row: f"{row.memory_bytes / 1e6:.0f} MB",
    }
    title = (
        "Learning as in the paper, best of 3; the ordinary learner on fewer queries.\n"
        f"The paper's own code: about {PAPERS_QUERIES_PER_SECOND:,}/s on the cube (not run here)."
    )
    return {"learn": show_table(title, columns, learn_speed_rows(), to_stderr)}


def _grounding(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.grounding_bench import grounding_rows
    from fmtools.experiments.pddl_speed import paper_files

    files = [pair for pairs in paper_files(1).values() for pair in pairs]
    columns: Columns = {
        "domain": lambda row: row.domain,
        "ours": lambda row: seconds(row.seconds),
        "translator": lambda row: seconds(row.fd_seconds),
        "ratio": lambda row: times(row.ratio),
        "by its clock": lambda row: seconds(row.fd_own_seconds),
        "ratio ": lambda row: times(row.own_ratio),
        "operators": lambda row: f"{row.operators:,}",
        "its": lambda row: "-" if row.fd_operators is None else f"{row.fd_operators:,}",
    }
    title = "Reading and grounding, ours warm; Fast Downward's --translate"
    return {"grounding": show_table(title, columns, grounding_rows(files), to_stderr)}


def _augmented(to_stderr: bool) -> dict[str, Any]:
    from fmtools.experiments.augmented_speed import augmented_speed_rows

    columns: Columns = {
        "domain": lambda row: row.domain,
        "operators": lambda row: f"{row.operators:,}",
        "FD's": lambda row: "-" if row.fd_operators is None else f"{row.fd_operators:,}",
        "ground": lambda row: seconds(row.ground_seconds),
        "translate": lambda row: seconds(row.fd_translate_seconds),
        "ratio": lambda row: times(row.ground_ratio),
        "states/s": lambda row: rate(row.rate),
        "FD's ": lambda row: rate(row.fd_rate),
        "ratio ": lambda row: times(row.ratio),
    }
    title = "Eight macros, no growth limit: the same augmented file here and in Fast Downward"
    return {"augmented": show_table(title, columns, augmented_speed_rows(), to_stderr)}


BENCHES: dict[str, Bench] = {
    "speed": _speed,
    "fd": _fast_downward,
    "width": _width,
    "lapkt": _lapkt,
    "walk": _walk,
    "learn": _learn,
    "grounding": _grounding,
    "augmented": _augmented,
}
