"""Shorter ways between two states of a plan, found again by breadth-first search.

From both ends where every action can be undone, which is found out by asking; else from one end,
back into the plan or to the goal. Knows the protocol only; every successor that is asked for is
charged to the account.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fmtools.kernels import ball as bl
from fmtools.kernels import space as sp
from fmtools.kernels.ball import Ball
from fmtools.kernels.step import follow, follow_compiled, run_without, run_without_compiled
from fmtools.kernels.words import Words
from fmtools.search.account import Account
from fmtools.search.engine import layout_of
from fmtools.search.interpreted import InterpretedWorld, state_array
from fmtools.simulator import ActionId, Simulator, State

DEFAULT_BYTES = 256 << 20
"""For both balls together, where no memory limit is given."""
MOST_STATES = 1 << 22
_SLICE_SECONDS = 0.02
_NUM_UNDO_TESTS = 16

Actions = tuple[ActionId, ...]


@dataclass(frozen=True)
class Answer:
    """Of one search: `actions` lead to position `to` of the plan by a shorter way, or are None.

    `complete`: the search ran to its end, and more states would not have changed the answer.
    """

    actions: Actions | None
    to: int
    complete: bool


@dataclass(frozen=True)
class Shortcut:
    """A way of `length` steps between two positions of a plan; `ends` are for `actions_of`."""

    source: int
    to: int
    length: int
    ends: tuple[int, ...]


class Windows:
    """A world, its goal and two balls to search with."""

    def __init__(
        self,
        simulator: Simulator,
        goal: Mapping[int, int],
        account: Account,
        memory: int | None = None,
        interpreted: bool = False,
    ) -> None:
        self.simulator = simulator
        self.account = account
        kernel = None if interpreted else getattr(simulator, "kernel", None)
        self.layout = layout_of(simulator, kernel)
        self.world: Any = kernel or InterpretedWorld(simulator, self.layout)
        self.goal: Words = np.stack(self.layout.pack_partial(dict(goal)))
        per_state = 2 * bl.ball_bytes(self.layout, 1)
        self.most_states = max(64, min(MOST_STATES, (memory or DEFAULT_BYTES) // per_state))
        branching = getattr(kernel, "branching", 64)
        self._here, self._there = (
            bl.make_ball(self.layout, self.most_states, branching) for _ in range(2)
        )
        self._two_ended: Callable[..., int] = bl.two_ended
        self._rejoin: Callable[..., int] = bl.rejoin
        self._spread: Callable[..., int] = bl.spread
        self._follow: Callable[..., int] = follow
        self._run_without: Callable[..., tuple[int, int]] = run_without
        if kernel is not None:
            self._two_ended, self._rejoin = bl.two_ended_compiled, bl.rejoin_compiled
            self._spread = bl.spread_compiled
            self._follow, self._run_without = follow_compiled, run_without_compiled
        self._slice = 64 if kernel is None else 1 << 14
        self._undoes: dict[ActionId, ActionId] = {}
        """What undid an action when last asked: tried first the next time."""
        with account.off_the_clock():
            none = np.zeros(1, np.int32)
            rows = np.zeros((2, self.layout.num_words), np.uint64)
            self._follow(self.world, rows, none, 0)

    def prepare(self, two_ended: bool) -> None:
        """Load or compile the kernels that will be called, off the clock."""
        low, none = self.layout.low, np.zeros(1, np.int32)
        rows = np.zeros((2, self.layout.num_words), np.uint64)
        found = np.zeros((1, 6), np.int64)
        with self.account.off_the_clock():
            bl.enter(self._there, rows, 1, 1)
            bl.reset(self._here, rows, 0, 1)
            if two_ended:
                self._two_ended(self.world, self._here, self._there, 0, 0)
            else:
                self._rejoin(self.world, self._here, self._there, 0, self.goal, low, 0)
            self._spread(self.world, self._here, found, self.goal, low, two_ended, 0)
            self._run_without(self.world, rows, none, 0, 0, 0, none, rows, self.goal, low)

    def state(self, row: Words) -> State:
        return state_array(self.layout.unpack(row))

    def follow(self, row: Words, actions: Sequence[ActionId]) -> Words | None:
        """The states from `row` on, it included, or None where an action does not apply."""
        rows = np.empty((len(actions) + 1, self.layout.num_words), np.uint64)
        rows[0] = row
        done = self._follow(self.world, rows, np.array(actions, np.int32), len(actions))
        self.account.charge(done)
        return rows if done == len(actions) else None

    def without(self, rows: Words, plan: Actions, first: int, skipped: int) -> list[int] | None:
        """Numbers of the steps from `first` on that reach the goal without the skipped ones."""
        actions = np.array(plan, np.int32)
        kept = np.empty(len(actions), np.int32)
        scratch = np.empty((2, self.layout.num_words), np.uint64)
        count, queries = self._run_without(
            self.world,
            rows,
            actions,
            len(actions),
            first,
            skipped,
            kept,
            scratch,
            self.goal,
            self.layout.low,
        )
        self.account.charge(queries)
        return None if count < 0 else kept[:count].tolist()

    def undo(self, row: Words, before: Words, action: ActionId) -> ActionId | None:
        """An action that leads from `row` back to `before`, from where `action` led to `row`."""
        known = self._undoes.get(action)
        if known is not None and self._leads(row, known, before):
            return known
        for candidate in self.simulator.applicable(self.state(row)):
            if candidate != known and self._leads(row, int(candidate), before):
                self._undoes[action] = int(candidate)
                return int(candidate)
        return None

    def _leads(self, row: Words, action: ActionId, to: Words) -> bool:
        self.account.check()
        rows = self.follow(row, (action,))
        return rows is not None and bool((rows[1] == to).all())

    def can_undo(self, rows: Words, rng: np.random.Generator) -> bool:
        """Whether random actions in random ones of these states could all be undone."""
        for _ in range(_NUM_UNDO_TESTS):
            row = rows[int(rng.integers(len(rows)))]
            actions = self.simulator.applicable(self.state(row))
            if len(actions) == 0:
                continue
            action = int(actions[int(rng.integers(len(actions)))])
            self.account.check()
            after = self.follow(row, (action,))
            if after is None or self.undo(after[1], row, action) is None:
                return False
        return True

    def between(self, rows: Words, first: int, last: int, max_states: int) -> Answer:
        """A shortest way from state `first` to state `last` of a plan, where it is a shorter one.

        For worlds in which every action can be undone. A way whose second half turns out to be a
        one-way street is no answer.
        """
        bl.reset(self._here, rows, first, max_states)
        bl.reset(self._there, rows, last, max_states)
        status = self._run(
            lambda pause_at: self._two_ended(
                self.world, self._here, self._there, last - first - 1, pause_at
            )
        )
        if status != bl.MET:
            return Answer(None, last, status == bl.NONE)
        rest = self._way_out(self._there, int(self._there.counters[bl.MET_STATE]))
        if rest is None:
            return Answer(None, last, False)
        way = _way(self._here, int(self._here.counters[bl.MET_STATE]))
        return Answer((*way, *rest), last, True)

    def rejoin(self, rows: Words, first: int, max_states: int) -> Answer:
        """The largest saving found on ways from state `first` back into the plan, or to a goal."""
        bl.enter(self._there, rows, len(rows), len(rows))
        bl.reset(self._here, rows, first, max_states)
        status = self._run(
            lambda pause_at: self._rejoin(
                self.world, self._here, self._there, first, self.goal, self.layout.low, pause_at
            )
        )
        counters = self._here.counters
        if counters[bl.BEST_NODE] < 0:
            return Answer(None, first, status == bl.NONE)
        actions = _way(self._here, int(counters[bl.BEST_NODE]))
        return Answer(actions, int(counters[bl.BEST_POSITION]), status == bl.NONE)

    def spread(self, rows: Words, queries: int, can_undo: bool) -> tuple[list[Shortcut], bool]:
        """Ways between positions of the plan, in a ball around all its states at once.

        At most one for each position that a way leads to, sorted by it; and whether more queries
        could find more.
        """
        bl.enter(self._here, rows, len(rows), self.most_states)
        bl.reset(self._there, rows, 0, 1)
        found = np.zeros((len(rows), 6), np.int64)
        status = self._run(
            lambda pause_at: self._spread(
                self.world, self._here, found, self.goal, self.layout.low, can_undo, pause_at
            ),
            queries,
        )
        shortcuts = [
            Shortcut(to - saving - length, to, length, tuple(ends))
            for to, (saving, length, *ends) in enumerate(found.tolist())
            if saving > 0
        ]
        return shortcuts, status == bl.PAUSED

    def actions_of(self, shortcut: Shortcut) -> Actions | None:
        """Its actions, of the last ball spread; None where an action cannot be undone."""
        ball = self._here
        left, right, action, flipped = shortcut.ends
        edge: ActionId | None = action
        if flipped:
            edge = self.undo(ball.states[left], ball.states[right], action)
        if edge is None:
            return None
        if ball.nodes[right, bl.SOURCE] != shortcut.to:
            return (*_way(ball, left), edge)  # to a goal that is no state of the plan
        rest = self._way_out(ball, right)
        return None if rest is None else (*_way(ball, left), edge, *rest)

    def _way_out(self, ball: Ball, state: int) -> Actions | None:
        """The actions from a state of a ball back to the middle, where all can be undone."""
        actions: list[ActionId] = []
        while (parent := int(ball.nodes[state, sp.PARENT])) >= 0:
            done = int(ball.nodes[state, sp.ACTION])
            back = self.undo(ball.states[state], ball.states[parent], done)
            if back is None:
                return None
            actions.append(back)
            state = parent
        return tuple(actions)

    def _run(self, loop: Callable[[int], int], queries: int = 1 << 62) -> int:
        """Run a loop in slices, so that limits and Ctrl-C get their turn."""
        generated = 0
        while generated < queries:
            self.account.check()
            began = time.perf_counter()
            most = min(self._slice, self.account.queries_left, queries - generated)
            status = loop(generated + most)
            total = self._generated()
            self.account.charge(total - generated)
            generated = total
            if status == bl.GROW:
                self._grow()
            elif status != bl.PAUSED:
                return status
            elif time.perf_counter() - began < _SLICE_SECONDS:
                self._slice *= 2
        return bl.PAUSED

    def _generated(self) -> int:
        return int(self._here.counters[sp.GENERATED] + self._there.counters[sp.GENERATED])

    def _grow(self) -> None:
        """Room for a state that has more successors than any before."""
        needed = max(-int(ball.counters[sp.PENDING]) for ball in (self._here, self._there))
        self._here = bl.with_batch(self._here, 2 * needed)
        self._there = bl.with_batch(self._there, 2 * needed)


def _way(ball: Ball, state: int) -> Actions:
    """The actions from the middle of a ball to one of its states."""
    actions: list[ActionId] = []
    while (parent := int(ball.nodes[state, sp.PARENT])) >= 0:
        actions.append(int(ball.nodes[state, sp.ACTION]))
        state = parent
    return tuple(reversed(actions))
