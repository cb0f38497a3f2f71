"""stdout and stderr that end the process quietly when their reader has left.

`fmtools show macros.json | head -2`: nobody reads on, so there is nothing more to do. click and
rich would exit with 1, which here means an invalid plan.
"""

import errno
import io
import os
import sys
from typing import TextIO

from fmtools.errors import EXIT_READER_LEFT


class _Descriptor(io.FileIO):
    """Once it fails it is silent, so that flushing at exit does not fail again."""

    def write(self, data: object) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            silence(self.fileno())
            if error.errno == errno.EPIPE:
                raise SystemExit(EXIT_READER_LEFT) from None
            raise OSError(error.errno, error.strerror, _NAMES[self.fileno()]) from None


_NAMES = {1: "standard output", 2: "standard error"}


def guard_streams() -> None:
    """What cannot be encoded is printed as an escape."""
    sys.stdout = _guarded(sys.stdout, 1)
    sys.stderr = _guarded(sys.stderr, 2)


def silence(descriptor: int) -> None:
    """All that is written from now on goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    if nowhere != descriptor:
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


def _guarded(stream: TextIO | None, descriptor: int) -> TextIO:
    """Python has None for one that was closed: open, no other file gets its number by accident."""
    if stream is None:
        silence(descriptor)
    else:
        stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(_Descriptor(descriptor, "wb", closefd=False)),
        encoding="utf-8" if stream is None else stream.encoding,
        errors="backslashreplace",
        line_buffering=descriptor == 2 or os.isatty(descriptor),
    )
