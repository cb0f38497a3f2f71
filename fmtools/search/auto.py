"""`--planner auto`: the planner for people who do not want to choose.

One rule for all worlds. Where variables have two values (PDDL, user's worlds of bits), nodes are
ordered by novelty among states of the same goal count, then by goal count; where they have more, by
goal count alone, because there nearly every state has a fact, or a pair, that is new at its goal
count, and looking at those first only delays. Ties are random, expansion is first improvement, and
a node tries its macros first, its primitives only when it comes up again.
"""

from fmtools.results import SearchResult
from fmtools.search.engine import Limits, NoveltySettings, Order, Progress, Search, layout_of
from fmtools.search.solution import solution
from fmtools.simulator import Simulator

GOALS = Order(depth_weight=0, distance_weight=1)
NOVEL_THEN_GOALS = Order(depth_weight=0, distance_weight=1, depth_limit=0, novel_first=True)


def has_two_values(simulator: Simulator) -> bool:
    """Whether every variable is a bit, as far as the simulator says."""
    kernel = getattr(simulator, "kernel", None)
    num_values = getattr(kernel, "num_values", None) or getattr(simulator, "num_values", None)
    return num_values == 2 or layout_of(simulator, kernel).cell_bits == 1


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
    goal = simulator.goal()
    novel = has_two_values(simulator)
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
