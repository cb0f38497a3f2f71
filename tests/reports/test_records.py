import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fmtools.errors import InputError
from fmtools.reports.all_tables import all_tables
from fmtools.reports.findings import findings
from fmtools.reports.page import page
from fmtools.reports.readme import results_section
from fmtools.reports.records import Record, Results, load_results, record_from
from fmtools.reports.table_text import csv_text, markdown_text, terminal_text
from tests.reports.stores import record, sample_records, write_store

FIELDS = [*record(), "trace", "error", "valid", "dials", "effect_size", "pearson", "seed"]


def test_records_come_back_in_one_order_whatever_order_they_were_run_in(tmp_path: Path) -> None:
    records = sample_records()
    forwards = load_results(write_store(tmp_path / "a", records))
    backwards = load_results(write_store(tmp_path / "b", reversed(records)))
    assert forwards.records == backwards.records
    assert len(forwards.records) == len(records)


def test_damaged_lines_and_fields_become_remarks_and_the_rest_is_used(tmp_path: Path) -> None:
    store = write_store(
        tmp_path / "s", [record(), record(instance=1, generated="many"), record(instance=2)]
    )
    with (store / "records.jsonl").open("a") as file:
        file.write('{"format": 1, "key": "x"\n{"half')
    results = load_results(store)
    assert [one.instance for one in results.records] == [0, 2]
    assert len(results.remarks) == 3
    assert any("'generated' is no number" in remark for remark in results.remarks)


def aged(one: dict[str, object]) -> dict[str, object]:
    """As older code recorded it."""
    old = {name: value for name, value in one.items() if name != "results_version"}
    return {**old, "key": f"old {one['key']}", "generated": 9_999_999}


def test_stale_records_and_their_libraries_are_counted_and_in_nothing_that_is_shown(
    tmp_path: Path,
) -> None:
    records = [one | {"library": "ferry-focused-0-dd"} for one in sample_records()]
    old = [aged(one | {"library": "cube-expert-0-bb"}) for one in records]
    clean = load_results(write_store(tmp_path / "clean", records, libraries=True))
    mixed = load_results(write_store(tmp_path / "mixed", [*old, *records], libraries=True))
    assert mixed.records == clean.records and mixed.remarks == ()
    assert mixed.num_stale == len(old) and mixed.stale["results"] == len(clean.of("results"))
    left = {path.name for path in mixed.libraries}
    assert left == {path.name for path in clean.libraries} - {"cube-expert-0-bb.json"}
    assert all_tables(mixed) == all_tables(clean)
    shown = page(mixed, (), ())
    assert f"{len(old):,} stale records" in shown and "Stale records" in shown
    assert 'id="errors"' not in shown and "Stale records" not in page(clean, (), ())
    assert f"{len(old):,} stale runs" in " ".join(results_section(mixed, "x").split())


def test_a_store_with_nothing_but_stale_records_says_so(tmp_path: Path) -> None:
    results = load_results(write_store(tmp_path / "s", [aged(record())]))
    assert results.records == () and results.stale == {"results": 1}
    assert "1 stale runs" in results_section(results, "x")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("generated", -1),
        ("generated", 1.5),
        ("generated", True),
        ("generated", 10**30),
        ("seconds", "1"),
        ("pearson", float("nan")),
        ("world", 7),
        ("outcome", ""),
        ("valid", "yes"),
        ("trace", [[1]]),
        ("trace", {"1": 2}),
    ],
)
def test_wrong_field_is_named(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=field):
        record_from(record(**{field: value}))


def test_missing_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="records.jsonl"):
        load_results(tmp_path)


def test_invalid_plans_and_crashes_are_failures_and_spent_budgets_are_not() -> None:
    assert record_from(record(outcome="crash")).failed
    assert record_from(record(outcome="invalid-plan", valid=False)).failed
    assert not record_from(record(outcome="solved", valid=False)).solved
    assert not record_from(record(outcome="timeout")).failed
    assert not record_from(record(outcome="budget-exhausted")).failed


values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**9),
    st.floats(allow_nan=True),
    st.text(max_size=8),
    st.sampled_from(["results", "table1", "suitcase", "macro-types", "novel-goals", "lock"]),
    st.lists(st.lists(st.integers(0, 50), min_size=2, max_size=2), max_size=3),
)


@settings(max_examples=25)
@given(st.lists(st.dictionaries(st.sampled_from(FIELDS), values, max_size=6), max_size=4))
def test_no_records_whatever_they_hold_break_a_report(changes: list[dict[str, object]]) -> None:
    """Fields are refused one by one, or shown."""
    records: list[Record] = []
    for number, change in enumerate(changes):
        try:
            records.append(record_from({**record(instance=number), **change}))
        except ValueError:
            continue
    results = Results(tuple(records))
    for table in all_tables(results).values():
        for text in (terminal_text(table), markdown_text(table), csv_text(table)):
            assert isinstance(text, str)
    assert isinstance(json.dumps(findings(results)), str)
    assert page(results, (), ()).endswith("</html>\n")
