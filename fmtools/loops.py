"""Loops in a sequence of states: what lies between two visits of one state does nothing.

Both ways to shorten a plan stand on it: by running PDDL (`fmtools.pddl.shorten`), and by asking a
simulator (`fmtools.search.shorten`).
"""

from collections.abc import Hashable, Sequence


def without_loops(states: Sequence[Hashable]) -> list[int]:
    """Numbers of the steps to keep; step k leads from states[k] to states[k + 1]."""
    kept: list[int] = []
    visited = [states[0]]
    place = {states[0]: 0}
    """How many of the kept steps lead to a state; visited holds those states in order."""
    for step, state in enumerate(states[1:]):
        if state in place:
            first = place[state]
            for passed in visited[first + 1 :]:
                del place[passed]
            del visited[first + 1 :]
            del kept[first:]
        else:
            kept.append(step)
            visited.append(state)
            place[state] = len(kept)
    return kept
