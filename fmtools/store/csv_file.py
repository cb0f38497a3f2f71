"""Records as CSV: one line per run, one column per field. Plain data only."""

import csv
import io
from collections.abc import Iterable

from fmtools.store.reading import Record

FIRST_COLUMNS = (
    "experiment",
    "kind",
    "world",
    "planner",
    "macros",
    "goals",
    "instance",
    "tie_seed",
    "learn_seed",
    "outcome",
    "generated",
)
LEFT_OUT = ("trace",)
"""Lists in cells help nobody."""


def records_to_csv(records: Iterable[Record]) -> str:
    """With a line of titles; what a record does not have is an empty cell."""
    rows = list(records)
    names = dict.fromkeys([*FIRST_COLUMNS, *(name for row in rows for name in row)])
    columns = [name for name in names if name not in LEFT_OUT]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
