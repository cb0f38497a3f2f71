"""Trying macros in a search for the goal: which of them bring it nearer, and how often.

Where there are more candidates than a library should hold, size alone is a poor judge: a macro
learned where a hoist held a crate needs a hoist that holds one, and small as its effect is, it
hardly ever serves. A search with all of them, on queries of the learning budget, tells.
"""

from collections.abc import Sequence

import numpy as np

from fmtools.core.best_first import ACTION, DISTANCE, PARENT
from fmtools.learn.reasons import Reason
from fmtools.learn.select import Candidate, Selection
from fmtools.search.engine import Search
from fmtools.simulator import HasMacros

DOUBT = 5
"""Trials without success that every macro is charged with, so that a few lucky ones do not win."""


def success_rates(search: Search, num_macros: int) -> list[float]:
    """For each macro of a search's world, the share of its new states that are nearer the goal."""
    world = search.simulator
    if not isinstance(world, HasMacros):
        return [0.0] * num_macros
    table = search.space.node_table()
    distances = table[:, DISTANCE]
    nearer = distances[1:] < distances[table[1:, PARENT]]
    actions, which = np.unique(table[1:, ACTION], return_inverse=True)
    numbers = [world.macro_of(action) for action in actions.tolist()]
    macros = np.array([-1 if number is None else number for number in numbers], np.int64)[which]
    trials = np.bincount(macros[macros >= 0], minlength=num_macros)
    successes = np.bincount(macros[(macros >= 0) & nearer], minlength=num_macros)
    return [float(rate) for rate in successes / (trials + DOUBT)]


def most_successful(selection: Selection, rates: Sequence[float], most: int) -> Selection:
    """The macros with the highest rates; among equals those that stood first."""
    chosen = selection.chosen
    best = sorted(range(len(chosen)), key=lambda place: (-rates[place], place))[:most]
    kept: tuple[Candidate, ...] = tuple(chosen[place] for place in sorted(best))
    dropped = {**selection.dropped, Reason.SELDOM_NEARER: len(chosen) - len(kept)}
    return Selection(kept, selection.candidates, selection.quota, dropped)
