"""What is known of actions from other tasks, tried in the task at hand.

Small tasks show too little: where there is one truck, all seems to need that it is there, and where
numbers are small, two that are equal by chance seem to be one. A short walk shows what of that does
not hold here: facts that are said to be needed, and are missing where an action applies; facts that
are said to become true, and do not. What the walk does not speak against stays as it is said.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from fmtools.frozen import frozen
from fmtools.search.action_model import Facts, Ints, Pattern, Seen, changed
from fmtools.search.world import world_of
from fmtools.simulator import Simulator, State, StateLike

STEPS, MORE_STEPS = 32, 512
"""Of the walk: enough to find that something is wrong, then enough to find out what is right."""
AWAY = 64
"""Steps after which it begins anew: a search needs most what holds near the start."""


@frozen(eq=False)
class Tried:
    steps: Seen
    """Of the walk."""
    offered: Ints
    """Actions that applied before them."""
    rows: Ints
    """Before which step."""


class Walk:
    """Takes the kind of action that it took least, and among these any."""

    def __init__(self, simulator: Simulator, start: StateLike | None, seed: int) -> None:
        self._simulator = simulator
        self._rng = Random(int(seed))
        self._home = np.asarray(simulator.start() if start is None else start)
        self._offered: list[Ints] = []
        self._steps: list[tuple[int, State, State]] = []

    @property
    def num_steps(self) -> int:
        return len(self._steps)

    def tried(self, kinds: Ints, steps: int) -> Tried | None:
        """After so many steps in all; `kinds`: by action. None where nothing applies at first."""
        world = world_of(self._simulator)
        taken = np.zeros(int(kinds.max(initial=0)) + 1, np.int64)
        np.add.at(taken, [kinds[action] for action, *_ in self._steps], 1)
        at_home = world.offered(world.layout.pack(self._home))
        if not len(at_home):
            return None
        after = self._steps[-1][2] if self._steps else self._home
        for step in range(self.num_steps, steps):
            ids = world.offered(world.layout.pack(after))
            if step % AWAY == 0 or not len(ids):
                after, ids = self._home, at_home
            times = taken[kinds[ids]]
            least = ids[times == times.min()]
            action = int(least[self._rng.randrange(len(least))])
            taken[kinds[action]] += 1
            before, after = after, np.asarray(self._simulator.successor(after, action))
            self._offered.append(ids)
            self._steps.append((action, before, after))
        actions, *states = (np.array(part) for part in zip(*self._steps, strict=True))
        sizes = [len(ids) for ids in self._offered]
        return Tried(
            Seen(actions.astype(np.int32), *states),
            np.concatenate(self._offered),
            np.repeat(np.arange(len(sizes), dtype=np.int32), sizes),
        )


def not_contradicted(
    facts: Facts, names: Ints, kind: int, patterns: Sequence[Pattern], value: int, tried: Tried
) -> list[Pattern]:
    """Patterns of facts that had this value wherever an action of a kind applied."""
    own = names[tried.offered, 0] == kind
    found = facts.instances(patterns, names[tried.offered[own]])
    fits = (tried.steps.before[tried.rows[own], found] == value) | (found < 0)
    return [pattern for pattern, always in zip(patterns, fits.all(axis=1), strict=True) if always]


def corrected(
    facts: Facts, names: Ints, kind: int, patterns: Sequence[Pattern], value: int, tried: Tried
) -> list[Pattern]:
    """Patterns of facts that actions of a kind give this value, and what the walk shows of them.

    Those that it contradicts are gone where it shows another for facts of the same kind; else they
    may be effects under conditions.
    """
    own = names[tried.steps.actions, 0] == kind
    actions = tried.steps.actions[own]
    before, after = tried.steps.before[own], tried.steps.after[own]
    lower, higher = (before, after) if value else (after, before)
    shown = [p for p in changed(facts, names, actions, lower, higher, []) if min(p) >= 0]
    found = facts.instances(patterns, names[actions])
    fails = (after[np.arange(len(after)), found] != value) & (found >= 0)
    others = {pattern[0] for pattern in shown}
    kept = [
        pattern
        for pattern, ever in zip(patterns, fails.any(axis=1), strict=True)
        if not ever or pattern in shown or pattern[0] not in others
    ]
    return [*kept, *(pattern for pattern in shown if pattern not in kept)]
