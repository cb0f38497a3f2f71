"""gbfs and bfws, with and without macros, on all worlds: solved, generated states, plan length."""

import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fmtools.benches.bench_files import paper_files
from fmtools.learn.focused import Learner
from fmtools.learn.library import learned_library
from fmtools.limits import Limits
from fmtools.macros import MacroLibrary
from fmtools.results import SearchResult
from fmtools.search.planners import Settings, plan
from fmtools.simulator import Simulator
from fmtools.simulators.augmented import load_augmented
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.registry import presets_of, world_of
from fmtools.simulators.with_macros import add_macros

NUM_INSTANCES = 10
WIDTHS = {"depot": 1, "cube": 1}
"""As in the paper; 2 elsewhere."""
BUDGETS = {"15-puzzle": 500_000, "cube": 500_000}
PDDL_BUDGET = 100_000
_PATH = Path("macros.json")
_ALL = {"max_growth": None}
"""Every macro, as in the paper: what is compared here is search."""

Build = Callable[[MacroLibrary | None], Simulator]


@dataclass(frozen=True)
class QualityRow:
    """Means over the instances; length of primitive plans, over those solved."""

    world: str
    planner: str
    macros: int
    learning_queries: int
    solved: float
    generated: float
    primitive_steps: float
    length: float | None


def planner_quality_rows(num_instances: int = NUM_INSTANCES) -> Iterator[QualityRow]:
    """Macros are learned once per world, in its first instance, with the paper's parameters."""
    for world, instances in worlds(num_instances).items():
        library = learned(instances[0](None))
        for planner in ("gbfs", "bfws"):
            for used in (None, library):
                settings = Settings(
                    planner,
                    width=WIDTHS.get(world, 2),
                    limits=Limits(BUDGETS.get(world, PDDL_BUDGET)),
                )
                results = [
                    plan(build(used), replace(settings, seed=seed))
                    for seed, build in enumerate(instances)
                ]
                yield _row(world, planner, used, results)


def _row(
    world: str, planner: str, library: MacroLibrary | None, results: list[SearchResult]
) -> QualityRow:
    lengths = [len(result.primitive_plan) for result in results if result.primitive_plan]
    return QualityRow(
        world=world,
        planner=planner,
        macros=0 if library is None else len(library.macros),
        learning_queries=0 if library is None else int(library.provenance["queries"]),
        solved=statistics.mean(result.solved for result in results),
        generated=statistics.mean(result.generated for result in results),
        primitive_steps=statistics.mean(result.primitive_steps for result in results),
        length=statistics.mean(lengths) if lengths else None,
    )


def worlds(num_instances: int) -> dict[str, list[Build]]:
    worlds: dict[str, list[Build]] = {
        name: [_pddl(*pair) for pair in files] for name, files in paper_files(num_instances).items()
    }
    seeds = range(num_instances)
    worlds["15-puzzle"] = [_puzzle(NPuzzle.scrambled(4, seed)) for seed in seeds]
    worlds["cube"] = [_puzzle(Cube.scrambled(seed)) for seed in seeds]
    return worlds


def _pddl(domain: Path, problem: Path) -> Build:
    return lambda library: (
        load_grounded(domain, problem)
        if library is None
        else load_augmented(domain, problem, library, _PATH, given=_ALL)
    )


def _puzzle(simulator: Simulator) -> Build:
    return lambda library: simulator if library is None else add_macros(simulator, library, _PATH)


def learned(simulator: Simulator) -> MacroLibrary:
    world = world_of(simulator)
    settings = presets_of(world.kind).of_paper(world.name)
    return learned_library(simulator, world, settings, Learner(simulator, settings).run(), True)
