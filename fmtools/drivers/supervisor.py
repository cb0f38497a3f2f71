"""Starts one program and stays above it, so that nothing it starts can leave the run.

A script, run by `process.py` as a process of its own with the standard library alone: it is up in
20 ms. Where the system has child subreapers (Linux), orphans and daemons of the program become its
children, whatever session, environment or parent they have given themselves; elsewhere only the
program's process group is known. It ends the run when asked, when the program ends, and when
whoever started it is gone, however that ended: kill -9 leaves nothing running.

An order comes as one JSON line on stdin; whatever comes then, or its end, asks for the end.
Answers go as JSON lines to stdout: `started` or `failed`, then `ended`. The program's own output
goes where stderr goes.
"""

import contextlib
import json
import os
import resource
import select
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
_AFTERLIFE = 0.05
"""Seconds of grace for what a program that has ended left behind."""
_PATIENCE = 5.0
"""Seconds for killed processes to vanish."""
_HAS_PROC = os.access("/proc/self/stat", os.R_OK)


def main() -> None:
    is_told = _hear_signals()
    _set_process_flag(PR_SET_PDEATHSIG, signal.SIGTERM)
    _set_process_flag(PR_SET_CHILD_SUBREAPER, 1)
    order = json.loads(_read_line())
    if os.getppid() != order["parent"]:
        return  # it was gone before it could be watched
    try:
        program = subprocess.Popen(
            order["command"],
            cwd=order["directory"],
            stdin=subprocess.DEVNULL,
            stdout=2,
            stderr=2,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        _say({"failed": getattr(error, "strerror", None) or str(error)})
        return
    _restrict(program.pid, order["limits"])
    _say({"started": program.pid, "at": time.monotonic()})
    ended = _wait(program.pid, is_told)
    at = time.monotonic()
    code = _end_all(program.pid, _AFTERLIFE if ended else order["grace"])
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    _say({"ended": code, "at": at, "cpu_seconds": usage.ru_utime + usage.ru_stime})


def _hear_signals() -> int:
    """A descriptor that can be read after a signal. Handlers, unlike SIG_IGN, are not inherited."""
    reading, writing = os.pipe()
    for end in (reading, writing):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if number == signal.SIGCHLD or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, frame: None)
    return reading


def _set_process_flag(option: int, value: int) -> None:
    """Linux's prctl; elsewhere nothing happens."""
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(option, int(value), 0, 0, 0)


def _read_line() -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        data = os.read(0, 1 << 16)
        if not data:
            sys.exit(0)  # nobody is there any more
        line += data
    return line


def _say(message: "dict[str, object]") -> None:
    with contextlib.suppress(OSError):
        os.write(1, json.dumps(message).encode() + b"\n")


def _restrict(pid: int, limits: "dict[str, int]") -> None:
    """Limits that the kernel enforces on each process; children inherit them."""
    if not hasattr(resource, "prlimit"):
        return
    for name, value in limits.items():
        with contextlib.suppress(OSError, ValueError):
            resource.prlimit(pid, getattr(resource, name), (value, value))


def _wait(leader: int, signals: int) -> bool:
    """Until the program ends (True), or its run has to end (False)."""
    while True:
        ready, _, _ = select.select([0, signals], [], [])
        if signals in ready:
            numbers = set(os.read(signals, 1 << 12))
            if numbers & {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}:
                return False
        if _has_ended(leader):
            return True
        if 0 in ready:
            return False


def _has_ended(leader: int) -> bool:
    """Without reaping it, so that its number stays its own; adopted orphans are reaped."""
    while True:
        found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return False
        if found.si_pid == leader:
            return True
        os.waitpid(found.si_pid, 0)


def _end_all(leader: int, grace: float) -> int:
    """Ask everything to end, wait up to `grace` seconds, then kill what is left.

    The run is over when the kernel says that there are no children any more: lists of processes
    may miss one that is just being forked. Returns the program's exit code; minus the signal's
    number where a signal ended it.
    """
    if not _HAS_PROC:
        _signal_group(leader, signal.SIGTERM)
        time.sleep(grace)
        _signal_group(leader, signal.SIGKILL)
    codes: dict[int, int] = {}
    _signal_all(_living(), signal.SIGTERM)
    kill_at = time.monotonic() + grace
    while _has_children(codes) and (now := time.monotonic()) < kill_at + _PATIENCE:
        if now >= kill_at:
            _signal_all(_living(), signal.SIGKILL)
        time.sleep(0.005)
    return codes.get(leader, -signal.SIGKILL)


def _has_children(codes: "dict[int, int]") -> bool:
    """Reaps those that have ended and notes their exit codes."""
    try:
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            codes[found[0]] = os.waitstatus_to_exitcode(found[1])
    except ChildProcessError:
        return False
    return True


def _signal_all(pids: "set[int]", number: int) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def _signal_group(leader: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.killpg(leader, number)


def _living() -> "set[int]":
    """This process's descendants, without those that only wait to be reaped."""
    children: dict[int, list[int]] = {}
    zombies = set()
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208 - importing pathlib takes longer than this
            if not name.isdigit():
                continue
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                # The program's name stands in parentheses and may contain anything.
                words = file.read().rpartition(b")")[2].split()
                children.setdefault(int(words[1]), []).append(int(name))
                if words[0] in (b"Z", b"X"):
                    zombies.add(int(name))
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        own = children.pop(waiting.pop(), [])
        found.update(own)
        waiting.extend(own)
    return found - zombies


if __name__ == "__main__":
    main()
