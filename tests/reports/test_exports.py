import csv
import io
import json

from fmtools.reports.exports import lab_properties, records_csv
from fmtools.reports.records import record_from
from tests.reports.stores import record, sample_records


def test_csv_has_a_row_per_record_and_every_field_but_the_trace() -> None:
    records = [record_from(one) for one in sample_records()]
    rows = list(csv.DictReader(io.StringIO(records_csv(records))))
    assert len(rows) == len(records)
    assert {"generated", "pearson", "dials", "machine"} <= rows[0].keys()
    assert "trace" not in rows[0]


def test_csv_quotes_what_spreadsheets_would_misread() -> None:
    (row,) = csv.DictReader(io.StringIO(records_csv([record_from(record(world='a,"b"\nc'))])))
    assert row["world"] == 'a,"b"\nc'


def test_lab_gets_a_run_for_every_search_with_unique_ids() -> None:
    records = [record_from(one) for one in sample_records()]
    runs = json.loads(lab_properties(records))
    assert len(runs) == sum(bool(one.planner) for one in records)
    for properties in runs.values():
        assert {"algorithm", "domain", "problem", "coverage", "error"} <= properties.keys()
        assert properties["id"] == [properties[k] for k in ("algorithm", "domain", "problem")]


def test_lab_can_compare_algorithms_on_the_same_problems() -> None:
    pair = [record(learn_seed=None), record(macros="focused", learn_seed=0)]
    runs = json.loads(lab_properties(record_from(one) for one in pair))
    assert {run["algorithm"] for run in runs.values()} == {"gbfs", "gbfs-focused"}
    assert len({run["problem"] for run in runs.values()}) == 1


def test_lab_is_told_of_errors() -> None:
    broken = record_from(record(outcome="error", error="boom"))
    (run,) = json.loads(lab_properties([broken])).values()
    assert run["unexplained_errors"] == ["boom"] and run["coverage"] == 0
