"""How fast novelty is evaluated: BFWS(R_0) on worlds it does not solve at once."""

from collections.abc import Iterator
from dataclasses import dataclass

from fmtools.benches.bench_files import paper_files
from fmtools.limits import Limits
from fmtools.search.engine import NoveltySettings, Search
from fmtools.search.orders import NOVEL_FIRST
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
            novelty = fastest.novelty
            assert novelty is not None
            yield WidthRow(
                world=name,
                width=width,
                num_facts=novelty.num_facts,
                evaluations_rate=fastest.space.evaluated / fastest.seconds,
                generated_rate=fastest.space.generated / fastest.seconds,
                table_bytes=novelty.table_bytes,
            )


def _run(simulator: Simulator, width: int) -> Search:
    search = Search(
        simulator,
        NOVEL_FIRST,
        target=simulator.goal(),
        stop_at_goal=False,
        ties="fifo",
        limits=Limits(BUDGET),
        novelty=NoveltySettings(width),
    )
    search.run()
    return search
