"""Threads that a user's simulator has left running: they must not keep fmtools alive."""

import os
import sys
import threading

from fmtools.places import Place

PATIENCE_SECONDS = 1.0


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
