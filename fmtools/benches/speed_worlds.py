"""States per second in worlds that are no PDDL: built-in ones, Python simulators; and memory.

Every number comes from fresh processes, best of several, on the CPU clock; what is compared
takes turns.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from fmtools.benches.fast_downward import run_fresh
from fmtools.errors import InputError
from fmtools.simulators.npuzzle import NPuzzle

BUDGET = 4_000_000
PYTHON_BUDGET = 300_000
REPEATS = 3
NEXT_TO_NONE = 100
"""Of the budget: what a process takes beside its search."""
TICK = 0.01
"""Seconds; no search is taken to be shorter."""
LIMIT = 600.0
AGAINST_TARGET, PYTHON_TARGET, SKDECIDE_TARGET = 1.5, 3.0, 5.0
BYTES_TARGET = 98e6 / 883e3
"""Per state, of the arrays of the search, on the cube."""
CUBE = ["cube", "--seed", "1"]
PUZZLE = ["npuzzle", "--seed", "67"]
NUM_STARTS = 60
"""Of the 15-puzzle for gbfs, which solves one in milliseconds; all in one process."""
SEARCHES = (("gbfs", "fifo"), ("gbfs", "heap"), ("astar", "fifo"))
SKDECIDE_SECONDS = 10.0
ISOLATED = "-E"
"""For other Pythons: PYTHONPATH, which may lead to this fmtools, is not theirs."""

Command = Callable[[int], list[str]]
"""What to start, by budget."""


@dataclass(frozen=True)
class WorldRow:
    """`other`: another fmtools, dict + heapq, or scikit-decide; None where it was not asked for."""

    what: str
    planner: str
    rate: float
    other: float | None
    target: float

    @property
    def ratio(self) -> float | None:
        return None if self.other is None else self.rate / self.other

    @property
    def met(self) -> bool | None:
        return None if self.ratio is None else self.ratio >= self.target


@dataclass(frozen=True)
class MemoryRow:
    what: str
    states: int
    search_bytes: int
    process_bytes: int
    target: float

    @property
    def bytes_per_state(self) -> float:
        return self.search_bytes / self.states

    @property
    def met(self) -> bool:
        return self.bytes_per_state <= self.target


def run_json(command: list[str]) -> dict[str, Any]:
    """What a command printed; InputError with its last line where it printed no result."""
    return _run(command)[0][-1]


def _run(command: list[str]) -> tuple[list[dict[str, Any]], float]:
    """The objects that a command printed, and the CPU seconds of its process."""
    run = run_fresh(command, LIMIT)
    found = run.json_lines()
    if not found:
        last = (run.output.rstrip().splitlines() or ["nothing printed"])[-1]
        raise InputError(f"{' '.join(command[:4])} …: {last}")
    return found, run.cpu_seconds


def check_python(path: str, module: str) -> None:
    """InputError unless it is a Python that has the module."""
    run = run_fresh([path, ISOLATED, "-c", f"import {module}"], LIMIT)
    if run.exit_code != 0:
        last = (run.output.rstrip().splitlines() or [f"exit code {run.exit_code}"])[-1]
        raise InputError(f"{path}: not a Python with {module}: {last}")


def _plan(python: str, words: list[str], planner: str, ties: str, budget: int) -> list[str]:
    options = ["--planner", planner, "--ties", ties, "--budget", str(budget), "--json"]
    isolated = [] if python == sys.executable else [ISOLATED]
    return [python, *isolated, "-m", "fmtools", "plan", *words, *options]


def _best(commands: Sequence[Command], budget: int, repeats: int) -> list[float]:
    """Generated states per CPU second of each command's search.

    Of a process with the whole budget and one with next to none, the difference: programs' own
    clocks show wall time, which is that of all that runs on the machine.
    """
    small: list[list[tuple[float, int]]] = [[] for _ in commands]
    whole: list[list[tuple[float, int]]] = [[] for _ in commands]
    for _ in range(repeats):
        for number, command in enumerate(commands):
            for runs, most in ((small, NEXT_TO_NONE), (whole, budget)):
                found, seconds = _run(command(most))
                runs[number].append((seconds, sum(record["generated"] for record in found)))
    pairs = [(min(few), min(many)) for few, many in zip(small, whole, strict=True)]
    return [(more - less) / max(long - short, TICK) for (short, less), (long, more) in pairs]


def world_rows(
    against: str | None = None, budget: int = BUDGET, repeats: int = REPEATS
) -> Iterator[WorldRow]:
    """The cube and the 15-puzzle, and the same in another Python's fmtools."""
    pythons = [sys.executable, *([] if against is None else [against])]
    with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
        starts = Path(folder) / "starts"
        starts.write_text("".join(f"{_start(seed)}\n" for seed in range(NUM_STARTS)))
        puzzles = ["npuzzle", "--instances", str(starts)]
        for world in ("cube", "15-puzzle"):
            for planner, ties in SEARCHES:
                of_puzzle = puzzles if planner == "gbfs" else PUZZLE
                words = CUBE if world == "cube" else of_puzzle
                if against is not None:  # kernels of old versions are compiled at first use
                    run_json(_plan(against, words, planner, ties, NEXT_TO_NONE))
                commands = [partial(_plan, python, words, planner, ties) for python in pythons]
                rates = _best(commands, budget, repeats)
                other = rates[1] if against is not None else None
                yield WorldRow(world, f"{planner} {ties}", rates[0], other, AGAINST_TARGET)


def _start(seed: int) -> str:
    return " ".join(map(str, NPuzzle.scrambled(4, seed).start_tiles))


def python_rows(budget: int = PYTHON_BUDGET, repeats: int = REPEATS) -> Iterator[WorldRow]:
    """Python simulators in our loop, and in dict + heapq."""
    module = "fmtools.benches.plain_worlds"
    for world in ("cube", "puzzle", "lock"):
        for planner, ties in SEARCHES:
            own = partial(_plan, sys.executable, [f"{module}:{world}"], planner, ties)
            words = [sys.executable, "-m", module, world, planner, ties]
            rates = _best([own, partial(_with_budget, words)], budget, repeats)
            yield WorldRow(
                f"{world}, Python", f"{planner} {ties}", rates[0], rates[1], PYTHON_TARGET
            )


def _with_budget(words: list[str], budget: int) -> list[str]:
    return [*words, str(budget)]


def skdecide_row(
    python: str, seconds: float = SKDECIDE_SECONDS, budget: int = PYTHON_BUDGET
) -> WorldRow:
    """BFWS on the same class of a 15-puzzle, ours (R_0, width 1) and scikit-decide's."""
    script = Path(__file__).with_name("skdecide_puzzle.py")
    words = ["fmtools.benches.plain_puzzle:Puzzle", "--width", "1"]
    [rate] = _best([partial(_plan, sys.executable, words, "bfws-r0", "fifo")], budget, REPEATS)
    found = run_json([python, ISOLATED, str(script), str(seconds)])
    other = found["generated"] / found["cpu_seconds"]
    return WorldRow("15-puzzle, scikit-decide", "bfws", rate, other, SKDECIDE_TARGET)


def memory_row(budget: int = 1_000_000) -> MemoryRow:
    """A cube search of a million queries."""
    found = run_json(_plan(sys.executable, CUBE, "gbfs", "random", budget))
    return MemoryRow(
        "cube, gbfs",
        found["states"],
        found["memory_bytes"],
        found["peak_memory_bytes"],
        BYTES_TARGET,
    )
