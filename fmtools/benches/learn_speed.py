"""How fast learning is: the compiled learner against an ordinary one, on the same worlds."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from fmtools.benches.bench_files import load_reference, paper_files
from fmtools.learn.focused import Learner
from fmtools.simulator import Simulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.registry import presets_of

ORDINARY_QUERIES = 60_000
REPEATS = 3
_PRESETS = {
    "cube": ("cube", "cube"),
    "npuzzle": ("npuzzle", "npuzzle 4"),
    "hanoi": ("pddl", "hanoi"),
    "depot": ("pddl", "depot"),
}
PAPERS_QUERIES_PER_SECOND = 1300
"""Of the paper's own code on the cube, as measured by the project's notes; not run here."""


@dataclass(frozen=True)
class LearnRow:
    """One world in the paper's setting: queries per second, best of the repeats for both."""

    world: str
    queries: int
    seconds: float
    ordinary_queries: int
    ordinary_seconds: float
    macros: int
    memory_bytes: int

    @property
    def rate(self) -> float:
        return self.queries / self.seconds

    @property
    def ordinary_rate(self) -> float:
        return self.ordinary_queries / self.ordinary_seconds

    @property
    def ratio(self) -> float:
        return self.rate / self.ordinary_rate


def worlds() -> Iterator[tuple[str, Simulator]]:
    files = paper_files(1)
    yield "cube", Cube()
    yield "npuzzle", NPuzzle()
    for name in ("hanoi", "depot"):
        yield name, load_grounded(*files[name][0])


def learn_speed_rows(repeats: int = REPEATS) -> Iterator[LearnRow]:
    """The ordinary learner gets fewer queries; its rate falls only slowly with their number."""
    reference = load_reference("learn")
    for name, simulator in worlds():
        kind, world = _PRESETS[name]
        settings = replace(presets_of(kind).of_paper(world), repetitions=1)
        if name == "npuzzle":
            settings = replace(settings, budget=100_000)
        runs = [Learner(simulator, settings).run() for _ in range(repeats)]
        fastest = min(runs, key=lambda run: run.seconds)
        began = time.perf_counter()
        queries = min(ORDINARY_QUERIES, settings.budget)
        reference.paper_candidates(simulator, queries, settings.candidates)
        yield LearnRow(
            world=name,
            queries=fastest.queries,
            seconds=fastest.seconds,
            ordinary_queries=queries,
            ordinary_seconds=time.perf_counter() - began,
            macros=len(fastest.macros),
            memory_bytes=fastest.memory_bytes,
        )
