"""Fast Downward as the yardstick of the speed tables: run it, and read what it says of itself."""

import importlib.util
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from fmtools.errors import InputError


@dataclass(frozen=True)
class FastDownwardRun:
    """What one run printed, and how long it took on our clock."""

    output: str
    seconds: float
    timed_out: bool

    def number(self, pattern: str) -> float | None:
        """The last number that `pattern` captures in the output."""
        found = re.findall(pattern, self.output)
        return float(found[-1]) if found else None


def fast_downward_script() -> Path:
    """The driver script of the `fd` extra (up-fast-downward)."""
    spec = importlib.util.find_spec("up_fast_downward")
    if spec is None or spec.origin is None:
        raise InputError("Fast Downward is not installed; try: pip install 'fmtools[fd]'")
    return Path(spec.origin).parent / "downward" / "fast-downward.py"


def run_fast_downward(arguments: list[str], seconds: float) -> FastDownwardRun:
    """Run in a directory of its own; after `seconds` the whole process group is killed."""
    command = [sys.executable, str(fast_downward_script()), *arguments]
    with tempfile.TemporaryDirectory(prefix="fmtools-fd-") as directory:
        began = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        timed_out = False
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            timed_out = True
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        return FastDownwardRun(output, time.perf_counter() - began, timed_out)
