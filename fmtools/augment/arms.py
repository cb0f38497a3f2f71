"""What is raced: a planner with a set of macros. Which sets are worth a try, in which order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fmtools.augment.candidates import SIMULATION
from fmtools.augment.pool import Pooled

_MOST_COVER = 3
"""Macros of a set that was put together before anything was measured."""
_FRESH = 0.25
"""Of the steps that a macro stands for, those that no other of the set does, at least."""

Fits = Callable[[Sequence[Pooled]], bool]
"""Whether macros together stay within the limit on ground operators."""


@dataclass(frozen=True)
class Arm:
    planner: str
    items: tuple[Pooled, ...]

    @property
    def name(self) -> str:
        """`auto + (lift-drop, 4 steps)`: what people read while it is tried."""
        return " + ".join([self.planner, *(item.title for item in self.items)])


def arms_to_try(planners: Sequence[str], items: Sequence[Pooled], fits: Fits) -> list[Arm]:
    """All, the most promising first; planners take turns, the first of them twice as often."""
    sets = promising_sets(items, fits)
    queues = [[Arm(planner, chosen) for chosen in sets] for planner in planners]
    found: list[Arm] = []
    while any(queues):
        for place, queue in enumerate(queues):
            taken = 2 if place == 0 and len(queues) > 1 else 1
            found += queue[:taken]
            del queue[:taken]
    return found


def promising_sets(items: Sequence[Pooled], fits: Fits) -> list[tuple[Pooled, ...]]:
    """Single macros that differ in what they stand for, sets that together cover most, and what was
    learned by simulation, which pays together if at all.

    Each next macro is the most useful one for steps that those before it leave.
    """
    singles: list[tuple[Pooled, ...]] = [(item,) for item in _spread(items)]
    sets = _covers(items, fits)
    learned = tuple(item for item in items if item.candidate.source == SIMULATION)[:_MOST_COVER]
    if len(learned) > 1 and fits(learned) and learned not in sets:
        sets.append(learned)
    return [*singles[:2], *sets, *singles[2:]]


def _covers(items: Sequence[Pooled], fits: Fits) -> list[tuple[Pooled, ...]]:
    rest = list(items)
    cover: list[Pooled] = []
    covered: set[tuple[int, int]] = set()
    found: list[tuple[Pooled, ...]] = []
    while rest and len(cover) < _MOST_COVER:
        best = max(rest, key=lambda item: item.utility * _fresh_share(item, covered))
        if _fresh_share(best, covered) <= _FRESH:
            break
        rest.remove(best)
        if cover and not fits([*cover, best]):
            continue
        cover.append(best)
        covered |= best.candidate.covered
        if len(cover) > 1:
            found.append(tuple(cover))
    return found


def _spread(items: Sequence[Pooled]) -> list[Pooled]:
    """By utility, less for those that stand for steps which others before them do."""
    chosen: list[Pooled] = []
    counts: dict[tuple[int, int], int] = {}
    rest = list(items)
    while rest:
        best = max(rest, key=lambda item: item.utility / (1 + _mean_count(item, counts)))
        rest.remove(best)
        chosen.append(best)
        for place in best.candidate.covered:
            counts[place] = counts.get(place, 0) + 1
    return chosen


def _fresh_share(item: Pooled, covered: set[tuple[int, int]]) -> float:
    own = item.candidate.covered
    return len(own - covered) / len(own) if own else 0.0


def _mean_count(item: Pooled, counts: dict[tuple[int, int], int]) -> float:
    own = item.candidate.covered
    return sum(counts.get(place, 0) for place in own) / len(own) if own else 0.0
