"""What a long session does: plain lines on stderr that stay, and what runs now."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from fmtools.progress import Stage, stage


class StatusLine:
    """`tell` leaves a line behind; `announce` says what runs now."""

    def __init__(self, told: Stage) -> None:
        self._told = told
        self._began = time.monotonic()

    def tell(self, text: str) -> None:
        seconds = time.monotonic() - self._began
        print(f"{seconds:6.0f} s  {text}", file=sys.stderr, flush=True)

    def announce(self, text: str) -> None:
        self._told.note = text


@contextmanager
def status_line(name: str = "augment") -> Iterator[StatusLine]:
    with stage(name) as told:
        yield StatusLine(told)
