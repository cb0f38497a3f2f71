"""`--planner auto`: the planner for people who do not want to choose.

One rule for all worlds. Where variables have two values (PDDL, user's worlds of bits), nodes are
ordered by novelty among states of the same goal count, then by goal count; where they have more, by
goal count alone, because there nearly every state has a fact, or a pair, that is new at its goal
count, and looking at those first only delays. Ties are random, expansion is first improvement, and
a node tries its macros first, its primitives only when it comes up again; with novelty, that is
after the macros of all nodes as good as it.
"""

from fmtools.results import SearchResult
from fmtools.search.engine import Limits, NoveltySettings, Progress, Search
from fmtools.search.orders import GOALS, NOVEL_THEN_GOALS
from fmtools.search.solution import solution
from fmtools.search.world import world_of
from fmtools.simulator import Simulator


def is_of_bits(simulator: Simulator) -> bool:
    """Whether every variable has two values, as far as the simulator says."""
    return world_of(simulator).cell_bits == 1


def auto(
    simulator: Simulator,
    *,
    ties: str,
    seed: int,
    limits: Limits,
    interpreted: bool,
    width: int,
    expansion: str,
    progress: Progress | None = None,
) -> SearchResult:
    """Search as above; `ties` and `expansion` are here for those who want to compare."""
    goal = simulator.goal()
    novel = is_of_bits(simulator)
    search = Search(
        simulator,
        NOVEL_THEN_GOALS if novel else GOALS,
        target=goal,
        ties=ties,
        seed=seed,
        limits=limits,
        interpreted=interpreted,
        novelty=NoveltySettings(width) if novel else None,
        expansion=expansion,
    )
    return solution(simulator, search, search.run(progress), goal, seed)
