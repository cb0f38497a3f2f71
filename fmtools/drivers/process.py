"""Run one program within limits that hold for its whole process tree. No shell, ever.

The clock is ours: a run that takes too long, too much memory or too much disk is ended with all its
children, politely first. What it prints is drained all the time and kept within bounds. Nothing of
a run outlives `run_process`, whatever ends it: between us and the program stands a supervisor,
which keeps hold of the program's daemons and ends everything when we are gone. Knows nothing of
planners.
"""

import contextlib
import json
import math
import os
import select
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from fmtools.drivers.bounded_log import BoundedLog, log_tail
from fmtools.drivers.interrupts import deferred_interrupts
from fmtools.drivers.process_tree import MARK, kill_run, memory_of, processes_of
from fmtools.drivers.run_directory import directory_bytes

GRACE_SECONDS = 0.5
"""Between asking a run to end and killing it."""
DEFAULT_DISK = 2 << 30
_FIRST_LOOK, _LAST_LOOK = 0.02, 0.2
_DISK_LOOK = 0.5
_PATIENCE = 10.0
"""Seconds for the supervisor to end a run, once it has been asked."""
_CANNOT_START = 127
_SUPERVISOR = Path(__file__).with_name("supervisor.py")


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
    """Of all processes together, shared pages once, as far as looking now and then can tell."""


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
    supervisor: subprocess.Popen[bytes] | None = None
    watch: _Watch | None = None
    try:
        supervisor = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_SUPERVISOR)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=writing,
            env=variables,
            start_new_session=True,
        )
        watch = _Watch(supervisor, reading, mark, limits, directory)
        failure = watch.begin(command)
        if failure is not None:
            text = f"cannot start {command[0]!r}: {failure}"
            return ProcessResult(_CANNOT_START, None, text, 0.0, 0.0, 0)
        if started is not None:
            started(watch.leader)
        return watch.result()
    finally:
        with deferred_interrupts():
            if watch is not None:
                watch.end()
            else:
                # An interrupt may come before Popen hands over the process it has started.
                kill_run(None, mark, GRACE_SECONDS)
            os.close(reading)
            os.close(writing)


def _kernel_limits(limits: ProcessLimits) -> dict[str, int]:
    """What the kernel enforces on each process, by the names of the module `resource`."""
    wanted = {"RLIMIT_CORE": 0}
    if limits.memory is not None and limits.limit_address_space:
        wanted["RLIMIT_AS"] = limits.memory
    if limits.seconds is not None:
        # For the day that fmtools and the supervisor are killed: nobody else would end the run.
        wanted["RLIMIT_CPU"] = math.ceil(limits.seconds * (os.cpu_count() or 1)) + 60
    if limits.disk is not None:
        wanted["RLIMIT_FSIZE"] = limits.disk
    return wanted


class _Watch:
    """One supervisor, the program under it, and what has been seen of them."""

    def __init__(
        self,
        supervisor: "subprocess.Popen[bytes]",
        pipe: int,
        mark: str,
        limits: ProcessLimits,
        directory: Path,
    ) -> None:
        assert supervisor.stdin is not None and supervisor.stdout is not None
        self.supervisor = supervisor
        self.orders, self.answers = supervisor.stdin, supervisor.stdout
        self.pipe = pipe
        self.mark = mark
        self.limits = limits
        self.directory = directory
        self.leader = 0
        """The program's number; it leads a group of its own."""
        self.began = 0.0
        self.log = BoundedLog()
        self.cpu_seconds = 0.0
        self.peak_bytes = 0
        self._unread = b""
        self._ended: dict[str, Any] | None = None
        os.set_blocking(pipe, False)

    def begin(self, command: Sequence[str]) -> str | None:
        """Have the program started; why that could not be done, else None."""
        order = {
            "parent": os.getpid(),
            "command": list(command),
            "directory": str(self.directory),
            "limits": _kernel_limits(self.limits),
            "grace": GRACE_SECONDS,
        }
        with contextlib.suppress(BrokenPipeError):  # it has died: reading will tell
            self.orders.write(json.dumps(order).encode() + b"\n")
            self.orders.flush()
        answer = self._read_answer()
        while answer is None:
            answer = self._read_answer()
        if "started" not in answer:
            self._drain()
            return str(answer.get("failed") or f"no supervisor: {log_tail(self.log.text())}")
        self.leader, self.began = answer["started"], answer["at"]
        return None

    def result(self) -> ProcessResult:
        stopped = self._wait()
        at = time.monotonic()
        with deferred_interrupts():
            self.end()
        self._drain()
        ended = self._ended or {}
        exit_code = ended.get("ended", -signal.SIGKILL)
        if stopped is None and self._has_filled_disk(exit_code):
            stopped = Stop.DISK
        return ProcessResult(
            exit_code=exit_code,
            stopped=stopped,
            output=self.log.text(),
            wall_seconds=(at if stopped else ended.get("at", at)) - self.began,
            cpu_seconds=max(ended.get("cpu_seconds", 0.0), self.cpu_seconds),
            peak_memory_bytes=self.peak_bytes,
        )

    def end(self) -> None:
        """End the run and its supervisor, which may be stopped or dead. Twice does no harm."""
        if self.supervisor.returncode is not None:
            return
        with contextlib.suppress(OSError):
            self.orders.close()
        deadline = time.monotonic() + GRACE_SECONDS + _PATIENCE
        while self._ended is None and time.monotonic() < deadline:
            os.kill(self.supervisor.pid, signal.SIGCONT)
            self._sleep(_LAST_LOOK)
        if "ended" not in (self._ended or {}):
            # Not reaped before this, so that its number is its own.
            kill_run(self.supervisor.pid, self.mark, 0.0)
            if self.leader:
                kill_run(self.leader, self.mark, 0.0)
        self.supervisor.kill()
        self.supervisor.wait()
        self.answers.close()

    def _wait(self) -> Stop | None:
        """Until the program ends (None), or must be stopped."""
        deadline = None if self.limits.seconds is None else self.began + self.limits.seconds
        interval, next_look, next_disk_look = _FIRST_LOOK, self.began, self.began + _DISK_LOOK
        while self._ended is None:
            now = time.monotonic()
            if deadline is not None and now >= deadline:
                return None if self._has_ended() else Stop.TIME
            if now >= next_look:
                interval = min(interval * 1.5, _LAST_LOOK)
                if self._look() > (self.limits.memory or 1 << 62):
                    return Stop.MEMORY
                if self.cpu_seconds >= (self.limits.cpu_seconds or math.inf):
                    return Stop.TIME
                # Looking at much memory takes long: not more than a tenth of the time.
                next_look = now + max(interval, 10 * (time.monotonic() - now))
            if self.limits.disk is not None and now >= next_disk_look:
                next_disk_look = now + _DISK_LOOK
                if directory_bytes(self.directory) > self.limits.disk:
                    return Stop.DISK
            until = next_look if deadline is None else min(next_look, deadline)
            self._sleep(max(until - time.monotonic(), 0.0))
        return None

    def _sleep(self, seconds: float) -> None:
        """Until the time is over, or the run ends; what the program prints is read meanwhile."""
        answers = self.answers.fileno()
        ready, _, _ = select.select([self.pipe, answers], [], [], seconds)
        if self.pipe in ready:
            self._drain()
        if answers in ready:
            self._ended = self._read_answer()

    def _read_answer(self) -> dict[str, Any] | None:
        """None if it has not come yet as a whole; {} if none will come."""
        data = os.read(self.answers.fileno(), 1 << 16)
        if not data:
            return {}
        line, newline, rest = (self._unread + data).partition(b"\n")
        self._unread = rest if newline else line
        return json.loads(line) if newline else None

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
        """The program itself, even if the supervisor has not said so yet."""
        self._sleep(0.0)
        return self._ended is not None

    def _look(self) -> int:
        """The memory of the run now."""
        # A hostile program may have stopped its supervisor.
        with contextlib.suppress(OSError):
            os.kill(self.supervisor.pid, signal.SIGCONT)
        seen = processes_of(self.supervisor.pid)
        members = [process for process in seen if process.pid != self.supervisor.pid]
        reaped = sum(p.reaped_seconds for p in seen)
        self.cpu_seconds = max(self.cpu_seconds, reaped + sum(p.cpu_seconds for p in members))
        used = memory_of(members, self.peak_bytes)
        self.peak_bytes = max(self.peak_bytes, used)
        return used

    def _has_filled_disk(self, exit_code: int) -> bool:
        limit = self.limits.disk
        if limit is None:
            return False
        return exit_code == -signal.SIGXFSZ or directory_bytes(self.directory) >= limit
