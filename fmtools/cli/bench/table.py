"""How benchmarks look: tables of 80 columns, and numbers in them."""

import importlib
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from fmtools.progress import stage

Columns = dict[str, Callable[[Any], str]]
"""Heading -> how a row shows there."""
TOLD = ("rate", "fd_rate", "ratio", "bytes_per_state", "met")
"""Properties of rows that plain data has, too."""
Bench = Callable[[bool], dict[str, Any]]
"""Runs, prints its tables (to stderr if asked to), and returns the rows as plain data."""


@dataclass(frozen=True)
class OneTable:
    """A benchmark that is one table, called as any `Bench`."""

    name: str
    rows: str
    """Module and function in `fmtools.benches`."""
    title: str
    """May name constants of that module: `{NUM_INSTANCES}`."""
    columns: Columns

    def __call__(self, to_stderr: bool) -> dict[str, Any]:
        module_name, _, function = self.rows.partition(".")
        module = importlib.import_module(f"fmtools.benches.{module_name}")
        title = self.title.format_map(vars(module))
        rows = getattr(module, function)()
        return {self.name: show_table(title, self.columns, rows, to_stderr)}


def show_table(title: str, columns: Columns, rows: Iterable[Any], to_stderr: bool) -> list[Any]:
    """Print a table that fits 80 columns; the rows as plain data."""
    from rich import box
    from rich.table import Table

    from fmtools.cli.shown.console import console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, heading in enumerate(columns):
        table.add_column(heading, justify="left" if number == 0 else "right", no_wrap=True)
    data = []
    with stage("bench", unit="rows") as told:
        for row in rows:
            more = {name: getattr(row, name) for name in TOLD if hasattr(row, name)}
            data.append({**asdict(row), **more})
            table.add_row(*(show(row) for show in columns.values()))
            told.done, told.note = len(data), f"the last: {next(iter(columns.values()))(row)}"
    screen = console(stderr=to_stderr)
    screen.print(title, markup=False)
    screen.print(table)
    return data


def show_note(text: str, to_stderr: bool) -> None:
    print(text, file=sys.stderr if to_stderr else sys.stdout)


def verdict(met: bool | None) -> str:
    return {True: "met", False: "missed", None: "-"}[met]


def count(number: float | None) -> str:
    return "-" if number is None else f"{number:,.0f}"


def rate(number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number / 1e6:.1f}M" if number >= 1e6 else f"{number / 1e3:.0f}K"


def times(number: float | None) -> str:
    if number is None:
        return "-"
    if number < 0.095:
        return f"{number:.2f}×"
    return f"{number:.1f}×" if number < 20 else f"{number:.0f}×"


def seconds(number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number * 1e3:.1f} ms" if number < 0.1 else f"{number:.2f} s"
