"""Conditional effects find their actions, and become plain effects where nothing is left to ask.

Flat arrays again: an effect has literals, adds and deletes, each a list of pairs with its number.
"""

from typing import NamedTuple

import numpy as np

from fmtools.core.operator_arrays import EffectLists, FactLists
from fmtools.core.pairs import lists_by_owner
from fmtools.pddl.flat_sets import Bools, Ints, is_among, sorted_set

Pairs = tuple[Ints, Ints]
"""(owners, what they have), as two arrays alike."""


class Effects(NamedTuple):
    """What actions do in any case, and under conditions; by action number."""

    adds: Pairs
    deletes: Pairs
    action_of: Ints
    """Per conditional effect; sorted."""
    literals: Pairs
    conditional_adds: Pairs
    conditional_deletes: Pairs


def pairs_of(lists: FactLists) -> Pairs:
    owners = np.repeat(np.arange(len(lists.first) - 1), np.diff(lists.first))
    return owners, lists.facts.astype(np.int64)


def lists_of(pairs: Pairs, num_owners: int) -> FactLists:
    """Sorted by owner, then by fact, without repetition."""
    return FactLists(*lists_by_owner([pairs], num_owners))


def places(rows: Ints, wanted: Ints, base: int) -> Ints:
    """The number of each wanted row among `rows`, which are different and sorted; -1 for none."""
    both = np.concatenate([rows, wanted])
    keys = np.zeros(len(both), np.int64)
    for column in range(both.shape[1]):
        if int(keys.max(initial=0)) + 1 > (1 << 62) // (base + 1):
            keys = np.searchsorted(sorted_set(keys), keys)
        keys = keys * base + both[:, column]
    own, asked = keys[: len(rows)], keys[len(rows) :]
    found = np.minimum(np.searchsorted(own, asked), max(len(own) - 1, 0))
    if not len(own):
        return np.full(len(wanted), -1, np.int64)
    return np.where(own[found] == asked, found, -1)


def combine(
    adds: Pairs, deletes: Pairs, literals: Pairs, action_of: Ints, num_actions: int, num_facts: int
) -> Effects:
    """All pairs are by owner: actions first, then effects; action_of: of each effect, -1 for none.

    A literal that the action needs anyway is left out of the condition of its effects. Effects
    without a condition become the action's own. What an action adds in any case, none of its
    effects adds or deletes again.
    """
    num_effects = len(action_of)
    width = 2 * num_facts + 2
    owner_action = np.concatenate([np.arange(num_actions), action_of])
    is_live = np.concatenate([np.ones(num_actions, np.bool_), action_of >= 0])

    owners, codes = literals
    of_action = owners < num_actions
    needed = owners[of_action] * width + codes[of_action]
    owners, codes = owners[~of_action], codes[~of_action]
    keys = owner_action[owners] * width
    is_live[owners[is_among(keys + (codes ^ 1), needed)]] = False
    left = ~is_among(keys + codes, needed) & is_live[owners]
    owners, codes = owners[left], codes[left]

    has_condition = np.zeros(num_actions + num_effects, np.bool_)
    has_condition[owners] = True
    own_adds = _moved(adds, is_live & ~has_condition, owner_action)
    own_deletes = _without(_moved(deletes, is_live & ~has_condition, owner_action), own_adds, width)
    more_adds = _chosen(adds, is_live & has_condition)
    more_deletes = _chosen(deletes, is_live & has_condition)
    more_adds = _unless_own(more_adds, own_adds, owner_action, width)
    more_deletes = _unless_own(more_deletes, own_adds, owner_action, width)
    more_deletes = _unless_own(more_deletes, own_deletes, owner_action, width)

    does = np.zeros(num_actions + num_effects, np.bool_)
    does[more_adds[0]] = True
    does[more_deletes[0]] = True
    numbers = np.flatnonzero(does)
    numbers = numbers[np.argsort(owner_action[numbers], kind="stable")]
    place = np.full(num_actions + num_effects, -1, np.int64)
    place[numbers] = np.arange(len(numbers))
    kept = does[owners]
    return Effects(
        own_adds,
        own_deletes,
        owner_action[numbers],
        (place[owners[kept]], codes[kept]),
        (place[more_adds[0]], more_adds[1]),
        (place[more_deletes[0]], more_deletes[1]),
    )


def effect_lists(effects: Effects, num_actions: int) -> EffectLists | None:
    """As the core takes them; None where no effect is conditional."""
    count = len(effects.action_of)
    if not count:
        return None
    first = np.searchsorted(effects.action_of, np.arange(num_actions + 1)).astype(np.int32)
    owners, codes = effects.literals
    negative = codes & 1 == 1
    return EffectLists(
        first,
        lists_of((owners[~negative], codes[~negative] >> 1), count),
        lists_of((owners[negative], codes[negative] >> 1), count),
        lists_of(effects.conditional_adds, count),
        lists_of(effects.conditional_deletes, count),
    )


def _chosen(pairs: Pairs, wanted: Bools) -> Pairs:
    kept = wanted[pairs[0]]
    return pairs[0][kept], pairs[1][kept]


def _moved(pairs: Pairs, wanted: Bools, owner_action: Ints) -> Pairs:
    """Chosen, and handed to the actions they belong to."""
    owners, facts = _chosen(pairs, wanted)
    return owner_action[owners], facts


def _without(pairs: Pairs, others: Pairs, width: int) -> Pairs:
    kept = ~is_among(pairs[0] * width + pairs[1], others[0] * width + others[1])
    return pairs[0][kept], pairs[1][kept]


def _unless_own(pairs: Pairs, own: Pairs, owner_action: Ints, width: int) -> Pairs:
    kept = ~is_among(owner_action[pairs[0]] * width + pairs[1], own[0] * width + own[1])
    return pairs[0][kept], pairs[1][kept]
