"""LAMA on Rubik's cube beside macros: the paper's aside on informed planners, run.

LAMA gets the cube as SAS+ (20 small cubes, conditional effects) and sees the whole model; gbfs with
goal counting and focused macros sees a black box. LAMA's plans are replayed in our simulator.
"""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fmtools.benches.planner_quality import learned
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.registry import find_driver
from fmtools.drivers.run import SasRun, run_sas
from fmtools.errors import InputError
from fmtools.limits import Limits
from fmtools.macros import MacroLibrary
from fmtools.search.planners import Settings, plan
from fmtools.simulators.cube import Cube
from fmtools.simulators.export import replay_sas_plan, world_to_sas
from fmtools.simulators.with_macros import add_macros

PLANNER = "lama-first"
NUM_INSTANCES = 3
LIMITS = ProcessLimits(seconds=1800.0, memory=8 << 30)
BUDGET = 2_000_000
PAPERS_LAMA, PAPERS_MACROS = 9_100_000, 171_331
"""Mean generated states in the paper, on 100 scrambles that are not ours; LAMA's were hard ones."""


@dataclass(frozen=True)
class LamaCubeRow:
    """One scramble, as `Cube.scrambled(seed)` gives it. None where there is nothing to tell."""

    seed: int
    lama_generated: int | None
    lama_evaluated: int | None
    lama_seconds: float
    """Wall time of the whole run."""
    lama_length: int | None
    lama_valid: bool | None
    """Whether its plan solves the cube in our simulator; None without a plan."""
    generated: int
    primitive_steps: int
    seconds: float
    length: int | None
    """Primitive turns; None where the budget did not suffice."""


def learn_cube_macros() -> MacroLibrary:
    """As in the paper: 576 macros from a million queries, once for all scrambles."""
    return learned(Cube())


def lama_cube_rows(
    library: MacroLibrary, seeds: Sequence[int] = range(NUM_INSTANCES)
) -> Iterator[LamaCubeRow]:
    for seed in seeds:
        yield lama_cube_row(seed, Cube.scrambled(seed), library)


def lama_cube_row(seed: int, cube: Cube, library: MacroLibrary) -> LamaCubeRow:
    run = run_sas(find_driver(PLANNER), world_to_sas(cube), LIMITS)
    settings = Settings("gbfs", seed=seed, paper=True, limits=Limits(budget=BUDGET))
    result = plan(add_macros(cube, library, Path("macros.json")), settings)
    return LamaCubeRow(
        seed=seed,
        lama_generated=run.statistics.generated,
        lama_evaluated=run.statistics.evaluated,
        lama_seconds=run.process.wall_seconds,
        lama_length=None if run.plan is None else len(run.plan),
        lama_valid=_solves(cube, run),
        generated=result.generated,
        primitive_steps=result.primitive_steps,
        seconds=result.seconds,
        length=None if result.primitive_plan is None else len(result.primitive_plan),
    )


def mean_generated(counts: Sequence[int | None]) -> float | None:
    """None if any run did not tell, since a mean over the easy ones would flatter."""
    known = [count for count in counts if count is not None]
    return statistics.mean(known) if known and len(known) == len(counts) else None


def _solves(cube: Cube, run: SasRun) -> bool | None:
    if run.plan is None:
        return None
    try:
        return replay_sas_plan(cube, run.plan).solved
    except InputError:
        return False
