"""Runs of planners, measured in CPU seconds, each made once and remembered in a file.

CPU seconds of the whole process tree, translation included, are nearly the same on an idle and on a
busy machine. A run is known by planner, domain text, problem text and limit, so that an interrupted
session goes on where it stopped. The session's clock (`spent`) counts what runs took, remembered
ones included: a session repeated with what is remembered decides at the same moments as the first.
"""

import hashlib
import itertools
import json
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fmtools.compare.augmented_files import augmented_task, original_task, unreadable
from fmtools.drivers.driver import Driver
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.records import RunOutcome
from fmtools.drivers.run import PlannerRun, PlannerTask, not_run, run_planner
from fmtools.errors import InputError
from fmtools.odd_text import parse_json
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import Step, parse_step

WALL_FACTOR = 20.0
"""A run may take so many times its CPU limit by the clock on the wall: for planners that wait."""
WALL_EXTRA = 30.0
STARVED = 0.8
"""Of its CPU limit: a run that was ended by the clock on the wall with less tells nothing."""
DEFAULT_MEMORY = 4 << 30


@dataclass(frozen=True)
class Measurement:
    """One run; counts are None where the planner does not tell."""

    planner: str
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
    own_seconds: float = 0.0
    """CPU seconds for making the files."""

    @property
    def solved(self) -> bool:
        return self.outcome == RunOutcome.SOLVED

    @property
    def invalid(self) -> bool:
        return self.outcome == RunOutcome.INVALID_PLAN

    @property
    def starved(self) -> bool:
        """Ended by the clock on the wall: the machine was too busy, or the planner waited."""
        return self.outcome == RunOutcome.TIMEOUT and self.cpu_seconds < STARVED * self.limit

    def told(self) -> str:
        """`0.71 s`, or `none in 3.0 s`."""
        if self.solved:
            return f"{self.cpu_seconds:.2f} s"
        is_late = self.outcome == RunOutcome.TIMEOUT
        return f"none in {self.limit:.1f} s" if is_late else str(self.outcome)

    def within(self, limit: float) -> "Measurement":
        """What the run would have been with less time."""
        if self.cpu_seconds <= limit and (self.solved or self.limit <= limit):
            return self
        if self.solved or self.cpu_seconds > limit:
            return Measurement(
                self.planner, self.kind, self.problem, RunOutcome.TIMEOUT, limit, limit,
                self.operators, None, None, None,
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


@dataclass(frozen=True)
class Request:
    """A run that somebody wants to know."""

    planner: str
    files: Domain | Compilation
    """The domain as it is, or with macros."""
    problem: Problem
    limit: float
    repeat: int = 0
    """A run for the second time is another run: what is compared is measured side by side."""


class Measurer:
    """Makes runs, or remembers them. `path` is the file of measurements, or None."""

    def __init__(
        self,
        drivers: Mapping[str, Driver],
        path: Path | None,
        memory: int = DEFAULT_MEMORY,
        jobs: int = 1,
        announce: Callable[[str], None] = lambda text: None,
        charges_remembered: bool = True,
    ) -> None:
        self.drivers = drivers
        self.memory = memory
        self.jobs = jobs
        self.announce = announce
        self.num_runs = 0
        """Made in this session; the others were remembered."""
        self.cpu_seconds = 0.0
        """Of these runs."""
        self.spent = 0.0
        """CPU seconds of the session, remembered ones included unless they are said not to be."""
        self._charges_remembered = charges_remembered
        self._charged: set[tuple[str, float]] = set()
        self._path = path
        self._known: dict[str, dict[float, Measurement]] = {}
        self._stages: dict[str, tuple[int, float]] = {}
        if path is not None and path.exists():
            self._load(path)

    def measure(self, requests: Sequence[Request]) -> list[Measurement]:
        """In the order of the requests; what must be run is run `jobs` at a time."""
        found: dict[int, Measurement] = {}
        todo: dict[tuple[str, float], _Work] = {}
        places: list[tuple[int, tuple[str, float]]] = []
        for number, request in enumerate(requests):
            began = time.thread_time()
            driver = self.drivers[request.planner]
            task = _task(request, driver)
            key, limit = _key(request, task), round(request.limit, 3)
            known = self._remembered(key, limit)
            if known is not None:
                found[number] = known
                continue
            own = time.thread_time() - began
            todo.setdefault((key, limit), _Work(request.planner, driver, task, limit, own))
            places.append((number, (key, limit)))
        made = dict(zip(todo, self._made(list(todo.items())), strict=True))
        for number, place in places:
            found[number] = made[place]
        return [found[number] for number in range(len(requests))]

    def _remembered(self, key: str, limit: float) -> Measurement | None:
        """Known by a run with this limit, or with more of it, or solved within less."""
        runs = self._known.get(key, {})
        if limit in runs:
            run = runs[limit]
            if self._charges_remembered:
                self._charge(key, run)
            return run.within(limit)
        for run in runs.values():
            if run.limit >= limit or (run.cpu_seconds <= limit and not _might_change(run)):
                return run.within(limit)
        return None

    def _charge(self, key: str, run: Measurement) -> None:
        if (key, run.limit) not in self._charged:
            self._charged.add((key, run.limit))
            self.spent += run.cpu_seconds + run.own_seconds

    def _made(self, todo: "Sequence[tuple[tuple[str, float], _Work]]") -> list[Measurement]:
        if self.jobs == 1 or len(todo) < 2:
            return [self._kept(key, work, self._run(work)) for (key, _), work in todo]
        groups: set[int] = set()
        with ThreadPoolExecutor(self.jobs) as pool:
            futures = [pool.submit(self._run, work, groups.add) for _, work in todo]
            try:
                return [
                    self._kept(key, work, future.result())
                    for ((key, _), work), future in zip(todo, futures, strict=True)
                ]
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for group in groups:
                    with suppress(OSError):
                        os.killpg(group, signal.SIGKILL)
                raise

    def _run(self, work: "_Work", started: Callable[[int], None] | None = None) -> PlannerRun:
        task, driver = work.task, work.driver
        self.announce(f"{work.planner}, {task.kind} {Path(task.problem_name).stem}")
        beyond = unreadable(task, driver.reads)
        if beyond:
            return not_run(driver, task, f"{driver.name} does not read {beyond}")
        wall = WALL_FACTOR * work.limit * self.jobs + WALL_EXTRA
        limits = ProcessLimits(seconds=wall, memory=self.memory, cpu_seconds=work.limit)
        return run_planner(driver, task, limits, started)

    def _kept(self, key: str, work: "_Work", run: PlannerRun) -> Measurement:
        record = run.record
        plan = run.primitive_plan if record.solved else None
        measured = Measurement(
            planner=work.planner,
            kind=work.task.kind,
            problem=work.task.problem_name,
            outcome=record.outcome.value,
            cpu_seconds=round(record.cpu_seconds, 4),
            limit=work.limit,
            operators=record.operators,
            evaluated=record.evaluated,
            primitive_plan_length=record.primitive_plan_length,
            plan=None if plan is None else tuple(map(str, plan)),
            own_seconds=round(work.own_seconds, 4),
        )
        self.num_runs += 1
        self.cpu_seconds += measured.cpu_seconds
        self._known.setdefault(key, {})[work.limit] = measured
        self._charge(key, measured)
        if not measured.starved:  # else it is run again when the session is repeated
            self._append({"key": key, **asdict(measured)})
        return measured.within(work.limit)

    @contextmanager
    def stage(self, key: str, most_seconds: float) -> "Iterator[Callable[[], bool]]":
        """Work of our own, which asks before every step whether to go on.

        It goes on until its CPU time is over or, if it was done before, as far as it got then: so
        that a session repeated finds the same candidates.
        """
        known = self._stages.get(key)
        counter = itertools.count()
        began = time.process_time()
        steps = 0

        def goes_on() -> bool:
            nonlocal steps
            if known is not None:
                return next(counter) < known[0]
            if time.process_time() - began >= most_seconds:
                return False
            steps += 1
            return True

        yield goes_on
        seconds = time.process_time() - began
        if known is None:
            self._stages[key] = (steps, seconds)
            self._append({"key": key, "steps": steps, "seconds": round(seconds, 4)})
        elif self._charges_remembered:
            seconds = known[1]
        self.spent += seconds

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
        """A last line that was cut off is forgotten, and what an older fmtools wrote."""
        for line in path.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError, TypeError, KeyError, AttributeError):
                entry = parse_json(line)
                key = entry.pop("key")
                if "steps" in entry:
                    self._stages[key] = (int(entry["steps"]), float(entry["seconds"]))
                    continue
                plan = entry.pop("plan")
                run = Measurement(**entry, plan=None if plan is None else tuple(plan))
                self._known.setdefault(key, {})[run.limit] = run


def problem_key(problem: Problem) -> str:
    """What a problem is called in tables and reports."""
    return problem.path.name if problem.path else problem.name


@dataclass(frozen=True)
class _Work:
    planner: str
    driver: Driver
    task: PlannerTask
    limit: float
    own_seconds: float


def _task(request: Request, driver: Driver) -> PlannerTask:
    if isinstance(request.files, Domain):
        return original_task(request.files, request.problem)
    return augmented_task(request.files, request.problem, driver.reads)


def _might_change(run: Measurement) -> bool:
    """Whether more time could change the outcome."""
    return run.outcome == RunOutcome.TIMEOUT


def _key(request: Request, task: PlannerTask) -> str:
    digest = hashlib.sha256()
    for text in (request.planner, task.domain_text, task.problem_text):
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest() + (f"-{request.repeat}" if request.repeat else "")
