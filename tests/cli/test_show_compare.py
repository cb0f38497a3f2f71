"""How a comparison looks on 80 columns, whatever things are called."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from fmtools.cli.shown.compare import LiveTable, show_comparison
from fmtools.compare.runs import summarize
from fmtools.drivers.records import RunOutcome, RunRecord
from fmtools.progress import Stage

RECORD = RunRecord(
    planner="lama-first",
    domain="original",
    problem="pddl/hanoi/problem-000.pddl",
    outcome=RunOutcome.SOLVED,
    reason="",
    translate_seconds=100.5,
    search_seconds=1234.56,
    total_seconds=1335.06,
    cpu_seconds=1300.0,
    operators=1_234_567,
    evaluated=12_345_678,
    generated=123_456_789,
    plan_length=1234,
    primitive_plan_length=12_345,
    valid=True,
    cost=12_345,
    num_plans=1,
    exit_code=0,
    peak_memory_bytes=1 << 30,
    log_tail="",
)
SEARCH = "fd:eager_greedy([ff(transform=adapt_costs(one))],preferred=[ff()])"
PROBLEMS = ("problem-000", "a problem with [brackets] and a very long name 0001")


def records(planner: str) -> list[RunRecord]:
    return [
        replace(RECORD, planner=planner, problem=f"{problem}.pddl", domain=kind, outcome=outcome)
        for problem in PROBLEMS
        for kind, outcome in (
            ("original", RunOutcome.SOLVED),
            ("augmented", RunOutcome.OUT_OF_MEMORY if "lapkt" in planner else RunOutcome.SOLVED),
        )
    ]


def shown(width: int, *planners: str) -> str:
    found = [record for planner in planners for record in records(planner)]
    out = io.StringIO()
    show_comparison(found, summarize(found), Console(file=out, width=width))
    return out.getvalue()


@pytest.mark.parametrize("planner", ["lama-first", "lapkt:BFWS-f5", SEARCH])
def test_no_line_is_longer_than_80_columns_and_nothing_is_cut(planner: str) -> None:
    text = shown(80, "gbfs", planner)
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text
    first = next(line for line in text.splitlines() if line.startswith("problem-000"))
    for cell in ("gbfs", "original", "solved", "1335.06", "12,345,678", "12,345"):
        assert cell in first.split()


def test_long_names_go_on_in_the_next_line_brackets_and_all() -> None:
    text = shown(80, SEARCH)
    table, summary = text.split("\n\n")[:2]
    head, *lines = table.splitlines()
    column = slice(head.index("planner"), head.index("files"))
    assert "".join(line[column].strip() for line in lines).startswith(SEARCH)
    assert "[brackets]" in table
    assert "one))],preferred=[ff()])" in "".join(summary.split())


def test_a_wide_terminal_has_every_column() -> None:
    lines = shown(160, "gbfs").splitlines()
    assert {"operators", "translate", "search", "generated", "cost"} <= set(lines[0].split())
    assert "123,456,789" in lines[1]


def test_the_live_table_fits_the_terminal_too() -> None:
    out = io.StringIO()
    console = Console(file=out, width=80, height=24)
    told = Stage("compare", "")
    told.total = 9
    table = LiveTable(console, told)
    for record in records("lapkt:BFWS-f5"):
        table.add(record)
    table.announce("lapkt:BFWS-f5", "problem-002.pddl", "original")
    console.print(table)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[-1].startswith("compare: 4 of 9, lapkt:BFWS-f5 on problem-002, original; 0 s")
