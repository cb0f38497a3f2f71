"""Tables as text: for terminals (80 columns), Markdown and CSV."""

import csv
import io
import textwrap
import unicodedata

from fmtools.reports.table import Table

WIDTH = 80
EMPTY = "No records of this experiment."


def terminal_text(table: Table, width: int = WIDTH) -> str:
    """Columns padded, one space between them, notes wrapped below."""
    lines = textwrap.wrap(table.title, width)
    if not table.rows:
        return "\n".join([*lines, EMPTY, ""])
    grid = [[_plain(column.heading) for column in table.columns]]
    grid += [[_plain(text) for text in row.cells] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    gap = " " if sum(widths) + 2 * (len(widths) - 1) > width else "  "
    lines.append("")
    for number, cells in enumerate(grid):
        padded = [
            text.ljust(size) if column.is_text else text.rjust(size)
            for text, size, column in zip(cells, widths, table.columns, strict=True)
        ]
        lines.append(gap.join(padded).rstrip())
        if number == 0:
            lines.append("─" * (sum(widths) + len(gap) * (len(widths) - 1)))
    lines.append("")
    for note in table.notes:
        lines += textwrap.wrap(_plain(note), width)
    return "\n".join([*lines, ""])


def markdown_text(table: Table, notes: bool = True) -> str:
    """A table in the pipe notation, aligned by column, its text escaped."""
    lines = [f"**{escaped(table.title)}**", ""] if notes else []
    if not table.rows:
        return "\n".join([*lines, EMPTY, ""])
    lines.append("| " + " | ".join(escaped(column.heading) for column in table.columns) + " |")
    lines.append("|" + "|".join(":--" if c.is_text else "--:" for c in table.columns) + "|")
    lines += ["| " + " | ".join(map(escaped, row.cells)) + " |" for row in table.rows]
    if notes:
        lines += ["", *(f"- {escaped(note)}" for note in table.notes)]
    return "\n".join([*lines, ""])


def csv_text(table: Table) -> str:
    """Unrounded values with intervals, one line per row."""
    file = io.StringIO()
    names = list(dict.fromkeys(name for row in table.rows for name in row.values))
    writer = csv.DictWriter(file, names, restval="", lineterminator="\n")
    writer.writeheader()
    for row in table.rows:
        writer.writerow({name: _csv_value(value) for name, value in row.values.items()})
    return file.getvalue()


def _csv_value(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6g}" if isinstance(value, float) and value != int(value) else value


def _plain(text: str) -> str:
    """Without control characters: names come from files, and terminals obey some of them."""
    return "".join(
        c if unicodedata.category(c)[0] != "C" else "\N{REPLACEMENT CHARACTER}" for c in text
    )


def escaped(text: str) -> str:
    """Text for Markdown."""
    for character in "\\`*_|<>[]":
        text = text.replace(character, f"\\{character}")
    return _plain(text)
