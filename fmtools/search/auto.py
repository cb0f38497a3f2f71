"""`--planner auto`: the planner for people who do not want to choose.

One rule for all worlds. Where variables have two values (PDDL, user's worlds of bits), nodes are
ordered by novelty among states of the same goal count, then by goal count; where they have more, by
goal count alone, because there nearly every state has a fact, or a pair, that is new at its goal
count, and looking at those first only delays. Ties are random, expansion is first improvement, and
a node tries its macros first, its primitives only when it comes up again; with novelty, that is
after the macros of all nodes as good as it.
"""

from fmtools.errors import UsageError
from fmtools.results import SearchResult
from fmtools.search.engine import NoveltySettings, Progress
from fmtools.search.orders import GOALS, NOVEL_THEN_GOALS
from fmtools.search.planner import Planner
from fmtools.search.settings import SearchSettings
from fmtools.search.solution import solution
from fmtools.search.world import world_of
from fmtools.simulator import Simulator


def is_of_bits(simulator: Simulator) -> bool:
    """Whether every variable has two values, as far as the simulator says."""
    return world_of(simulator).cell_bits == 1


class Auto(Planner):
    """`ties` and `expansion` are there for those who want to compare."""

    expansion = "macros-first"

    def check(self, settings: SearchSettings) -> None:
        if settings.paper:
            raise UsageError("auto is not the paper's: with --paper, take gbfs or bfws")
        super().check(settings)

    def run(
        self, simulator: Simulator, settings: SearchSettings, progress: Progress | None = None
    ) -> SearchResult:
        goal = simulator.goal()
        novel = is_of_bits(simulator)
        search = self.search(
            simulator,
            NOVEL_THEN_GOALS if novel else GOALS,
            settings,
            goal,
            novelty=NoveltySettings(settings.width) if novel else None,
        )
        return solution(simulator, search, search.run(progress), goal, settings.seed)
