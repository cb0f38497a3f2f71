"""`fmtools planners`: which planners are here, and how to get the others."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools.cli.declare import option
from fmtools.cli.options import JSON

if TYPE_CHECKING:
    from fmtools.drivers.survey import PlannerEntry

_FEATURES = ("costs", "equality", "negation", "adl", "sas")


def planners(
    fast_downward: Path | None = option(None, help="A Fast Downward of your own."),
    planners_file: Path | None = option(None, help="A TOML file with commands of your own."),
    json_output: bool = JSON,
) -> None:
    """List planners for compare: what is here, how to get the rest.

    Example: fmtools planners --json
    """
    from fmtools.drivers.survey import survey

    entries = survey(fast_downward, planners_file)
    if json_output:
        print(json.dumps({"planners": [entry.to_dict() for entry in entries]}))
        return
    _show(entries)


def _show(entries: "list[PlannerEntry]") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, markup=False, soft_wrap=not sys.stdout.isatty())
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for title in ("planner", "installed", *_FEATURES):
        table.add_column(title)
    for entry in entries:
        table.add_row(
            entry.title,
            Text("yes", "green") if entry.installed else Text("no", "yellow"),
            *("yes" if entry.reads[feature] else "-" for feature in _FEATURES),
        )
    console.print(table)
    for entry in entries:
        console.print()
        version = f": {entry.version}" if entry.version else ""
        console.print(Text(f"{entry.title}{version}", "bold"))
        console.print(f"  --planner {' | '.join(entry.names)}")
        if entry.installed:
            console.print(f"  {entry.place}")
        else:
            console.print(f"  not installed; try: {entry.install}")
