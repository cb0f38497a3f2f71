"""`fmtools planners`: which planners are here, and how to get the others."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools.cli.options import FAST_DOWNWARD, JSON, PLANNERS_FILE
from fmtools.progress import stage

if TYPE_CHECKING:
    from fmtools.drivers.survey import PlannerEntry

_FEATURES = ("costs", "equality", "negation", "adl", "sas")


def planners(
    fast_downward: Path | None = FAST_DOWNWARD,
    planners_file: Path | None = PLANNERS_FILE,
    json_output: bool = JSON,
) -> None:
    """List planners: what is here, and how to get the rest.

    Those named sas:… are searches of Fast Downward on tasks that fmtools grounds, which saves the
    time of its translator; tasks beyond that are handed over as they are.

    Example: fmtools planners --json
    """
    from fmtools.drivers.survey import survey

    with stage("look for planners"):
        entries = survey(fast_downward, planners_file)
    if json_output:
        print(json.dumps({"planners": [entry.to_dict() for entry in entries]}))
        return
    _show(entries)


def _show(entries: "list[PlannerEntry]") -> None:
    from rich.text import Text

    from fmtools.cli.help import wrapped
    from fmtools.cli.shown.console import console, plain_table

    screen = console(markup=False, soft_wrap=not sys.stdout.isatty())
    table = plain_table("planner", "installed", *_FEATURES)
    for entry in entries:
        table.add_row(
            entry.title,
            Text("yes", "green") if entry.installed else Text("no", "yellow"),
            *("yes" if entry.reads[feature] else "-" for feature in _FEATURES),
        )
    screen.print(table)
    for entry in entries:
        screen.print()
        version = f": {entry.version}" if entry.version else ""
        screen.print(Text(f"{entry.title}{version}", "bold"))
        for line in wrapped(f"--planner {' | '.join(entry.names)}", "  ", "      "):
            screen.print(line)
        if entry.installed:
            screen.print(f"  {entry.place}")
        else:
            screen.print(f"  not installed; try: {entry.install}")
