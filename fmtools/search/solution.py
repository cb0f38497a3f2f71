"""From a finished search to its result: the way back, replayed, named and unfolded."""

from collections.abc import Mapping

from fmtools.errors import SimulatorError
from fmtools.progress import stage
from fmtools.replay import confirmed, unfolded
from fmtools.results import Outcome, SearchResult
from fmtools.search.engine import Search
from fmtools.simulator import ChecksPlans, HasMacros, Simulator, goal_count
from fmtools.watch import OutOfTime

_START = 0
"""The node of the start."""


@stage("replay")
def solution(
    simulator: Simulator, search: Search, outcome: Outcome, goal: Mapping[int, int], seed: int
) -> SearchResult:
    """What comes back has been replayed through the simulator; not where that was cut off."""
    space = search.space
    node = space.goal_node if outcome is Outcome.SOLVED else space.best_node
    try:
        return _result(simulator, search, outcome, goal, seed, node)
    except OutOfTime as late:
        search.late = str(late)
        return _result(simulator, search, Outcome.TIMEOUT, goal, seed, _START)


def _result(
    simulator: Simulator,
    search: Search,
    outcome: Outcome,
    goal: Mapping[int, int],
    seed: int,
    node: int,
) -> SearchResult:
    solved = outcome is Outcome.SOLVED
    space = search.space
    actions = search.actions_to(node)
    final = search.state_of(node)
    if outcome not in (Outcome.TIMEOUT, Outcome.INTERRUPTED):
        confirmed(simulator, actions, final)
    if solved and goal_count(final, goal) != 0:
        raise SimulatorError("the plan does not reach the goal; goal() must not change")
    names = tuple(simulator.action_name(action) for action in actions)
    primitive_plan = None
    if solved:
        primitive_plan = tuple(map(simulator.action_name, unfolded(simulator, actions)))
    cost = None
    if primitive_plan is not None and isinstance(simulator, ChecksPlans):
        cost = simulator.check_plan(primitive_plan)
    plan_macros = None
    if solved and isinstance(simulator, HasMacros):
        plan_macros = sum(simulator.macro_of(action) is not None for action in actions)
    return SearchResult(
        outcome=outcome,
        generated=space.generated,
        expanded=space.expanded,
        evaluated=space.evaluated,
        primitive_steps=space.primitive_steps,
        seconds=search.seconds,
        plan=names if solved else None,
        primitive_plan=primitive_plan,
        cost=cost,
        plan_macros=plan_macros,
        best_goal_count=goal_count(final, goal),
        best_plan=names,
        best_state=tuple(final.tolist()),
        trace=space.improvements,
        num_states=space.num_states,
        memory_bytes=search.memory_bytes,
        seed=seed,
        notes=search.notes,
    )
