"""Solving one problem with a recipe: augmented files, the plan unfolded, validated, shortened."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fmtools.augment.safe import run_safely
from fmtools.compare.augmented_files import augmented_task, original_task, unreadable
from fmtools.drivers.driver import Driver
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.records import RunOutcome, RunRecord
from fmtools.drivers.run import PlannerRun, not_run, run_planner
from fmtools.errors import SoundnessError
from fmtools.pddl.model import Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import Step, format_plan
from fmtools.pddl.shorten import shorten as shorten_plan
from fmtools.pddl.validate import validate


@dataclass(frozen=True)
class Solved:
    """`plan` is primitive and valid for the original files; None where there is none."""

    outcome: str
    reason: str
    plan: tuple[Step, ...] | None
    cost: int | None
    num_removed: int
    text: str
    seconds: float
    """Wall time of all runs."""
    record: RunRecord | None
    """Of the run that decided; None where time ended all."""

    def to_dict(self) -> dict[str, Any]:
        record = self.record
        return {
            "outcome": self.outcome,
            "reason": self.reason,
            "files": None if record is None else record.domain,
            "planner": None if record is None else record.planner,
            "total_seconds": round(self.seconds, 6),
            "cpu_seconds": None if record is None else round(record.cpu_seconds, 6),
            "operators": None if record is None else record.operators,
            "evaluated": None if record is None else record.evaluated,
            "plan_length": None if record is None else record.plan_length,
            "primitive_plan": None if self.plan is None else [str(step) for step in self.plan],
            "primitive_plan_length": None if self.plan is None else len(self.plan),
            "removed": self.num_removed,
            "cost": self.cost,
            "valid": None if self.plan is None else True,
        }


def solve(
    recipe: Compilation,
    problem: Problem,
    driver: Driver,
    limits: ProcessLimits,
    safe: bool = False,
    shorten: bool = False,
) -> Solved:
    """With the augmented files, or the original where nothing pays; `safe`: both in turn."""
    began = time.monotonic()
    tasks = [augmented_task(recipe, problem, driver.reads)] if recipe.macros else []
    if safe or not recipe.macros:
        tasks.append(original_task(recipe.original, problem))
    beyond = [unreadable(task, driver.reads) for task in tasks]
    readable = [task for task, reason in zip(tasks, beyond, strict=True) if not reason]
    if not readable:
        runs: Sequence[PlannerRun] = [
            not_run(driver, tasks[0], f"{driver.name} does not read {beyond[0]}")
        ]
    elif len(readable) == 1:
        runs = [run_planner(driver, readable[0], limits)]
    else:
        runs = run_safely(driver, readable, limits)
    seconds = time.monotonic() - began
    if not runs:
        return Solved(
            RunOutcome.TIMEOUT, "the time limit was reached", None, None, 0, "", seconds, None
        )
    return _judged(recipe, problem, runs[-1], shorten, seconds)


def _judged(
    recipe: Compilation, problem: Problem, run: PlannerRun, shorten: bool, seconds: float
) -> Solved:
    record = run.record
    if not record.solved or run.primitive_plan is None:
        return Solved(record.outcome, record.reason, None, None, 0, "", seconds, record)
    plan = run.primitive_plan
    if shorten:
        plan = shorten_plan(recipe.original, problem, plan)
    verdict = validate(recipe.original, problem, plan)
    if not verdict.valid:
        raise SoundnessError(f"shortening broke the plan: {verdict.reason}")
    text = format_plan(plan, verdict.cost, unit_cost=not problem.minimize_cost)
    removed = len(run.primitive_plan) - len(plan)
    return Solved(record.outcome, "", plan, verdict.cost, removed, text, seconds, record)
