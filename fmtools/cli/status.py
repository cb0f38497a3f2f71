"""What a long session is doing: plain lines on stderr, and a line that moves on a terminal."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console


class StatusLine:
    """`tell` leaves a line behind; `announce` says what runs now."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._began = time.monotonic()
        self._status = console.status("") if console.is_terminal else None

    def tell(self, text: str) -> None:
        seconds = time.monotonic() - self._began
        self._console.print(f"{seconds:6.0f} s  {text}", markup=False, highlight=False)

    def announce(self, text: str) -> None:
        if self._status is not None:
            self._status.update(f"running: {text}")


@contextmanager
def status_line() -> Iterator[StatusLine]:
    line = StatusLine(Console(stderr=True, soft_wrap=True))
    if line._status is None:
        yield line
        return
    with line._status:
        yield line
