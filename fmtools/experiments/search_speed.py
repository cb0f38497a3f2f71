"""How fast the loop is: compiled, interpreted and ordinary, on the same worlds in the same run."""

import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fmtools.experiments.baseline import load_reference
from fmtools.search.engine import Limits
from fmtools.search.planners import PLANNERS, Settings, plan
from fmtools.simulator import Simulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle

BUDGET = 1_000_000
"""Generated states, the same for all three ways."""
REPEATS = 3

WORLDS: dict[str, Callable[[], Simulator]] = {
    "cube": lambda: Cube.scrambled(seed=1),
    "15-puzzle": lambda: NPuzzle.scrambled(seed=67),
    "lock": lambda: Lock(dials=20, digits=2, effect_size=16, seed=1),
}


@dataclass(frozen=True)
class SpeedRow:
    """Generated states per second of one search, run three ways."""

    world: str
    planner: str
    ties: str
    compiled: float
    """Median of several runs."""
    interpreted: float
    ordinary: float

    @property
    def compiled_ratio(self) -> float:
        return self.compiled / self.ordinary

    @property
    def interpreted_ratio(self) -> float:
        return self.interpreted / self.ordinary


def search_speed_rows(budget: int = BUDGET, repeats: int = REPEATS) -> Iterator[SpeedRow]:
    """One row per world, planner and tie-breaking; what is compared runs one after the other."""
    reference = load_reference("best_first")
    for world, build in WORLDS.items():
        simulator = build()
        for planner, ties in (("gbfs", "fifo"), ("gbfs", "heap"), ("astar", "fifo")):
            order = PLANNERS[planner]
            runs = [_rate(simulator, planner, ties, budget, False) for _ in range(repeats)]
            interpreted = _rate(simulator, planner, ties, budget, True)
            began = time.perf_counter()
            ordinary = reference.best_first(
                simulator,
                budget=budget,
                depth_weight=order.depth_weight,
                distance_weight=order.distance_weight,
                ties=ties,
            )
            seconds = time.perf_counter() - began
            yield SpeedRow(
                world=world,
                planner=planner,
                ties=ties,
                compiled=statistics.median(runs),
                interpreted=interpreted,
                ordinary=ordinary.generated / seconds,
            )
            del ordinary
            gc.collect()  # a million nodes, which point at each other


def _rate(simulator: Simulator, planner: str, ties: str, budget: int, interpreted: bool) -> float:
    settings = Settings(planner, ties, limits=Limits(budget), interpreted=interpreted)
    result = plan(simulator, settings)
    return result.generated / result.seconds


@dataclass(frozen=True)
class MemoryRow:
    """Peak memory of a whole process, and of the search's arrays in it."""

    what: str
    generated: int
    process_bytes: int
    search_bytes: int


def memory_row() -> MemoryRow:
    """A cube search of one million queries in a process of its own, after a small one."""
    command = [sys.executable, "-m", "fmtools", "plan", "cube", "--seed", "1", "--json"]
    for budget in ("1K", "1M"):
        finished = subprocess.run(
            [*command, "--budget", budget],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    record = json.loads(finished.stdout)
    return MemoryRow(
        "cube, gbfs, 1M queries",
        record["generated"],
        record["peak_memory_bytes"],
        record["memory_bytes"],
    )
