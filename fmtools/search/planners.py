"""Planners: orderings of the one loop, by name, as `fmtools plan --planner` offers them.

All test the goal when a state is generated, as the paper's code did. Goal count may overestimate,
so `astar` and `wastar` promise no shortest plans; `bfs` does (in actions).
"""

from dataclasses import dataclass, replace

from fmtools.core.open_list import TIES
from fmtools.errors import UsageError
from fmtools.results import SearchResult
from fmtools.search.auto import auto
from fmtools.search.engine import EXPANSIONS, Limits, Order, Progress, Search
from fmtools.search.orders import BREADTH_FIRST, GOALS, MAX_BEAM, NOVEL_FIRST, RELEVANT
from fmtools.search.solution import solution
from fmtools.simulator import Simulator
from fmtools.watch import watched

DEFAULT_PLANNER = "gbfs"
DEFAULT_TIES = "random"
DEFAULT_WEIGHT = 5
MAX_WEIGHT = 1000
DEFAULT_WIDTH = 2

OWN_EXPANSIONS = {"auto": "macros-first"}
"""Where nothing else is asked for; full for all others."""

PLANNERS = {
    "auto": GOALS,
    "gbfs": Order(depth_weight=0, distance_weight=1),
    "astar": Order(depth_weight=1, distance_weight=1),
    "wastar": Order(depth_weight=1, distance_weight=DEFAULT_WEIGHT),
    "bfs": BREADTH_FIRST,
    "iw": BREADTH_FIRST,
    **dict.fromkeys(RELEVANT, NOVEL_FIRST),
    "table": Order(depth_weight=0, distance_weight=1),
}
"""`table` searches, greedily, only where its table does not serve."""


@dataclass(frozen=True)
class Settings:
    """How to search; checked when made (UsageError)."""

    planner: str = DEFAULT_PLANNER
    ties: str = DEFAULT_TIES
    weight: int = DEFAULT_WEIGHT
    seed: int = 0
    limits: Limits = Limits()
    width: int = DEFAULT_WIDTH
    """Of novelty, in iw and bfws."""
    paper: bool = False
    """As the paper's code searched: heap ties, and its own #r in bfws."""
    interpreted: bool = False
    """Ask the simulator through Python even where it has a compiled world: for tests."""
    shorten: Limits | None = None
    """For `fmtools.search.shorten.shorten_result`, where it is called after `plan`."""
    beam: int = 1
    """States kept after each variable, with planner table."""
    expansion: str | None = None
    """All successors of a node at once, or one by one, moving on at the first improvement (see
    EXPANSIONS); None is the planner's own."""

    def __post_init__(self) -> None:
        if self.planner not in PLANNERS:
            raise UsageError(f"no planner {self.planner!r}; choose {' | '.join(PLANNERS)}")
        if self.ties not in TIES:
            raise UsageError(f"no tie-breaking {self.ties!r}; choose {' | '.join(TIES)}")
        if self.expansion is not None and self.expansion not in EXPANSIONS:
            raise UsageError(f"no expansion {self.expansion!r}; choose {' | '.join(EXPANSIONS)}")
        if self.paper and self.planner == "auto":
            raise UsageError("auto is not the paper's: with --paper, take gbfs or bfws")
        if self.expand_by != "full" and (self.paper or self.planner == "iw"):
            which = "--paper" if self.paper else "iw"
            raise UsageError(f"{which} looks at all successors of a node: leave out --expansion")
        if self.width not in (1, 2):
            raise UsageError(f"width {self.width} is not 1 or 2")
        if not 0 <= self.weight <= MAX_WEIGHT:
            raise UsageError(f"weight {self.weight} does not lie in 0..{MAX_WEIGHT}")
        if not 1 <= self.beam <= MAX_BEAM:
            raise UsageError(f"beam {self.beam} does not lie in 1..{MAX_BEAM}")
        if self.beam > 1 and self.planner != "table":
            raise UsageError(f"a beam goes with planner table, not {self.planner}")

    @property
    def expand_by(self) -> str:
        return self.expansion or OWN_EXPANSIONS.get(self.planner, "full")

    @property
    def order(self) -> Order:
        order = PLANNERS[self.planner]
        return Order(1, self.weight) if self.planner == "wastar" else order


def plan(
    simulator: Simulator, settings: Settings = Settings(), progress: Progress | None = None
) -> SearchResult:
    """Search for a plan; what comes back has been replayed through the simulator."""
    with watched(settings.limits.seconds):
        return _plan(simulator, settings, progress)


def _plan(simulator: Simulator, settings: Settings, progress: Progress | None) -> SearchResult:
    # Tables and widths are imported where they are asked for: start-up is short.
    if settings.planner == "table":
        from fmtools.tables.plan import plan_by_table

        greedy = replace(settings, planner="gbfs", beam=1)
        return plan_by_table(
            simulator,
            settings.beam,
            settings.limits,
            settings.seed,
            lambda world: _plan(world, greedy, progress),
        )
    if settings.planner == "auto":
        return auto(
            simulator,
            ties=settings.ties,
            seed=settings.seed,
            limits=settings.limits,
            interpreted=settings.interpreted,
            width=settings.width,
            expansion=settings.expand_by,
            progress=progress,
        )
    if settings.planner in (*RELEVANT, "iw"):
        from fmtools.search.width import WidthSettings, bfws, iterated_width

        novelty = WidthSettings(
            settings.width,
            "heap" if settings.paper else settings.ties,
            settings.seed,
            settings.limits,
            settings.interpreted,
            settings.paper,
            settings.expand_by,
        )
        if settings.planner == "iw":
            return iterated_width(simulator, novelty, progress)
        return bfws(simulator, RELEVANT[settings.planner], novelty, progress)
    goal = simulator.goal()
    search = Search(
        simulator,
        settings.order,
        target=goal,
        ties="heap" if settings.paper else settings.ties,
        seed=settings.seed,
        limits=settings.limits,
        interpreted=settings.interpreted,
        expansion=settings.expand_by,
    )
    return solution(simulator, search, search.run(progress), goal, settings.seed)
