"""Watching real processes from outside: who is there, who has gone. Linux: reads /proc."""

import contextlib
import os
import signal
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 120.0
"""Seconds before a test gives up: for machines under load, not a measure of anything."""
MARK = "FMTOOLS_TEST_FAMILY"


def wait_until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"in vain: {what}"
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    """Those that only wait to be reaped are not."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return text[text.rfind(")") + 2] not in "ZX"


def written_pids(path: Path) -> list[int]:
    """Of a file with one number per line; the last line may be under way."""
    text = path.read_text() if path.exists() else ""
    return [int(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


class Family:
    """All processes that inherited one environment variable: a command and what it started."""

    def __init__(self) -> None:
        self.variable = {MARK: uuid.uuid4().hex}

    def members(self) -> list[int]:
        wanted = f"{MARK}={self.variable[MARK]}".encode()
        found = []
        for path in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if path.name.isdigit() and is_alive(int(path.name)):
                    environment = (path / "environ").read_bytes()
                    if wanted in environment.split(b"\0"):
                        found.append(int(path.name))
        return found

    def kill(self) -> None:
        for pid in self.members():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


@contextmanager
def family() -> Iterator[Family]:
    """Whatever the test finds, nothing of it stays."""
    found = Family()
    try:
        yield found
    finally:
        found.kill()
