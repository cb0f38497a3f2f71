"""Programs as users start them, and Fast Downward among them: the yardstick of the speed tables."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fmtools.drivers.driver import last_number
from fmtools.drivers.fast_downward import FAST_DOWNWARD
from fmtools.drivers.process import ProcessLimits, Stop, run_process
from fmtools.drivers.run_directory import run_directory
from fmtools.errors import InputError

SEARCH = "eager_greedy([goalcount()])"
"""The search that our gbfs with fifo ties is."""

AS_USERS_HAVE_IT = {"PYTHONDONTWRITEBYTECODE": "", "OPENBLAS_NUM_THREADS": "1"}
"""With byte code kept: without, every process compiles all its modules again; and without threads
for linear algebra, which `fmtools` itself does not start."""


@dataclass(frozen=True)
class FreshRun:
    """One process from its start to its end, on our clock; what it started is counted in."""

    output: str
    seconds: float
    """Wall time."""
    cpu_seconds: float
    timed_out: bool
    exit_code: int

    def number(self, pattern: str) -> float | None:
        """The last number that `pattern` captures in the output."""
        return last_number(pattern, self.output)

    def json(self) -> dict[str, Any] | None:
        """The last object that it printed; None where it printed none."""
        found = self.json_lines()
        return found[-1] if found else None

    def json_lines(self) -> list[dict[str, Any]]:
        """The objects that it printed, one a line."""
        return [json.loads(line) for line in self.output.splitlines() if line.startswith("{")]


def run_fresh(
    command: list[str],
    seconds: float,
    memory: int | None = None,
    directory: Path | None = None,
    environment: dict[str, str] | None = None,
) -> FreshRun:
    """Run in a directory of its own unless one is given; ended after `seconds`."""
    limits = ProcessLimits(seconds, memory, disk=None)
    if directory is None:
        with run_directory() as own:
            return run_fresh(command, seconds, memory, own, environment)
    result = run_process(command, directory, limits, AS_USERS_HAVE_IT | (environment or {}))
    return FreshRun(
        result.output,
        result.wall_seconds,
        result.cpu_seconds,
        result.stopped is Stop.TIME,
        result.exit_code,
    )


def run_fast_downward(
    arguments: list[str],
    seconds: float,
    memory: int | None = None,
    directory: Path | None = None,
) -> FreshRun:
    """With arguments of our own, as `run_fresh`."""
    program = FAST_DOWNWARD.find()
    if program is None:
        raise InputError(f"Fast Downward is not installed; try: {FAST_DOWNWARD.install}")
    return run_fresh([*program.words, *arguments], seconds, memory, directory)
