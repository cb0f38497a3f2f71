"""How the result of `fmtools augment` looks: a table, the macros, the verdict. From its report."""

import textwrap
from pathlib import Path
from typing import Any

from fmtools.reports.augment_page import problem_table
from fmtools.reports.table_text import terminal_text

WIDTH = 79


def told(report: dict[str, Any], folder: Path) -> str:
    """Lines of at most 79 characters, but for operators, which stay as they are."""
    lines = [terminal_text(problem_table(report), WIDTH)]
    for text, macro in zip(report["operators"], report["macros"], strict=False):
        lines += [
            text,
            f"  ; {macro['growth']:.2f} times the ground operators where that was counted, "
            f"{macro['uses']} uses in plans",
            "",
        ]
    found = report["candidates"]
    dropped = ", ".join(f"{count:,} {reason}" for reason, count in found["dropped"].items())
    tried = sum(bool(trial["pairs"]) for trial in report["trials"])
    verdict = "ORIGINAL KEPT"
    if report["improved"]:
        macros = len(report["macros"])
        verdict = f"{report['planner']} with {macros or 'no'} macro{'s' * (macros != 1)}"
    rows = {
        "candidates": f"{found['compiled']} of {found['patterns']} patterns"
        + (f"; dropped: {dropped}" if dropped else ""),
        "tried": f"{tried} pairs of planner and macros",
        "result": f"{verdict}: {report['reason']}",
        "time": f"{report['spent_cpu_seconds']:.0f} CPU s; {report['runs']} runs made now, "
        f"{report['cpu_seconds']:.0f} CPU s",
        "written to": str(folder),
    }
    for name, text in rows.items():
        lines += textwrap.wrap(f"{name:<14}{text}", WIDTH, subsequent_indent=" " * 14)
    return "\n".join(lines)
