"""`--planner auto`: the planner for people who do not want to choose.

Where variables have two values (PDDL, user's worlds of bits), three searches take turns, for no
order is good everywhere. `novel` prefers states that are novel among those of the same goal count
(a new fact, then a new pair; Lipovetzky & Geffner 2017). The others go by goal count, and then by
how often the rarest fact of a state was seen before (after Rosa & Lipovetzky 2024), which still
tells states apart when every pair has been seen, and is quick: `rare` draws among equals,
`rare-deep` takes the last first.

Where variables have more values, one search goes by goal count alone, because there nearly every
state has a fact, or a pair, that is new at its goal count, and looking at those first only delays.

Where novelty or the goal count alone decide, ties are random, expansion is first improvement, and a
node tries its macros first, its primitives only when it comes up again; with novelty, that is after
the macros of all nodes as good as it.
"""

from collections.abc import Mapping
from dataclasses import replace

from fmtools.core.memory import Memory
from fmtools.errors import UsageError
from fmtools.results import SearchResult
from fmtools.search.engine import NoveltySettings, Order, Progress, Search
from fmtools.search.orders import GOALS_THEN_RARE, NOVEL_THEN_GOALS
from fmtools.search.planner import Planner
from fmtools.search.settings import SearchSettings
from fmtools.search.solution import solution
from fmtools.search.turns import Turns
from fmtools.search.world import world_of
from fmtools.simulator import Simulator

_RARITY = NoveltySettings(width=0, by_goal=False)
_QUICK = 4
"""How many more states than with tables of pairs are generated in the same time, about."""


def is_of_bits(simulator: Simulator) -> bool:
    """Whether every variable has two values, as far as the simulator says."""
    return world_of(simulator).cell_bits == 1


class Auto(Planner):
    """`ties`, `width` and `expansion` are there for those who want to compare."""

    expansion = "macros-first"
    is_complete = True
    shortens = True

    def check(self, settings: SearchSettings) -> None:
        if settings.paper:
            raise UsageError("auto is not the paper's: with --paper, take gbfs or bfws")
        super().check(settings)

    def run(
        self, simulator: Simulator, settings: SearchSettings, progress: Progress | None = None
    ) -> SearchResult:
        goal = simulator.goal()
        if not is_of_bits(simulator):
            search = self.search(simulator, self.order, settings, goal)
            return solution(simulator, search, search.run(progress), goal, settings.seed)
        turns = Turns(self._searches(simulator, settings, goal), settings.limits)
        return turns.result(simulator, turns.run(progress), goal, settings.seed)

    def _searches(
        self, simulator: Simulator, settings: SearchSettings, goal: Mapping[int, int]
    ) -> dict[str, tuple[Search, int]]:
        """By name, with their shares; they share their memory."""
        memory = Memory(settings.limits.memory)
        novelty = NoveltySettings(settings.width)
        full = replace(settings, expansion=settings.expansion or "full")
        deep = replace(full, ties="lifo")

        def search(how: SearchSettings, order: Order, novel: NoveltySettings) -> Search:
            return self.search(simulator, order, how, goal, novel, memory=memory)

        return {
            "novel": (search(settings, NOVEL_THEN_GOALS, novelty), 1),
            "rare": (search(full, GOALS_THEN_RARE, _RARITY), _QUICK),
            "rare-deep": (search(deep, GOALS_THEN_RARE, _RARITY), _QUICK),
        }
