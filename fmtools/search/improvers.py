"""What makes a held plan shorter, one try at a time.

Tries are iterated: True after each, False where there is nothing left to try for now; others may
change the plan between two of them.
"""

from collections.abc import Generator, Iterator

import numpy as np

from fmtools.replay import Actions
from fmtools.search.held_plan import HeldPlan
from fmtools.search.windows import Shortcut

_FIRST_SIZE, _FIRST_STATES = 4, 1 << 10
_GROWTH = 1.2
_SUFFIX = 64
_FOR_GOOD = float("inf")
"""Remembered of a window: more states would not help."""


def drop_needless(plan: HeldPlan) -> None:
    """Every step once, with what then cannot run (Nakhost & Müller 2010). They are taken together
    at the end, for to ask what a plan costs takes longer than to find them."""
    actions, rows, windows = plan.actions, plan.rows, plan.windows
    place = 0
    while place < len(actions) and plan.account.queries_left > 3 * len(actions):
        kept = windows.without(rows, actions, place, 1)
        tail = None
        if kept is not None:
            rest = tuple(actions[step] for step in kept)
            tail = windows.follow(rows[place], rest)
        if tail is None:
            place += 1
        else:
            actions, rows = (*actions[:place], *rest), np.concatenate([rows[:place], tail])
    if plan.take(actions, rows):
        plan.cut_loops()


def drop_steps(plan: HeldPlan) -> Iterator[bool]:
    """Tries to drop runs of 1, 2, 4 … steps, with what then cannot run."""
    while True:
        before = plan.actions
        length = 1
        while length <= len(plan.actions):
            place = 0
            while place + length <= len(plan.actions):
                plan.account.check(2 * (len(plan.actions) - place))
                kept = plan.windows.without(plan.rows, plan.actions, place, length)
                if kept is None or not _keep(plan, place, kept):
                    place += 1
                yield True
            length *= 2
        while plan.actions is before:
            yield False


def _keep(plan: HeldPlan, place: int, kept: list[int]) -> bool:
    """Of the steps from `place` on, only these."""
    rest = tuple(plan.actions[step] for step in kept)
    return plan.replace(place, len(plan.actions), rest)


class Spread:
    """Shortcuts in a ball around the whole plan, the best of them taken together."""

    def __init__(self, plan: HeldPlan, can_undo: bool) -> None:
        self._plan, self._can_undo = plan, can_undo
        self.turn = 0
        """Queries that it may ask in its turn."""
        self.is_waiting = False
        """Whether longer turns might help."""

    def tries(self) -> Iterator[bool]:
        plan = self._plan
        while True:
            before = plan.actions
            # Enough must be left to walk the shortcuts.
            queries = min(self.turn, plan.account.queries_left - 4 * len(plan.rows))
            self.is_waiting = False
            if queries > 0 and len(plan.rows) < plan.windows.most_states:
                shortcuts, more = plan.windows.spread(plan.rows, queries, self._can_undo)
                self._take(shortcuts)
                self.is_waiting = more
                yield True
            while plan.actions is before and (self.turn <= queries or not self.is_waiting):
                yield False

    def _take(self, shortcuts: list[Shortcut]) -> None:
        """The shortest combination of old steps and shortcuts."""
        plan = self._plan
        arriving = {shortcut.to: shortcut for shortcut in shortcuts}
        steps_to = [0]
        for position in range(1, len(plan.rows)):
            steps_to.append(steps_to[-1] + 1)
            shortcut = arriving.get(position)
            if shortcut is not None:
                steps_to[position] = min(
                    steps_to[position], steps_to[shortcut.source] + shortcut.length
                )
        pieces: list[Actions] = []
        position = len(plan.actions)
        while position > 0:
            shortcut = arriving.get(position)
            way = None
            if shortcut is not None and (
                steps_to[position] == steps_to[shortcut.source] + shortcut.length
            ):
                way = plan.windows.actions_of(shortcut)
            if shortcut is not None and way is not None:
                pieces.append(way)
                position = shortcut.source
            else:
                position -= 1
                pieces.append((plan.actions[position],))
        actions = tuple(action for piece in reversed(pieces) for action in piece)
        if len(actions) < len(plan.actions):
            plan.replace(0, len(plan.actions), actions)


class SearchAgain:
    """Windows of the plan are searched again; what was tried in vain is remembered."""

    def __init__(self, plan: HeldPlan, can_undo: bool) -> None:
        self._plan, self._can_undo = plan, can_undo
        self.has_proved = False
        """That no plan is shorter."""
        self._failed: dict[tuple[bytes, bytes], float] = {}

    def tries(self) -> Iterator[bool]:
        return self._from_both_ends() if self._can_undo else self._from_one_end()

    def _from_both_ends(self) -> Iterator[bool]:
        """In windows that grow."""
        plan = self._plan
        size, max_states = _FIRST_SIZE, _FIRST_STATES
        while True:
            before = plan.actions
            capped = yield from self._pass(size, max_states)
            if capped and max_states < plan.windows.most_states:
                max_states = min(4 * max_states, plan.windows.most_states)
            elif not capped and size < len(plan.actions):
                size = max(size + 1, int(size * _GROWTH))
            elif plan.actions is before:
                ends = (plan.rows[0].tobytes(), plan.rows[-1].tobytes())
                if self._failed.get(ends) == _FOR_GOOD and plan.goal_is_a_state:
                    self.has_proved = plan.cost is None
                    yield True
                while plan.actions is before:
                    yield False

    def _pass(self, size: int, max_states: int) -> Generator[bool, None, bool]:
        """All windows of a size, half overlapping; whether most of them had too many states."""
        plan = self._plan
        num_capped = num_searched = 0
        first = 0
        stride = max(1, size // 2)
        while first < len(plan.actions):
            last = min(first + size, len(plan.actions))
            key = (plan.rows[first].tobytes(), plan.rows[last].tobytes())
            if self._failed.get(key, 0) < max_states and last - first > 1:
                answer = plan.windows.between(plan.rows, first, last, max_states)
                num_searched += 1
                num_capped += answer.actions is None and not answer.complete
                if answer.actions is not None and plan.replace(first, last, answer.actions):
                    first = max(0, first - stride)
                    yield True
                    continue
                self._failed[key] = _FOR_GOOD if answer.complete else max_states
                yield True
            if last >= len(plan.actions):
                break
            first += stride
        return 2 * num_capped > num_searched

    def _from_one_end(self) -> Iterator[bool]:
        """From every state of the plan back into it, in balls that grow."""
        plan = self._plan
        max_states = _FIRST_STATES
        while True:
            before = plan.actions
            complete = True
            first = 0
            while first < len(plan.actions):
                suffix = np.array(plan.actions[first : first + _SUFFIX], np.int32).tobytes()
                key = (plan.rows[first].tobytes(), suffix)
                known = self._failed.get(key, 0)
                complete &= known == _FOR_GOOD
                if known < max_states:
                    asked = plan.actions
                    answer = plan.windows.rejoin(plan.rows, first, max_states)
                    yield True
                    if plan.actions is not asked:
                        continue  # another improver's turn: the answer is about a plan no more
                    if answer.actions is not None and plan.replace(
                        first, answer.to, answer.actions
                    ):
                        continue
                    self._failed[key] = _FOR_GOOD if answer.complete else max_states
                first += 1
            if plan.actions is before and (complete or max_states == plan.windows.most_states):
                while plan.actions is before:
                    yield False
            max_states = min(4 * max_states, plan.windows.most_states)
