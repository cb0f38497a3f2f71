"""How a macro table looks, in `fmtools show` and at the end of `fmtools learn --table`."""

import textwrap
from typing import Any

from fmtools.macro_table import NO_KEY, MacroTable
from fmtools.macros import MacroLibrary

WIDTH = 60
"""For the texts of a table of two columns."""
SHOWN_MISSING = 5


def table_rows(library: MacroLibrary) -> list[tuple[str, str]]:
    """Names and texts; none where the library has no table."""
    table = library.table
    if table is None:
        return []
    levels = sorted({cell[0] for cell in table.cells})
    longest = max((len(words[0]) for words in table.cells.values()), default=0)
    rows = [
        (
            "table",
            f"{len(table.cells):,} cells, {table.num_words:,} words, up to "
            f"{table.words_per_cell} per cell",
        ),
        ("variables", f"{len(table.order)} in order, {len(levels)} of them with cells"),
        ("order", _wrapped(" ".join(str(table.order[level]) for level in levels))),
        (
            "plan",
            f"about {expected_length(table):.0f} moves without a beam, longest word {longest}",
        ),
    ]
    if table.maps.key != NO_KEY:
        rows.append(("key", f"variable {table.maps.key} decides which actions apply"))
    rows.append(("missing", missing_text(table)))
    return rows


def table_record(library: MacroLibrary) -> dict[str, Any]:
    """The same for JSON."""
    table = library.table
    if table is None:
        return {}
    return {
        "table": {
            "variables": len(table.order),
            "order": list(table.order),
            "key": None if table.maps.key == NO_KEY else table.maps.key,
            "cells": len(table.cells),
            "words": table.num_words,
            "words_per_cell": table.words_per_cell,
            "missing": [_missing_record(table, cell) for cell in table.missing],
        }
    }


def expected_length(table: MacroTable) -> float:
    """Sum over the variables of the mean length of first words, all values equally likely."""
    total = 0.0
    objects = len(table.maps.key_values)
    for level in range(len(table.order)):
        lengths = [len(words[0]) for cell, words in table.cells.items() if cell[0] == level]
        total += sum(lengths) / (len(lengths) + objects)
    return total


def missing_text(table: MacroTable) -> str:
    if not table.missing:
        return "nothing that random states need"
    shown = [
        f"variable {entry['variable']} at {entry['value']}"
        + (f" with the key at {entry['key']}" if "key" in entry else "")
        for entry in (_missing_record(table, cell) for cell in table.missing[:SHOWN_MISSING])
    ]
    more = len(table.missing) - SHOWN_MISSING
    text = "; ".join(shown) + (f"; and {more} more" if more > 0 else "")
    return _wrapped(f"words for {text}")


def _missing_record(table: MacroTable, cell: tuple[int, int, int]) -> dict[str, int]:
    level, at, value = cell
    record = {"variable": table.order[level], "value": value}
    if table.maps.key != NO_KEY:
        record["key"] = table.maps.key_values[at]
    return record


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH)
