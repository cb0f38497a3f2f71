"""Built-in worlds as if users had written them in Python: their compiled kernels hidden.

`fmtools plan fmtools.benches.plain_worlds:cube` searches one. As a script this module searches
one the ordinary way, dict + heapq (tests/reference/best_first.py), and prints one JSON object:

    python -m fmtools.benches.plain_worlds WORLD PLANNER TIES BUDGET
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from fmtools.benches.bench_files import load_reference
from fmtools.search.planners import PLANNERS
from fmtools.simulator import Simulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle

MEMBERS = (
    *("num_variables", "num_values", "start", "goal"),
    *("applicable", "successor", "successors", "action_name"),
)


class PlainWorld:
    """The members of the protocol, `successors` for those worlds that have it, and no kernel."""

    def __init__(self, simulator: Simulator) -> None:
        for member in MEMBERS:
            if hasattr(simulator, member):
                setattr(self, member, getattr(simulator, member))


def cube() -> PlainWorld:
    return PlainWorld(Cube.scrambled(seed=1))


def puzzle() -> PlainWorld:
    """Of the scrambles the one that takes gbfs longest; most are over in some milliseconds."""
    return PlainWorld(NPuzzle.scrambled(seed=140))


def lock() -> PlainWorld:
    return PlainWorld(Lock(dials=20, digits=2, effect_size=16, seed=1))


WORLDS: dict[str, Callable[[], PlainWorld]] = {"cube": cube, "puzzle": puzzle, "lock": lock}


def ordinary(world: str, planner: str, ties: str, budget: int) -> dict[str, Any]:
    """Generated states and seconds of the ordinary search."""

    reference, simulator = load_reference("best_first"), WORLDS[world]()
    order = PLANNERS[planner].order
    began = time.perf_counter()
    found = reference.best_first(
        simulator,
        budget=budget,
        depth_weight=order.depth_weight,
        distance_weight=order.distance_weight,
        ties=ties,
    )
    return {"generated": found.generated, "seconds": time.perf_counter() - began}


if __name__ == "__main__":
    _, one_world, one_planner, one_rule, most = sys.argv
    sys.stdout.write(json.dumps(ordinary(one_world, one_planner, one_rule, int(most))) + "\n")
