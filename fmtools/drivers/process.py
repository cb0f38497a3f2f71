"""Run one program within limits that hold for its whole process tree. No shell, ever.

The clock is ours: a run that takes too long, too much memory or too much disk is ended with all its
children, politely first. What it prints is drained all the time and kept within bounds. Nothing of
a run outlives `run_process`, whatever ends it. Knows nothing of planners.
"""

import contextlib
import math
import os
import select
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from fmtools.drivers.bounded_log import BoundedLog
from fmtools.drivers.interrupts import deferred_interrupts
from fmtools.drivers.process_tree import MARK, kill_run, processes_of
from fmtools.drivers.run_directory import directory_bytes

GRACE_SECONDS = 0.5
"""Between asking a run to end and killing it."""
DEFAULT_DISK = 2 << 30
_FIRST_LOOK, _LAST_LOOK = 0.02, 0.2
_DISK_LOOK = 0.5
_CANNOT_START = 127


@dataclass(frozen=True)
class ProcessLimits:
    """None means no limit. `memory` and `disk` are bytes, of all processes and files together."""

    seconds: float | None = None
    """Wall time."""
    memory: int | None = None
    disk: int | None = DEFAULT_DISK
    cpu_seconds: float | None = None
    """Of all processes together: fairer than wall time where others use the machine too."""
    limit_address_space: bool = True
    """Hold each process to `memory` of addresses too: exact, but too strict for Java."""


class Stop(StrEnum):
    """Why we ended a run."""

    TIME = "time"
    MEMORY = "memory"
    DISK = "disk"


@dataclass(frozen=True)
class ProcessResult:
    exit_code: int
    """Of the program itself; minus the signal's number where a signal ended it."""
    stopped: Stop | None
    output: str
    """What it printed, both streams together; the middle of very much is left out."""
    wall_seconds: float
    cpu_seconds: float
    peak_memory_bytes: int
    """Resident memory of all processes together, as far as looking now and then can tell."""


def run_process(
    command: Sequence[str],
    directory: Path,
    limits: ProcessLimits = ProcessLimits(),
    environment: Mapping[str, str] | None = None,
    started: Callable[[int], None] | None = None,
) -> ProcessResult:
    """Run to the end or to a limit. A program that cannot be started gives exit code 127.

    `started` is called with the number of the process, which leads a group of its own.
    """
    mark = uuid.uuid4().hex
    variables = {**os.environ, **(environment or {}), MARK: mark}
    # Our own copy of the writing end stays open: otherwise a program that closes its streams would
    # make the reading end ready all the time.
    reading, writing = os.pipe()
    process: subprocess.Popen[bytes] | None = None
    began = time.monotonic()
    try:
        process = subprocess.Popen(
            list(command),
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=writing,
            env=variables,
            start_new_session=True,
        )
        _restrict(process.pid, limits)
        if started is not None:
            started(process.pid)
        return _Watch(process, reading, mark, limits, directory, began).result()
    except OSError as error:
        if process is not None:
            raise
        text = f"cannot start {command[0]!r}: {error.strerror}"
        return ProcessResult(_CANNOT_START, None, text, time.monotonic() - began, 0.0, 0)
    finally:
        with deferred_interrupts():
            if process is None or process.returncode is None:
                # An interrupt may come before Popen hands over the process it has started.
                kill_run(None if process is None else process.pid, mark, GRACE_SECONDS)
                if process is not None:
                    process.wait()
            os.close(reading)
            os.close(writing)


def _restrict(pid: int, limits: ProcessLimits) -> None:
    """Limits that the kernel enforces on each process; children inherit them."""
    import resource

    if not hasattr(resource, "prlimit"):
        return
    wanted = {resource.RLIMIT_CORE: 0}
    if limits.memory is not None and limits.limit_address_space:
        wanted[resource.RLIMIT_AS] = limits.memory
    if limits.seconds is not None:
        # For the day that fmtools itself is killed: nobody else would end the run.
        wanted[resource.RLIMIT_CPU] = math.ceil(limits.seconds * (os.cpu_count() or 1)) + 60
    if limits.disk is not None:
        wanted[resource.RLIMIT_FSIZE] = limits.disk
    for kind, value in wanted.items():
        with contextlib.suppress(OSError, ValueError):
            resource.prlimit(pid, kind, (value, value))


class _Watch:
    """One running process and what has been seen of it."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        pipe: int,
        mark: str,
        limits: ProcessLimits,
        directory: Path,
        began: float,
    ) -> None:
        self.process = process
        self.pipe = pipe
        self.mark = mark
        self.limits = limits
        self.directory = directory
        self.began = began
        self.log = BoundedLog()
        self.cpu_seconds = 0.0
        self.peak_bytes = 0
        os.set_blocking(pipe, False)

    def result(self) -> ProcessResult:
        stopped = self._wait()
        seconds = time.monotonic() - self.began
        with deferred_interrupts():
            # The leader is not reaped yet, so that its number still means this run.
            self._look()
            kill_run(self.process.pid, self.mark, GRACE_SECONDS if stopped else 0.05)
            self._drain()
            _, status, usage = os.wait4(self.process.pid, 0)
            self.process.returncode = os.waitstatus_to_exitcode(status)
        exit_code = self.process.returncode
        if stopped is None and self._has_filled_disk(exit_code):
            stopped = Stop.DISK
        return ProcessResult(
            exit_code=exit_code,
            stopped=stopped,
            output=self.log.text(),
            wall_seconds=seconds,
            cpu_seconds=max(usage.ru_utime + usage.ru_stime, self.cpu_seconds),
            # Not ru_maxrss, which includes what our own process held when it forked.
            peak_memory_bytes=self.peak_bytes,
        )

    def _wait(self) -> Stop | None:
        """Until the program ends (None), or must be stopped."""
        deadline = None if self.limits.seconds is None else self.began + self.limits.seconds
        interval, next_look, next_disk_look = _FIRST_LOOK, self.began, self.began + _DISK_LOOK
        exit_signal = os.pidfd_open(self.process.pid) if hasattr(os, "pidfd_open") else None
        try:
            while True:
                now = time.monotonic()
                if deadline is not None and now >= deadline:
                    return None if self._has_ended() else Stop.TIME
                if now >= next_look:
                    interval = min(interval * 1.5, _LAST_LOOK)
                    next_look = now + interval
                    if self._look() > (self.limits.memory or 1 << 62):
                        return Stop.MEMORY
                    if self.cpu_seconds >= (self.limits.cpu_seconds or math.inf):
                        return Stop.TIME
                if self.limits.disk is not None and now >= next_disk_look:
                    next_disk_look = now + _DISK_LOOK
                    if directory_bytes(self.directory) > self.limits.disk:
                        return Stop.DISK
                until = next_look if deadline is None else min(next_look, deadline)
                self._sleep(max(until - time.monotonic(), 0.0), exit_signal)
                if self._has_ended():
                    return None
        finally:
            if exit_signal is not None:
                os.close(exit_signal)

    def _sleep(self, seconds: float, exit_signal: int | None) -> None:
        """Until the time is over, or the program ends; what it prints is read meanwhile."""
        if exit_signal is None:
            seconds = min(seconds, _FIRST_LOOK)
        waiting = [self.pipe] if exit_signal is None else [self.pipe, exit_signal]
        ready, _, _ = select.select(waiting, [], [], seconds)
        if self.pipe in ready:
            self._drain()

    def _drain(self) -> None:
        """Read what is there; bounded, so that a chatterer cannot keep us from the clock."""
        for _ in range(64):
            try:
                data = os.read(self.pipe, 1 << 16)
            except BlockingIOError:
                return
            if not data:
                return
            self.log.write(data)

    def _has_ended(self) -> bool:
        """Without reaping it."""
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.process.pid, flags) is not None

    def _look(self) -> int:
        """The resident memory of the run now."""
        members = processes_of(self.process.pid)
        resident = sum(process.resident_bytes for process in members)
        self.cpu_seconds = max(self.cpu_seconds, sum(p.cpu_seconds for p in members))
        self.peak_bytes = max(self.peak_bytes, resident)
        return resident

    def _has_filled_disk(self, exit_code: int) -> bool:
        limit = self.limits.disk
        if limit is None:
            return False
        return exit_code == -signal.SIGXFSZ or directory_bytes(self.directory) >= limit
