"""Benchmarks of quality: states, plans and total time, with and without macros."""

import sys
from collections.abc import Callable
from typing import Any

from fmtools.cli.bench.table import (
    Bench,
    Columns,
    OneTable,
    count,
    rate,
    seconds,
    show_note,
    show_table,
    times,
)
from fmtools.progress import stage


def _compare(to_stderr: bool) -> dict[str, Any]:
    from fmtools.benches.compare_domains import Sweep, compare_domains
    from fmtools.cli.status import status_line
    from fmtools.drivers.interrupts import interrupt_once

    sweep = Sweep()
    columns: Columns = {
        "domain": lambda row: row.domain,
        "macros": lambda row: str(row.macros),
        "solved": lambda row: f"{row.solved_original}/{row.num_problems}" if row.macros else "-",
        "with": lambda row: f"{row.solved_augmented}/{row.num_problems}" if row.macros else "-",
        "ground": lambda row: times(row.operators),
        "eval.": lambda row: times(row.effort_saved and 1 / row.effort_saved),
        "CPU": lambda row: times(row.cpu_time),
        "plan": lambda row: times(row.plan_length),
        "invalid": lambda row: str(row.invalid),
    }
    title = (
        f"{sweep.planner}, {sweep.seconds:.0f} s each: solved without and with macros, then with "
        "over without,\ngeometric means of problems solved both ways. ground: operators; CPU: "
        "whole\nruns; plan: unfolded. Without macros: none stay within "
        f"{sweep.max_growth:.0f} times the operators."
    )
    with interrupt_once(), status_line("compare") as status:
        rows = list(compare_domains(sweep, lambda *words: status.announce(" ".join(words))))
    data = show_table(title, columns, rows, to_stderr)
    slower = sum(row.cpu_time is not None and row.cpu_time > 1.05 for row in rows)
    faster = sum(row.cpu_time is not None and row.cpu_time < 1 / 1.05 for row in rows)
    invalid = sum(row.invalid for row in rows)
    last = f"faster in {faster} of {len(rows)} domains, slower in {slower}; {invalid} invalid plans"
    print(last, file=sys.stderr if to_stderr else sys.stdout)
    return {"compare": data, "faster": faster, "slower": slower, "invalid": invalid}


def _lama_cube(to_stderr: bool, instances: int = 3) -> dict[str, Any]:
    from fmtools.benches.lama_cube import (
        PAPERS_LAMA,
        PAPERS_MACROS,
        lama_cube_rows,
        learn_cube_macros,
        mean_generated,
    )

    with stage("learn", "cube"):
        library = learn_cube_macros()
    columns: Columns = {
        "seed": lambda row: str(row.seed),
        "LAMA: generated": lambda row: count(row.lama_generated),
        "time": lambda row: seconds(row.lama_seconds),
        "plan": lambda row: count(row.lama_length),
        "valid": lambda row: {True: "yes", False: "NO", None: "-"}[row.lama_valid],
        "macros: generated": lambda row: count(row.generated),
        "time ": lambda row: seconds(row.seconds),
        "plan ": lambda row: count(row.length),
    }
    title = "lama-first on the cube (SAS+) beside gbfs with goal count and focused macros"
    data = show_table(title, columns, lama_cube_rows(library, range(instances)), to_stderr)
    means = {
        key: mean_generated([row[key] for row in data]) for key in ("lama_generated", "generated")
    }
    learning = int(library.provenance["queries"]) + int(library.provenance["other_queries"])
    show_note(
        f"Mean generated: LAMA {count(means['lama_generated'])}, macros "
        f"{count(means['generated'])}; learned once, {learning:,} queries.\n"
        f"The paper, on 100 other scrambles: LAMA {PAPERS_LAMA:,}, macros {PAPERS_MACROS:,}.\n"
        "LAMA sees the model, gbfs a black box. Plans: quarter turns. Time: LAMA's whole\n"
        "run, our search.",
        to_stderr,
    )
    papers = {"lama_generated": PAPERS_LAMA, "generated": PAPERS_MACROS}
    return {"lama_cube": data, "means": means, "learning_queries": learning, "paper": papers}


TABLES = (
    OneTable(
        "planners",
        "planner_quality.planner_quality_rows",
        "Means over 10 instances, random ties, macros learned as in the paper.\n"
        "learning: queries; steps: primitive ones simulated; plan: primitive length",
        {
            "world": lambda row: row.world,
            "planner": lambda row: row.planner,
            "macros": lambda row: str(row.macros),
            "learning": lambda row: rate(row.learning_queries) if row.macros else "-",
            "solved": lambda row: f"{row.solved:.0%}",
            "generated": lambda row: f"{row.generated:,.0f}",
            "steps": lambda row: f"{row.primitive_steps:,.0f}",
            "plan": lambda row: "-" if row.length is None else f"{row.length:.0f}",
        },
    ),
    OneTable(
        "shorten",
        "shorten_quality.shorten_quality_rows",
        "plan --shorten: means over the plans found in {NUM_INSTANCES} instances, with the\n"
        "paper's macros; shortest: plans that were proved to be",
        {
            "world": lambda row: row.world,
            "planner": lambda row: row.planner,
            "macros": lambda row: str(row.macros),
            "plans": lambda row: str(row.solved),
            "before": lambda row: f"{row.before:.1f}",
            "after": lambda row: f"{row.after:.1f}",
            "queries": lambda row: rate(row.queries),
            "time": lambda row: seconds(row.seconds),
            "shortest": lambda row: str(row.shortest),
        },
    ),
    OneTable(
        "table",
        "table_quality.table_quality_rows",
        "Macro tables: means over 100 instances (20 locks, each with its own table).\n"
        "learn: queries; words: composed in memory; time: per plan, with its replay;\n"
        "goals: random ones",
        {
            "world": lambda row: row.world,
            "beam": lambda row: row.setting.replace("random goals, ", "goals, ").replace(
                "beam ", ""
            ),
            "learn": lambda row: rate(row.learning_queries),
            "words": lambda row: rate(row.composition_steps),
            "solved": lambda row: f"{row.solved:.0%}",
            "generated": lambda row: (
                f"{row.generated:,.1f}" if row.generated < 100 else (f"{row.generated:,.0f}")
            ),
            "plan": lambda row: "-" if row.plan_mean is None else f"{row.plan_mean:.1f}",
            "max": lambda row: "-" if row.plan_max is None else str(row.plan_max),
            "time": lambda row: seconds(row.seconds),
        },
    ),
)
BENCHES: dict[str, Bench] = {
    **{table.name: table for table in TABLES},
    "compare": _compare,
    "lama-cube": _lama_cube,
}
BY_INSTANCES: dict[str, Callable[[bool, int], dict[str, Any]]] = {"lama-cube": _lama_cube}
"""Those that take a number of instances."""
