"""Run a planner on a task within limits, and find out what it achieved.

The planner works in a fresh directory on files with plain names, whatever the user's are called.
Its plans are unfolded and validated against the original files before anything is believed.
"""

from collections.abc import Callable, Mapping, Sequence
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
)
from fmtools.drivers.judge import judge
from fmtools.drivers.plans import FoundPlan, Unfold, best_plan, found_plans, plan_paths
from fmtools.drivers.process import ProcessLimits, run_process
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


def run_planner(
    driver: Driver,
    task: PlannerTask,
    limits: ProcessLimits,
    started: Callable[[int], None] | None = None,
) -> PlannerRun:
    """One run, from writing the files to the verdict; `started` as in `run_process`."""
    texts = {DOMAIN_NAME: task.domain_text, PROBLEM_NAME: task.problem_text}

    def found(paths: list[Path]) -> list[FoundPlan]:
        return found_plans(paths, task.unfold, task.domain, task.problem)

    return _run(driver, (task.kind, task.problem_name), texts, found, limits, started)


def run_sas(
    driver: Driver, sas_text: str, wrong: Callable[[tuple[Step, ...]], str], limits: ProcessLimits
) -> PlannerRun:
    """The same on a SAS+ file; `wrong` replays a plan in its world and says why it is none, if so.

    UsageError for a planner that reads no such files.
    """
    if not driver.reads.sas:
        raise UsageError(f"{driver.name} does not read .sas files; Fast Downward does")

    def found(paths: list[Path]) -> list[FoundPlan]:
        plans = []
        for path in paths:
            text = path.read_text(encoding="utf-8", errors="replace")
            try:
                plan = parse_plan(text)
                plans.append(FoundPlan(plan, plan, len(plan), wrong(plan)))
            except FmtoolsError as error:
                plans.append(FoundPlan((), (), 0, str(error), text.endswith("\n")))
        return plans

    return _run(driver, (ORIGINAL, SAS_NAME), {SAS_NAME: sas_text}, found, limits)


def _run(
    driver: Driver,
    names: tuple[str, str],
    texts: Mapping[str, str],
    found: Callable[[list[Path]], list[FoundPlan]],
    limits: ProcessLimits,
    started: Callable[[int], None] | None = None,
) -> PlannerRun:
    """`names`: of the kind of files and of the problem; `found` reads and judges plan files."""
    limits = replace(limits, limit_address_space=driver.limit_address_space)
    with run_directory() as directory:
        for name, text in texts.items():
            (directory / name).write_text(text, encoding="utf-8")
        files = RunFiles(
            directory / DOMAIN_NAME,
            directory / PROBLEM_NAME,
            directory / PLAN_NAME,
            directory / SAS_NAME if SAS_NAME in texts else None,
        )
        command = driver.command(files)
        process = run_process(command, directory, limits, driver.environment, started)
        plans = found(plan_paths(directory, driver.plan_files))
    outcome, reason = judge(process, plans, driver.patterns)
    judged = outcome in (RunOutcome.SOLVED, RunOutcome.INVALID_PLAN)
    best = best_plan(plans) if judged else None
    record = RunRecord(
        driver.name,
        *names,
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
