"""Shorter plans, anytime: `fmtools plan --shorten SECONDS|QUERIES`, for any plan in any world.

Works on the primitive plan and knows the protocol only. Loops are cut (a state seen twice; two
actions that undo each other are the smallest loop), steps and runs of steps are dropped where the
rest still reaches the goal, and windows of the plan are searched again, small ones first: from both
ends where actions can be undone, else from one end back into the plan.

A change is kept only if it makes the plan shorter in steps and, where the world has costs, not
costlier. Every successor asked for counts as a query, those of the last replay too. With a limit of
queries the result depends on the seed alone; the limit is overshot by less than one expansion.
"""

from collections.abc import Generator, Iterator, Sequence
from random import Random

import numpy as np

from fmtools.core.layout import Words
from fmtools.errors import SimulatorError
from fmtools.frozen import frozen, replace
from fmtools.limits import Limits
from fmtools.loops import without_loops
from fmtools.replay import Actions, action_ids, confirmed
from fmtools.results import SearchResult
from fmtools.search.account import Account, LimitReached
from fmtools.search.planners import PLANNERS, Settings
from fmtools.search.windows import Shortcut, Windows
from fmtools.search.world import world_of
from fmtools.simulator import ActionId, ChecksPlans, Simulator, goal_count, primitive_world
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
_FIRST_SIZE, _FIRST_STATES = 4, 1 << 10
_GROWTH = 1.2
_SUFFIX = 64
_FOR_GOOD = float("inf")
"""Remembered of a window: more states would not help."""


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
    """The plan as it is now (`actions`, and in `rows` the states they lead through)."""

    def __init__(
        self,
        simulator: Simulator,
        actions: Actions,
        limits: Limits,
        seed: int,
        interpreted: bool,
        is_light: bool,
    ) -> None:
        self.simulator = simulator
        self.is_light = is_light
        self.goal = dict(simulator.goal())
        self.before = len(actions)
        self.account = Account(limits)
        self.windows = Windows(simulator, self.goal, self.account, limits.memory, interpreted)
        self.rng = Random(int(seed))  # numpy's takes a tenth of a small task to load
        self.actions = actions
        self.rows: Words = self.windows.layout.pack(np.asarray(simulator.start()))[np.newaxis]
        self.check_plan = simulator.check_plan if isinstance(simulator, ChecksPlans) else None
        self.cost = self.check_plan(self._names(actions)) if self.check_plan else None
        self.can_undo = False
        self.proved = False
        self.turn = 0
        """Queries that the improver at work may ask."""
        self.waiting = False
        """Whether longer turns might help."""
        self.failed: dict[tuple[bytes, bytes], float] = {}

    def run(self) -> Shortened:
        ended = "limit"
        self.account.reserved = self.before
        set_deadline(self.account.seconds_left)
        try:
            self.account.check(self.before)
            rows = self.windows.follow(self.rows[0], self.actions)
            if rows is None or not self._is_goal(rows[-1]):
                raise SimulatorError("what is to be shortened is no plan: it misses the goal")
            self.rows = rows
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
        self._cut_loops()
        if self.is_light and self.windows.layout.cell_bits == 1:
            self._drop_needless()
        if not self.actions:
            return "shortest"
        if len(self.actions) > 1:
            self.can_undo = self.windows.can_undo(self.rows, self.rng)
        windows = self._search_windows() if self.can_undo else self._rejoin_all()
        improvers = [self._spread(), windows, self._drop_steps()]
        shares = [1.0] * len(improvers)
        turn = _FIRST_TURN * (len(self.actions) + 1)
        while True:
            before = len(self.actions)
            busy = False
            for number, improver in enumerate(improvers):
                length = len(self.actions)
                self.turn = int(turn * shares[number])
                until = self.account.queries + self.turn
                while self.account.queries < until and next(improver):
                    busy = True
                    if self.proved:
                        return "shortest"
                shares[number] = 1.0 if len(self.actions) < length else _SMALL_SHARE
            if not busy and not self.waiting:
                return "converged"
            if len(self.actions) > _WORTHWHILE * before:
                turn *= 2

    def _result(self, ended: str) -> Shortened:
        """Replayed from the start, whatever has been done before."""
        state = confirmed(self.simulator, self.actions, what="the shortened plan")
        if goal_count(state, self.goal) != 0:
            raise SimulatorError(
                "rule 2: replaying the shortened plan misses the goal; "
                "successor() must answer the same every time"
            )
        self.account.charge(len(self.actions))
        names = self._names(self.actions)
        return Shortened(
            actions=self.actions,
            names=names,
            end=tuple(state.tolist()),
            cost=None if self.check_plan is None else self.check_plan(names),
            length_before=self.before,
            queries=self.account.queries,
            seconds=self.account.seconds,
            ended=ended,
        )

    def _names(self, actions: Actions) -> tuple[str, ...]:
        return tuple(self.simulator.action_name(action) for action in actions)

    def _is_goal(self, row: Words) -> bool:
        goal = self.windows.goal
        return not ((row ^ goal.values) & goal.mask).any()

    @property
    def _goal_is_a_state(self) -> bool:
        return len(self.goal) == self.windows.layout.num_variables

    def _take(self, actions: Actions, rows: Words) -> bool:
        """Make this the plan, where it is shorter and not costlier."""
        if len(actions) >= len(self.actions):
            return False
        if self.cost is not None:
            assert self.check_plan is not None
            cost = self.check_plan(self._names(actions))
            if cost is not None and cost > self.cost:
                return False
            self.cost = cost
        self.actions, self.rows = actions, rows
        return True

    def _replace(self, first: int, last: int, actions: Actions) -> bool:
        """Go from state `first` to state `last` by other actions; the last may end in any goal."""
        self.account.check(len(actions))
        rows = self.windows.follow(self.rows[first], actions)
        if rows is None:
            return False
        if last == len(self.actions):
            if not self._is_goal(rows[-1]):
                return False
        elif (rows[-1] != self.rows[last]).any():
            return False
        taken = self._take(
            (*self.actions[:first], *actions, *self.actions[last:]),
            np.concatenate([self.rows[:first], rows, self.rows[last + 1 :]]),
        )
        if taken:
            self._cut_loops()
        return taken

    def _cut_loops(self) -> None:
        """Cut what lies between two visits of one state, and what comes after the goal."""
        keys = [row.tobytes() for row in self.rows]
        goal = self.windows.goal
        end = int((((self.rows ^ goal.values) & goal.mask) == 0).all(axis=1).argmax())
        if end == len(self.actions) and len(set(keys)) == len(keys):
            return
        kept = without_loops(keys[: end + 1])
        rows = self.rows[[0, *(step + 1 for step in kept)]]
        self._take(tuple(self.actions[step] for step in kept), rows)

    def _drop_needless(self) -> None:
        """Every step once, with what then cannot run (Nakhost & Müller 2010). They are taken
        together at the end, for to ask what a plan costs takes longer than to find them."""
        actions, rows = self.actions, self.rows
        place = 0
        while place < len(actions) and self.account.queries_left > 3 * len(actions):
            kept = self.windows.without(rows, actions, place, 1)
            tail = None
            if kept is not None:
                rest = tuple(actions[step] for step in kept)
                tail = self.windows.follow(rows[place], rest)
            if tail is None:
                place += 1
            else:
                actions, rows = (*actions[:place], *rest), np.concatenate([rows[:place], tail])
        if self._take(actions, rows):
            self._cut_loops()

    def _drop_steps(self) -> Iterator[bool]:
        """Drop runs of 1, 2, 4 … steps, with what then cannot run, while the goal is reached."""
        while True:
            before = self.actions
            length = 1
            while length <= len(self.actions):
                place = 0
                while place + length <= len(self.actions):
                    self.account.check(2 * (len(self.actions) - place))
                    kept = self.windows.without(self.rows, self.actions, place, length)
                    if kept is None or not self._drop(place, kept):
                        place += 1
                    yield True
                length *= 2
            while self.actions is before:
                yield False

    def _drop(self, place: int, kept: list[int]) -> bool:
        rest = tuple(self.actions[step] for step in kept)
        return self._replace(place, len(self.actions), rest)

    def _spread(self) -> Iterator[bool]:
        """Shortcuts in a ball around the whole plan, the best of them taken together."""
        while True:
            before = self.actions
            # Enough must be left to walk the shortcuts.
            queries = min(self.turn, self.account.queries_left - 4 * len(self.rows))
            self.waiting = False
            if queries > 0 and len(self.rows) < self.windows.most_states:
                shortcuts, more = self.windows.spread(self.rows, queries, self.can_undo)
                self._take_shortcuts(shortcuts)
                self.waiting = more
                yield True
            while self.actions is before and (self.turn <= queries or not self.waiting):
                yield False

    def _take_shortcuts(self, shortcuts: list[Shortcut]) -> None:
        """The shortest combination of old steps and shortcuts."""
        arriving = {shortcut.to: shortcut for shortcut in shortcuts}
        steps_to = [0]
        for position in range(1, len(self.rows)):
            steps_to.append(steps_to[-1] + 1)
            shortcut = arriving.get(position)
            if shortcut is not None:
                steps_to[position] = min(
                    steps_to[position], steps_to[shortcut.source] + shortcut.length
                )
        pieces: list[Actions] = []
        position = len(self.actions)
        while position > 0:
            shortcut = arriving.get(position)
            way = None
            if shortcut is not None and (
                steps_to[position] == steps_to[shortcut.source] + shortcut.length
            ):
                way = self.windows.actions_of(shortcut)
            if shortcut is not None and way is not None:
                pieces.append(way)
                position = shortcut.source
            else:
                position -= 1
                pieces.append((self.actions[position],))
        actions = tuple(action for piece in reversed(pieces) for action in piece)
        if len(actions) < len(self.actions):
            self._replace(0, len(self.actions), actions)

    def _search_windows(self) -> Iterator[bool]:
        """Two-ended searches in windows that grow."""
        size, max_states = _FIRST_SIZE, _FIRST_STATES
        while True:
            before = self.actions
            capped = yield from self._window_pass(size, max_states)
            if capped and max_states < self.windows.most_states:
                max_states = min(4 * max_states, self.windows.most_states)
            elif not capped and size < len(self.actions):
                size = max(size + 1, int(size * _GROWTH))
            elif self.actions is before:
                ends = (self.rows[0].tobytes(), self.rows[-1].tobytes())
                if self.failed.get(ends) == _FOR_GOOD and self._goal_is_a_state:
                    self.proved = self.cost is None
                    yield True
                while self.actions is before:
                    yield False

    def _window_pass(self, size: int, max_states: int) -> Generator[bool, None, bool]:
        """All windows of a size, half overlapping; whether most of them had too many states."""
        num_capped = num_searched = 0
        first = 0
        stride = max(1, size // 2)
        while first < len(self.actions):
            last = min(first + size, len(self.actions))
            key = (self.rows[first].tobytes(), self.rows[last].tobytes())
            if self.failed.get(key, 0) < max_states and last - first > 1:
                answer = self.windows.between(self.rows, first, last, max_states)
                num_searched += 1
                num_capped += answer.actions is None and not answer.complete
                if answer.actions is not None and self._replace(first, last, answer.actions):
                    first = max(0, first - stride)
                    yield True
                    continue
                self.failed[key] = _FOR_GOOD if answer.complete else max_states
                yield True
            if last >= len(self.actions):
                break
            first += stride
        return 2 * num_capped > num_searched

    def _rejoin_all(self) -> Iterator[bool]:
        """One-ended searches from every state of the plan, in balls that grow."""
        max_states = _FIRST_STATES
        while True:
            before = self.actions
            complete = True
            first = 0
            while first < len(self.actions):
                suffix = np.array(self.actions[first : first + _SUFFIX], np.int32).tobytes()
                key = (self.rows[first].tobytes(), suffix)
                known = self.failed.get(key, 0)
                complete &= known == _FOR_GOOD
                if known < max_states:
                    plan = self.actions
                    answer = self.windows.rejoin(self.rows, first, max_states)
                    yield True
                    if self.actions is not plan:
                        continue  # another improver's turn: the answer is about a plan no more
                    if answer.actions is not None and self._replace(
                        first, answer.to, answer.actions
                    ):
                        continue
                    self.failed[key] = _FOR_GOOD if answer.complete else max_states
                first += 1
            if self.actions is before and (complete or max_states == self.windows.most_states):
                while self.actions is before:
                    yield False
            max_states = min(4 * max_states, self.windows.most_states)
