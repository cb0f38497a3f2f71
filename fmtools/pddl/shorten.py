"""Shorter plans that do the same job: loops and steps that undo each other taken out.

No search and no grounding, only the PDDL itself: for `unfold`, whose plans come from any planner. A
plan only ever loses steps, and it stays a plan. `fmtools.search.shorten` finds more, by asking.
"""

from collections.abc import Callable, Sequence

from fmtools.loops import without_loops
from fmtools.pddl.execute import RunStep, State, runnable
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import Step


def shorten(domain: Domain, problem: Problem, steps: Sequence[Step]) -> tuple[Step, ...]:
    """`steps` must be a valid plan."""
    plan, is_goal = runnable(domain, problem, steps)
    start = frozenset(problem.init)
    while True:
        shorter = _without_idle_steps(is_goal, start, _without_loops(start, plan))
        if len(shorter) == len(plan):
            return tuple(ground.step for ground in shorter)
        plan = shorter


def _without_loops(start: State, plan: Sequence[RunStep]) -> list[RunStep]:
    """Cut what lies between two visits of one state."""
    states = [start]
    for ground in plan:
        states.append(ground.after(states[-1]))
    return [plan[step] for step in without_loops(states)]


def _without_idle_steps(
    is_goal: Callable[[State], bool], start: State, plan: Sequence[RunStep]
) -> list[RunStep]:
    """Drop a step, with all later ones that need it, wherever the goal is reached all the same."""
    kept = list(plan)
    state, place = start, 0
    while place < len(kept):
        rest = _run_without(state, kept[place + 1 :])
        if is_goal(rest[1]):
            kept[place:] = rest[0]
        else:
            state = kept[place].after(state)
            place += 1
    return kept


def _run_without(state: State, plan: Sequence[RunStep]) -> tuple[list[RunStep], State]:
    """The steps that still apply, and where they lead."""
    kept = []
    for ground in plan:
        if ground.applies(state):
            kept.append(ground)
            state = ground.after(state)
    return kept, state
