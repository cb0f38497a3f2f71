"""How fast novelty is evaluated: BFWS(R_0) on worlds it does not solve at once."""

from collections.abc import Iterator
from dataclasses import dataclass

from fmtools.experiments.pddl_speed import paper_files
from fmtools.kernels import novelty as nv
from fmtools.kernels import space as sp
from fmtools.search.engine import Limits, NoveltySettings, Search
from fmtools.search.width import NOVEL_FIRST
from fmtools.simulator import Simulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded

BUDGET = 200_000
REPEATS = 3


@dataclass(frozen=True)
class WidthRow:
    world: str
    width: int
    num_facts: int
    evaluations_rate: float
    generated_rate: float
    table_bytes: int


def width_speed_rows() -> Iterator[WidthRow]:
    """Runs the whole budget: the goal does not stop it."""
    files = paper_files(1)
    worlds: dict[str, Simulator] = {
        "gripper": load_grounded(*files["gripper"][0]),
        "depot": load_grounded(*files["depot"][0]),
        "hanoi": load_grounded(*files["hanoi"][0]),
        "cube": Cube.scrambled(seed=1),
    }
    for name, simulator in worlds.items():
        for width in (1, 2):
            runs = [_run(simulator, width) for _ in range(REPEATS)]
            fastest = min(runs, key=lambda search: search.seconds)
            novelty = fastest.space.novelty
            yield WidthRow(
                world=name,
                width=width,
                num_facts=int(novelty.meta[nv.NUM_FACTS]),
                evaluations_rate=fastest.count(sp.EVALUATED) / fastest.seconds,
                generated_rate=fastest.count(sp.GENERATED) / fastest.seconds,
                table_bytes=nv.pair_bytes(novelty, int(novelty.meta[nv.SLOTS_USED])),
            )


def _run(simulator: Simulator, width: int) -> Search:
    search = Search(
        simulator,
        NOVEL_FIRST,
        target=simulator.goal(),
        ties="fifo",
        limits=Limits(BUDGET),
        novelty=NoveltySettings(width),
    )
    search.space.counters[sp.STOP_AT_ZERO] = False
    search.run()
    return search
