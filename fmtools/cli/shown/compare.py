"""How a comparison looks: a table that grows while runs are made, and a verdict per planner."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import Literal

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from fmtools.compare.runs import PlannerSummary
from fmtools.drivers.records import RunOutcome, RunRecord

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
_PADDING = (0, 1, 0, 0)
_ROOM = 8
"""Lines of the terminal that are not for rows of the live table."""


class LiveTable:
    """The last runs and the one under way."""

    def __init__(self, console: Console, total: int) -> None:
        self.console = console
        self.total = total
        self.records: list[RunRecord] = []
        self.under_way = ""
        self.update: Callable[[], None] = lambda: None

    def announce(self, planner: str, problem: str, kind: str) -> None:
        self.under_way = f"{planner} on {_short(problem)}, {kind}"
        self.update()

    def add(self, record: RunRecord) -> None:
        self.records.append(record)
        self.update()

    def __rich__(self) -> Group:
        room = max(self.console.height - _ROOM, 4)
        number = min(len(self.records) + 1, self.total)
        status = f"run {number} of {self.total}: {self.under_way} …"
        return Group(record_table(self.records[-room:], self.console.width), Text(status, "dim"))


@contextmanager
def live_table(total: int) -> Iterator[LiveTable]:
    """On a terminal only, on stderr, gone when done; interrupted, all rows stay."""
    console = Console(stderr=True, highlight=False)
    table = LiveTable(console, total)
    if not console.is_terminal:
        yield table
        return
    try:
        with Live(table, console=console, transient=True, auto_refresh=False) as live:
            table.update = live.refresh
            yield table
    except BaseException:
        if table.records:
            console.print(record_table(table.records, console.width))
        raise


def show_comparison(
    records: Sequence[RunRecord], summaries: Sequence[PlannerSummary], console: Console
) -> None:
    console.print(record_table(records, console.width))
    console.print()
    summary = Table(box=None, padding=_PADDING, pad_edge=False, header_style="bold")
    summary.add_column("planner", overflow="fold")
    for title in ("solved", "with macros"):
        summary.add_column(title, no_wrap=True)
    for title in ("operators", "search", "total", "length"):
        summary.add_column(title, justify="right", no_wrap=True)
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
    console.print(summary)
    console.print(
        "with macros over without: ground operators, times, length of primitive plans;\n"
        "geometric means where both are solved",
        style="dim",
    )
    console.print()
    for item in summaries:
        style = "bold red" if item.invalid_original + item.invalid_augmented else ""
        console.print(Text(f"{item.planner}: {item.verdict}", style))


def record_table(records: Sequence[RunRecord], width: int) -> Table:
    """Fewer columns where the terminal is narrow; names that are too long go on in a next line."""
    chosen = [title for title in _COLUMNS if width >= _WIDE or title in _ALWAYS]
    table = Table(box=None, padding=_PADDING, pad_edge=False, header_style="bold")
    for title in chosen:
        is_name = title in ("problem", "planner")
        table.add_column(title, justify=_justify(title), overflow="fold", no_wrap=not is_name)
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


def _justify(title: str) -> Literal["left", "right"]:
    return "left" if title in ("problem", "planner", "files", "outcome") else "right"


def failures(records: Sequence[RunRecord]) -> list[str]:
    """One line for every run that ended badly."""
    bad = (RunOutcome.INVALID_PLAN, RunOutcome.CRASH, RunOutcome.UNSUPPORTED)
    return [
        f"{record.planner} on {_short(record.problem)}, {record.domain}: "
        f"{record.outcome.value}: {record.reason}"
        for record in records
        if record.outcome in bad
    ]


def comparison_console(stderr: bool) -> Console:
    """A terminal has the width it has; elsewhere it is 80, or what COLUMNS says."""
    return Console(stderr=stderr, highlight=False)


def _short(problem: str) -> str:
    return PurePath(problem).stem


def _count(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _seconds(number: float | None) -> str:
    return "-" if number is None else f"{number:.2f}"


def _ratio(number: float | None) -> str:
    return "-" if number is None else f"{number:.2f}×"
