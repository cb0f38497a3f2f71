"""Rich's console and tables as fmtools uses them."""

import sys
from typing import IO, Any

from rich.console import Console
from rich.table import Table


class _Trimmed:
    """A stream to which tables go without the blanks that fill up their columns."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        *lines, last = text.split("\n")
        return self._stream.write("\n".join([*(line.rstrip(" ") for line in lines), last]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def console(stderr: bool = False, **settings: Any) -> Console:
    """A terminal has the width it has; elsewhere it is 80, or what COLUMNS says."""
    stream = sys.stderr if stderr else sys.stdout
    file = stream if stream.isatty() else _Trimmed(stream)
    return Console(file=file, highlight=False, **settings)  # type: ignore[arg-type]


def plain_table(*headings: str, gap: int = 2) -> Table:
    """Columns without lines; those whose heading begins with `>` are aligned to the right."""
    table = Table(
        box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="bold",
        show_header=bool(headings),
    )  # fmt: skip
    for heading in headings:
        right = heading.startswith(">")
        table.add_column(heading.removeprefix(">"), justify="right" if right else "left")
    return table
