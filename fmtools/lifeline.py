"""Worker processes end with whoever started them, however that ends: SIGTERM and kill -9 too.

For workers of `multiprocessing` and of `concurrent.futures`. Those of sweeps listen to their stdin,
and planners have a supervisor (`drivers/supervisor.py`).
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time

GRACE_SECONDS = 10.0
"""For a worker to end what it has started, once its parent is gone."""
_PR_SET_PDEATHSIG = 1


def end_with_parent(signal_at_once: bool) -> None:
    """To be called in a worker, as its initializer: it gets SIGTERM when its parent ends.

    A thread waits for the end of a pipe that only the parent holds, which works everywhere, but not
    while compiled code keeps the interpreter. So on Linux the kernel sends the signal, too, if
    `signal_at_once`; only where the parent's main thread starts the workers, since the kernel takes
    the end of the starting thread for the end of the parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C, and ends its workers
    if signal_at_once and sys.platform.startswith("linux"):
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "only workers of multiprocessing have a lifeline"
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os._exit(1)  # whatever it is doing
