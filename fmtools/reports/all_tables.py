"""The tables of a report, in the paper's order."""

from collections.abc import Callable

from fmtools.reports.lock_tables import correlation_table, suitcase_table
from fmtools.reports.records import Results
from fmtools.reports.table import Table
from fmtools.reports.tables import (
    costs_table,
    macro_types_table,
    novel_goals_table,
    paper_mode_table,
    results_table,
)

TABLES: dict[str, Callable[[Results], Table]] = {
    "table1": correlation_table,
    "suitcase": suitcase_table,
    "results": results_table,
    "paper-mode": paper_mode_table,
    "costs": costs_table,
    "macro-types": macro_types_table,
    "novel-goals": novel_goals_table,
}


def all_tables(results: Results) -> dict[str, Table]:
    return {name: build(results) for name, build in TABLES.items()}
