"""Planners: orderings of the one loop, by name, as `fmtools plan --planner` offers them.

All test the goal when a state is generated, as the paper's code did. Goal count may overestimate,
so `astar` and `wastar` promise no shortest plans; `bfs` does (in actions).
"""

from dataclasses import dataclass

from fmtools.errors import SimulatorError, UsageError
from fmtools.kernels import space as sp
from fmtools.kernels.open_list import TIES
from fmtools.results import Outcome, SearchResult
from fmtools.search.engine import Limits, Order, Progress, Search, replay
from fmtools.simulator import ActionId, Simulator, goal_count

DEFAULT_PLANNER = "gbfs"
DEFAULT_TIES = "random"
DEFAULT_WEIGHT = 5
MAX_WEIGHT = 1000

PLANNERS = {
    "gbfs": Order(depth_weight=0, distance_weight=1),
    "astar": Order(depth_weight=1, distance_weight=1),
    "wastar": Order(depth_weight=1, distance_weight=DEFAULT_WEIGHT),
    "bfs": Order(depth_weight=1, distance_weight=0),
}


@dataclass(frozen=True)
class Settings:
    """How to search; checked when made (UsageError)."""

    planner: str = DEFAULT_PLANNER
    ties: str = DEFAULT_TIES
    weight: int = DEFAULT_WEIGHT
    seed: int = 0
    limits: Limits = Limits()
    interpreted: bool = False
    """Run the loop as plain Python even where the world has a kernel."""

    def __post_init__(self) -> None:
        if self.planner not in PLANNERS:
            raise UsageError(f"no planner {self.planner!r}; choose {' | '.join(PLANNERS)}")
        if self.ties not in TIES:
            raise UsageError(f"no tie-breaking {self.ties!r}; choose {' | '.join(TIES)}")
        if not 0 <= self.weight <= MAX_WEIGHT:
            raise UsageError(f"weight {self.weight} does not lie in 0..{MAX_WEIGHT}")

    @property
    def order(self) -> Order:
        order = PLANNERS[self.planner]
        return Order(1, self.weight) if self.planner == "wastar" else order


def plan(
    simulator: Simulator, settings: Settings = Settings(), progress: Progress | None = None
) -> SearchResult:
    """Search for a plan; what comes back has been replayed through the simulator."""
    goal = simulator.goal()
    search = Search(
        simulator,
        settings.order,
        target=goal,
        ties=settings.ties,
        seed=settings.seed,
        limits=settings.limits,
        interpreted=settings.interpreted,
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
        best_state=tuple(final.tolist()),
        trace=search.trace,
        num_states=search.count(sp.NUM_STATES),
        memory_bytes=search.memory_bytes,
        seed=settings.seed,
    )


def unfolded(simulator: Simulator, actions: tuple[ActionId, ...]) -> tuple[str, ...]:
    """Names of the primitive actions behind a plan; worlds with macros have `primitives`."""
    primitives = getattr(simulator, "primitives", None)
    if primitives is None:
        return tuple(simulator.action_name(action) for action in actions)
    return tuple(
        simulator.action_name(primitive) for action in actions for primitive in primitives(action)
    )
