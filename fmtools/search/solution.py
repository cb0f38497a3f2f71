"""From a finished search to its result: the way back, replayed, named and unfolded."""

from collections.abc import Mapping

from fmtools.errors import SimulatorError
from fmtools.results import Outcome, SearchResult
from fmtools.search.engine import Search
from fmtools.search.replay import confirmed, unfolded
from fmtools.simulator import Simulator, goal_count


def solution(
    simulator: Simulator, search: Search, outcome: Outcome, goal: Mapping[int, int], seed: int
) -> SearchResult:
    """What comes back has been replayed through the simulator.

    A world that can judge plans by other means too (PDDL: the validator) has a `check_plan`.
    """
    solved = outcome is Outcome.SOLVED
    space = search.space
    best = space.goal_node if solved else space.best_node
    actions = search.actions_to(best)
    final = search.state_of(best)
    confirmed(simulator, actions, final)
    if solved and goal_count(final, goal) != 0:
        raise SimulatorError("the plan does not reach the goal; goal() must not change")
    names = tuple(simulator.action_name(action) for action in actions)
    primitive_plan = None
    if solved:
        primitive_plan = tuple(map(simulator.action_name, unfolded(simulator, actions)))
    check_plan = getattr(simulator, "check_plan", None)
    cost = None
    if check_plan is not None and primitive_plan is not None:
        cost = check_plan(primitive_plan)
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
        best_goal_count=space.best_distance,
        best_plan=names,
        best_state=tuple(final.tolist()),
        trace=space.improvements,
        num_states=space.num_states,
        memory_bytes=search.memory_bytes,
        seed=seed,
        notes=search.notes,
    )
