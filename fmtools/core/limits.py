"""Limits of work that is not a search: grounding, indexing operators."""

import time
from collections.abc import Callable

from fmtools.core.memory import Memory
from fmtools.core.watch import Watch
from fmtools.errors import TimeLimitError


class WorkLimits:
    """Seconds from now on, and bytes; None means no limit.

    Work allocates from `memory` and ticks `watch`, which raises KeyboardInterrupt or TimeLimitError
    out of it. What arrays the work returns still counts in `memory`. `poll` is called about every
    `interval` seconds and may raise what it likes.
    """

    def __init__(
        self,
        seconds: float | None = None,
        memory: int | None = None,
        poll: Callable[[], object] | None = None,
        interval: float = 0.05,
    ) -> None:
        self._seconds = seconds
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._bytes = memory
        self._poll = poll
        self._interval = interval
        self.memory = Memory(memory)

    def watch(self) -> Watch:
        return Watch(self.check, self._interval)

    def check(self) -> None:
        if self._poll is not None:
            self._poll()
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise TimeLimitError(f"time limit of {self._seconds:g} s reached")

    @property
    def seconds_left(self) -> float | None:
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    @property
    def memory_left(self) -> int | None:
        return None if self._bytes is None else max(0, self._bytes - self.memory.used)
