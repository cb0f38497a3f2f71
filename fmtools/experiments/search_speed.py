"""How fast the loop is: compiled, interpreted and ordinary, on the same worlds in the same run."""

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

COMPILED_BUDGET = 1_000_000
PYTHON_BUDGET = 60_000
REPEATS = 3

WORLDS: dict[str, Callable[[], Simulator]] = {
    "cube": lambda: Cube.scrambled(seed=1),
    "15-puzzle": lambda: NPuzzle.scrambled(seed=67),
    "lock": lambda: Lock(dials=20, digits=2, effect_size=16, seed=1),
}


@dataclass(frozen=True)
class SpeedRow:
    """Generated states per second of one search, run three ways (medians)."""

    world: str
    planner: str
    ties: str
    compiled: float
    interpreted: float
    ordinary: float

    @property
    def compiled_ratio(self) -> float:
        return self.compiled / self.ordinary

    @property
    def interpreted_ratio(self) -> float:
        return self.interpreted / self.ordinary


def search_speed_rows(repeats: int = REPEATS) -> Iterator[SpeedRow]:
    """One row per world, planner and tie-breaking. Runs of the three ways take turns."""
    reference = load_reference("best_first")
    for world, build in WORLDS.items():
        simulator = build()
        for planner, ties in (("gbfs", "random"), ("gbfs", "heap"), ("astar", "random")):
            rates: dict[str, list[float]] = {"compiled": [], "interpreted": [], "ordinary": []}
            for _ in range(repeats):
                for way, budget in (("compiled", COMPILED_BUDGET), ("interpreted", PYTHON_BUDGET)):
                    settings = Settings(
                        planner, ties, limits=Limits(budget), interpreted=way == "interpreted"
                    )
                    result = plan(simulator, settings)
                    rates[way].append(result.generated / result.seconds)
                order = PLANNERS[planner]
                began = time.perf_counter()
                ordinary = reference.best_first(
                    simulator,
                    budget=PYTHON_BUDGET,
                    depth_weight=order.depth_weight,
                    distance_weight=order.distance_weight,
                    ties=ties,
                )
                seconds = time.perf_counter() - began
                rates["ordinary"].append(ordinary.generated / seconds)
            medians = {way: statistics.median(values) for way, values in rates.items()}
            yield SpeedRow(world, planner, ties, **medians)


@dataclass(frozen=True)
class MemoryRow:
    """Peak memory of a whole process, and of the search's arrays in it."""

    what: str
    generated: int
    process_bytes: int
    search_bytes: int


def memory_row() -> MemoryRow:
    """A cube search of one million queries in a process of its own."""
    command = [sys.executable, "-m", "fmtools", "plan", "cube", "--seed", "1", "--json"]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    record = json.loads(finished.stdout)
    return MemoryRow(
        "cube, gbfs, 1M queries",
        record["generated"],
        record["peak_memory_bytes"],
        record["memory_bytes"],
    )
