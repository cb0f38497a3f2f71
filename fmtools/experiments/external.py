"""External planners in experiments: on the original PDDL files, or on puzzles exported as SAS+.

Every plan is validated, or replayed in our own simulator, before it counts.
"""

from collections.abc import Mapping
from typing import Any

from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.registry import find_driver
from fmtools.drivers.run import ORIGINAL, PlannerTask, run_planner, run_sas
from fmtools.experiments.tasks import Description, build_task
from fmtools.pddl.plan_file import Step
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.simulators.export import replay_sas_plan, world_to_sas

TOLD = (
    *("outcome", "reason", "generated", "evaluated", "plan_length", "primitive_plan_length"),
    *("cost", "valid", "translate_seconds", "total_seconds", "peak_memory_bytes"),
)


def run_external(task: Description, planner: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What the planner achieved, in the words of a record."""
    driver = find_driver(planner)
    limits = ProcessLimits(seconds=settings["time_limit"], memory=settings["memory_limit"])
    if task["kind"] == "pddl":
        domain = parse_domain(task["domain"])
        problem = parse_problem(task["problem"], domain)
        texts = task["domain"], task["problem"]
        files = PlannerTask(ORIGINAL, problem.name, *texts, domain, problem)
        run = run_planner(driver, files, limits)
    else:
        world = build_task(task)

        def wrong(plan: tuple[Step, ...]) -> str:
            left = replay_sas_plan(world, plan).goal_count
            return f"ends with goal count {left}" if left else ""

        run = run_sas(driver, world_to_sas(world), wrong, limits)
    found = run.record.to_dict()
    return {**{name: found[name] for name in TOLD}, "seconds": found["search_seconds"]}
