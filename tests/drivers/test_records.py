import csv
import dataclasses
import io
import json

from fmtools.drivers.records import (
    RunOutcome,
    RunRecord,
    records_to_csv,
    records_to_jsonl,
)

RECORD = RunRecord(
    planner='fd:astar(blind(),"x")',
    domain="original",
    problem="a, b.pddl",
    outcome=RunOutcome.SOLVED,
    reason="",
    translate_seconds=0.1,
    search_seconds=None,
    total_seconds=1.23456789,
    cpu_seconds=1.0,
    operators=12,
    evaluated=None,
    generated=30,
    plan_length=2,
    primitive_plan_length=5,
    valid=True,
    cost=5,
    num_plans=1,
    exit_code=0,
    peak_memory_bytes=1000,
    log_tail="last line\n",
)


def test_json_lines_have_the_fields_of_the_contract() -> None:
    lines = records_to_jsonl([RECORD, RECORD]).splitlines()
    assert len(lines) == 2
    found = json.loads(lines[0])
    assert {
        "planner", "domain", "problem", "outcome", "translate_seconds", "search_seconds",
        "total_seconds", "operators", "evaluated", "generated", "plan_length",
        "primitive_plan_length", "valid", "cost", "log_tail",
    } <= found.keys()  # fmt: skip
    assert found["outcome"] == "solved"
    assert found["total_seconds"] == 1.234568


def test_csv_reads_back_with_awkward_names() -> None:
    text = records_to_csv([RECORD, dataclasses.replace(RECORD, outcome=RunOutcome.CRASH)])
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["outcome"] for row in rows] == ["solved", "crash"]
    assert rows[0]["planner"] == RECORD.planner
    assert rows[0]["problem"] == RECORD.problem
    assert rows[0]["evaluated"] == ""
    assert "log_tail" not in rows[0]
