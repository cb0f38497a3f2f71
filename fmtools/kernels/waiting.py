"""First improvement: what is kept of nodes whose successors are generated one at a time.

A node that has successors left when the search moves on goes back into the open list and later goes
on where it stopped. So its successors must come in the same order at every visit. That order
prefers actions that often brought improvements, as known when the node was first visited: scores
are frozen whenever the number of improvements reaches a power of two, and a node remembers which
frozen row (its epoch) it began with.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.jit import njit

NUM_BUCKETS = 1 << 12
"""Actions share scores where their ids fall into one bucket: harmless, and any ids will do."""
TRIED, IMPROVED, FIRST_EPOCH = 0, 1, 2
_NUM_EPOCHS = 40

# Columns of `taken`.
CURSOR_OF, EPOCH_OF = 0, 1

_SCORE_BITS, _INDEX_BITS = 20, 24
_MAX_SCORE = (1 << _SCORE_BITS) - 1
INDEX_MASK = (1 << _INDEX_BITS) - 1
_PRIMITIVE = 1 << (_SCORE_BITS + _INDEX_BITS)
_SPREAD = 0x9E3779B1
_BUCKET_SHIFT = 32 - 12


class Waiting(NamedTuple):
    """taken: int32[nodes, 2], successors generated so far and the epoch of their order; offered:
    int32[branching], actions of the current node as the world gave them, with their primitive
    steps: int32[branching]; keys: int64[branching], whose low bits are places in `offered`, in the
    order in which they are taken; scores: int32[2 + epochs, buckets], tries, improvements, and
    the frozen scores. All empty where every expansion is full.
    """

    taken: npt.NDArray[np.int32]
    offered: npt.NDArray[np.int32]
    steps: npt.NDArray[np.int32]
    keys: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int32]


def make_waiting(num_nodes: int, branching: int, first: bool) -> Waiting:
    """`first` says whether anything will wait."""
    if not first:
        num_nodes = branching = 0
    return Waiting(
        taken=np.zeros((num_nodes, 2), np.int32),
        offered=np.empty(branching, np.int32),
        steps=np.empty(branching, np.int32),
        keys=np.empty(branching, np.int64),
        scores=np.zeros((FIRST_EPOCH + _NUM_EPOCHS if first else 0, NUM_BUCKETS), np.int32),
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
def note_try(scores, action, improved, num_improvements, epoch):  # type: ignore[no-untyped-def]
    """Count a try of an action; the epoch from now on."""
    bucket = bucket_of(action)
    scores[TRIED, bucket] += 1
    if not improved:
        return epoch
    scores[IMPROVED, bucket] += 1
    if num_improvements & (num_improvements - 1) != 0:
        return epoch
    for b in range(NUM_BUCKETS):
        share = (np.int64(scores[IMPROVED, b]) << _SCORE_BITS) // (scores[TRIED, b] + 8)
        scores[FIRST_EPOCH + epoch + 1, b] = min(share, _MAX_SCORE)
    return epoch + 1


@njit
def arrange(waiting, node, epoch, count, macros_first):  # type: ignore[no-untyped-def]
    """Order the `count` actions offered for a node: by score, then as offered.

    With `macros_first`, macros come before primitives. Returns how many come in the first part:
    macros, or all actions where there is no second part.
    """
    taken = waiting.taken
    keys = waiting.keys
    scores = waiting.scores
    if taken[node, CURSOR_OF] == 0:
        taken[node, EPOCH_OF] = epoch
    row = FIRST_EPOCH + taken[node, EPOCH_OF]
    num_macros = 0
    for i in range(count):
        score = scores[row, bucket_of(waiting.offered[i])]
        keys[i] = ((_MAX_SCORE - score) << _INDEX_BITS) | i
        if macros_first:
            if waiting.steps[i] > 1:
                num_macros += 1
            else:
                keys[i] += _PRIMITIVE
    sort_keys(keys, count)
    return num_macros if 0 < num_macros < count else count


@njit
def sort_keys(keys, count):  # type: ignore[no-untyped-def]
    """Shell sort, ascending; keys are often sorted already."""
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
