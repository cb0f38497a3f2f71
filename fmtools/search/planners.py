"""Planners by name, as `fmtools plan --planner` offers them.

All test the goal when a state is generated, as the paper's code did. Goal count may overestimate,
so `astar` and `wastar` promise no shortest plans; `bfs` does (in actions).
"""

from fmtools.errors import UsageError, did_you_mean
from fmtools.frozen import frozen
from fmtools.progress import stage
from fmtools.results import SearchResult
from fmtools.search.auto import Auto
from fmtools.search.by_table import ByTable
from fmtools.search.engine import Order, Progress
from fmtools.search.orders import BREADTH_FIRST, GOALS
from fmtools.search.planner import BestFirst, Planner, Weighted
from fmtools.search.settings import DEFAULT_WEIGHT, SearchSettings
from fmtools.search.width import Bfws, IteratedWidth
from fmtools.simulator import Simulator
from fmtools.watch import watched

DEFAULT_PLANNER = "auto"
"""Of `fmtools plan`; `Settings` of their own begin with the plainest."""
GBFS = BestFirst(GOALS)

PLANNERS: dict[str, Planner] = {
    "auto": Auto(),
    "gbfs": GBFS,
    "astar": BestFirst(Order(depth_weight=1, distance_weight=1)),
    "wastar": Weighted(Order(depth_weight=1, distance_weight=DEFAULT_WEIGHT)),
    "bfs": BestFirst(BREADTH_FIRST),
    "iw": IteratedWidth(),
    "bfws": Bfws("goals"),
    "bfws-r0": Bfws("none"),
    "bfws-all": Bfws("all"),
    "table": ByTable(otherwise=GBFS),
}


@frozen
class Settings(SearchSettings):
    """Which planner, and how it is to search; checked when made (UsageError)."""

    planner: str = "gbfs"

    def __post_init__(self) -> None:
        if self.planner not in PLANNERS:
            near = (
                did_you_mean(self.planner, PLANNERS) or "; those of others run in fmtools compare"
            )
            raise UsageError(f"no planner {self.planner!r}{near}; choose {' | '.join(PLANNERS)}")
        super().__post_init__()
        PLANNERS[self.planner].check(self)

    @property
    def expand_by(self) -> str:
        return PLANNERS[self.planner].expand_by(self)


@stage("search")
def plan(
    simulator: Simulator, settings: Settings = Settings(), progress: Progress | None = None
) -> SearchResult:
    """Search for a plan; what comes back has been replayed through the simulator."""
    with watched(settings.limits.seconds):
        return PLANNERS[settings.planner].run(simulator, settings, progress)
