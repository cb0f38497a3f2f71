"""Marks on cells that are not what they should be, and the notes under a table about them."""

from collections.abc import Iterable

from fmtools.reports.cells import Cell
from fmtools.reports.table import counted, span_text

MISSING, BROKEN = "*", "†"
INTERVALS = (
    "95%: interval of the mean, bootstrapped over instances (a run's seeds are averaged first)."
)


def cell_mark(cell: Cell) -> str:
    return MISSING * (cell.num_missing > 0) + BROKEN * bool(cell.failures)


def mark_notes(cells: Iterable[Cell]) -> tuple[str, ...]:
    """One note per mark that the table shows."""
    listed = list(cells)
    notes = []
    missing = [cell for cell in listed if cell.num_missing > 0]
    if missing:
        runs = sum(cell.num_missing for cell in missing)
        notes.append(
            f"{MISSING} incomplete: {counted(len(missing), 'cell')} with fewer runs than "
            f"planned, {counted(runs, 'run')} missing in all."
        )
    broken = [cell for cell in listed if cell.failures]
    if broken:
        runs = sum(len(cell.failures) for cell in broken)
        notes.append(
            f"{BROKEN} broken runs, left out of means: {runs} in {counted(len(broken), 'cell')}."
        )
    return tuple(notes)


def run_note(cells: Iterable[Cell]) -> str:
    """How many instances and runs stand behind a table."""
    listed = [cell for cell in cells if cell.runs]
    if not listed:
        return "No runs yet."
    instances = sorted({len({run.instance for run in cell.runs}) for cell in listed})
    runs = sorted({len(cell.runs) for cell in listed})
    total = sum(len(cell.runs) for cell in listed)
    return f"{total:,} runs; per cell {span_text(instances)} instances and {span_text(runs)} runs."
