"""Shorter plans, anytime: `fmtools plan --shorten SECONDS|QUERIES`, for any plan in any world.

Works on the primitive plan and knows the protocol only. Loops are cut (a state seen twice; two
actions that undo each other are the smallest loop), steps and runs of steps are dropped where the
rest still reaches the goal, and windows of the plan are searched again, small ones first: from both
ends where actions can be undone, else from one end back into the plan.

A change is kept only if it makes the plan shorter in steps and, where the world has costs, not
costlier. Every successor asked for counts as a query, those of the last replay too. With a limit of
queries the result depends on the seed alone; the limit is overshot by less than one expansion.
"""

from collections.abc import Sequence
from random import Random

from fmtools.errors import SimulatorError
from fmtools.frozen import frozen, replace
from fmtools.limits import Limits
from fmtools.replay import Actions, action_ids, confirmed
from fmtools.results import SearchResult
from fmtools.search.account import Account, LimitReached
from fmtools.search.held_plan import HeldPlan
from fmtools.search.improvers import SearchAgain, Spread, drop_needless, drop_steps
from fmtools.search.planners import PLANNERS, Settings
from fmtools.search.windows import Windows
from fmtools.search.world import world_of
from fmtools.simulator import ActionId, Simulator, goal_count, primitive_world
from fmtools.watch import OutOfTime, set_deadline, watched

_FEW_QUERIES = 20_000
"""Of a compiled world: some ten milliseconds."""
_MOST_FOR_STEPS = 500_000
"""For dropping needless steps, on top of them: of plans of up to 700 steps."""
_FIRST_TURN = 16
"""Queries for each state of the plan in the first turns."""
_SMALL_SHARE = 0.25
"""Of a turn, for an improver whose last one brought nothing."""
_WORTHWHILE = 0.98
"""A round of turns that leaves more of the plan than this makes the next ones longer."""


@frozen
class Shortened:
    """A plan of primitive actions, replayed, and what it took."""

    actions: Actions
    names: tuple[str, ...]
    end: tuple[int, ...]
    """The state it leads to."""
    cost: int | None
    """Where the world has costs."""
    length_before: int
    queries: int
    seconds: float
    ended: str
    """`limit`, `interrupted`, `shortest` (proved) or `converged` (nothing more was found)."""

    @property
    def length(self) -> int:
        return len(self.actions)


def shorten(
    simulator: Simulator,
    plan: SearchResult | Sequence[ActionId],
    limits: Limits,
    seed: int = 0,
    interpreted: bool = False,
    is_light: bool = False,
) -> Shortened:
    """A plan that is no longer than this one; `plan` is a solved result, or primitive action ids.

    `limits.budget` counts queries; `is_light`: needless steps come first, where facts tell them.
    Ctrl-C ends it with the best plan so far.
    """
    primitive = primitive_world(simulator)
    with watched(limits.seconds):
        if isinstance(plan, SearchResult):
            assert plan.primitive_plan is not None, "only a plan can be shortened"
            actions = action_ids(primitive, plan.primitive_plan)
        else:
            actions = tuple(int(action) for action in plan)
        return _Shortener(primitive, actions, limits, seed, interpreted, is_light).run()


def shorten_result(
    simulator: Simulator,
    result: SearchResult,
    settings: Settings,
    *,
    seconds: float | None = None,
    light: bool = True,
) -> SearchResult:
    """The result with its primitive plan shortened, where that is wanted and there is one.

    `plan` stays as it was planned, with macros. `seconds` are left of the time for everything;
    `light` shortens a little where nothing is asked for and the planner does so by itself.
    """
    limits = settings.shorten
    if limits is None and light and PLANNERS[settings.planner].shortens:
        limits = _light(simulator, result, settings)
    if limits is None or result.primitive_plan is None:
        return result
    if seconds is not None:
        least = seconds if limits.seconds is None else min(seconds, limits.seconds)
        limits = replace(limits, seconds=least)
    is_light = settings.shorten is None
    shorter = shorten(simulator, result, limits, settings.seed, settings.interpreted, is_light)
    return replace(
        result,
        primitive_plan=shorter.names,
        best_plan=shorter.names,
        best_state=shorter.end,
        cost=shorter.cost,
        shortened_from=shorter.length_before,
        shorten_queries=shorter.queries,
        shorten_seconds=shorter.seconds,
        shorten_ended=shorter.ended,
    )


def _light(simulator: Simulator, result: SearchResult, settings: Settings) -> Limits:
    """A tenth of the queries that the search took; where those are cheap, a few at least, and in
    worlds of facts as many as it takes to look at every step once."""
    queries = result.generated // 10
    world = world_of(simulator, settings.interpreted)
    if not world.is_python:
        queries = max(queries, _FEW_QUERIES)
    if not world.is_python and world.cell_bits == 1 and result.primitive_plan is not None:
        queries += min(len(result.primitive_plan) ** 2, _MOST_FOR_STEPS)
    return Limits(queries, None, settings.limits.memory)


class _Shortener:
    """Improvers take turns over the plan."""

    def __init__(
        self,
        simulator: Simulator,
        actions: Actions,
        limits: Limits,
        seed: int,
        interpreted: bool,
        is_light: bool,
    ) -> None:
        goal = dict(simulator.goal())
        self.is_light = is_light
        self.before = len(actions)
        self.account = Account(limits)
        windows = Windows(simulator, goal, self.account, limits.memory, interpreted)
        self.plan = HeldPlan(simulator, actions, goal, self.account, windows)
        self.rng = Random(int(seed))  # numpy's takes a tenth of a small task to load

    def run(self) -> Shortened:
        ended = "limit"
        self.account.reserved = self.before
        set_deadline(self.account.seconds_left)
        try:
            self.account.check(self.before)
            self.plan.walk()
            ended = self._shorten()
        except (LimitReached, OutOfTime):
            pass
        except KeyboardInterrupt:
            ended = "interrupted"
        finally:
            set_deadline(None)
        return self._result(ended)

    def _shorten(self) -> str:
        """Improvers take turns, with fewer queries where the last turn brought nothing.

        Turns grow when a round of them brings little.
        """
        plan = self.plan
        plan.cut_loops()
        if self.is_light and plan.is_of_bits:
            drop_needless(plan)
        if not plan.actions:
            return "shortest"
        can_undo = len(plan.actions) > 1 and plan.windows.can_undo(plan.rows, self.rng)
        spread, again = Spread(plan, can_undo), SearchAgain(plan, can_undo)
        improvers = [spread.tries(), again.tries(), drop_steps(plan)]
        shares = [1.0] * len(improvers)
        turn = _FIRST_TURN * (len(plan.actions) + 1)
        while True:
            before = len(plan.actions)
            busy = False
            for number, improver in enumerate(improvers):
                length = len(plan.actions)
                spread.turn = int(turn * shares[number])
                until = self.account.queries + spread.turn
                while self.account.queries < until and next(improver):
                    busy = True
                    if again.has_proved:
                        return "shortest"
                shares[number] = 1.0 if len(plan.actions) < length else _SMALL_SHARE
            if not busy and not spread.is_waiting:
                return "converged"
            if len(plan.actions) > _WORTHWHILE * before:
                turn *= 2

    def _result(self, ended: str) -> Shortened:
        """Replayed from the start, whatever has been done before."""
        plan = self.plan
        state = confirmed(plan.simulator, plan.actions, what="the shortened plan")
        if goal_count(state, plan.goal) != 0:
            raise SimulatorError(
                "rule 2: replaying the shortened plan misses the goal; "
                "successor() must answer the same every time"
            )
        self.account.charge(len(plan.actions))
        return Shortened(
            actions=plan.actions,
            names=plan.names(plan.actions),
            end=tuple(state.tolist()),
            cost=plan.cost_of(plan.actions),
            length_before=self.before,
            queries=self.account.queries,
            seconds=self.account.seconds,
            ended=ended,
        )
