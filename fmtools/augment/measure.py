"""Runs of the user's planner, measured in CPU seconds, each made once and remembered in a file.

CPU seconds of the whole process tree, translation included, are nearly the same on an idle and on a
busy machine. A run is known by planner, domain and problem text, so that an interrupted session
goes on where it stopped.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fmtools.compare.augmented_files import augmented_task, original_task
from fmtools.drivers.driver import Driver
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.records import RunOutcome
from fmtools.drivers.run import PlannerTask, run_planner
from fmtools.errors import InputError
from fmtools.odd_text import parse_json
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import Step, parse_step

WALL_FACTOR = 6.0
"""A run may take so many times its CPU limit by the clock on the wall."""
WALL_EXTRA = 10.0
DEFAULT_MEMORY = 4 << 30


@dataclass(frozen=True)
class Measurement:
    """One run; counts are None where the planner does not tell."""

    kind: str
    """`original` or `augmented`."""
    problem: str
    outcome: str
    cpu_seconds: float
    limit: float
    """CPU seconds that it had."""
    operators: int | None
    evaluated: int | None
    primitive_plan_length: int | None
    plan: tuple[str, ...] | None
    """Primitive actions; None without a valid plan."""

    @property
    def solved(self) -> bool:
        return self.outcome == RunOutcome.SOLVED

    @property
    def invalid(self) -> bool:
        return self.outcome == RunOutcome.INVALID_PLAN

    def within(self, limit: float) -> "Measurement":
        """What the run would have been with less time."""
        if self.cpu_seconds <= limit and (self.solved or self.limit <= limit):
            return self
        if self.solved or self.cpu_seconds > limit:
            return Measurement(
                self.kind, self.problem, RunOutcome.TIMEOUT, limit, limit, self.operators, None,
                None, None,
            )  # fmt: skip
        return self

    def spent(self, limit: float) -> float:
        """CPU seconds that count for it: all of the limit where it found no plan."""
        return min(self.cpu_seconds, limit) if self.solved else limit

    def steps(self) -> tuple[Step, ...]:
        """The plan, its steps numbered by line."""
        return tuple(
            Step(step.operator, step.args, line)
            for line, step in enumerate(map(parse_step, self.plan or ()), start=1)
        )


class Measurer:
    """Makes runs, or remembers them. `path` is the file of measurements, or None."""

    def __init__(
        self,
        driver: Driver,
        path: Path | None,
        memory: int = DEFAULT_MEMORY,
        announce: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.driver = driver
        self.memory = memory
        self.announce = announce
        self.num_runs = 0
        """Made in this session; the others were remembered."""
        self.cpu_seconds = 0.0
        self._path = path
        self.extents: dict[str, int] = {}
        """How many steps the stages of earlier sessions took, by their keys."""
        self._known: dict[str, Measurement] = {}
        if path is not None and path.exists():
            self._load(path)

    def original(
        self, domain: Domain, problem: Problem, limit: float, again: bool = False
    ) -> Measurement:
        """With `again`, run even if it was run before: a busy machine slows down what it runs.

        CPU time tells less than one would think where others use the same caches and cores; what is
        compared should be measured at about the same time. The first run stays what is remembered:
        roles of problems are dealt by it, and must not change when a session is repeated.
        """
        return self._measured(original_task(domain, problem), limit, again)

    def augmented(self, recipe: Compilation, problem: Problem, limit: float) -> Measurement:
        return self._measured(augmented_task(recipe, problem, self.driver.reads), limit)

    def _measured(self, task: PlannerTask, limit: float, again: bool = False) -> Measurement:
        key = _key(self.driver.name, task)
        known = self._known.get(key)
        if known is None or again or (not known.solved and known.limit < limit and _might(known)):
            known = self._run(task, limit)
            if again:
                key = f"{key}-again"
            self._known[key] = known
            self._save(key, known)
        return known.within(limit)

    def _run(self, task: PlannerTask, limit: float) -> Measurement:
        self.announce(f"{task.kind} {Path(task.problem_name).stem}")
        wall = WALL_FACTOR * limit + WALL_EXTRA
        limits = ProcessLimits(seconds=wall, memory=self.memory, cpu_seconds=limit)
        run = run_planner(self.driver, task, limits)
        record = run.record
        self.num_runs += 1
        self.cpu_seconds += record.cpu_seconds
        plan = run.primitive_plan if record.solved else None
        return Measurement(
            kind=task.kind,
            problem=task.problem_name,
            outcome=record.outcome.value,
            cpu_seconds=round(record.cpu_seconds, 4),
            limit=limit,
            operators=record.operators,
            evaluated=record.evaluated,
            primitive_plan_length=record.primitive_plan_length,
            plan=None if plan is None else tuple(map(str, plan)),
        )

    def remember_extent(self, key: str, num_steps: int) -> None:
        if key not in self.extents:
            self.extents[key] = num_steps
            self._append({"key": key, "extent": num_steps})

    def _save(self, key: str, measurement: Measurement) -> None:
        self._append({"key": key, **asdict(measurement)})

    def _append(self, entry: dict[str, Any]) -> None:
        """One line appended and flushed: an interruption loses the run under way, no other."""
        if self._path is None:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
        except OSError as error:
            raise InputError(
                f"{self._path}: {error.strerror}; mend that, and the same command goes on"
            ) from None

    def _load(self, path: Path) -> None:
        """A last line that was cut off is forgotten."""
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                entry = parse_json(line)
                key = entry.pop("key")
                if "extent" in entry:
                    self.extents[key] = int(entry["extent"])
                    continue
                plan = entry.pop("plan")
                self._known[key] = Measurement(**entry, plan=None if plan is None else tuple(plan))
            except (ValueError, TypeError, KeyError, AttributeError):
                continue


def _might(known: Measurement) -> bool:
    """Whether more time could change the outcome."""
    return known.outcome == RunOutcome.TIMEOUT


def _key(planner: str, task: PlannerTask) -> str:
    digest = hashlib.sha256()
    for text in (planner, task.domain_text, task.problem_text):
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()
