"""The table of `fmtools bench compare`: LAMA on originals and compiled files."""

import sys
from collections.abc import Callable
from typing import Any

from fmtools.cli.bench.table import Columns, show_table, times


def bench_compare(to_stderr: bool) -> dict[str, Any]:
    """A row per domain of pddl/, and how many are faster and slower with macros."""
    from fmtools.benches.compare_domains import Sweep, compare_domains
    from fmtools.cli.status import status_line
    from fmtools.drivers.interrupts import interrupt_once

    def told(show: Callable[[Any], str]) -> Callable[[Any], str]:
        """Of the runs, where there are any."""
        return lambda row: "-" if row.summary is None else show(row.summary)

    sweep = Sweep()
    columns: Columns = {
        "domain": lambda row: row.domain,
        "macros": lambda row: str(row.macros),
        "solved": told(lambda found: f"{found.solved_original}/{found.num_problems}"),
        "with": told(lambda found: f"{found.solved_augmented}/{found.num_problems}"),
        "ground": told(lambda found: times(found.operators)),
        "eval.": told(lambda found: times(found.effort_saved and 1 / found.effort_saved)),
        "CPU": told(lambda found: times(found.cpu_time)),
        "plan": told(lambda found: times(found.plan_length)),
        "invalid": told(lambda found: str(found.invalid)),
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
    runs = [row.summary for row in rows if row.summary is not None]
    slower = sum(found.cpu_time is not None and found.cpu_time > 1.05 for found in runs)
    faster = sum(found.cpu_time is not None and found.cpu_time < 1 / 1.05 for found in runs)
    invalid = sum(found.invalid for found in runs)
    last = f"faster in {faster} of {len(rows)} domains, slower in {slower}; {invalid} invalid plans"
    print(last, file=sys.stderr if to_stderr else sys.stdout)
    return {"compare": data, "faster": faster, "slower": slower, "invalid": invalid}
