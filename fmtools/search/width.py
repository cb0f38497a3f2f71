"""Planners that look for novelty: IW(k), and BFWS with its sets of relevant facts.

Lipovetzky & Geffner 2012, 2017; Francès et al. 2017; the paper's section "Comparisons with Other
Planners". BFWS orders nodes by (w, #g, length): w is the novelty of the state among those with the
same #g and #r; #r counts relevant facts reached since #g last went down, the state's own included.
"""

from collections.abc import Mapping

import numpy as np

from fmtools.core.world import World
from fmtools.errors import UsageError
from fmtools.frozen import frozen, replace
from fmtools.limits import Limits
from fmtools.results import Outcome, SearchResult
from fmtools.search.engine import NoveltySettings, Progress, Search, num_values_of, shifted
from fmtools.search.orders import BREADTH_FIRST, NOVEL_FIRST
from fmtools.search.planner import Planner
from fmtools.search.settings import SearchSettings
from fmtools.search.solution import solution
from fmtools.search.world import world_of
from fmtools.simulator import Simulator


@frozen
class Relevance:
    """What the IW phase found."""

    facts: tuple[int, ...]
    generated: int
    primitive_steps: int
    seconds: float
    unreached: int
    """Goals that no IW reached; they are their own relevant facts."""
    solved: SearchResult | None
    """Where IW came upon a state with all goals, its plan."""
    outcome: Outcome


class IteratedWidth(Planner):
    """IW(1), then IW(2) where the width allows, until one solves the task."""

    order = BREADTH_FIRST

    def check(self, settings: SearchSettings) -> None:
        if self.expand_by(settings) != "full":
            raise UsageError("iw looks at all successors of a node: leave out --expansion")
        super().check(settings)

    def run(
        self, simulator: Simulator, settings: SearchSettings, progress: Progress | None = None
    ) -> SearchResult:
        relevance = reach_goals(simulator, settings, True, progress)
        assert relevance.solved is not None
        return relevance.solved


class Bfws(Planner):
    """BFWS(R); every query of the IW phase counts as generated, and against the budget."""

    order = NOVEL_FIRST
    is_complete = True

    def __init__(self, relevant: str) -> None:
        self.relevant = relevant
        """Which facts: those on IW's ways to the `goals` (R*_G), `none` (R_0), or `all`."""

    def run(
        self, simulator: Simulator, settings: SearchSettings, progress: Progress | None = None
    ) -> SearchResult:
        goal = simulator.goal()
        relevance = Relevance((), 0, 0, 0.0, 0, None, Outcome.INCOMPLETE)
        if self.relevant == "goals":
            relevance = reach_goals(simulator, settings, False, progress)
            if relevance.solved is not None:
                return replace(relevance.solved, iw_generated=relevance.generated)
        facts = relevance.facts
        if self.relevant == "all":
            facts = tuple(range(num_facts(world_of(simulator, settings.interpreted))))
        search = self.search(
            simulator,
            self.order,
            settings,
            goal,
            novelty=NoveltySettings(settings.width, relevant=facts, paper=settings.paper),
            limits=_left(settings, relevance),
        )
        outcome = search.run(progress and shifted(progress, relevance.generated))
        result = solution(simulator, search, outcome, goal, settings.seed)
        return _counted(result, relevance, settings.paper)


def _left(settings: SearchSettings, relevance: Relevance) -> Limits:
    """What the IW phase leaves of the limits; the paper put it on nobody's account."""
    limits = settings.limits
    if limits.budget is not None and not settings.paper:
        limits = replace(limits, budget=max(1, limits.budget - relevance.generated))
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(0.001, limits.seconds - relevance.seconds))
    return limits


def _counted(result: SearchResult, relevance: Relevance, paper: bool) -> SearchResult:
    """The result with what the IW phase did."""
    notes = list(result.notes)
    if paper:
        notes.append("as in the paper's code, generated does not count the IW phase")
        return replace(result, iw_generated=relevance.generated, notes=tuple(notes))
    if relevance.unreached:
        notes.append(f"IW reached all goals but {relevance.unreached}; those stand for themselves")
    return replace(
        result,
        generated=result.generated + relevance.generated,
        primitive_steps=result.primitive_steps + relevance.primitive_steps,
        seconds=result.seconds + relevance.seconds,
        trace=tuple((generated + relevance.generated, best) for generated, best in result.trace),
        iw_generated=relevance.generated,
        notes=tuple(notes),
    )


def reach_goals(
    simulator: Simulator,
    settings: SearchSettings,
    want_result: bool,
    progress: Progress | None,
) -> Relevance:
    """R*_G: run IW(1), and IW(2) for goals that it leaves; facts made true on the ways there.

    A goal that neither reaches is relevant itself, and nothing else on its account. With
    `want_result` the result of the last search is given even where it does not solve the task.
    """
    goal = simulator.goal()
    facts: set[int] = set()
    missing = dict(goal)
    generated, steps, seconds = 0, 0, 0.0
    result: SearchResult | None = None
    outcome = Outcome.INCOMPLETE
    for k in range(1, settings.width + 1):
        limits = settings.limits
        if limits.budget is not None:
            limits = replace(limits, budget=limits.budget - generated)
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(0.001, limits.seconds - seconds))
        search = Search(
            simulator,
            BREADTH_FIRST,
            target=goal,
            ties="fifo",
            limits=limits,
            interpreted=settings.interpreted,
            novelty=NoveltySettings(k, prune_above=k, by_goal=False),
        )
        outcome = search.run(progress and shifted(progress, generated))
        if outcome is Outcome.EXHAUSTED:
            outcome = Outcome.INCOMPLETE
        if outcome is Outcome.SOLVED or want_result:
            result = solution(simulator, search, outcome, goal, settings.seed)
            result = replace(
                result,
                generated=result.generated + generated,
                primitive_steps=result.primitive_steps + steps,
                seconds=result.seconds + seconds,
            )
        generated += search.space.generated
        steps += search.space.primitive_steps
        seconds += search.seconds
        if outcome is not Outcome.INCOMPLETE:
            break
        missing = _collect(search, missing, facts)
        if not missing and not want_result:
            break
    facts.update(_fact_ids(world_of(simulator, settings.interpreted), missing))
    solved = result if want_result or outcome is Outcome.SOLVED else None
    return Relevance(tuple(sorted(facts)), generated, steps, seconds, len(missing), solved, outcome)


def _collect(search: Search, goals: Mapping[int, int], facts: set[int]) -> dict[int, int]:
    """Add the facts on the ways to goals that the search reached; the other goals."""
    space = search.space
    missing = {}
    for variable, value in goals.items():
        node = space.first_with(variable, value)
        if node < 0:
            missing[variable] = value
        while node > 0:
            parent = space.parent_of(node)
            facts.update(_made_true(search, parent, node))
            node = parent
    return missing


def _made_true(search: Search, parent: int, node: int) -> list[int]:
    """Facts that hold in a node's state and not in its parent's."""
    before, after = search.state_of(parent), search.state_of(node)
    changed = {int(v): int(after[v]) for v in np.flatnonzero(before != after)}
    return _fact_ids(search.world, changed)


def _fact_ids(world: World, facts: Mapping[int, int]) -> list[int]:
    """Numbers of facts (variable -> value); where variables are bits, of those that are true."""
    if world.cell_bits == 1:
        return [variable for variable, value in facts.items() if value]
    num_values = num_values_of(world)
    return [variable * num_values + value for variable, value in facts.items()]


def num_facts(world: World) -> int:
    if world.cell_bits == 1:
        return world.num_variables
    return world.num_variables * num_values_of(world)
