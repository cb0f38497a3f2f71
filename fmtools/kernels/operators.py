"""Worlds of ground operators: states are sets of facts, one bit each.

Every operator waits in the bucket of one of its positive preconditions, the one that fewest
operators have; operators without any wait in bucket 0. To expand, the facts of the state are walked
in order and the rest of the preconditions tested of those in their buckets: few operators by bit
masks, one after the other (MASKS); many along a trie laid flat (TRIE), where a precondition that
fails skips all that share it. Either way successors come in one fixed order, that of `order`.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.expand import register_world
from fmtools.kernels.jit import njit
from fmtools.kernels.space import CURRENT, PRIMITIVE_STEPS, STATE, Space
from fmtools.kernels.words import Words, trailing_zeros

MASKS, TRIE = 0, 1

_FIRST_BRANCHING = 1 << 10
_0 = np.uint64(0)
_1 = np.uint64(1)


class GroundOperators(NamedTuple):
    """Everything is by position in `order`; bucket b is first_in_bucket[b]:first_in_bucket[b + 1].

    order: int32[operators]: action ids; steps: int32[operators], primitive actions in each.
    MASKS: tests[first_test[o]:first_test[o + 1]]: word, with the bits to be true and to be false.
    TRIE: literals[first_test[o]:...] are 2 * fact + (1 if it must be false); the first shared[o] of
    them are those of the operator before; where one fails, skips[.] is the next to look at.
    Effects: bits to keep and to set in effect_words[first_effect[o]:first_effect[o + 1]].
    """

    kind: int
    order: npt.NDArray[np.int32]
    steps: npt.NDArray[np.int32]
    first_in_bucket: npt.NDArray[np.int32]
    first_test: npt.NDArray[np.int32]
    test_words: npt.NDArray[np.int32]
    test_true: Words
    test_false: Words
    literals: npt.NDArray[np.int32]
    shared: npt.NDArray[np.int32]
    skips: npt.NDArray[np.int32]
    first_effect: npt.NDArray[np.int32]
    effect_words: npt.NDArray[np.int32]
    keep: Words
    set: Words

    @property
    def cell_bits(self) -> int:
        return 1

    @property
    def branching(self) -> int:
        """Where to begin; the batch grows when a state has more successors."""
        return max(2, min(len(self.order), _FIRST_BRANCHING))


@njit
def masks_hold(world, rows, i, o):  # type: ignore[no-untyped-def]
    """Whether state rows[i] passes the tests of the operator at position o."""
    for t in range(world.first_test[o], world.first_test[o + 1]):
        word = rows[i, world.test_words[t]]
        if ((word & world.test_true[t]) ^ world.test_true[t]) | (word & world.test_false[t]) != _0:
            return False
    return True


@njit
def next_in_trie(world, rows, i, o):  # type: ignore[no-untyped-def]
    """o if the operator there applies (given what it shares), else -1 - (where to go on)."""
    literals = world.literals
    first = world.first_test[o]
    for t in range(first + world.shared[o], world.first_test[o + 1]):
        literal = literals[t]
        fact = literal >> 1
        bit = (rows[i, fact >> 6] >> np.uint64(fact & 63)) & _1
        if bit == np.uint64(literal & 1):
            return -1 - np.int64(world.skips[t])
    return np.int64(o)


@njit
def write_successor(world, space, state, o, count):  # type: ignore[no-untyped-def]
    """Successor number `count` of a state by the operator at position o, if there is room."""
    successors = space.successors
    if count >= successors.shape[0]:
        return
    states = space.states
    for w in range(states.shape[1]):
        successors[count, w] = states[state, w]
    for e in range(world.first_effect[o], world.first_effect[o + 1]):
        w = world.effect_words[e]
        successors[count, w] = (successors[count, w] & world.keep[e]) | world.set[e]
    space.actions[count] = world.order[o]


@register_world(GroundOperators)
def expand_ground_operators(world: GroundOperators, space: Space) -> int:
    """Successors of the current node, or minus their number where the batch has no room."""
    counters = space.counters
    states = space.states
    first_in_bucket = world.first_in_bucket
    state = space.nodes[counters[CURRENT], STATE]
    count = 0
    steps = 0
    bits = _1  # bucket 0 is walked first, as if it were a fact that always holds
    for w in range(-1, states.shape[1]):
        if w >= 0:
            bits = states[state, w]
        while bits != _0:
            bucket = np.int64(0)
            if w >= 0:
                bucket = (w << 6) + trailing_zeros(bits) + 1
            bits &= bits - _1
            o = np.int64(first_in_bucket[bucket])
            end = np.int64(first_in_bucket[bucket + 1])
            while o < end:
                if world.kind == MASKS:
                    applies = masks_hold(world, states, state, o)
                    following = o + 1
                else:
                    position = next_in_trie(world, states, state, o)
                    applies = position >= 0
                    following = o + 1 if applies else -1 - position
                if applies:
                    write_successor(world, space, state, o, count)
                    count += 1
                    steps += world.steps[o]
                o = following
    if count > space.successors.shape[0]:
        return np.int64(-count)
    counters[PRIMITIVE_STEPS] += steps
    return np.int64(count)


@njit
def applicable_operators(world, rows, found):  # type: ignore[no-untyped-def]
    """Action ids that apply in state rows[0], written to `found` in the order of `expand`."""
    first_in_bucket = world.first_in_bucket
    count = 0
    bits = _1
    for w in range(-1, rows.shape[1]):
        if w >= 0:
            bits = rows[0, w]
        while bits != _0:
            bucket = np.int64(0)
            if w >= 0:
                bucket = (w << 6) + trailing_zeros(bits) + 1
            bits &= bits - _1
            o = np.int64(first_in_bucket[bucket])
            end = np.int64(first_in_bucket[bucket + 1])
            while o < end:
                if world.kind == MASKS:
                    applies = masks_hold(world, rows, 0, o)
                    following = o + 1
                else:
                    position = next_in_trie(world, rows, 0, o)
                    applies = position >= 0
                    following = o + 1 if applies else -1 - position
                if applies:
                    found[count] = world.order[o]
                    count += 1
                o = following
    return count
