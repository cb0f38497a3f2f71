"""What shortening does to plans: gbfs with the paper's macros, on the 15-puzzle, the cube and PDDL.

For each world the same plans are shortened with several limits of queries, so that a row can be
printed again to the letter; seconds are those of this machine.
"""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from fmtools.benches.planner_quality import BUDGETS, PDDL_BUDGET, learned, worlds
from fmtools.limits import Limits
from fmtools.search.planners import Settings, plan
from fmtools.search.shorten import shorten

NUM_INSTANCES = 20
PLANNER = "gbfs"
QUERIES = (100_000, 1_000_000, 10_000_000)


@dataclass(frozen=True)
class ShortenRow:
    """Means over the instances that were solved; lengths of primitive plans."""

    world: str
    planner: str
    macros: int
    solved: int
    limit: int
    before: float
    after: float
    queries: float
    seconds: float
    shortest: int
    """Plans that were proved to be shortest."""


def shorten_quality_rows(
    num_instances: int = NUM_INSTANCES, limits: tuple[int, ...] = QUERIES
) -> Iterator[ShortenRow]:
    """Macros are learned once per world, in its first instance, with the paper's parameters."""
    for world, instances in worlds(num_instances).items():
        library = learned(instances[0](None))
        settings = Settings(PLANNER, limits=Limits(BUDGETS.get(world, PDDL_BUDGET)))
        simulators = [build(library) for build in instances]
        results = [plan(simulator, settings) for simulator in simulators]
        solved = [
            (simulator, result)
            for simulator, result in zip(simulators, results, strict=True)
            if result.primitive_plan is not None
        ]
        for limit in limits:
            shorter = [
                shorten(simulator, result, Limits(limit), seed)
                for seed, (simulator, result) in enumerate(solved)
            ]
            if not shorter:
                continue
            yield ShortenRow(
                world=world,
                planner=PLANNER,
                macros=len(library.macros),
                solved=len(solved),
                limit=limit,
                before=statistics.mean(s.length_before for s in shorter),
                after=statistics.mean(s.length for s in shorter),
                queries=statistics.mean(s.queries for s in shorter),
                seconds=statistics.mean(s.seconds for s in shorter),
                shortest=sum(s.ended == "shortest" for s in shorter),
            )
