"""How a comparison looks: a table that grows while runs are made, and a verdict per planner."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from fmtools.cli.shown.console import console, plain_table
from fmtools.compare.runs import PlannerSummary
from fmtools.drivers.records import RunOutcome, RunRecord
from fmtools.progress import Stage, alone

_STYLES = {
    RunOutcome.SOLVED: "green",
    RunOutcome.INVALID_PLAN: "bold red",
    RunOutcome.CRASH: "red",
}
_COLUMNS = (
    "problem", "planner", "files", "outcome", "operators", "translate", "search", "total s",
    "evaluated", "generated", "plan", "unfolded", "cost",
)  # fmt: skip
_ALWAYS = ("problem", "planner", "files", "outcome", "total s", "evaluated", "unfolded")
"""The rest is in the records: --json, -o, --csv."""
_WIDE = 130
_LEFT = ("problem", "planner", "files", "outcome")
_ROOM = 8
"""Lines of the terminal that are not for rows of the live table."""


class LiveTable:
    """The last runs and the one under way."""

    def __init__(self, screen: Console, told: Stage) -> None:
        self.screen = screen
        self.told = told
        self.records: list[RunRecord] = []
        self.update: Callable[[], None] = lambda: None

    def announce(self, planner: str, problem: str, kind: str) -> None:
        self.told.done = len(self.records)
        self.told.note = f"{planner} on {_short(problem)}, {kind}"
        self.update()

    def add(self, record: RunRecord) -> None:
        self.records.append(record)
        self.update()

    def __rich__(self) -> Group:
        room = max(self.screen.height - _ROOM, 4)
        status = Text(self.told.text(), "dim", no_wrap=True, overflow="ellipsis")
        return Group(record_table(self.records[-room:], self.screen.width), status)


@contextmanager
def live_table(told: Stage) -> Iterator[LiveTable]:
    """On a terminal only, on stderr, gone when done; interrupted, all rows stay."""
    screen = console(stderr=True)
    table = LiveTable(screen, told)
    if not screen.is_terminal:
        yield table
        return
    try:
        with alone(), Live(table, console=screen, transient=True, refresh_per_second=4) as live:
            table.update = live.refresh
            yield table
    except BaseException:
        if table.records:
            screen.print(record_table(table.records, screen.width))
        raise


def show_comparison(
    records: Sequence[RunRecord], summaries: Sequence[PlannerSummary], screen: Console
) -> None:
    screen.print(record_table(records, screen.width))
    screen.print()
    titles = ("planner", "solved", "with macros", ">operators", ">search", ">total", ">length")
    summary = plain_table(*titles, gap=1)
    for column in summary.columns:
        column.no_wrap, column.overflow = column.header != "planner", "fold"
    for item in summaries:
        summary.add_row(
            Text(item.planner),
            f"{item.solved_original} of {item.num_problems}",
            f"{item.solved_augmented} of {item.num_problems}",
            *(
                _ratio(value)
                for value in (item.operators, item.search_time, item.total_time, item.plan_length)
            ),
        )
    screen.print(summary)
    screen.print(
        "with macros over without: ground operators, times, length of primitive plans;\n"
        "geometric means where both are solved",
        style="dim",
    )
    screen.print()
    for item in summaries:
        style = "bold red" if item.invalid_original + item.invalid_augmented else ""
        screen.print(Text(f"{item.planner}: {item.verdict}", style))


def record_table(records: Sequence[RunRecord], width: int) -> Table:
    """Fewer columns where the terminal is narrow; names that are too long go on in a next line."""
    chosen = [title for title in _COLUMNS if width >= _WIDE or title in _ALWAYS]
    table = plain_table(*((">" if title not in _LEFT else "") + title for title in chosen), gap=1)
    for column in table.columns:
        column.no_wrap, column.overflow = column.header not in ("problem", "planner"), "fold"
    for record in records:
        cells: dict[str, str | Text] = {
            # As Text, since brackets in names are not markup.
            "problem": Text(_short(record.problem)),
            "planner": Text(record.planner),
            "files": record.domain,
            "outcome": Text(record.outcome.value, _STYLES.get(record.outcome, "yellow")),
            "operators": _count(record.operators),
            "translate": _seconds(record.translate_seconds),
            "search": _seconds(record.search_seconds),
            "total s": _seconds(record.total_seconds),
            "evaluated": _count(record.evaluated),
            "generated": _count(record.generated),
            "plan": _count(record.plan_length),
            "unfolded": _count(record.primitive_plan_length),
            "cost": _count(record.cost),
        }
        table.add_row(*(cells[title] for title in chosen))
    return table


def failures(records: Sequence[RunRecord]) -> list[str]:
    """One line for every run that ended badly."""
    bad = (RunOutcome.INVALID_PLAN, RunOutcome.CRASH, RunOutcome.UNSUPPORTED)
    return [
        f"{record.planner} on {_short(record.problem)}, {record.domain}: "
        f"{record.outcome.value}: {record.reason}"
        for record in records
        if record.outcome in bad
    ]


def _short(problem: str) -> str:
    return PurePath(problem).stem


def _count(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _seconds(number: float | None) -> str:
    return "-" if number is None else f"{number:.2f}"


def _ratio(number: float | None) -> str:
    return "-" if number is None else f"{number:.2f}×"
