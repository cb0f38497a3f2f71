"""`--planner auto`: the planner for people who do not want to choose.

Where variables have two values (PDDL, user's worlds of bits), three searches take turns, for no
order is good everywhere: the first prefers states that are novel among those of the same goal count
(a new fact, then a new pair; Lipovetzky & Geffner 2017); the others look at how rare the rarest fact
of a state is among those of the same goal count (after Rosa & Lipovetzky 2024), which still tells
states apart when every pair has been seen: one before the goal count, one after it.

Where variables have more values, one search goes by goal count alone, because there nearly every
state has a fact, or a pair, that is new at its goal count, and looking at those first only delays.

Ties are random, expansion is first improvement, and a node tries its macros first, its primitives
only when it comes up again; with novelty, that is after the macros of all nodes as good as it.
"""

from fmtools.core.memory import Memory
from fmtools.errors import UsageError
from fmtools.results import SearchResult
from fmtools.search.engine import NoveltySettings, Order, Progress
from fmtools.search.orders import GOALS_THEN_RARE, NOVEL_THEN_GOALS, RARE_THEN_GOALS
from fmtools.search.planner import Planner
from fmtools.search.settings import SearchSettings
from fmtools.search.solution import solution
from fmtools.search.turns import Turns
from fmtools.search.world import world_of
from fmtools.simulator import Simulator

_RARITY = 0
"""The width that means counting."""


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
        orders: dict[str, tuple[Order, int]] = {
            "novel": (NOVEL_THEN_GOALS, settings.width),
            "goals, rare": (GOALS_THEN_RARE, _RARITY),
            "rare, goals": (RARE_THEN_GOALS, _RARITY),
        }
        memory = Memory(settings.limits.memory)
        turns = Turns(
            {
                name: self.search(
                    simulator, order, settings, goal, NoveltySettings(width), memory=memory
                )
                for name, (order, width) in orders.items()
            },
            settings.limits,
        )
        return turns.result(simulator, turns.run(progress), goal, settings.seed)
