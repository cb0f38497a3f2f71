"""How fast grounding is: reading and grounding here, against Fast Downward's translator.

Ours is warm and in this process, best of several. Fast Downward's is given twice: the wall time of
`--translate`, interpreter start-up included, and what the translator itself says it took.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fmtools.experiments.fast_downward import run_fast_downward
from fmtools.pddl.ground import ground
from fmtools.pddl.read import read_domain, read_problem

REPEATS = 5
TIME_LIMIT = 300.0

Files = tuple[Path, Path]
"""Domain and problem."""


@dataclass(frozen=True)
class GroundingRow:
    """None where Fast Downward did not finish."""

    domain: str
    problem: str
    seconds: float
    fd_seconds: float | None
    fd_own_seconds: float | None
    """Without start-up, by its own clock."""
    operators: int
    fd_operators: int | None
    """Fast Downward prunes by invariants as well, so it may have fewer."""
    facts: int

    @property
    def ratio(self) -> float | None:
        return None if self.fd_seconds is None else self.fd_seconds / self.seconds

    @property
    def own_ratio(self) -> float | None:
        return None if self.fd_own_seconds is None else self.fd_own_seconds / self.seconds


def grounding_rows(
    files: Iterable[Files], repeats: int = REPEATS, time_limit: float = TIME_LIMIT
) -> Iterator[GroundingRow]:
    """One row per pair of files."""
    for domain_path, problem_path in files:
        best = float("inf")
        for _ in range(repeats + 1):  # the first loads the core
            began = time.perf_counter()
            domain = read_domain(domain_path)
            task = ground(domain, read_problem(problem_path, domain))
            best = min(best, time.perf_counter() - began)
        run = run_fast_downward(
            ["--translate", str(domain_path.resolve()), str(problem_path.resolve())], time_limit
        )
        operators = run.number(r"Translator operators: (\d+)")
        finished = operators is not None and not run.timed_out
        yield GroundingRow(
            domain=domain.name,
            problem=task.problem.name,
            seconds=best,
            fd_seconds=run.seconds if finished else None,
            fd_own_seconds=run.number(r"Done! \[.*?, ([\d.]+)s wall-clock\]") if finished else None,
            operators=task.num_actions,
            fd_operators=int(operators) if operators is not None else None,
            facts=task.num_facts,
        )
