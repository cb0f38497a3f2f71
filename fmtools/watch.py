"""A watch over the user's code: time limits and Ctrl-C hold inside it, too.

A search looks at the clock between slices, so a simulator that does not return would hold it for
ever. While `watched`, a timer interrupts the main thread ten times a second; where it finds a call
into the user's code at work and time is up, it raises `OutOfTime` there. Elsewhere nothing is
raised: the search looks at its clock itself. After Ctrl-C the user's code gets one more second.

Threads other than the main one, and systems without such timers, go unwatched.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from fmtools.errors import SimulatorError
from fmtools.places import running_at

BORDER = "fmtools.simulators.checked"
"""The module whose functions call the user's code."""
TICK_SECONDS = 0.1
GRACE_SECONDS = 0.25
"""Time for a search to come to its own end, once time is up."""
LAST_SECONDS = 1.0
"""What a call may take after time was up or Ctrl-C was pressed."""


class OutOfTime(BaseException):
    """The user's code was at work when time was up; the text says where.

    No Exception, since the user's code must not swallow it by `except Exception`.
    """


class Watch:
    """`seconds` is the time limit: also the longest that a single call may take."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.deadline: float | None = None
        self.notes: list[str] = []
        """What was stopped, and where."""
        self._interrupted = False
        self._call: FrameType | None = None
        self._since = 0.0

    def tick(self, _number: int, frame: FrameType | None) -> None:
        call = user_call(frame)
        now = time.perf_counter()
        if call is not self._call:
            self._call, self._since = call, now
        if call is None or frame is None:
            return
        taken = now - self._since
        if self._interrupted and taken >= LAST_SECONDS:
            raise KeyboardInterrupt
        longest = LAST_SECONDS if self.notes else self.seconds
        is_late = self.deadline is not None and now >= self.deadline + GRACE_SECONDS
        if is_late or (longest is not None and taken >= longest + GRACE_SECONDS):
            place = running_at(frame, call)
            text = f"time was up inside {place.function}(), at {place}; it had not returned"
            self.notes.append(text)
            raise OutOfTime(text)

    def interrupted(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C."""
        self._interrupted = True
        signal.default_int_handler(number, frame)


_watch: Watch | None = None


@contextmanager
def watched(seconds: float | None) -> Iterator[Watch]:
    """Watch the user's code in this block; inside another such block, that one goes on.

    OutOfTime that nobody has turned into an outcome leaves as a SimulatorError.
    """
    global _watch
    if _watch is not None or not _can_watch():
        yield _watch or Watch(None)
        return
    _watch = watch = Watch(seconds)
    hears_ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if hears_ctrl_c:
        signal.signal(signal.SIGINT, watch.interrupted)
    alarm = signal.signal(signal.SIGALRM, watch.tick)
    signal.setitimer(signal.ITIMER_REAL, TICK_SECONDS, TICK_SECONDS)
    try:
        yield watch
    except OutOfTime as late:
        raise SimulatorError(str(late)) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, alarm)
        if hears_ctrl_c:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        _watch = None


def set_deadline(seconds: float | None) -> None:
    """Where watched: time is up so many seconds from now; None takes that back."""
    if _watch is not None and _is_main_thread():
        _watch.deadline = None if seconds is None else time.perf_counter() + seconds


def user_call(frame: FrameType | None) -> FrameType | None:
    """The frame in which the user's code was called, where it is at work; else None."""
    called = None
    while frame is not None:
        module = str(frame.f_globals.get("__name__"))
        if module == BORDER:
            return called
        # Numpy may be at work for the border itself; for the user's code, its frame comes next.
        called = None if module.startswith("numpy.") else frame
        frame = frame.f_back
    return None


def _can_watch() -> bool:
    """Not where somebody else has a use for the timer."""
    return (
        _is_main_thread()
        and hasattr(signal, "setitimer")
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    )


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
