"""Trying macros in a search for the goal: which of them bring it nearer, and how often.

Where there are more candidates than a library should hold, size alone is a poor judge: a macro
learned where a hoist held a crate needs a hoist that holds one, and small as its effect is, it
hardly ever serves. A search with all of them, on queries of the learning budget, tells.
"""

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from fmtools.core.best_first import ACTION, DISTANCE, PARENT
from fmtools.learn.reasons import Reason
from fmtools.learn.select import Candidate, Selection
from fmtools.search.engine import Search
from fmtools.simulator import ActionId

DOUBT = 5
"""Trials without success that every macro is charged with, so that a few lucky ones do not win."""

KeyOf = Callable[[Sequence[ActionId]], Hashable]


def success_rates(search: Search, keys: Sequence[Hashable], key_of: KeyOf) -> list[float]:
    """For each macro, by its key, the share of its new states that are nearer the goal.

    A use with one object in two places has another key, and is not counted.
    """
    world = search.simulator
    steps, primitives = world.steps, world.primitives  # type: ignore[attr-defined]
    table = search.space.node_table()
    distances = table[:, DISTANCE]
    nearer = distances[1:] < distances[table[1:, PARENT]]
    places = {key: place for place, key in enumerate(keys)}
    trials, successes = np.zeros(len(keys)), np.zeros(len(keys))
    actions, which = np.unique(table[1:, ACTION], return_inverse=True)
    for number, action in enumerate(actions.tolist()):
        place = places.get(key_of(primitives(action))) if steps(action) > 1 else None
        if place is not None:
            own = which == number
            trials[place] += np.count_nonzero(own)
            successes[place] += np.count_nonzero(nearer[own])
    return [float(rate) for rate in successes / (trials + DOUBT)]


def most_successful(selection: Selection, rates: Sequence[float], most: int) -> Selection:
    """The macros with the highest rates; among equals those that stood first."""
    chosen = selection.chosen
    best = sorted(range(len(chosen)), key=lambda place: (-rates[place], place))[:most]
    kept: tuple[Candidate, ...] = tuple(chosen[place] for place in sorted(best))
    dropped = {**selection.dropped, Reason.SELDOM_NEARER: len(chosen) - len(kept)}
    return Selection(kept, selection.candidates, selection.quota, dropped)
