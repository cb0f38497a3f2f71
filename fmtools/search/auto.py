"""`--planner auto`: the planner for people who do not want to choose.

One rule for all worlds. Where variables have two values (PDDL, user's worlds of bits), nodes are
ordered by novelty among states of the same goal count, then by goal count; where they have more, by
goal count alone, because there nearly every state has a fact, or a pair, that is new at its goal
count, and looking at those first only delays. Ties are random, expansion is first improvement, and
a node tries its macros first, its primitives only when it comes up again; with novelty, that is
after the macros of all nodes as good as it. Where there are macros, a search without them takes
turns with it (`fmtools.search.shares`).
"""

from dataclasses import replace

from fmtools.core.memory import Memory
from fmtools.errors import UsageError
from fmtools.results import SearchResult
from fmtools.search.engine import NoveltySettings, Progress, Search
from fmtools.search.orders import GOALS, NOVEL_THEN_GOALS
from fmtools.search.planner import Planner
from fmtools.search.settings import SearchSettings
from fmtools.search.shares import SharedSearch
from fmtools.search.solution import solution
from fmtools.search.world import world_of
from fmtools.simulator import HasMacros, Simulator, StateLike


def is_of_bits(simulator: Simulator) -> bool:
    """Whether every variable has two values, as far as the simulator says."""
    return world_of(simulator).cell_bits == 1


class Auto(Planner):
    """`ties` and `expansion` are there for those who want to compare."""

    expansion = "macros-first"
    joins_macros = True

    def check(self, settings: SearchSettings) -> None:
        if settings.paper:
            raise UsageError("auto is not the paper's: with --paper, take gbfs or bfws")
        super().check(settings)

    def run(
        self, simulator: Simulator, settings: SearchSettings, progress: Progress | None = None
    ) -> SearchResult:
        goal = simulator.goal()
        if not isinstance(simulator, HasMacros):
            search = self._search(simulator, settings, Memory(settings.limits.memory))
            return solution(simulator, search, search.run(progress), goal, settings.seed)
        plain = simulator.without_macros
        memory = Memory(settings.limits.memory)
        shared = SharedSearch(
            self._search(plain, settings, memory),
            self._search(simulator, settings, memory),
            settings.limits,
        )
        ended, outcome = shared.run(progress)
        world = simulator if ended is shared.macros else plain
        return shared.whole(solution(world, ended, outcome, goal, settings.seed))

    def _search(self, simulator: Simulator, settings: SearchSettings, memory: Memory) -> Search:
        return auto_search(
            simulator,
            replace(settings, expansion=self.expand_by(settings)),
            memory=memory,
        )


def auto_search(
    simulator: Simulator,
    settings: SearchSettings,
    *,
    start: StateLike | None = None,
    memory: Memory | None = None,
) -> Search:
    """The search of this planner in one world, macros or none; the learner judges macros by it."""
    novel = is_of_bits(simulator)
    return Search(
        simulator,
        NOVEL_THEN_GOALS if novel else GOALS,
        target=simulator.goal(),
        start=start,
        ties=settings.ties,
        seed=settings.seed,
        limits=settings.limits,
        interpreted=settings.interpreted,
        novelty=NoveltySettings(settings.width) if novel else None,
        expansion=settings.expansion or Auto.expansion,
        memory=memory,
    )
