"""The process of a command: its clock, its streams, and how it ends.

- stdout and stderr end the process quietly when their reader has left (`fmtools show … | head -2`);
  click and rich would exit with 1, which here means an invalid plan.
- stdout is for what fmtools prints: from `keep_stdout` on, what a user's simulator writes there, or
  its threads, child processes and extensions do, goes to stderr; fmtools prints in `own_stdout`.
- Threads that a user's simulator has left running must not keep fmtools alive.
- What is said beside the results goes to stderr (`say`), and nowhere after `be_quiet`.
- Text from files is shown, never obeyed: what is not printable appears as its escape.
"""

import contextlib
import errno
import io
import os
import sys
import threading
import time
import unicodedata
from collections.abc import Iterator
from typing import TextIO

from fmtools.errors import EXIT_READER_LEFT
from fmtools.places import Place
from fmtools.progress import Display, clear_line

STARTED = time.perf_counter()
"""When this process began, as near as Python can tell: with the first imports."""
PATIENCE_SECONDS = 1.0
"""For threads, at the end."""

_own: TextIO | None = None
_quiet = False
_NAMES = {1: "standard output", 2: "standard error"}


def total_seconds() -> float:
    """Seconds since the process began, interpreter start-up excepted."""
    return round(time.perf_counter() - STARTED, 6)


class _Descriptor(io.FileIO):
    """Once it fails it is silent, so that flushing at exit does not fail again."""

    def write(self, data: object) -> int | None:  # type: ignore[override]
        clear_line()
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            silence(self.fileno())
            if error.errno == errno.EPIPE:
                raise SystemExit(EXIT_READER_LEFT) from None
            raise OSError(error.errno, error.strerror, _NAMES[self.fileno()]) from None


def be_quiet() -> None:
    global _quiet
    _quiet = True


def say(text: str) -> None:
    """A line on stderr, for people: a note, a warning."""
    if not _quiet:
        print(f"fmtools: {text}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def summary(to_stderr: bool, written: bool = False) -> Iterator[None]:
    """What is printed in this block is for people. `to_stderr`: stdout is taken by JSON or a file;
    `written`: the result is in a file, so that nobody misses this if all is to be quiet."""
    if _quiet and (written or to_stderr):
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    elif to_stderr:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    else:
        with own_stdout():
            yield


def columns() -> int:
    """Of the terminal. As shutil tells it, which imports every format that archives have."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):
        return 80


def display(verbose: bool) -> Display:
    """Of what is being done, on stderr."""
    moves = os.isatty(2)
    width = os.get_terminal_size(2).columns if moves else 80

    def write(text: str) -> None:
        with contextlib.suppress(OSError):
            os.write(2, text.encode("utf-8", errors="replace"))

    return Display(write, moves, verbose, width or 80, STARTED)


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


def keep_stdout() -> None:
    """Call before the user's code is loaded; once is enough."""
    global _own
    if _own is not None:
        return
    stdout = sys.stdout
    stdout.flush()
    _own = os.fdopen(
        os.dup(stdout.fileno()),
        "w",
        encoding=stdout.encoding,
        errors=stdout.errors,
        buffering=1 if stdout.isatty() else -1,
    )
    os.dup2(sys.stderr.fileno(), stdout.fileno())
    sys.stdout = sys.stderr


@contextlib.contextmanager
def own_stdout() -> Iterator[None]:
    """What is printed in this block is fmtools' own, whether or not stdout was kept."""
    if _own is None:
        yield
        return
    with contextlib.redirect_stdout(_own):
        yield
        _own.flush()


def end_despite_threads(code: int) -> None:
    """Where threads would keep the process alive, say so and end it with this exit code."""
    left = [thread for thread in threading.enumerate() if _keeps_us(thread)]
    for thread in left:
        thread.join(PATIENCE_SECONDS / len(left))
    left = [thread for thread in left if thread.is_alive()]
    if not left:
        return
    names = ", ".join(f"{thread.name!r}{_place(thread)}" for thread in left)
    print(
        f"fmtools: ended although the simulator left a thread running: {names}; "
        "make it a daemon, or end it",
        file=sys.stderr,
    )
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _keeps_us(thread: threading.Thread) -> bool:
    return not thread.daemon and thread is not threading.main_thread()


def _place(thread: threading.Thread) -> str:
    """Where it is now: the innermost line that is not of Python's own threading."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None and frame.f_code.co_filename == threading.__file__:
        frame = frame.f_back
    if frame is None:
        return ""
    return f" at {Place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)}"


def printable(text: str) -> str:
    r"""One line; an escape character, say, as `\x1b`."""
    return "".join(c if _is_plain(c) else c.encode("unicode_escape").decode() for c in text)


def _is_plain(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == "Zs"
