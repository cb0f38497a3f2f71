"""What `fmtools augment` found, from the report.json of its folder: tables, and a page of them."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from fmtools.reports.document import html_document, html_facts
from fmtools.reports.page_parts import html_table
from fmtools.reports.table import DASH, Column, Row, Table, cut_text

_LONGEST_NAME = 30


def augment_page(report: Mapping[str, Any], name: str) -> str:
    """The whole document."""
    found = report["candidates"]
    facts = {
        "planner": str(report["planner"]),
        "macros": str(len(report["macros"])),
        "candidates": f"{found['compiled']} of {found['patterns']} patterns",
        "tried": str(sum(bool(trial["pairs"]) for trial in report["trials"])),
        "CPU time": f"{report['spent_cpu_seconds']:.0f} s",
    }
    sections = {
        "result": ("Result", f"{html_facts(facts)}\n<p>{escape(report['reason'])}</p>"),
        "problems": ("Problem by problem", html_table(problem_table(report))),
        "macros": ("Macros", "\n".join(f"<pre>{escape(x)}</pre>" for x in report["operators"])),
        "tests": ("Tests", html_table(_tests(report))),
        "trials": ("What was tried", html_table(_trials(report["trials"]))),
    }
    if not report["operators"]:
        del sections["macros"]
    intro = (
        "Planners and macros measured in CPU time; the winner of a race was put to a sequential "
        "test on problems that had no part in it. Every plan was validated."
    )
    return html_document(f"fmtools augment: {name}", intro, "", sections)


def problem_table(report: Mapping[str, Any]) -> Table:
    """The first planner as it was, and what was chosen; a run at its limit is `> 10 s`."""
    chosen = report["planner"] + (" with macros" if report["macros"] else "")
    return Table(
        "problems",
        f"CPU time and steps of the plan; before: {report['planners'][0]}; after: {chosen}",
        (
            Column("problem", is_text=True),
            Column("role", is_text=True),
            *map(Column, ("before", "steps", "after", "steps", "ratio")),
        ),
        tuple(_problem_row(row) for row in report["table"]),
    )


def _problem_row(row: Mapping[str, Any]) -> Row:
    before, after = row["before"], row["after"]
    ratio = ""
    if before and after and "solved" in (before["outcome"], after["outcome"]):
        ratio = f"{_took(after) / max(_took(before), 0.001):.2f}"
    name = cut_text(row["problem"], _LONGEST_NAME)
    return Row((name, row["role"], *_cells(before), *_cells(after), ratio))


def _tests(report: Mapping[str, Any]) -> Table:
    rows = [[planner, test["text"]] for planner, test in report["planner_tests"].items()]
    for test in report["confirmations"]:
        cut = f"; cut short: {test['cut_short']}" if test["cut_short"] else ""
        rows.append([_arm(test), test["text"] + cut])
    columns = (Column("what", is_text=True), Column("found", is_text=True))
    return Table("tests", "Tests", columns, tuple(Row(tuple(row)) for row in rows))


def _trials(trials: Sequence[Mapping[str, Any]]) -> Table:
    columns = (
        Column("planner and macros", is_text=True),
        Column("problems"),
        Column("time", about="CPU time by that without macros, geometric mean"),
        Column("verdict", is_text=True),
    )
    rows = tuple(
        Row((_arm(trial), str(len(trial["pairs"])), f"{trial['ratio']:.2f}", trial["verdict"]))
        for trial in trials
    )
    return Table("trials", "Races", columns, rows)


def _arm(record: Mapping[str, Any]) -> str:
    return " + ".join([record["planner"], *record["macros"]])


def _took(run: Mapping[str, Any]) -> float:
    return float(run["cpu_seconds"] if run["outcome"] == "solved" else run["limit"])


def _cells(run: Mapping[str, Any] | None) -> tuple[str, str]:
    if run is None:
        return "", ""
    if run["outcome"] == "solved":
        return f"{run['cpu_seconds']:.2f} s", str(run["primitive_plan_length"])
    if run["outcome"] == "timeout":
        return f"> {run['limit']:.1f} s", DASH
    return str(run["outcome"]), DASH
