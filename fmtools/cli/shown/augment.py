"""How the result of `fmtools augment` looks: a table, the macros, the verdict. From its report."""

import textwrap
from pathlib import Path
from typing import Any

WIDTH = 79


def told(report: dict[str, Any], folder: Path) -> list[str]:
    """Lines of at most 79 characters, but for operators, which stay as they are."""
    lines = [*_table(report), ""]
    for number, text in enumerate(report["operators"]):
        macro = report["macros"][number] if number < len(report["macros"]) else {}
        lines += [text]
        if macro:
            lines += [
                f"  ; {macro['growth']:.2f} times the ground operators where that was counted, "
                f"{macro['uses']} uses in plans"
            ]
        lines += [""]
    found = report["candidates"]
    dropped = ", ".join(f"{count:,} {reason}" for reason, count in found["dropped"].items())
    tried = [trial for trial in report["trials"] if trial["pairs"]]
    verdict = "ORIGINAL KEPT"
    if report["improved"]:
        macros = len(report["macros"])
        verdict = f"{report['planner']} with {macros or 'no'} macro{'s' * (macros != 1)}"
    rows = [
        ("candidates", f"{found['compiled']} of {found['patterns']} patterns; dropped: {dropped}"),
        ("tried", f"{len(tried)} pairs of planner and macros"),
        ("result", f"{verdict}: {report['reason']}"),
        (
            "time",
            f"{report['spent_cpu_seconds']:.0f} CPU s; {report['runs']} runs made now, "
            f"{report['cpu_seconds']:.0f} CPU s",
        ),
        ("written to", str(folder)),
    ]
    for name, text in rows:
        lines += textwrap.wrap(f"{name:<14}{text}", WIDTH, subsequent_indent=" " * 14)
    return lines


def _table(report: dict[str, Any]) -> list[str]:
    """Problem by problem; a run at its limit is `> 10 s`."""
    rows = report["table"]
    if not rows:
        return ["no problem was run"]
    wide = min(max(len(row["problem"]) for row in rows), 30)
    chosen = report["planner"] + (" + macros" if report["macros"] else "")
    first = report["planners"][0]
    line = f"{{:<{wide}}}  {{:<8}}{{:>12}}{{:>7}}{{:>12}}{{:>7}}{{:>7}}"
    heads = ("problem", "role", "before", "steps", "after", "steps", "ratio")
    lines = [f"before: {first}; after: {chosen}; CPU time, steps of the plan", ""]
    lines.append(line.format(*heads).rstrip())
    for row in rows:
        before, after = row["before"], row["after"]
        ratio = ""
        if before and after and "solved" in (before["outcome"], after["outcome"]):
            ratio = f"{_took(after) / max(_took(before), 0.001):.2f}"
        cells = (*_cells(before), *_cells(after), ratio)
        lines.append(line.format(row["problem"][-wide:], row["role"], *cells).rstrip())
    return lines


def _took(run: dict[str, Any]) -> float:
    return float(run["cpu_seconds"] if run["outcome"] == "solved" else run["limit"])


def _cells(run: dict[str, Any] | None) -> tuple[str, str]:
    if run is None:
        return "", ""
    if run["outcome"] == "solved":
        return f"{run['cpu_seconds']:.2f} s", str(run["primitive_plan_length"])
    if run["outcome"] == "timeout":
        return f"> {run['limit']:.1f} s", "-"
    return str(run["outcome"]), "-"
