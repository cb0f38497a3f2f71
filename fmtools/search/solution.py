"""From a finished search to its result: the way back, replayed, named and unfolded."""

from collections.abc import Mapping

from fmtools.errors import SimulatorError
from fmtools.kernels import space as sp
from fmtools.results import Outcome, SearchResult
from fmtools.search.engine import Search, replay
from fmtools.simulator import ActionId, Simulator, goal_count
from fmtools.watch import OutOfTime

_START = 0
"""The node of the start."""


def solution(
    simulator: Simulator, search: Search, outcome: Outcome, goal: Mapping[int, int], seed: int
) -> SearchResult:
    """What comes back has been replayed through the simulator; not where that was cut off.

    A world that can judge plans by other means too (PDDL: the validator) has a `check_plan`.
    """
    node = search.count(sp.GOAL_NODE if outcome is Outcome.SOLVED else sp.BEST_NODE)
    try:
        return _result(simulator, search, outcome, goal, seed, node)
    except OutOfTime as late:
        search.notes.append(str(late))
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
    actions = search.actions_to(node)
    final = search.state_of(node)
    if outcome not in (Outcome.TIMEOUT, Outcome.INTERRUPTED):
        replay(simulator, actions, final)
    if solved and goal_count(final, goal) != 0:
        raise SimulatorError("the plan does not reach the goal; goal() must not change")
    names = tuple(simulator.action_name(action) for action in actions)
    primitive_plan = unfolded(simulator, actions) if solved else None
    check_plan = getattr(simulator, "check_plan", None)
    cost = None
    if check_plan is not None and primitive_plan is not None:
        cost = check_plan(primitive_plan)
    return SearchResult(
        outcome=outcome,
        generated=search.count(sp.GENERATED),
        expanded=search.count(sp.EXPANDED),
        evaluated=search.count(sp.EVALUATED),
        primitive_steps=search.count(sp.PRIMITIVE_STEPS),
        seconds=search.seconds,
        plan=names if solved else None,
        primitive_plan=primitive_plan,
        cost=cost,
        best_goal_count=goal_count(final, goal),
        best_plan=names,
        best_state=tuple(final.tolist()),
        trace=search.trace,
        num_states=search.count(sp.NUM_STATES),
        memory_bytes=search.memory_bytes,
        seed=seed,
        notes=tuple(search.notes),
    )


def unfolded(simulator: Simulator, actions: tuple[ActionId, ...]) -> tuple[str, ...]:
    """Names of the primitive actions behind a plan; worlds with macros have `primitives`."""
    primitives = getattr(simulator, "primitives", None)
    if primitives is None:
        return tuple(simulator.action_name(action) for action in actions)
    return tuple(
        simulator.action_name(primitive) for action in actions for primitive in primitives(action)
    )
