import csv
import io
from collections.abc import Iterable
from typing import Any

import pytest

from fmtools.reports.all_tables import TABLES, all_tables
from fmtools.reports.paper_values import paper_value
from fmtools.reports.records import CellKey, Results, record_from
from fmtools.reports.table import Table, correlation_text, count_text, ratio_text, short_text
from fmtools.reports.table_text import csv_text, markdown_text, terminal_text
from fmtools.reports.tables import results_table
from tests.reports.stores import record, sample_records

WORLDS = ("depot", "doors", "ferry", "gripper", "hanoi", "miconic", "15-puzzle", "cube")


def results_of(
    records: Iterable[dict[str, Any]], planned: dict[CellKey, int] | None = None
) -> Results:
    return Results(tuple(record_from(one) for one in records), planned=planned or {})


def csv_rows(table: Table) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_text(table))))


def test_paper_values_fill_every_row_of_its_tables() -> None:
    for world in WORLDS:
        assert paper_value("learning", world) is not None
        for planner in ("gbfs", "bfws"):
            for macros in ("none", "focused"):
                value = paper_value("results", world, planner, macros)
                assert value is not None and value.generated and value.solved is not None
        assert (paper_value("results", world, "lama", "none") is None) == (world == "15-puzzle")
    assert [k for k in range(1, 20) if paper_value("correlation", 10, 2, k)] == list(range(1, 10))
    assert [k for k in range(1, 20) if paper_value("correlation", 5, 4, k)] == list(range(1, 5))
    expert = paper_value("macro_types", "cube", "expert")
    assert expert is not None and expert.generated == 30229.1
    novel = paper_value("novel_goals", "cube", "random")
    assert novel is not None and novel.generated == 152503.7
    bound = paper_value("results", "cube", "gbfs", "none")
    assert bound is not None and bound.above and bound.solved == 0


@pytest.mark.parametrize("name", TABLES)
def test_every_table_fits_eighty_columns_even_with_marks(name: str) -> None:
    records = sample_records()
    wide = record(world="15-puzzle", planner="bfws", macros="focused", generated=123_456_789)
    broken = record(world="15-puzzle", planner="bfws", macros="focused", instance=99)
    results = results_of([*records, wide, {**broken, "outcome": "error", "error": "boom"}])
    table = all_tables(results)[name]
    assert table.rows
    text = terminal_text(table)
    assert max(map(len, text.splitlines())) <= 80, text


def test_results_row_holds_mean_interval_papers_mean_and_ratio() -> None:
    runs = [
        record(instance=i, tie_seed=s, generated=1000 * (i + 1) + s)
        for i in range(5)
        for s in range(2)
    ]
    table = results_table(results_of(runs))
    (row,) = csv_rows(table)
    assert float(row["generated"]) == pytest.approx(3000.5)
    assert float(row["generated_low"]) < 3000.5 < float(row["generated_high"])
    assert float(row["paper_generated"]) == 3050.7
    assert float(row["ratio"]) == pytest.approx(3000.5 / 3050.7, rel=1e-5)
    assert (row["runs"], row["instances"]) == ("10", "5")
    assert table.rows[0].cells[:3] == ("doors", "gbfs", "none")


def test_spent_budgets_make_a_lower_bound_and_a_bound_in_the_paper_has_no_ratio() -> None:
    runs = [record(world="cube", instance=i, outcome="budget-exhausted") for i in range(3)]
    table = results_table(results_of(runs))
    assert table.rows[0].cells[5].startswith("≥")
    assert table.rows[0].cells[7].startswith(">")
    assert table.rows[0].cells[8] == "–"
    assert csv_rows(table)[0]["ratio"] == ""


def test_missing_and_broken_runs_are_marked_and_broken_ones_left_out() -> None:
    full = [record(macros="none", instance=i) for i in range(4)]
    part = [record(macros="focused", instance=i, generated=10) for i in range(2)]
    bad = record(macros="focused", instance=2, generated=10**6, outcome="error", error="boom")
    table = results_table(results_of([*full, *part, bad]))
    assert [row.cells[2] for row in table.rows] == ["none", "focused*†"]
    assert table.rows[1].values["generated"] == 10
    text = terminal_text(table)
    assert "incomplete: 1 cell with fewer runs than planned, 1 run missing" in text
    assert "broken runs, left out of means: 1 in 1 cell" in text


def test_planned_cell_that_was_never_run_is_shown_empty() -> None:
    key = CellKey("results", "doors", "gbfs", "none", "default")
    planned = {key: 2, key._replace(macros="focused"): 2}
    table = results_table(results_of([record(), record(instance=1)], planned))
    assert [row.cells[2] for row in table.rows] == ["none", "focused*"]
    assert table.rows[1].cells[5] == "–"
    assert table.rows[1].cells[7] == "513"


def test_order_of_rows_is_the_papers() -> None:
    table = results_table(results_of(sample_records()))
    worlds = list(dict.fromkeys(row.world for row in table.rows))
    assert worlds == ["doors", "hanoi", "15-puzzle"]


def test_table_one_shows_pooled_values_and_an_interval_over_action_sets() -> None:
    table = all_tables(results_of(sample_records()))["table1"]
    rows = csv_rows(table)
    assert [(row["dials"], row["effect_size"]) for row in rows] == [
        ("10", "1"),
        ("10", "2"),
        ("5", "2"),
    ]
    assert float(rows[1]["pearson"]) == 0.2
    assert float(rows[1]["paper_pearson"]) == 0.2
    assert float(rows[1]["pearson_over_sets_low"]) < float(rows[1]["pearson_over_sets_high"])
    assert rows[1]["action_sets"] == "5"
    assert table.rows[0].cells[4] == "–"


def test_suitcase_table_has_the_spread_of_runs() -> None:
    runs = [
        record("suitcase", world="lock", dials=20, digits=2, effect_size=3, instance=i, generated=i)
        for i in range(101)
    ]
    (row,) = csv_rows(all_tables(results_of(runs))["suitcase"])
    assert [float(row[f"generated_{share}"]) for share in (10, 50, 90)] == [10, 50, 90]


def test_markdown_escapes_what_would_break_it() -> None:
    text = markdown_text(results_table(results_of([record(world="a|b<script>*")])))
    assert "a\\|b\\<script\\>\\*" in text
    assert text.splitlines()[2].count("|") == text.splitlines()[3].count("|")


def test_terminal_text_holds_no_control_characters_of_names() -> None:
    text = terminal_text(results_table(results_of([record(world="\x1b[2Jbad\u202e")])))
    assert "\x1b" not in text and "\u202e" not in text


def test_empty_store_gives_tables_that_say_so() -> None:
    for table in all_tables(Results(())).values():
        assert "No records" in terminal_text(table)
        assert "No records" in markdown_text(table)
        assert csv_text(table).strip() == ""


def test_numbers_read_well() -> None:
    assert [count_text(n) for n in (4.04, 99.96, 4952.4, None)] == ["4.0", "100", "4,952", "–"]
    shorts = [
        short_text(n) for n in (9.94, 99.99, 9999.4, 9999.6, 99_949, 99_951, 999_500, 9.9999e6)
    ]
    assert shorts == ["9.9", "100", "9,999", "10.0K", "99.9K", "100K", "1.00M", "10.0M"]
    assert [ratio_text(r) for r in (0.0523, 0.157, 0.997, 9.96)] == ["0.052", "0.16", "1.0", "10"]
    assert correlation_text(-0.0001) == "0.000"
