"""First improvement: what is kept of nodes whose successors are generated one at a time.

A node that has successors left when the search moves on goes back into the open list and later goes
on where it stopped. So its successors must come in the same order at every visit. That order is
random (with a fixed order, the same useless actions would come first in every node), drawn anew for
every node, but classes of actions that brought improvements more often come before others. Classes
are frozen from time to time; a node remembers which frozen row, its epoch, it began with.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.jit import njit

NUM_BUCKETS = 1 << 12
"""Actions share a class where their ids fall into one bucket: harmless, and any ids will do."""
TRIED, IMPROVED, FIRST_EPOCH = 0, 1, 2
_NUM_EPOCHS = 200
"""Enough: an epoch begins when there are an eighth more improvements than at the last."""

# Columns of `taken`.
CURSOR_OF, EPOCH_OF = 0, 1

# A key, from the highest bit: primitive, class, draw, place.
_CLASS_BITS, _DRAW_BITS, _INDEX_BITS = 6, 30, 24
INDEX_MASK = (1 << _INDEX_BITS) - 1
_CLASS = 1 << (_DRAW_BITS + _INDEX_BITS)
_PRIMITIVE = _CLASS << _CLASS_BITS
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_SPREAD = 0x9E3779B1
_BUCKET_SHIFT = 32 - 12


class Waiting(NamedTuple):
    """taken: int32[nodes, 2], successors generated so far and the epoch of their order; offered:
    int32[branching], actions of the current node as the world gave them, with their primitive
    steps: int32[branching]; keys: int64[branching], whose low bits are places in `offered`, in the
    order in which they are taken; classes: int32[2 + epochs, buckets], tries, improvements, and
    the frozen classes. All empty where every expansion is full.
    """

    taken: npt.NDArray[np.int32]
    offered: npt.NDArray[np.int32]
    steps: npt.NDArray[np.int32]
    keys: npt.NDArray[np.int64]
    classes: npt.NDArray[np.int32]


def make_waiting(num_nodes: int, branching: int, first: bool) -> Waiting:
    """`first` says whether anything will wait."""
    if not first:
        num_nodes = branching = 0
    return Waiting(
        taken=np.zeros((num_nodes, 2), np.int32),
        offered=np.empty(branching, np.int32),
        steps=np.empty(branching, np.int32),
        keys=np.empty(branching, np.int64),
        classes=np.zeros((FIRST_EPOCH + _NUM_EPOCHS if first else 0, NUM_BUCKETS), np.int32),
    )


def grown_waiting(old: Waiting, num_nodes: int) -> Waiting:
    """Room for more nodes."""
    if num_nodes <= len(old.taken) or len(old.taken) == 0:
        return old
    taken = np.zeros((num_nodes, 2), np.int32)
    taken[: len(old.taken)] = old.taken
    return old._replace(taken=taken)


def widened_waiting(old: Waiting, branching: int) -> Waiting:
    """Room for more actions; what was offered is asked for again."""
    if len(old.offered) == 0:
        return old
    return old._replace(
        offered=np.empty(branching, np.int32),
        steps=np.empty(branching, np.int32),
        keys=np.empty(branching, np.int64),
    )


@njit
def bucket_of(action):  # type: ignore[no-untyped-def]
    return ((np.int64(action) * _SPREAD) & 0xFFFFFFFF) >> _BUCKET_SHIFT


@njit
def note_try(classes, action, improved):  # type: ignore[no-untyped-def]
    bucket = bucket_of(action)
    classes[TRIED, bucket] += 1
    if improved:
        classes[IMPROVED, bucket] += 1


@njit
def freeze(classes, epoch):  # type: ignore[no-untyped-def]
    """Write the classes of an epoch that begins.

    Class c improved in one of 2^c to 2^(c + 1) tries, counted from one improvement in two tries
    before the first: what was never tried comes before what failed.
    """
    for bucket in range(NUM_BUCKETS):
        tried = np.int64(classes[TRIED, bucket]) + 2
        share = np.int64(classes[IMPROVED, bucket]) + 1
        number = np.int64(0)
        while 2 * share < tried:
            share *= 2
            number += 1
        classes[FIRST_EPOCH + epoch, bucket] = number


@njit
def draw(seed, node, action):  # type: ignore[no-untyped-def]
    """30 random bits, always the same for a node and an action (mixed as splitmix64 does)."""
    z = np.uint64(seed) + np.uint64(node) * _GOLDEN
    z = (z ^ (z >> np.uint64(30))) * _MIX1
    z = (z ^ np.uint64(action)) * _GOLDEN
    z = (z ^ (z >> np.uint64(27))) * _MIX2
    return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(64 - _DRAW_BITS))


@njit
def arrange(waiting, node, epoch, count, macros_first, seed):  # type: ignore[no-untyped-def]
    """Order the `count` actions offered for a node: by class, then at random.

    With `macros_first`, macros come before primitives. Returns how many come in the first part:
    macros, or all actions where there is no second part.
    """
    taken = waiting.taken
    keys = waiting.keys
    if taken[node, CURSOR_OF] == 0:
        taken[node, EPOCH_OF] = epoch
    row = FIRST_EPOCH + taken[node, EPOCH_OF]
    num_macros = 0
    for i in range(count):
        action = waiting.offered[i]
        number = np.int64(waiting.classes[row, bucket_of(action)])
        keys[i] = number * _CLASS + (draw(seed, node, action) << _INDEX_BITS) + i
        if macros_first:
            if waiting.steps[i] > 1:
                num_macros += 1
            else:
                keys[i] += _PRIMITIVE
    sort_keys(keys, count)
    return num_macros if 0 < num_macros < count else count


@njit
def next_is_primitive(waiting, cursor):  # type: ignore[no-untyped-def]
    return waiting.steps[waiting.keys[cursor] & INDEX_MASK] == 1


@njit
def sort_keys(keys, count):  # type: ignore[no-untyped-def]
    """Shell sort, ascending."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, count):
            key = keys[i]
            j = i
            while j >= gap and keys[j - gap] > key:
                keys[j] = keys[j - gap]
                j -= gap
            keys[j] = key
        gap //= 3
