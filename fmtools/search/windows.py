"""Shorter ways between two states of a plan, found again by breadth-first search.

From both ends where every action can be undone, which is found out by asking; else from one end,
back into the plan or to the goal. Knows the protocol only; every successor that is asked for is
charged to the account.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import numpy as np

from fmtools.core.ball import Ball
from fmtools.core.goal import Goal
from fmtools.core.layout import Words
from fmtools.core.memory import Memory
from fmtools.core.replay import follow, run_without
from fmtools.core.watch import Watch
from fmtools.core.ways import End, Rejoin, Spread, TwoEnded
from fmtools.frozen import frozen
from fmtools.replay import Actions
from fmtools.search.account import Account, LimitReached
from fmtools.search.world import world_of
from fmtools.simulator import ActionId, Simulator, State, state_array

DEFAULT_BYTES = 256 << 20
"""For both balls together, where no memory limit is given."""
MOST_STATES = 1 << 22
_STATE_BYTES = 60
"""Of a state in a ball, beside its words: where it came from, and its share of the hash table."""
_SECONDS_BETWEEN_LOOKS = 0.02
_NUM_UNDO_TESTS = 16


@frozen
class Answer:
    """Of one search: `actions` lead to position `to` of the plan by a shorter way, or are None.

    `complete`: the search ran to its end, and more states would not have changed the answer.
    """

    actions: Actions | None
    to: int
    complete: bool


@frozen
class Shortcut:
    """A way of `length` steps between two positions of a plan, in a ball around all of it.

    It leads to state `left`, by `edge` to state `right`, and on to the source of that; where it is
    flipped, `edge` leads from right to left.
    """

    source: int
    to: int
    length: int
    left: int
    right: int
    edge: ActionId
    is_flipped: bool


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
        self.world = world_of(simulator, interpreted)
        self.layout = self.world.layout
        self.goal = Goal(*self.layout.pack_partial(dict(goal)))
        per_state = 2 * (8 * self.layout.num_words + _STATE_BYTES)
        self.most_states = max(64, min(MOST_STATES, (memory or DEFAULT_BYTES) // per_state))
        counted = Memory(memory)
        self._here, self._there = (Ball(counted, self.layout.num_words) for _ in range(2))
        self._watch = Watch(account.check_time, _SECONDS_BETWEEN_LOOKS)
        self._undoes: dict[ActionId, ActionId] = {}
        """What undid an action when last asked: tried first the next time."""

    def state(self, row: Words) -> State:
        return state_array(self.layout.unpack(row))

    def follow(self, row: Words, actions: Sequence[ActionId]) -> Words | None:
        """The states from `row` on, it included, or None where an action does not apply."""
        rows = np.empty((len(actions) + 1, self.layout.num_words), np.uint64)
        rows[0] = row
        done = follow(self.world, rows, np.array(actions, np.int32), self._watch)
        self.account.charge(done)
        return rows if done == len(actions) else None

    def without(self, rows: Words, plan: Actions, first: int, skipped: int) -> list[int] | None:
        """Numbers of the steps from `first` on that reach the goal without the skipped ones."""
        actions = np.array(plan, np.int32)
        kept, queries = run_without(
            self.world, rows, actions, first, skipped, self.goal, self._watch
        )
        self.account.charge(queries)
        return kept

    def undo(self, row: Words, before: Words, action: ActionId) -> ActionId | None:
        """An action that leads from `row` back to `before`, from where `action` led to `row`."""
        known = self._undoes.get(action)
        if known is not None and self._leads(row, known, before):
            return known
        self.account.check()
        actions, _, rows = self.world.successors(row)
        self.account.charge(len(actions))
        found = actions[(rows == before).all(axis=1)]
        if not len(found):
            return None
        self._undoes[action] = int(found[0])
        return self._undoes[action]

    def _leads(self, row: Words, action: ActionId, to: Words) -> bool:
        self.account.check()
        rows = self.follow(row, (action,))
        return rows is not None and bool((rows[1] == to).all())

    def can_undo(self, rows: Words, rng: Random) -> bool:
        """Whether random actions in random ones of these states could all be undone."""
        for _ in range(_NUM_UNDO_TESTS):
            row = rows[rng.randrange(len(rows))]
            actions = self.simulator.applicable(self.state(row))
            if len(actions) == 0:
                continue
            action = int(actions[rng.randrange(len(actions))])
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
        self._begin(self._here, rows, first, 1, max_states)
        self._begin(self._there, rows, last, 1, max_states)
        search = TwoEnded(self.world, self._here, self._there)
        end = self._run(lambda most: search.run(last - first - 1, most, self._watch))
        if end != End.MET:
            return Answer(None, last, end == End.NONE)
        rest = self._way_out(self._there, search.met_there)
        if rest is None:
            return Answer(None, last, False)
        return Answer((*_way(self._here, search.met_here), *rest), last, True)

    def rejoin(self, rows: Words, first: int, max_states: int) -> Answer:
        """The largest saving found on ways from state `first` back into the plan, or to a goal."""
        self._begin(self._there, rows, 0, len(rows), len(rows))
        self._begin(self._here, rows, first, 1, max_states)
        search = Rejoin(self.world, self._here, self._there, first, self.goal)
        end = self._run(lambda most: search.run(most, self._watch))
        if search.best_node < 0:
            return Answer(None, first, end == End.NONE)
        actions = _way(self._here, search.best_node)
        return Answer(actions, search.best_position, end == End.NONE)

    def spread(self, rows: Words, queries: int, can_undo: bool) -> tuple[list[Shortcut], bool]:
        """Ways between positions of the plan, in a ball around all its states at once.

        At most one for each position that a way leads to, sorted by it; and whether more queries
        could find more.
        """
        self._begin(self._here, rows, 0, len(rows), self.most_states)
        self._begin(self._there, rows, 0, 0, 0)
        search = Spread(self.world, self._here, self.goal, len(rows), can_undo)
        end = self._run(lambda most: search.run(most, self._watch), queries)
        shortcuts = [
            Shortcut(to - saving - length, to, length, left, right, edge, bool(flipped))
            for to, (saving, length, left, right, edge, flipped) in enumerate(search.found.tolist())
            if saving > 0
        ]
        return shortcuts, end == End.PAUSED

    def actions_of(self, shortcut: Shortcut) -> Actions | None:
        """Its actions, of the last ball spread; None where an action cannot be undone."""
        ball, right = self._here, shortcut.right
        edge: ActionId | None = shortcut.edge
        if shortcut.is_flipped:
            edge = self.undo(ball.row(shortcut.left), ball.row(right), shortcut.edge)
        if edge is None:
            return None
        way = (*_way(ball, shortcut.left), edge)
        if ball.source(right) != shortcut.to:
            return way  # to a goal that is no state of the plan
        rest = self._way_out(ball, right)
        return None if rest is None else (*way, *rest)

    def _way_out(self, ball: Ball, state: int) -> Actions | None:
        """The actions from a state of a ball back to the middle, where all can be undone."""
        actions: list[ActionId] = []
        for parent, action, child in ball.steps_to(state):
            back = self.undo(ball.row(child), ball.row(parent), action)
            if back is None:
                return None
            actions.append(back)
        return tuple(actions)

    def _begin(self, ball: Ball, rows: Words, first: int, count: int, max_states: int) -> None:
        """A new ball around some rows; LimitReached where memory has no room for them."""
        if not ball.begin(rows, first, count, max_states):
            raise LimitReached

    def _run(self, loop: Callable[[int], int], queries: int = 1 << 62) -> int:
        """Run a loop of the core over both balls, which have just begun."""
        self.account.check()
        try:
            end = loop(min(self.account.queries_left, queries))
        finally:
            generated = self._here.generated + self._there.generated
            self.account.charge(generated)
        if end == End.PAUSED and generated < queries:
            raise LimitReached
        return end


def _way(ball: Ball, state: int) -> Actions:
    """The actions from the middle of a ball to one of its states."""
    return tuple(action for _, action, _ in reversed(ball.steps_to(state)))
