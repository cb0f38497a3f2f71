"""Run a planner on a task within limits, and find out what it achieved.

The planner works in a fresh directory on files with plain names, whatever the user's are called.
Its plans are unfolded and validated against the original files before anything is believed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fmtools.drivers.bounded_log import log_tail
from fmtools.drivers.driver import (
    DOMAIN_NAME,
    PLAN_NAME,
    PROBLEM_NAME,
    SAS_NAME,
    Driver,
    RunFiles,
    Statistics,
)
from fmtools.drivers.judge import judge
from fmtools.drivers.plans import Unfold, best_plan, found_plans, plan_paths
from fmtools.drivers.process import ProcessLimits, ProcessResult, run_process
from fmtools.drivers.records import RunOutcome, RunRecord
from fmtools.drivers.run_directory import run_directory
from fmtools.errors import FmtoolsError, UsageError
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import Step, parse_plan

ORIGINAL, AUGMENTED = "original", "augmented"


def no_macros(steps: Sequence[Step], path: Path) -> tuple[Step, ...]:
    """The `unfold` of plans without macros."""
    return tuple(steps)


@dataclass(frozen=True)
class PlannerTask:
    """The texts that a planner gets, and the original files that judge its plans."""

    kind: str
    """`original` or `augmented`."""
    problem_name: str
    domain_text: str
    problem_text: str
    domain: Domain
    problem: Problem
    unfold: Unfold = no_macros


@dataclass(frozen=True)
class PlannerRun:
    """`plan` and `primitive_plan` are the best ones found, valid or not; None without any."""

    record: RunRecord
    plan: tuple[Step, ...] | None
    primitive_plan: tuple[Step, ...] | None
    log: str


@dataclass(frozen=True)
class SasRun:
    """A run on a SAS+ file. Nothing here can judge its plan: replay it in its world."""

    process: ProcessResult
    statistics: Statistics
    plan: tuple[Step, ...] | None
    """The shortest of those found."""


def run_planner(
    driver: Driver,
    task: PlannerTask,
    limits: ProcessLimits,
    started: Callable[[int], None] | None = None,
) -> PlannerRun:
    """One run, from writing the files to the verdict; `started` as in `run_process`."""
    limits = replace(limits, limit_address_space=driver.limit_address_space)
    with run_directory() as directory:
        files = RunFiles(directory / DOMAIN_NAME, directory / PROBLEM_NAME, directory / PLAN_NAME)
        files.domain.write_text(task.domain_text, encoding="utf-8")
        files.problem.write_text(task.problem_text, encoding="utf-8")
        command = driver.command(files)
        process = run_process(command, directory, limits, driver.environment, started)
        paths = plan_paths(directory, driver.plan_files)
        plans = found_plans(paths, task.unfold, task.domain, task.problem)
    outcome, reason = judge(process, plans, driver.patterns)
    judged = outcome in (RunOutcome.SOLVED, RunOutcome.INVALID_PLAN)
    best = best_plan(plans) if judged else None
    record = RunRecord(
        planner=driver.name,
        domain=task.kind,
        problem=task.problem_name,
        outcome=outcome,
        reason=reason,
        total_seconds=process.wall_seconds,
        cpu_seconds=process.cpu_seconds,
        plan_length=None if best is None else len(best.steps),
        primitive_plan_length=None if best is None else len(best.primitive),
        valid=None if best is None else best.valid,
        cost=best.cost if best and best.valid else None,
        num_plans=len(plans),
        exit_code=process.exit_code,
        peak_memory_bytes=process.peak_memory_bytes,
        log_tail=log_tail(process.output),
        **vars(driver.statistics(process.output)),
    )
    if best is None:
        return PlannerRun(record, None, None, process.output)
    return PlannerRun(record, best.steps, best.primitive, process.output)


def not_run(driver: Driver, task: PlannerTask, reason: str) -> PlannerRun:
    """For files that the planner cannot read."""
    unread = RunOutcome.UNSUPPORTED
    record = RunRecord(driver.name, task.kind, task.problem_name, unread, reason)
    return PlannerRun(record, None, None, "")


def run_sas(driver: Driver, sas_text: str, limits: ProcessLimits) -> SasRun:
    """Hand over a SAS+ file; UsageError for a planner that reads none."""
    if not driver.reads.sas:
        raise UsageError(f"{driver.name} does not read .sas files; Fast Downward does")
    with run_directory() as directory:
        files = RunFiles(
            directory / DOMAIN_NAME,
            directory / PROBLEM_NAME,
            directory / PLAN_NAME,
            sas=directory / SAS_NAME,
        )
        assert files.sas is not None
        files.sas.write_text(sas_text, encoding="utf-8")
        process = run_process(driver.command(files), directory, limits, driver.environment)
        plans = []
        for path in plan_paths(directory, driver.plan_files):
            try:
                plans.append(parse_plan(path.read_text(encoding="utf-8", errors="replace")))
            except FmtoolsError:
                continue
    shortest = min(plans, key=len, default=None)
    return SasRun(process, driver.statistics(process.output), shortest)
