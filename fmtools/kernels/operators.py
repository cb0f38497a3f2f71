"""Worlds of ground operators: states are sets of facts, one bit each.

Every operator waits in the bucket of one of its positive preconditions, the one that fewest
operators have; operators without any wait in bucket 0. To expand, the facts of the state are walked
in order, and the operators in their buckets along a trie of the other preconditions, laid flat: one
that fails skips all operators that share it. Successors come in one fixed order, that of `order`.

(There is no second structure for small worlds. Testing the operators of a bucket one by one with
bit masks took, per successor, from 0.9 to 1.6 times as long as an earlier layout of this trie, in
worlds of 338 to 14,400 operators; the present layout is faster than that one where most tests fail,
and up to a sixth slower where nearly all operators of a bucket apply.)
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.expand import register_apply, register_offer, register_world
from fmtools.kernels.jit import njit
from fmtools.kernels.space import CURRENT, PRIMITIVE_STEPS, STATE, Space
from fmtools.kernels.words import Words, trailing_zeros

_FIRST_BRANCHING = 1 << 10
_0 = np.uint64(0)
_1 = np.uint64(1)


class GroundOperators(NamedTuple):
    """Operators are by position in `order`.

    order: int32[operators]: action ids, places: int32[operators] the opposite; steps:
    int32[operators], primitive actions in each.
    occupied: uint64[words]: facts whose buckets are not empty; that of fact f is f + 1.
    nodes: int32[., 2], the tries one after the other in preorder, bucket b at first_node[b]: a
    literal, 2 * fact + (1 if it must be false), and where to go on if it fails, else at the next
    node; or -1 - o where the operator at position o applies.
    effect_words[first_effect[o]:first_effect[o + 1]]: with the bits to keep and to set in them.
    """

    order: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    steps: npt.NDArray[np.int32]
    occupied: Words
    first_node: npt.NDArray[np.int32]
    nodes: npt.NDArray[np.int32]
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
def next_operator(nodes, rows, i, node, end):  # type: ignore[no-untyped-def]
    """The first node from `node` on where an operator applies in state rows[i], or `end`."""
    while node < end:
        literal = nodes[node, 0]
        if literal < 0:
            return node
        fact = literal >> 1
        bit = (rows[i, fact >> 6] >> np.uint64(fact & 63)) & _1
        if bit == np.uint64(literal & 1):
            node = np.int64(nodes[node, 1])
        else:
            node += 1
    return node


@register_world(GroundOperators)
def expand_ground_operators(world: GroundOperators, space: Space) -> int:
    """Successors of the current node, or minus their number where the batch has no room."""
    counters = space.counters
    states = space.states
    successors = space.successors
    actions = space.actions
    first_node = world.first_node
    nodes = world.nodes
    effect_words = world.effect_words
    keep = world.keep
    changed = world.set
    num_words = states.shape[1]
    room = successors.shape[0]
    state = space.nodes[counters[CURRENT], STATE]
    count = 0
    steps = 0
    for w in range(-1, num_words):
        # Bucket 0 comes first, as if it were a fact that always holds.
        bits = states[state, w] & world.occupied[w] if w >= 0 else _1
        while bits != _0:
            bucket = (w << 6) + trailing_zeros(bits) + 1 if w >= 0 else np.int64(0)
            bits &= bits - _1
            end = np.int64(first_node[bucket + 1])
            node = next_operator(nodes, states, state, np.int64(first_node[bucket]), end)
            while node < end:
                o = -1 - nodes[node, 0]
                if count < room:
                    for k in range(num_words):
                        successors[count, k] = states[state, k]
                    for e in range(world.first_effect[o], world.first_effect[o + 1]):
                        k = effect_words[e]
                        successors[count, k] = (successors[count, k] & keep[e]) | changed[e]
                    actions[count] = world.order[o]
                count += 1
                steps += world.steps[o]
                node = next_operator(nodes, states, state, node + 1, end)
    if count > room:
        return np.int64(-count)
    counters[PRIMITIVE_STEPS] += steps
    return np.int64(count)


@register_offer(GroundOperators)
def offer_ground_operators(world: GroundOperators, space: Space) -> int:
    """As `applicable_operators`; what finds no room is counted all the same."""
    states = space.states
    first_node = world.first_node
    nodes = world.nodes
    waiting = space.waiting
    room = len(waiting.offered)
    state = space.nodes[space.counters[CURRENT], STATE]
    count = 0
    for w in range(-1, states.shape[1]):
        bits = states[state, w] & world.occupied[w] if w >= 0 else _1
        while bits != _0:
            bucket = (w << 6) + trailing_zeros(bits) + 1 if w >= 0 else np.int64(0)
            bits &= bits - _1
            end = np.int64(first_node[bucket + 1])
            node = next_operator(nodes, states, state, np.int64(first_node[bucket]), end)
            while node < end:
                o = -1 - nodes[node, 0]
                if count < room:
                    waiting.offered[count] = world.order[o]
                    waiting.steps[count] = world.steps[o]
                count += 1
                node = next_operator(nodes, states, state, node + 1, end)
    return np.int64(count)


@register_apply(GroundOperators)
def apply_ground_operator(world: GroundOperators, space: Space, action: int) -> None:
    states = space.states
    successors = space.successors
    state = space.nodes[space.counters[CURRENT], STATE]
    for w in range(states.shape[1]):
        successors[0, w] = states[state, w]
    o = world.places[action]
    for e in range(world.first_effect[o], world.first_effect[o + 1]):
        w = world.effect_words[e]
        successors[0, w] = (successors[0, w] & world.keep[e]) | world.set[e]


@njit
def applicable_operators(world, rows, found):  # type: ignore[no-untyped-def]
    """Action ids that apply in state rows[0], written to `found` in the order of `expand`."""
    first_node = world.first_node
    nodes = world.nodes
    count = 0
    for w in range(-1, rows.shape[1]):
        bits = rows[0, w] & world.occupied[w] if w >= 0 else _1
        while bits != _0:
            bucket = (w << 6) + trailing_zeros(bits) + 1 if w >= 0 else np.int64(0)
            bits &= bits - _1
            end = np.int64(first_node[bucket + 1])
            node = next_operator(nodes, rows, 0, np.int64(first_node[bucket]), end)
            while node < end:
                found[count] = world.order[-1 - nodes[node, 0]]
                count += 1
                node = next_operator(nodes, rows, 0, node + 1, end)
    return count
