"""What is being done and how long it will take: a line that moves, on a terminal or in a notebook,
and now and then a line in a log.

The library says what it does by `stage` and `search_progress`. Nobody sees it unless somebody shows
it (`showing`): the command line does, and so does `progress=True` from Python.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TypeVar

Thing = TypeVar("Thing")

TICK_SECONDS = 0.2
MOVING_SECONDS = 0.8
"""What takes less is not worth a word on a terminal."""
FIRST_LINE_SECONDS = 2.0
LINE_SECONDS = 60.0
"""Between lines of a log; at first they come after 2, 4, 8, … seconds."""


class Stage:
    """One thing that is being done."""

    def __init__(self, name: str, what: str) -> None:
        self.name = f"{name} {what}".rstrip()
        self.began = time.perf_counter()
        self.own_seconds = 0.0
        """Without the stages inside it."""
        self.done: int | None = None
        self.total: int | None = None
        self.unit = ""
        self.note = ""
        self.seconds: float | None = None
        """Its time limit."""

    def text(self, columns: int | None = None) -> str:
        """`search: 1,200 of 50,000 states, best goal count 3; 2 s, 80 s left`

        What does not fit into so many columns goes without the note.
        """
        text = self._text(self.note)
        return text if columns is None or len(text) <= columns else self._text("")[:columns]

    def _text(self, note: str) -> str:
        elapsed = time.perf_counter() - self.began
        parts = []
        if self.done is not None:
            of = f" of {self.total:,}" if self.total else ""
            parts.append(f"{self.done:,}{of} {self.unit}".rstrip())
        parts += [note] if note else []
        left = self.seconds_left(elapsed)
        clock = duration(elapsed) + ("" if left is None else f", about {duration(left)} left")
        return f"{self.name}: {', '.join(parts)}{'; ' if parts else ''}{clock}"

    def seconds_left(self, elapsed: float) -> float | None:
        """By the share that is done, and by the time limit: a search may end sooner."""
        left = [] if self.seconds is None else [max(self.seconds - elapsed, 0.0)]
        if self.done and self.total:
            left.append(elapsed * max(self.total - self.done, 0) / self.done)
        return min(left, default=None)


class Display:
    """Shows the innermost stage. `write` gets text for stderr; `moves`: it can take text back."""

    def __init__(
        self,
        write: Callable[[str], object],
        moves: bool,
        verbose: bool = False,
        columns: int = 80,
        began: float | None = None,
    ) -> None:
        self.stages: list[Stage] = []
        self._write = write
        self._moves = moves
        self._verbose = verbose
        self._columns = columns
        self._since = time.perf_counter()
        self._began = self._since if began is None else began
        self._in_stages = 0.0
        self._next_line = FIRST_LINE_SECONDS
        self._drawn = 0
        self._held = 0
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True, name="progress")

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self.clear()
        if self._verbose:
            total = time.perf_counter() - self._began
            self._tell(total - self._in_stages, "start-up, and between these")
            self._tell(total, "in all")

    def _tell(self, seconds: float, text: str) -> None:
        self._write(f"fmtools: {seconds:8.3f} s  {text}\n")

    def begin(self, name: str, what: str) -> Stage:
        self._count()
        with self._lock:
            self.stages.append(Stage(name, what))
            return self.stages[-1]

    def end(self) -> None:
        self._count()
        with self._lock:
            ended = self.stages.pop()
            self.clear()
        self._in_stages += ended.own_seconds
        if self._verbose:
            self._tell(ended.own_seconds, ended.name)

    def _count(self) -> None:
        """What has passed since the last change is the innermost stage's."""
        now = time.perf_counter()
        if self.stages:
            self.stages[-1].own_seconds += now - self._since
        self._since = now

    def clear(self) -> None:
        """Take the line back: somebody else has something to say."""
        with self._lock:
            if self._drawn:
                self._write("\r" + " " * self._drawn + "\r")
                self._drawn = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Somebody else draws in this block."""
        self.clear()
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1

    def _tick(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            with self._lock:
                if self.stages and not self._held and not self._ended.is_set():
                    self._show(time.perf_counter() - self._began)

    def _show(self, elapsed: float) -> None:
        stage = self.stages[-1]
        if elapsed < (MOVING_SECONDS if self._moves else self._next_line):
            return
        if not self._moves and time.perf_counter() - stage.began < MOVING_SECONDS:
            return
        if not self._moves:
            self._write(f"fmtools: … {stage.text()}\n")
            self._next_line = elapsed + min(elapsed, LINE_SECONDS)
            return
        text = stage.text(self._columns - 1)
        self._write("\r" + text.ljust(self._drawn))
        self._drawn = len(text)


_display: Display | None = None


@contextmanager
def showing(display: Display) -> Iterator[None]:
    """In this block, stages are shown there."""
    global _display
    before, _display = _display, display
    display.start()
    try:
        yield
    finally:
        _display = before
        display.stop()


@contextmanager
def stage(name: str, what: str = "", total: int | None = None, unit: str = "") -> Iterator[Stage]:
    """Say what is being done in this block; `done` of what it yields may then grow."""
    display = _display
    if display is None:
        yield Stage(name, what)
        return
    begun = display.begin(name, what)
    begun.total, begun.unit = total, unit
    try:
        yield begun
    finally:
        display.end()


def counted(name: str, things: Sequence[Thing], unit: str) -> Iterator[Thing]:
    """One by one, as a stage of its own."""
    with stage(name, total=len(things), unit=unit) as told:
        for number, thing in enumerate(things):
            told.done = number
            yield thing


@contextmanager
def alone() -> Iterator[None]:
    """Nothing is shown in this block, since something else is."""
    if _display is None:
        yield
        return
    with _display.held():
        yield


def clear_line() -> None:
    if _display is not None:
        _display.clear()


@contextmanager
def search_progress(
    budget: int | None,
    best: str = "best goal count",
    shown: bool = False,
    seconds: float | None = None,
    unit: str = "states",
) -> Iterator[Callable[[int, int], None] | None]:
    """For a search that tells generated states and the smallest distance so far; None where nobody
    looks. `shown`: show it, if nobody does yet."""
    new = Display(_to_stderr, moves=_can_move()) if shown and _display is None else None
    with nullcontext() if new is None else showing(new):
        display = _display
        if display is None:
            yield None
            return

        def update(done: int, distance: int) -> None:
            if display.stages:
                current = display.stages[-1]
                current.done, current.total, current.unit = done, budget, unit
                current.note, current.seconds = f"{best} {distance}", seconds

        yield update


def _to_stderr(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def _can_move() -> bool:
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def duration(seconds: float) -> str:
    """`12 s`, `3 min 05 s`, `2 h 03 min`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
