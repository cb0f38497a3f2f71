"""The same search here and in Fast Downward: eager greedy best-first with goal counting.

Same files, same run. Rates are per second of search, without translation. Fast Downward's own
statistics are used; it prints them too when its time is up.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fmtools.experiments.fast_downward import run_fast_downward
from fmtools.experiments.grounding_bench import Files
from fmtools.results import Outcome
from fmtools.search.engine import Limits
from fmtools.search.planners import Settings, plan
from fmtools.simulators.grounded import load_grounded

REPEATS = 3
SECONDS = 10.0
TRANSLATION_SECONDS = 300.0


@dataclass(frozen=True)
class FdSpeedRow:
    """Totals of one domain's problems; the counts need not agree, since ties break differently."""

    domain: str
    num_problems: int
    outcome: str
    generated: int
    expanded: int
    seconds: float
    fd_generated: int
    fd_expanded: int
    fd_seconds: float

    @property
    def rate(self) -> float:
        """Generated states per second, ours."""
        return self.generated / self.seconds

    @property
    def fd_rate(self) -> float:
        return self.fd_generated / self.fd_seconds

    @property
    def ratio(self) -> float:
        return self.rate / self.fd_rate

    @property
    def expansion_ratio(self) -> float:
        """Of expansions per second, which differing operator sets cannot flatter."""
        return (self.expanded / self.seconds) / (self.fd_expanded / self.fd_seconds)


@dataclass(frozen=True)
class _Counts:
    generated: int
    expanded: int
    seconds: float

    def rate(self) -> float:
        return self.generated / self.seconds


def fd_speed_rows(
    files: Iterable[list[Files]], seconds: float = SECONDS, repeats: int = REPEATS
) -> Iterator[FdSpeedRow]:
    """One row per list of (domain, problem) files, best of `repeats` on both sides.

    Problems that Fast Downward fails on are left out.
    """
    for group in files:
        totals, fd_totals = [], []
        outcomes = set()
        name = ""
        for domain, problem in group:
            simulator = load_grounded(domain, problem)
            name = simulator.task.domain.name
            settings = Settings("gbfs", "fifo", limits=Limits(seconds=seconds))
            own_runs, fd_runs = [], []
            for _ in range(repeats):  # the two take turns, so that both meet the same machine
                result = plan(simulator, settings)
                outcomes.add(result.outcome)
                own_runs.append(_Counts(result.generated, result.expanded, result.seconds))
                fd_runs.append(_run_fast_downward((domain, problem), seconds))
            finished = [run for run in fd_runs if run is not None]
            if finished:
                totals.append(max(own_runs, key=_Counts.rate))
                fd_totals.append(max(finished, key=_Counts.rate))
        if not totals:
            continue
        ours, theirs = _sum(totals), _sum(fd_totals)
        yield FdSpeedRow(
            domain=name,
            num_problems=len(totals),
            outcome=(Outcome.SOLVED if outcomes == {Outcome.SOLVED} else Outcome.TIMEOUT).value,
            generated=ours.generated,
            expanded=ours.expanded,
            seconds=ours.seconds,
            fd_generated=theirs.generated,
            fd_expanded=theirs.expanded,
            fd_seconds=theirs.seconds,
        )


def _run_fast_downward(files: Files, seconds: float) -> _Counts | None:
    domain, problem = (str(path.resolve()) for path in files)
    search = f"eager_greedy([goalcount()],max_time={seconds:g})"
    run = run_fast_downward(
        [domain, problem, "--search", search], TRANSLATION_SECONDS + 2 * seconds
    )
    generated = run.number(r"Generated (\d+) state")
    expanded = run.number(r"Expanded (\d+) state")
    searched = run.number(r"Search time: ([\d.]+)s")
    if generated is None or expanded is None or not searched:
        return None
    return _Counts(int(generated), int(expanded), searched)


def _sum(counts: list[_Counts]) -> _Counts:
    return _Counts(
        sum(c.generated for c in counts),
        sum(c.expanded for c in counts),
        sum(c.seconds for c in counts),
    )
