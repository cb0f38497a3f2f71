"""Fast Downward as the yardstick of the speed tables: run it, and read what it says of itself."""

from dataclasses import dataclass

from fmtools.drivers.driver import last_number
from fmtools.drivers.fast_downward import FAST_DOWNWARD
from fmtools.drivers.process import ProcessLimits, Stop, run_process
from fmtools.drivers.run_directory import run_directory
from fmtools.errors import InputError


@dataclass(frozen=True)
class FastDownwardRun:
    """What one run printed, and how long it took on our clock."""

    output: str
    seconds: float
    timed_out: bool

    def number(self, pattern: str) -> float | None:
        """The last number that `pattern` captures in the output."""
        return last_number(pattern, self.output)


def run_fast_downward(arguments: list[str], seconds: float) -> FastDownwardRun:
    """Run in a directory of its own, with arguments of our own; ended after `seconds`."""
    program = FAST_DOWNWARD.find()
    if program is None:
        raise InputError(f"Fast Downward is not installed; try: {FAST_DOWNWARD.install}")
    limits = ProcessLimits(seconds, disk=None)
    with run_directory() as directory:
        result = run_process([*program.words, *arguments], directory, limits)
    return FastDownwardRun(result.output, result.wall_seconds, result.stopped is Stop.TIME)
