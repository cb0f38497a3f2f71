"""The table of `fmtools bench compare`: LAMA on originals and compiled files."""

import sys
from typing import Any

from fmtools.cli.bench.table import Columns, show_table, times


def bench_compare(to_stderr: bool) -> dict[str, Any]:
    """A row per domain of pddl/, and how many are faster and slower with macros."""
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
