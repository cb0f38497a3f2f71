"""Better plans, until a limit ends it: `fmtools plan --anytime`, for any plan in any world.

A plan is better if it costs less, or as much with fewer steps; where the world has no costs, if it
has fewer steps. Improvers take turns over the primitive plan: `fmtools.search.shorten`, windows of
it searched again by cost, searches for plans below the cost of the best, and the same planner with
other seeds. A turn is a number of queries, and turns grow when a round of them brings
nothing; with a budget alone the result depends on the seed only. One of the searches keeps all it
sees, and where it ends, it has proved that there is no better plan.

Every plan is replayed, and judged by the world where it can judge, before anyone hears of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fmtools.errors import SimulatorError
from fmtools.frozen import replace
from fmtools.limits import Limits
from fmtools.replay import Actions, action_ids, confirmed, replay
from fmtools.results import Improvement, Outcome, SearchResult
from fmtools.search.account import Account
from fmtools.search.auto import is_of_bits
from fmtools.search.engine import NoveltySettings, Order, Search
from fmtools.search.orders import BREADTH_FIRST, GOALS, GOALS_THEN_RARE, NOVEL_THEN_GOALS
from fmtools.search.planners import PLANNERS, Settings
from fmtools.search.shorten import shorten
from fmtools.search.world import world_of
from fmtools.simulator import (
    ChecksPlans,
    Simulator,
    State,
    TellsCosts,
    goal_count,
    primitive_world,
    state_array,
)
from fmtools.watch import OutOfTime, watched

FIRST_TURN, FIRST_PYTHON_TURN = 20_000, 500
"""Queries of the first turns."""
DEFAULT_BYTES = 1 << 30
"""For each of the searches, where no memory limit is given: they may go on for hours."""
MOST_BOUND = 1 << 29
"""Costs that a search can count to."""
_FIRST_WINDOW = 4

Found = Callable[[SearchResult], None]
"""Called with every plan that is better than the one before; with the first one, too."""


@dataclass
class _Best:
    actions: Actions
    names: tuple[str, ...]
    end: State
    cost: int | None

    @property
    def value(self) -> tuple[int, int]:
        """Smaller is better."""
        return (len(self.actions) if self.cost is None else self.cost, len(self.actions))


class _Proved(Exception):  # noqa: N818  (a signal, not an error)
    """There is no better plan."""


def improve(
    simulator: Simulator,
    first: SearchResult,
    settings: Settings,
    found: Found | None = None,
    *,
    seconds: float | None = None,
) -> SearchResult:
    """The result with the best plan found within `settings.limits`; `seconds` are left of them.

    `first` is a solved one; its generated states count against the budget. Ctrl-C ends it with the
    best plan so far.
    """
    improver = _Anytime(simulator, first, settings, found or (lambda _: None), seconds)
    with watched(seconds):
        return improver.run()


class _Anytime:
    def __init__(
        self,
        simulator: Simulator,
        first: SearchResult,
        settings: Settings,
        found: Found,
        seconds: float | None,
    ) -> None:
        self.simulator, self.settings, self.found = simulator, settings, found
        self.primitive = primitive_world(simulator)
        self.goal = dict(self.primitive.goal())
        self.first = self.result = first
        budget = settings.limits.budget
        self.account = Account(
            Limits(None if budget is None else budget - first.generated, seconds)
        )
        assert first.primitive_plan is not None, "only a plan can be improved"
        actions = action_ids(self.primitive, first.primitive_plan)
        end = state_array(first.best_state)
        self.best = _Best(actions, first.primitive_plan, end, first.cost)
        self.costs = self._costs()
        self.round = 0
        self.until = 0
        """Queries of all turns, when this one ends."""

    def _costs(self) -> npt.NDArray[np.int32] | None:
        """By action; None where every action counts the same."""
        costs = self.primitive.action_costs if isinstance(self.primitive, TellsCosts) else None
        if costs is None or self.best.cost is None:
            return None
        return np.ascontiguousarray(costs, np.int32)

    def run(self) -> SearchResult:
        try:
            self._tell()
            ended = self._improve()
        except _Proved:
            ended = "shortest" if self.costs is None else "cheapest"
        except KeyboardInterrupt:
            ended = "interrupted"
        except OutOfTime:
            ended = "limit"
        return replace(
            self.result,
            generated=self.first.generated + self.account.queries,
            seconds=self.first.seconds + self.account.seconds,
            anytime_ended=ended,
        )

    def _improve(self) -> str:
        turn = FIRST_PYTHON_TURN if world_of(self.primitive).is_python else FIRST_TURN
        improvers = [self._shorten(), self._search_below(), self._search_on(), self._start_over()]
        if self.costs is not None:
            improvers.insert(1, self._search_windows())
        while improvers:
            before = self.best
            for improver in list(improvers):
                if self.account.queries_left <= 0 or self.account.seconds_left <= 0:
                    return "limit"
                self.until = self.account.queries + min(turn, self.account.queries_left)
                if next(improver, "done") == "done":
                    improvers.remove(improver)
            self.round += 1
            if self.best is before:
                turn *= 2
        return "converged"

    def _take(self, actions: Actions) -> bool:
        """Make this the plan, where it is better, once it has run again."""
        end = confirmed(self.primitive, actions, what="the better plan")
        self.account.charge(len(actions))
        if goal_count(end, self.goal) != 0:
            raise SimulatorError("rule 2: replaying a better plan misses the goal")
        names = tuple(self.primitive.action_name(action) for action in actions)
        judge = self.primitive.check_plan if isinstance(self.primitive, ChecksPlans) else None
        plan = _Best(actions, names, end, None if judge is None else judge(names))
        if plan.value >= self.best.value:
            return False
        self.best = plan
        self._tell()
        return True

    def _tell(self) -> None:
        best, first = self.best, self.first
        step = Improvement(
            first.generated + self.account.queries,
            first.seconds + (self.account.seconds if self.result.improvements else 0.0),
            len(best.actions),
            best.cost,
        )
        if self.result.improvements:
            self.result = replace(
                self.result,
                plan=best.names,
                primitive_plan=best.names,
                best_plan=best.names,
                best_state=tuple(best.end.tolist()),
                cost=best.cost,
            )
        self.result = replace(self.result, improvements=(*self.result.improvements, step))
        self.found(self.result)

    @property
    def _left(self) -> Limits:
        """Of this turn."""
        memory, seconds = self.settings.limits.memory, self.account.seconds_left
        return Limits(
            max(1, self.until - self.account.queries),
            None if seconds == float("inf") else max(0.001, seconds),
            DEFAULT_BYTES if memory is None else memory // 2,
        )

    def _shorten(self) -> Iterator[str]:
        """Where nothing more was found, it waits for another plan."""
        converged: Actions | None = None
        while True:
            if self.best.actions != converged and len(self.best.actions) > 1:
                before = self.best.actions
                shorter = shorten(self.primitive, before, self._left, self.round)
                self.account.charge(shorter.queries)
                if len(shorter.actions) < len(before):
                    self._take(shorter.actions)
                if shorter.ended == "interrupted":
                    raise KeyboardInterrupt
                if shorter.ended == "shortest" and self.costs is None:
                    raise _Proved
                if shorter.ended != "limit":
                    converged = self.best.actions
            yield "more"

    @property
    def _bound(self) -> int:
        return self.best.value[0]

    def _per_goal(self) -> int:
        """What a goal costs, going by the best plan: the goal count times this is an estimate."""
        missing = goal_count(state_array(self.primitive.start()), self.goal)
        return max(1, self._bound // max(1, missing))

    def _below(
        self, order: Order, seed: int, novelty: int | None = None, expansion: str = "full"
    ) -> Search:
        """A search for plans that cost less than the best."""
        return Search(
            self.primitive,
            order,
            target=self.goal,
            ties="random",
            seed=seed,
            limits=replace(self._left, budget=None),
            novelty=None if novelty is None else NoveltySettings(novelty, by_goal=novelty > 0),
            expansion=expansion,
            bound=min(self._bound, MOST_BOUND),
            costs=self.costs,
        )

    def _run(self, search: Search) -> Outcome | None:
        """One turn of a search; what it finds is taken."""
        before, left = search.space.generated, self._left
        search.limits = replace(search.limits, seconds=left.seconds)
        outcome = search.advance(before + (left.budget or 0))
        self.account.charge(search.space.generated - before)
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        if outcome is Outcome.SOLVED:
            self._take(search.actions_to(search.space.goal_node))
        return outcome

    def _search_on(self) -> Iterator[str]:
        """One search that keeps what it has seen when the bound falls, and ends in a proof."""
        while self._bound > 0:
            weight = self._per_goal()
            if self._bound + weight * len(self.goal) >= MOST_BOUND:
                return
            order = Order(depth_weight=1, distance_weight=weight)
            search = self._below(order, self.settings.seed)
            outcome = None
            while outcome is None:
                search.space.bound = self._bound
                outcome = self._run(search)
                yield "more"
            if outcome is Outcome.EXHAUSTED:
                raise _Proved
            if outcome is Outcome.MEMORY_EXHAUSTED:
                return
        raise _Proved

    def _search_below(self) -> Iterator[str]:
        """Searches that begin anew, by other orders and seeds."""
        novel = is_of_bits(self.primitive)
        while True:
            for number, scale in enumerate((4, 2, 1)):
                weight = max(1, scale * self._per_goal() // 2)
                if self._bound <= 1 or self._bound + weight * len(self.goal) >= MOST_BOUND:
                    return
                seed = self.settings.seed + 3 * self.round + number + 1
                estimate = Order(depth_weight=1, distance_weight=weight)
                first = NOVEL_THEN_GOALS if novel else GOALS
                orders = [(estimate, None, "full"), (first, 2 if novel else None, "first")]
                if novel:
                    orders.append((GOALS_THEN_RARE, 0, "full"))
                for order, novelty, expansion in orders:
                    search = self._below(order, seed, novelty, expansion)
                    outcome = self._run(search)
                    if outcome is Outcome.EXHAUSTED:
                        raise _Proved
                    del search  # its memory is for the next
                    yield "more"

    def _start_over(self) -> Iterator[str]:
        """The planner with another seed, macros and all; its plan shortened."""
        planner = PLANNERS[self.settings.planner]
        while True:
            seed = self.settings.seed + self.round + 1
            settings = replace(self.settings, seed=seed, limits=self._left)
            result = planner.run(self.simulator, settings)
            self.account.charge(result.generated)
            if result.outcome is Outcome.INTERRUPTED:
                raise KeyboardInterrupt
            if result.primitive_plan is not None and len(result.primitive_plan) > 1:
                shorter = shorten(self.simulator, result, self._left, seed)
                self.account.charge(shorter.queries)
                self._take(shorter.actions)
                if shorter.ended == "interrupted":
                    raise KeyboardInterrupt
            yield "more"

    def _search_windows(self) -> Iterator[str]:
        """Cheapest ways between states of the plan, in windows that grow."""
        assert self.costs is not None
        size = _FIRST_WINDOW
        while True:
            before = self.best
            first = 0
            while first < len(self.best.actions):
                last = min(first + size, len(self.best.actions))
                way = self._cheaper(first, last)
                if way is not None:
                    actions = self.best.actions
                    self._take((*actions[:first], *way, *actions[last:]))
                first += max(1, size // 2)
                if self.account.queries >= self.until:
                    yield "more"
            if self.best is before:
                size = min(2 * size, max(_FIRST_WINDOW, len(self.best.actions)))
            yield "more"

    def _cheaper(self, first: int, last: int) -> Actions | None:
        """A cheaper way from one position of the plan to another, or to any goal from the last."""
        assert self.costs is not None
        actions = self.best.actions
        bound = int(self.costs[list(actions[first:last])].sum())
        if not 0 < bound < MOST_BOUND:
            return None
        start = replay(self.primitive, actions[:first]).state
        target = self.goal
        if last < len(actions):
            end = replay(self.primitive, actions[first:last], start).state
            target = {variable: int(value) for variable, value in enumerate(end)}
        self.account.charge(last)
        search = Search(
            self.primitive,
            BREADTH_FIRST,
            target=target,
            start=start,
            ties="fifo",
            limits=self._left,
            bound=bound,
            costs=self.costs,
        )
        outcome = search.run()
        self.account.charge(search.space.generated)
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        return search.actions_to(search.space.goal_node) if outcome is Outcome.SOLVED else None
