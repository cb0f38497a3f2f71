"""Original against augmented files, planner by planner: one record per run, one verdict each.

Runs are made one after the other, so that none slows another down. Nothing here prints.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from fmtools.compare.augmented_files import ComparedFiles, unreadable
from fmtools.drivers.driver import Driver
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.records import RunOutcome, RunRecord
from fmtools.drivers.run import AUGMENTED, ORIGINAL, not_run, run_planner

_SAME = 1.05
"""Ratios nearer to 1 than this are called the same."""
_SHORTEST = 0.01
Announce = Callable[[str, str, str], None]
"""Called before each run with planner, problem and `original` or `augmented`."""


def compare(
    files: ComparedFiles,
    drivers: Sequence[Driver],
    limits: ProcessLimits,
    announce: Announce = lambda planner, problem, kind: None,
) -> Iterator[RunRecord]:
    """The records as they come: problem by problem, planner by planner, original first."""
    for number in range(len(files.problems)):
        for driver in drivers:
            for kind in (ORIGINAL, AUGMENTED):
                task = files.task(number, kind, driver.reads)
                announce(driver.name, task.problem_name, kind)
                beyond = unreadable(task, driver.reads)
                if beyond:
                    yield not_run(driver, task, f"{driver.name} does not read {beyond}").record
                else:
                    yield run_planner(driver, task, limits).record


@dataclass(frozen=True)
class PlannerSummary:
    """Ratios are geometric means over the problems that were solved both with and without macros.

    None where no such problem, or no such number, exists.
    """

    planner: str
    num_problems: int
    solved_original: int
    solved_augmented: int
    solved_both: int
    invalid_original: int
    invalid_augmented: int
    measure: str
    """What the effort is counted in: `evaluations`, or `generated states`."""
    effort_saved: float | None
    """Original effort over augmented: above 1, macros save."""
    total_time: float | None
    """Augmented over original: above 1, macros cost."""
    cpu_time: float | None
    """As `total_time`, by the processors' clock: what else runs here matters less."""
    search_time: float | None
    plan_length: float | None
    """Unfolded over original."""
    operators: float | None

    @property
    def invalid(self) -> int:
        return self.invalid_original + self.invalid_augmented

    @property
    def verdict(self) -> str:
        """`macros: 12.3× fewer evaluations, 0.6× total time`, and the like."""
        parts = []
        if self.solved_original != self.solved_augmented:
            parts.append(
                f"solved {self.solved_augmented} of {self.num_problems} instead of "
                f"{self.solved_original}"
            )
        if self.effort_saved is not None:
            parts.append(_fewer(self.effort_saved, self.measure))
        if self.total_time is not None:
            slower = ", slower" if self.total_time > _SAME else ""
            parts.append(f"{_times(self.total_time)} total time{slower}")
        if not parts:
            parts.append("no problem solved" if not self.solved_original else "nothing to compare")
        if self.invalid:
            parts.append(f"{self.invalid} INVALID PLAN{'S' if self.invalid > 1 else ''}")
        return "macros: " + ", ".join(parts)

    def to_dict(self) -> dict[str, object]:
        found = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {**found, "verdict": self.verdict}


def summarize(records: Sequence[RunRecord]) -> list[PlannerSummary]:
    """One summary per planner, in the order in which they ran."""
    return [
        _summary(planner, [record for record in records if record.planner == planner])
        for planner in dict.fromkeys(record.planner for record in records)
    ]


def _summary(planner: str, records: Sequence[RunRecord]) -> PlannerSummary:
    by_kind = {
        kind: {r.problem: r for r in records if r.domain == kind} for kind in (ORIGINAL, AUGMENTED)
    }
    pairs = [
        (record, by_kind[AUGMENTED][problem])
        for problem, record in by_kind[ORIGINAL].items()
        if record.solved and problem in by_kind[AUGMENTED] and by_kind[AUGMENTED][problem].solved
    ]
    evaluated = _mean_ratio([(a.evaluated, b.evaluated) for a, b in pairs])
    generated = _mean_ratio([(a.generated, b.generated) for a, b in pairs])
    return PlannerSummary(
        planner=planner,
        num_problems=len(by_kind[ORIGINAL]),
        solved_original=_count(by_kind[ORIGINAL].values(), RunOutcome.SOLVED),
        solved_augmented=_count(by_kind[AUGMENTED].values(), RunOutcome.SOLVED),
        solved_both=len(pairs),
        invalid_original=_count(by_kind[ORIGINAL].values(), RunOutcome.INVALID_PLAN),
        invalid_augmented=_count(by_kind[AUGMENTED].values(), RunOutcome.INVALID_PLAN),
        measure="generated states" if evaluated is None and generated else "evaluations",
        effort_saved=generated if evaluated is None else evaluated,
        total_time=_mean_ratio([(b.total_seconds, a.total_seconds) for a, b in pairs]),
        cpu_time=_mean_ratio([(b.cpu_seconds, a.cpu_seconds) for a, b in pairs]),
        search_time=_mean_ratio(
            [(_measurable(b.search_seconds), _measurable(a.search_seconds)) for a, b in pairs]
        ),
        plan_length=_mean_ratio(
            [(b.primitive_plan_length, a.primitive_plan_length) for a, b in pairs]
        ),
        operators=_mean_ratio([(b.operators, a.operators) for a, b in pairs]),
    )


def _count(records: Iterable[RunRecord], outcome: RunOutcome) -> int:
    return sum(record.outcome is outcome for record in records)


def _mean_ratio(pairs: Iterable[tuple[float | None, float | None]]) -> float | None:
    """The geometric mean of first over second, where both are known and not zero."""
    logs = [math.log(a / b) for a, b in pairs if a and b]
    return math.exp(sum(logs) / len(logs)) if logs else None


def _measurable(seconds: float | None) -> float | None:
    """Planners' own clocks are coarse and may say 0: what is shorter counts as 0.01 s."""
    return None if seconds is None else max(seconds, _SHORTEST)


def _fewer(saved: float, measure: str) -> str:
    if 1 / _SAME < saved < _SAME:
        return f"as many {measure}"
    return (
        f"{_times(saved)} fewer {measure}" if saved > 1 else f"{_times(1 / saved)} more {measure}"
    )


def _times(ratio: float) -> str:
    return f"{ratio:.2f}×" if ratio < 0.1 else f"{ratio:.1f}×" if ratio < 100 else f"{ratio:,.0f}×"
