"""External planners in experiments: on the original PDDL files, or on puzzles exported as SAS+.

Every plan is validated, or replayed in our own simulator, before it counts.
"""

from collections.abc import Mapping
from typing import Any

from fmtools.drivers.driver import Driver
from fmtools.drivers.judge import judge
from fmtools.drivers.plans import FoundPlan
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.records import RunOutcome
from fmtools.drivers.registry import find_driver
from fmtools.drivers.run import ORIGINAL, PlannerTask, run_planner, run_sas
from fmtools.errors import InputError
from fmtools.experiments.tasks import Description, build_task
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.simulators.export import replay_sas_plan, world_to_sas


def run_external(task: Description, planner: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What the planner achieved, in the words of a record."""
    driver = find_driver(planner)
    limits = ProcessLimits(seconds=settings["time_limit"], memory=settings["memory_limit"])
    return (_on_pddl if task["kind"] == "pddl" else _on_sas)(driver, task, limits)


def _on_pddl(driver: Driver, task: Description, limits: ProcessLimits) -> dict[str, Any]:
    domain = parse_domain(task["domain"])
    problem = parse_problem(task["problem"], domain)
    files = PlannerTask(ORIGINAL, problem.name, task["domain"], task["problem"], domain, problem)
    found = run_planner(driver, files, limits).record.to_dict()
    return {
        "outcome": found["outcome"],
        "reason": found["reason"],
        "generated": found["generated"],
        "evaluated": found["evaluated"],
        "plan_length": found["plan_length"],
        "primitive_plan_length": found["primitive_plan_length"],
        "cost": found["cost"],
        "valid": found["valid"],
        "seconds": found["search_seconds"],
        "translate_seconds": found["translate_seconds"],
        "total_seconds": found["total_seconds"],
        "peak_memory_bytes": found["peak_memory_bytes"],
    }


def _on_sas(driver: Driver, task: Description, limits: ProcessLimits) -> dict[str, Any]:
    world = build_task(task)
    run = run_sas(driver, world_to_sas(world), limits)
    plans: list[FoundPlan] = []
    if run.plan is not None:
        try:
            left = replay_sas_plan(world, run.plan).goal_count
            wrong = f"ends with goal count {left}" if left else ""
        except InputError as error:
            wrong = str(error)
        plans.append(FoundPlan(run.plan, run.plan, len(run.plan), wrong))
    outcome, reason = judge(run.process, plans, driver.patterns)
    judged = outcome in (RunOutcome.SOLVED, RunOutcome.INVALID_PLAN)
    length = len(plans[0].steps) if judged else None
    return {
        "outcome": outcome.value,
        "reason": reason,
        "generated": run.statistics.generated,
        "evaluated": run.statistics.evaluated,
        "plan_length": length,
        "primitive_plan_length": length,
        "cost": length,
        "valid": plans[0].valid if judged else None,
        "seconds": run.statistics.search_seconds,
        "translate_seconds": None,
        "total_seconds": round(run.process.wall_seconds, 6),
        "peak_memory_bytes": run.process.peak_memory_bytes,
    }
