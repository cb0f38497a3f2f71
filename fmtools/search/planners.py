"""Planners: orderings of the one loop, by name, as `fmtools plan --planner` offers them.

All test the goal when a state is generated, as the paper's code did. Goal count may overestimate,
so `astar` and `wastar` promise no shortest plans; `bfs` does (in actions).
"""

from fmtools.errors import SimulatorError, UsageError
from fmtools.kernels import space as sp
from fmtools.results import Outcome, SearchResult
from fmtools.search.engine import Limits, Order, Progress, Search, replay
from fmtools.simulator import ActionId, Simulator, goal_count

DEFAULT_WEIGHT = 5
DEFAULT_TIES = "random"

PLANNERS = {
    "gbfs": "greedy best-first: smallest goal count first",
    "astar": "smallest length + goal count first",
    "wastar": "smallest length + weight * goal count first (--weight)",
    "bfs": "breadth first: shortest plans, no heuristic",
}


def order_of(planner: str, weight: int = DEFAULT_WEIGHT) -> Order:
    """The ordering behind a planner's name."""
    if weight < 0:
        raise UsageError(f"--weight must not be negative, not {weight}")
    orders = {
        "gbfs": Order(0, 1),
        "astar": Order(1, 1),
        "wastar": Order(1, weight),
        "bfs": Order(1, 0),
    }
    assert orders.keys() == PLANNERS.keys()
    if planner not in orders:
        raise UsageError(f"no planner {planner!r}; choose one of {', '.join(sorted(PLANNERS))}")
    return orders[planner]


def plan(
    simulator: Simulator,
    *,
    planner: str = "gbfs",
    ties: str = DEFAULT_TIES,
    weight: int = DEFAULT_WEIGHT,
    seed: int = 0,
    limits: Limits = Limits(),
    interpreted: bool = False,
    progress: Progress | None = None,
) -> SearchResult:
    """Search for a plan; what comes back has been replayed through the simulator."""
    goal = simulator.goal()
    search = Search(
        simulator,
        order_of(planner, weight),
        target=goal,
        ties=ties,
        seed=seed,
        limits=limits,
        interpreted=interpreted,
    )
    outcome = search.run(progress)
    solved = outcome is Outcome.SOLVED
    best = search.count(sp.GOAL_NODE if solved else sp.BEST_NODE)
    actions = search.actions_to(best)
    final = search.state_of(best)
    replay(simulator, actions, final)
    if solved and goal_count(final, goal) != 0:
        raise SimulatorError("the plan does not reach the goal; goal() must not change")
    names = tuple(simulator.action_name(action) for action in actions)
    return SearchResult(
        outcome=outcome,
        generated=search.count(sp.GENERATED),
        expanded=search.count(sp.EXPANDED),
        evaluated=search.count(sp.EVALUATED),
        primitive_steps=search.count(sp.PRIMITIVE_STEPS),
        seconds=search.seconds,
        plan=names if solved else None,
        primitive_plan=unfolded(simulator, actions) if solved else None,
        best_goal_count=search.count(sp.BEST_DISTANCE),
        best_plan=names,
        trace=search.trace,
        num_states=search.count(sp.NUM_STATES),
        memory_bytes=search.memory_bytes,
        seed=seed,
    )


def unfolded(simulator: Simulator, actions: tuple[ActionId, ...]) -> tuple[str, ...]:
    """Names of the primitive actions behind a plan; worlds with macros have `primitives`."""
    primitives = getattr(simulator, "primitives", None)
    if primitives is None:
        return tuple(simulator.action_name(action) for action in actions)
    return tuple(
        simulator.action_name(primitive) for action in actions for primitive in primitives(action)
    )
