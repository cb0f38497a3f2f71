"""Our BFWS beside LAPKT's, on the same files: generated states per second of search."""

from collections.abc import Iterator
from dataclasses import dataclass

from fmtools.benches.bench_files import PAPER_DOMAINS, paper_files
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.registry import find_driver
from fmtools.drivers.run import ORIGINAL, PlannerTask, run_planner
from fmtools.limits import Limits
from fmtools.search.planners import Settings, plan
from fmtools.simulators.grounded import load_grounded

VARIANT = "lapkt:BFWS-f5"
BUDGET = 2_000_000
SECONDS = 60.0


@dataclass(frozen=True)
class LapktRow:
    """`theirs` is None where LAPKT told no counts (a search too short for its clock)."""

    domain: str
    outcome: str
    generated: int
    rate: float
    their_outcome: str
    their_generated: int | None
    their_rate: float | None

    @property
    def ratio(self) -> float | None:
        return None if self.their_rate is None else self.rate / self.their_rate


def lapkt_speed_rows() -> Iterator[LapktRow]:
    """BFWS(R*_G) at width 2 with the IW phase counted, against LAPKT's BFWS(f5)."""
    driver = find_driver(VARIANT)
    files = paper_files(1)
    for name in PAPER_DOMAINS:
        simulator = load_grounded(*files[name][0])
        ours = plan(simulator, Settings("bfws", ties="fifo", limits=Limits(BUDGET)))
        task = simulator.task
        run = run_planner(
            driver,
            PlannerTask(
                kind=ORIGINAL,
                problem_name=name,
                domain_text=task.domain.text,
                problem_text=task.problem.text,
                domain=task.domain,
                problem=task.problem,
            ),
            ProcessLimits(seconds=SECONDS),
        )
        record = run.record
        told = record.generated is not None and record.search_seconds
        yield LapktRow(
            domain=name,
            outcome=ours.outcome.value,
            generated=ours.generated,
            rate=ours.generated / ours.seconds,
            their_outcome=record.outcome.value,
            their_generated=record.generated,
            their_rate=(record.generated or 0) / (record.search_seconds or 1) if told else None,
        )
