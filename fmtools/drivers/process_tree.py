"""Who belongs to a run: its session, its descendants, and whoever carries its mark.

Descendants are all: the supervisor of a run adopts what loses its parent. Session and mark are for
the case that a hostile program has killed its supervisor. Reads /proc, so Linux only; elsewhere
only the process group is known, and no memory is measured.
"""

import contextlib
import os
import signal
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

MARK = "FMTOOLS_RUN"
"""Environment variable that every process of a run inherits, daemons too."""
_PROC = Path("/proc")
_PATIENCE = 5.0
"""Seconds for killed processes to vanish."""
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True)
class ProcessInfo:
    pid: int
    parent: int
    session: int
    is_zombie: bool
    cpu_seconds: float
    """Its own."""
    reaped_seconds: float
    """Of children that have ended and been waited for."""
    resident_bytes: int


def memory_of(members: Sequence[ProcessInfo], known: int) -> int:
    """What processes use together: pages that several share, such as after a fork, count once.

    Sharing is looked up only if more than `known` might be used: it takes a while.
    """
    resident = sum(process.resident_bytes for process in members)
    if len(members) < 2 or resident <= known:
        return resident
    return sum(_proportional_bytes(process) for process in members)


def _proportional_bytes(process: ProcessInfo) -> int:
    """Each page divided by those who share it; whole where the system does not tell."""
    try:
        text = (_PROC / str(process.pid) / "smaps_rollup").read_bytes()
    except OSError:
        return process.resident_bytes
    for line in text.splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) << 10
    return process.resident_bytes


def processes_of(leader: int) -> list[ProcessInfo]:
    """The living processes of the session that `leader` began, and all their descendants."""
    everyone = list(_all_processes())
    members = {process.pid for process in everyone if leader in (process.pid, process.session)}
    grown = True
    while grown:
        more = {p.pid for p in everyone if p.parent in members} - members
        members |= more
        grown = bool(more)
    return [process for process in everyone if process.pid in members]


def marked_processes(mark: str) -> list[int]:
    """Processes whose environment began with this mark, wherever they have gone since."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for pid in _pids():
        with contextlib.suppress(OSError):
            if wanted in (_PROC / str(pid) / "environ").read_bytes().split(b"\0"):
                found.append(pid)
    return found


def kill_run(leader: int | None, mark: str, grace: float) -> None:
    """Ask the whole run to end, wait up to `grace` seconds, then kill what is left.

    `leader` must not have been reaped, so that its number is still its own; without one, only the
    mark tells who belongs to the run.
    """
    if not _PROC.is_dir():
        _signal_group(leader, signal.SIGTERM)
        time.sleep(grace)
        _signal_group(leader, signal.SIGKILL)
        return
    if not _living(leader, mark):
        return
    _signal_all(leader, mark, signal.SIGTERM)
    deadline = time.monotonic() + grace
    while _living(leader, mark) and time.monotonic() < deadline:
        time.sleep(0.01)
    deadline = time.monotonic() + _PATIENCE
    while _living(leader, mark) and time.monotonic() < deadline:
        # Again and again: a process may have forked while its siblings were being killed.
        _signal_all(leader, mark, signal.SIGKILL)
        time.sleep(0.005)


def _living(leader: int | None, mark: str) -> set[int]:
    members = [] if leader is None else processes_of(leader)
    return {p.pid for p in members if not p.is_zombie} | set(marked_processes(mark))


def _signal_all(leader: int | None, mark: str, number: int) -> None:
    _signal_group(leader, number)
    for pid in _living(leader, mark) - {os.getpid()}:
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def _signal_group(leader: int | None, number: int) -> None:
    if leader is not None:
        with contextlib.suppress(OSError):
            os.killpg(leader, number)


def _pids() -> Collection[int]:
    try:
        return [int(name) for name in os.listdir(_PROC) if name.isdigit()]  # noqa: PTH208
    except OSError:
        return []


def _all_processes() -> Iterator[ProcessInfo]:
    for pid in _pids():
        try:
            text = (_PROC / str(pid) / "stat").read_text(errors="replace")
        except OSError:
            continue
        # The name stands in parentheses and may contain anything, parentheses too.
        words = text[text.rfind(")") + 2 :].split()
        if len(words) < 22:
            continue
        yield ProcessInfo(
            pid=pid,
            parent=int(words[1]),
            session=int(words[3]),
            is_zombie=words[0] in "ZX",
            cpu_seconds=(int(words[11]) + int(words[12])) / _TICKS,
            reaped_seconds=(int(words[13]) + int(words[14])) / _TICKS,
            resident_bytes=int(words[21]) * _PAGE,
        )
