"""How a sweep goes, on stderr: on a terminal a live table by world, else a line now and then."""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from fmtools.progress import alone, duration

ENOUGH_RUNS = 20
"""Before so many are finished nobody can say how long the rest will take."""
LINE_SECONDS = 20.0
"""Between lines where there is no terminal."""


class SweepProgress:
    """A watcher of `run_experiment`; a context while it shows anything."""

    def __init__(self, name: str, title: str, num_workers: int) -> None:
        self.name = name
        self.title = title
        self.num_workers = num_workers
        self.totals: Counter[str] = Counter()
        self.finished: Counter[str] = Counter()
        self.solved: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.new: Counter[str] = Counter()
        self.began = self.last_line = time.monotonic()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.console = Console(stderr=True)
        self.live: Live | None = None
        self.shown = ExitStack()
        self.status = "preparing"
        self.noted: set[str] = set()

    def __enter__(self) -> Self:
        if self.console.is_terminal:
            self.live = Live(
                console=self.console,
                refresh_per_second=4,
                transient=True,
                get_renderable=self.render,
            )
            self.shown.enter_context(alone())
            self.shown.enter_context(self.live)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.shown.close()
        if self.live is None and kind is None:
            self._line()

    def begin(self, totals: Mapping[str, int], finished: Mapping[str, int]) -> None:
        self.totals += Counter(totals)
        self.finished += Counter(finished)
        self.began = time.monotonic()
        self.status = "running"
        if self.live is None:
            print(
                f"{self.name}: {sum(totals.values()):,} runs, {sum(finished.values()):,} of them "
                "in the store already",
                file=sys.stderr,
            )

    def note(self, text: str) -> None:
        if self.live is None and text not in self.noted:
            print(f"{self.name}: {text}", file=sys.stderr, flush=True)
        self.noted.add(text)
        self.status = text

    def recorded(self, records: Sequence[dict[str, Any]]) -> None:
        self.status = "running"
        for record in records:
            world = record["world"]
            self.finished[world] += 1
            self.new[world] += 1
            self.solved[world] += record["outcome"] in ("solved", "done")
            self.failed[world] += record["outcome"] == "error"
            self.seconds[world] += record.get("total_seconds") or record.get("seconds") or 0.0
        if self.live is None and time.monotonic() - self.last_line >= LINE_SECONDS:
            self._line()

    def seconds_left(self) -> float | None:
        """By the mean time of a run in each world; None before anything is known."""
        known = sum(self.new.values())
        elapsed = time.monotonic() - self.began
        if known < min(ENOUGH_RUNS, max(1, self.totals.total() // 10)):
            return None
        # What runs cost beyond their search is spread over all of them.
        searched = sum(self.seconds.values())
        overhead = max(0.0, elapsed * self.num_workers - searched) / known
        mean = searched / known
        left = 0.0
        for world, total in self.totals.items():
            own = self.seconds[world] / self.new[world] if self.new[world] else mean
            left += (total - self.finished[world]) * (own + overhead)
        return left / self.num_workers

    def render(self) -> Group:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column("world", min_width=12)
        for heading in ("runs", "finished", "solved now", "failed"):
            table.add_column(heading, justify="right")
        for world, total in self.totals.items():
            table.add_row(
                world,
                f"{total:,}",
                f"{self.finished[world]:,}",
                f"{self.solved[world]:,}",
                _failures(self.failed[world]),
            )
        if len(self.totals) > 1:
            table.add_section()
            table.add_row(
                "all",
                f"{self.totals.total():,}",
                f"{self.finished.total():,}",
                f"{self.solved.total():,}",
                _failures(self.failed.total()),
            )
        head = f"{self.name}: {self.title}"
        return Group(Text(head), table, Text(f"{self.status} · {self._clock()}"))

    def _clock(self) -> str:
        left = self.seconds_left()
        told = "time left unknown" if left is None else f"about {duration(left)} left"
        return f"{duration(time.monotonic() - self.began)} gone, {told}"

    def _line(self) -> None:
        self.last_line = time.monotonic()
        print(
            f"{self.name}: {self.finished.total():,} of {self.totals.total():,} "
            f"finished; of {self.new.total():,} new ones {self.solved.total():,} solved, "
            f"{self.failed.total():,} failed; {self._clock()}",
            file=sys.stderr,
            flush=True,
        )


def _failures(number: int) -> Text:
    return Text(f"{number:,}", style="bold red" if number else "")
