"""What a planner is: an object that owns its order, its defaults and `run`.

`fmtools.search.planners` has all of them by name. This module must not know any of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from fmtools.core.memory import Memory
from fmtools.errors import UsageError
from fmtools.frozen import replace
from fmtools.limits import Limits
from fmtools.results import SearchResult
from fmtools.search.engine import NoveltySettings, Order, Progress, Search
from fmtools.search.heuristic import by_heuristic, heuristic_of
from fmtools.search.orders import GOALS
from fmtools.search.settings import SearchSettings
from fmtools.search.solution import solution
from fmtools.simulator import Simulator, StateLike


class Planner(ABC):
    """Derive from it, override `run`, and give it a name in `fmtools.search.planners.PLANNERS`."""

    order: Order = GOALS
    """Of its search; of the last one, where it runs several."""
    expansion = "full"
    """Its own, where the user asks for none."""
    takes_beam = False
    shortens = False
    """Whether its plans are shortened a little where nothing is asked for."""
    joins_macros = False
    """Whether macros of PDDL tasks are found in states instead of being ground; then their order
    is another, which matters where ties go by order."""
    is_complete = False
    """Whether having seen all it wants to see proves that there is no plan."""

    def check(self, settings: SearchSettings) -> None:
        """UsageError where it cannot be told this; called before anything runs."""
        if settings.paper and self.expand_by(settings) != "full":
            raise UsageError("--paper looks at all successors of a node: leave out --expansion")
        if settings.beam > 1 and not self.takes_beam:
            raise UsageError("a beam goes with planner table alone")

    def expand_by(self, settings: SearchSettings) -> str:
        return settings.expansion or self.expansion

    @abstractmethod
    def run(
        self, simulator: Simulator, settings: SearchSettings, progress: Progress | None = None
    ) -> SearchResult:
        """The whole search, within the limits of the settings."""

    def search(
        self,
        simulator: Simulator,
        order: Order,
        settings: SearchSettings,
        goal: Mapping[int, int],
        novelty: NoveltySettings | None = None,
        limits: Limits | None = None,
        start: StateLike | None = None,
        memory: Memory | None = None,
    ) -> Search:
        """The loop, ordered and told what the settings say; `limits` where fewer are left.

        `memory` is given where several searches share it.
        """
        return Search(
            simulator,
            order,
            target=goal,
            start=start,
            ties=settings.ties_used,
            seed=settings.seed,
            limits=settings.limits if limits is None else limits,
            interpreted=settings.interpreted,
            novelty=novelty,
            expansion=self.expand_by(settings),
            memory=memory,
        )


class BestFirst(Planner):
    """The loop once, in one order, to the end."""

    is_complete = True

    def __init__(self, order: Order) -> None:
        self.order = order

    def order_for(self, settings: SearchSettings) -> Order:
        return self.order

    def order_in(self, simulator: Simulator, settings: SearchSettings) -> Order:
        """By the simulator's own heuristic where it has one, but not as in the paper."""
        heuristic = None if settings.paper else heuristic_of(simulator)
        order = self.order_for(settings)
        if heuristic is None:
            return order
        return by_heuristic(order, heuristic, len(simulator.goal()))

    def run(
        self, simulator: Simulator, settings: SearchSettings, progress: Progress | None = None
    ) -> SearchResult:
        goal = simulator.goal()
        search = self.search(simulator, self.order_in(simulator, settings), settings, goal)
        return solution(simulator, search, search.run(progress), goal, settings.seed)


class Weighted(BestFirst):
    """Depth + weight * goal count, with the weight of the settings."""

    def order_for(self, settings: SearchSettings) -> Order:
        return replace(self.order, distance_weight=settings.weight)
