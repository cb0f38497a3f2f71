"""Augmented files, no growth limit: grounding and search here against Fast Downward, same files."""

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fmtools.experiments.fast_downward import run_fast_downward
from fmtools.experiments.pddl_speed import paper_files
from fmtools.learn.focused import Learner
from fmtools.learn.library import learned_library
from fmtools.learn.presets import paper_preset
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.compile import compile_library
from fmtools.search.engine import Limits
from fmtools.search.planners import Settings, plan
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.identity import world_of

DOMAINS = ("gripper", "ferry", "hanoi")
SEARCH_SECONDS = 10.0
TIME_LIMIT = 400.0
REPEATS = 3


@dataclass(frozen=True)
class AugmentedRow:
    """None where Fast Downward did not finish in time."""

    domain: str
    macros: int
    operators: int
    fd_operators: int | None
    ground_seconds: float
    """Reading and grounding, warm, best of several."""
    fd_translate_seconds: float | None
    """By its own clock."""
    rate: float
    """Generated states per second, eager greedy with goal count."""
    fd_rate: float | None

    @property
    def ground_ratio(self) -> float | None:
        seconds = self.fd_translate_seconds
        return None if seconds is None else seconds / self.ground_seconds

    @property
    def ratio(self) -> float | None:
        return None if self.fd_rate is None else self.rate / self.fd_rate


def augmented_speed_rows() -> Iterator[AugmentedRow]:
    """Eight macros learned as in the paper, compiled for the problem; the file alone is used."""
    files = paper_files(1)
    for name in DOMAINS:
        with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
            [(domain, problem)] = files[name]
            augmented, num_macros = _augmented(domain, problem, Path(folder))
            yield _row(name, augmented, problem, num_macros)


def _augmented(domain: Path, problem: Path, folder: Path) -> tuple[Path, int]:
    simulator = load_grounded(domain, problem)
    world = world_of(simulator, [str(domain)])
    settings = paper_preset(world.kind, world.name)
    learned = Learner(simulator, settings).run()
    library = learned_library(simulator, world, settings, learned, paper=True)
    problems = [simulator.task.problem]
    compilation = compile_library(simulator.domain, library, problems)
    path = folder / "domain.pddl"
    path.write_text(augmented_text(compilation, problems).domain)
    return path, len(compilation.macros)


def _row(name: str, domain: Path, problem: Path, num_macros: int) -> AugmentedRow:
    ground_seconds = float("inf")
    for _ in range(REPEATS):
        began = time.perf_counter()
        simulator = load_grounded(domain, problem)
        ground_seconds = min(ground_seconds, time.perf_counter() - began)
    settings = Settings("gbfs", "fifo", limits=Limits(seconds=SEARCH_SECONDS))
    results = [plan(simulator, settings) for _ in range(REPEATS)]
    search = f"eager_greedy([goalcount()],max_time={SEARCH_SECONDS:g})"
    run = run_fast_downward([str(domain), str(problem.resolve()), "--search", search], TIME_LIMIT)
    generated = run.number(r"Generated (\d+) state")
    seconds = run.number(r"Search time: ([\d.]+)s")
    operators = run.number(r"Translator operators: (\d+)")
    return AugmentedRow(
        domain=name,
        macros=num_macros,
        operators=simulator.task.num_actions,
        fd_operators=None if operators is None else int(operators),
        ground_seconds=ground_seconds,
        fd_translate_seconds=run.number(r"Done! \[[\d.]+s CPU, ([\d.]+)s wall-clock\]"),
        rate=max(result.generated / result.seconds for result in results),
        fd_rate=generated / seconds if generated and seconds else None,
    )
