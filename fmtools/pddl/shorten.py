"""Shorter plans that do the same job: loops and steps that undo each other taken out.

No search: a plan only ever loses steps, and it stays a plan.
"""

from collections.abc import Sequence

from fmtools.pddl.execute import GroundStep, State, ground_step, holds
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import Step


def shorten(domain: Domain, problem: Problem, steps: Sequence[Step]) -> tuple[Step, ...]:
    """`steps` must be a valid plan."""
    plan = [ground_step(domain, step) for step in steps]
    start = frozenset(problem.init)
    while True:
        shorter = _without_idle_steps(problem, start, _without_loops(start, plan))
        if len(shorter) == len(plan):
            return tuple(ground.step for ground in shorter)
        plan = shorter


def _without_loops(start: State, plan: Sequence[GroundStep]) -> list[GroundStep]:
    """Cut what lies between two visits of one state."""
    kept: list[GroundStep] = []
    states = [start]
    place = {start: 0}
    for ground in plan:
        after = ground.after(states[-1])
        if after in place:
            for state in states[place[after] + 1 :]:
                del place[state]
            del states[place[after] + 1 :]
            del kept[place[after] :]
        else:
            kept.append(ground)
            states.append(after)
            place[after] = len(kept)
    return kept


def _without_idle_steps(
    problem: Problem, start: State, plan: Sequence[GroundStep]
) -> list[GroundStep]:
    """Drop a step, with all later ones that need it, wherever the goal is reached all the same."""
    kept = list(plan)
    state, place = start, 0
    while place < len(kept):
        rest = _run_without(state, kept[place + 1 :])
        if holds(problem.goal, rest[1]):
            kept[place:] = rest[0]
        else:
            state = kept[place].after(state)
            place += 1
    return kept


def _run_without(state: State, plan: Sequence[GroundStep]) -> tuple[list[GroundStep], State]:
    """The steps that still apply, and where they lead."""
    kept = []
    for ground in plan:
        if ground.applies(state):
            kept.append(ground)
            state = ground.after(state)
    return kept, state
