"""Which of many candidates become macros: `fmtools learn --keep auto`. Pure functions.

The paper keeps a fixed number of smallest effects. Small alone is not enough: on Rubik's cube all
of the smallest are even permutations, and a scramble that needs an odd one stays unsolved. So every
variable keeps a quota of its own macros, of even and of odd length, and only then size counts.
With a quota for each of many starts that only doubles the macros; there parities share it.

The steps, each of which says how many it dropped: primitives, duplicates, macros that make no goal
fact true, large effects, those over the quota, those that no longer lower the mean effect size.

Must not know how candidates came about, nor any world.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fmtools.learn.reasons import Reason
from fmtools.macros import Change
from fmtools.simulator import ActionId

Bucket = tuple[int, Hashable, int]
"""(place, group of variables, parity of length or 0): what has a quota of its own."""


@dataclass(frozen=True)
class Candidate:
    """A sequence of primitive actions with what is known of it.

    `key` is equal for sequences that are the same macro; `place` is the number of the start it was
    learned from where macros of other starts may not run, else 0; `groups` are the groups of
    variables that it changes, `goal_groups` those in which it makes true what is like a goal fact.
    """

    actions: tuple[ActionId, ...]
    effect: tuple[Change, ...]
    effect_size: int
    key: Hashable
    place: int
    groups: frozenset[Hashable]
    goal_groups: frozenset[Hashable]
    kind: Hashable = None
    """Equal for those that need and do the same, by a detour or not; None where nobody can tell."""

    @property
    def length(self) -> int:
        return len(self.actions)

    def buckets(self, by_parity: bool) -> list[Bucket]:
        parity = self.length % 2 if by_parity else 0
        return [(self.place, group, parity) for group in self.groups]


@dataclass(frozen=True)
class Primitive:
    """A primitive action as a yardstick."""

    key: Hashable
    effect_size: int
    groups: frozenset[Hashable]


@dataclass(frozen=True)
class Rules:
    quota: int
    """Macros for each place and group of variables, or also parity of length."""
    most: int | None = None
    """In all; a smaller quota makes them fit, so that variety survives."""
    by_parity: bool = True
    """Whether macros of even and of odd length have quotas of their own."""
    slack: int | None = 0
    """Effects not more than this above the largest primitive's, where these touch all that larger
    ones do; None sets no limit."""
    extensions: bool = False
    """Whether macros may begin with another one and change more than it does."""
    goal_facts: bool = True
    """Only macros that make a fact true which is like a goal fact, where there are any."""
    falling: bool = True
    """Only macros that lower the mean effect size of what changes one of their groups."""


@dataclass(frozen=True)
class Selection:
    """What was chosen, smallest effect first, and why the rest was not."""

    chosen: tuple[Candidate, ...]
    candidates: int
    quota: int
    """As asked for, or smaller, to fit `most`."""
    dropped: Mapping[Reason, int]
    """How many for which reason."""


def select(
    candidates: Iterable[Candidate], primitives: Sequence[Primitive], rules: Rules
) -> Selection:
    """Deterministic, and the same for any order of the candidates."""
    ranked = sorted(candidates, key=_rank)
    total = len(ranked)
    dropped: dict[Reason, int] = {}

    def keep(reason: Reason, kept: list[Candidate]) -> None:
        nonlocal ranked
        if len(kept) < len(ranked):
            dropped[reason] = len(ranked) - len(kept)
        ranked = kept

    own = {primitive.key for primitive in primitives}
    keep(Reason.PRIMITIVE, [c for c in ranked if c.length > 1 and c.effect and c.key not in own])
    keep(Reason.DUPLICATE, list({c.key: c for c in reversed(ranked)}.values())[::-1])
    ranked.sort(key=_rank)
    if rules.goal_facts and any(c.goal_groups for c in ranked):
        keep(Reason.NO_GOAL, [c for c in ranked if c.goal_groups])
    keep(Reason.DETOUR, _without_detours(ranked))
    if not rules.extensions:
        keep(Reason.EXTENSION, _without_extensions(ranked))
    if rules.slack is not None and primitives:
        largest = max(primitive.effect_size for primitive in primitives) + rules.slack
        small = [c for c in ranked if c.effect_size <= largest]
        if _covered(small) == _covered(ranked):
            keep(Reason.LARGE, small)
    if rules.falling:
        keep(Reason.NOT_FALLING, _falling(ranked, primitives))
    quota = rules.quota
    kept = within_quota(ranked, quota, rules.by_parity)
    if rules.most is not None and len(kept) > rules.most:
        quota = _fitting_quota(ranked, quota, rules.by_parity, rules.most)
        kept = within_quota(ranked, quota, rules.by_parity)[: rules.most]
    keep(Reason.OVER_QUOTA, kept)
    return Selection(tuple(ranked), total, quota, dropped)


def _without_detours(ranked: list[Candidate]) -> list[Candidate]:
    """The shortest of those that need and do the same, as far as their kinds tell."""
    shortest: dict[Hashable, int] = {}
    for c in ranked:
        shortest[c.kind] = min(c.length, shortest.get(c.kind, c.length))
    return [c for c in ranked if c.kind is None or c.length == shortest[c.kind]]


def _without_extensions(ranked: list[Candidate]) -> list[Candidate]:
    """Those without a beginning, itself a candidate and no larger, of which most is still there.

    What a macro and further actions do, the macro and further actions can do. But a beginning of
    which little is left was a means: a tower is carried by carrying a smaller one, twice.
    """
    known = {(c.place, c.actions): c for c in ranked}

    def extends(candidate: Candidate, beginning: Candidate | None) -> bool:
        if beginning is None or beginning.effect_size > candidate.effect_size:
            return False
        left = set(beginning.effect) & set(candidate.effect)
        return 2 * len(left) > len(beginning.effect)

    def is_extension(candidate: Candidate) -> bool:
        place, actions = candidate.place, candidate.actions
        return any(
            extends(candidate, known.get((place, actions[:end]))) for end in range(2, len(actions))
        )

    return [c for c in ranked if not is_extension(c)]


def _rank(candidate: Candidate) -> tuple[object, ...]:
    """Small effects first, then short sequences; the rest makes the order complete."""
    return (
        candidate.effect_size,
        candidate.length,
        candidate.actions,
        candidate.place,
        candidate.effect,
    )


def _covered(candidates: Iterable[Candidate]) -> set[Hashable]:
    """The groups of the goal that some candidate serves."""
    return {group for c in candidates for group in c.goal_groups}


def within_quota(
    ranked: Sequence[Candidate], quota: int, by_parity: bool = True
) -> list[Candidate]:
    """Those with at least one bucket that is not full when their turn comes."""
    counts: dict[Bucket, int] = {}
    kept = []
    for candidate in ranked:
        buckets = candidate.buckets(by_parity)
        if any(counts.get(bucket, 0) < quota for bucket in buckets):
            kept.append(candidate)
            for bucket in buckets:
                counts[bucket] = counts.get(bucket, 0) + 1
    return kept


def _fitting_quota(ranked: Sequence[Candidate], quota: int, by_parity: bool, most: int) -> int:
    """The largest quota with which at most so many are left, or 1."""
    low, high = 1, quota
    while low < high:
        middle = (low + high + 1) // 2
        if len(within_quota(ranked, middle, by_parity)) <= most:
            low = middle
        else:
            high = middle - 1
    return low


def _falling(ranked: list[Candidate], primitives: Sequence[Primitive]) -> list[Candidate]:
    """Those that lower, in one of their buckets, the mean effect size of what changes the group.

    The mean begins with the primitives. Where no candidate is smaller than they are (the n-puzzle:
    a primitive moves two things), the mean says nothing, and all stay.
    """
    sizes: dict[Hashable, list[int]] = {}
    for primitive in primitives:
        for group in primitive.groups:
            sizes.setdefault(group, []).append(primitive.effect_size)
    means = {group: float(np.mean(of_group)) for group, of_group in sizes.items()}
    if not any(c.effect_size < means.get(g, 0) for c in ranked for g in c.groups):
        return ranked
    sums: dict[Bucket, tuple[int, int]] = {}
    kept = []
    for candidate in ranked:
        size = candidate.effect_size
        falls = False
        for bucket in candidate.buckets(by_parity=True):
            own = sizes.get(bucket[1], [])
            count, total = sums.get(bucket, (len(own), sum(own)))
            if count == 0 or size * count < total:
                falls = True
                sums[bucket] = (count + 1, total + size)
        if falls:
            kept.append(candidate)
    return kept


def with_effect_size(candidate: Candidate, effect_size: int) -> Candidate:
    """The candidate as measured elsewhere."""
    return replace(candidate, effect_size=max(candidate.effect_size, effect_size))
