"""What a long session does: plain lines on stderr that stay, and what runs now."""

import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager

from fmtools.progress import Stage, stage

WIDTH = 79


def filled(text: str, before: str = "", indent: str = "") -> str:
    """In lines of at most 79 characters; names with hyphens stay whole."""
    return textwrap.fill(
        text, WIDTH, initial_indent=before, subsequent_indent=indent, break_on_hyphens=False
    )


class StatusLine:
    """`tell` leaves a line behind; `announce` says what runs now."""

    def __init__(self, told: Stage) -> None:
        self._told = told
        self._began = time.monotonic()

    def tell(self, text: str) -> None:
        seconds = f"{time.monotonic() - self._began:6.0f} s  "
        print(filled(text, seconds, " " * len(seconds)), file=sys.stderr, flush=True)

    def announce(self, text: str) -> None:
        self._told.note = text


@contextmanager
def status_line(name: str = "augment") -> Iterator[StatusLine]:
    with stage(name) as told:
        yield StatusLine(told)
