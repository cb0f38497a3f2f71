"""The plans that a run left behind: all are collected, unfolded and validated; the best counts."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fmtools.errors import FmtoolsError
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import Step, parse_plan
from fmtools.pddl.validate import validate

MOST_BYTES = 64 << 20
"""A larger plan file is not read."""

Unfold = Callable[[Sequence[Step], Path], tuple[Step, ...]]
"""From a plan with macros to primitive actions; FmtoolsError where a step is neither."""


@dataclass(frozen=True)
class FoundPlan:
    """`reason` says why it is not valid; `is_whole` whether the file looks written to its end."""

    steps: tuple[Step, ...]
    primitive: tuple[Step, ...]
    cost: int
    reason: str
    is_whole: bool = True

    @property
    def valid(self) -> bool:
        return not self.reason


def plan_paths(directory: Path, patterns: Sequence[str]) -> list[Path]:
    """In the order in which an anytime planner writes them: plan, plan.1, plan.2 … plan.10.

    What a link to a folder elsewhere makes appear in the directory is none of the run's.
    """
    found = {path for pattern in patterns for path in directory.glob(pattern) if path.is_file()}
    inside = directory.resolve()
    found = {path for path in found if path.parent.resolve().is_relative_to(inside)}
    return sorted(found, key=lambda p: ([int(d) for d in re.findall(r"\d+", p.name)], str(p)))


def found_plans(
    paths: Sequence[Path], unfold: Unfold, domain: Domain, problem: Problem
) -> list[FoundPlan]:
    """What each file holds, judged by the original domain and problem."""
    plans = (_read(path, unfold, domain, problem) for path in paths)
    return [plan for plan in plans if plan is not None]


def best_plan(plans: Sequence[FoundPlan]) -> FoundPlan | None:
    """Valid before invalid; then the cheapest, then the shortest, then the first."""
    return min(
        plans, key=lambda plan: (not plan.valid, plan.cost, len(plan.primitive)), default=None
    )


def _read(path: Path, unfold: Unfold, domain: Domain, problem: Problem) -> FoundPlan | None:
    """None for an empty file that is no plan: some planners leave one where they found nothing."""
    is_whole = False
    steps: tuple[Step, ...] = ()
    try:
        if path.is_symlink():
            return FoundPlan((), (), 0, "plan file is a symbolic link, which is not followed")
        if path.stat().st_size > MOST_BYTES:
            return FoundPlan((), (), 0, f"plan file of more than {MOST_BYTES:,} bytes")
        text = path.read_bytes().decode("utf-8", errors="replace")
        is_whole = text.endswith("\n")
        steps = parse_plan(text, Path(path.name))
        primitive = unfold(steps, Path(path.name))
        result = validate(domain, problem, primitive)
    except (FmtoolsError, OSError) as error:
        return FoundPlan(steps, (), 0, str(error), is_whole)
    if not steps and not result.valid:
        return None
    return FoundPlan(steps, primitive, result.cost, result.reason, is_whole)
