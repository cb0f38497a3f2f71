"""Ctrl-C and termination around clean-up: neither may leave a process or a file behind."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Hold signals back until the block is done; they arrive right after it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)


@contextmanager
def interrupt_once() -> Iterator[None]:
    """Let the first of Ctrl-C, SIGTERM and SIGHUP raise KeyboardInterrupt, and no other after it.

    Clean-up then runs undisturbed, however often somebody presses the keys.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        raise KeyboardInterrupt

    # What is ignored stays ignored: that is how nohup works.
    heard = [number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    handlers = {number: signal.signal(number, interrupt) for number in heard}
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_IGN)
        # What was held back is dropped here: it has been answered already.
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
