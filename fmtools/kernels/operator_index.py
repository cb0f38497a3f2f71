"""Builds `GroundOperators` from lists of facts: buckets, the flat trie, effects."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.jit import njit
from fmtools.kernels.operators import GroundOperators
from fmtools.kernels.words import Layout, Words

IntArray = npt.NDArray[np.int32]

_1 = np.uint64(1)


class OperatorLists(NamedTuple):
    """Facts by operator, each as (first: int32[operators + 1], facts: int32[.], sorted)."""

    positive: tuple[IntArray, IntArray]
    negative: tuple[IntArray, IntArray]
    adds: tuple[IntArray, IntArray]
    deletes: tuple[IntArray, IntArray]


def index_operators(
    lists: OperatorLists, num_facts: int, steps: IntArray | None = None
) -> GroundOperators:
    """The world of these operators. steps: primitive actions in each, 1 unless given."""
    num_operators = len(lists.positive[0]) - 1
    buckets = np.zeros(num_operators, np.int32)
    popularity = np.bincount(lists.positive[1], minlength=num_facts).astype(np.int32)
    choose_buckets(lists.positive[0], lists.positive[1], popularity, buckets)
    in_bucket = np.bincount(buckets, minlength=num_facts + 1)
    first_in_bucket = np.zeros(num_facts + 2, np.int32)
    np.cumsum(in_bucket, out=first_in_bucket[1:])

    order = np.argsort(buckets, kind="stable").astype(np.int32)
    first = np.zeros(num_operators + 1, np.int32)
    literals = np.empty(len(lists.positive[1]) + len(lists.negative[1]), np.int32)
    write_literals(lists, buckets, order, first, literals, np.zeros(2 * num_facts, np.int32))
    order, first, literals = _sorted_by_literals(buckets[order], order, first, literals)
    nodes = np.empty((len(literals) + num_operators, 2), np.int32)
    first_node = np.zeros(num_facts + 2, np.int32)
    longest = int(np.diff(first).max(initial=0))
    following = np.empty(longest + 1, np.int32)
    shared = np.empty(num_operators, np.int32)
    num_nodes = link_trie(first_in_bucket, first, literals, shared, following, first_node, nodes)

    first_effect, effect_words, keep, changed = _effects(lists, order)
    places = np.empty(num_operators, np.int32)
    places[order] = np.arange(num_operators, dtype=np.int32)
    return GroundOperators(
        order=order,
        places=places,
        steps=np.ones(num_operators, np.int32) if steps is None else steps[order],
        occupied=Layout(num_facts, 1).pack(in_bucket[1:] > 0),
        first_node=first_node,
        nodes=np.ascontiguousarray(nodes[:num_nodes]),
        first_effect=first_effect,
        effect_words=effect_words,
        keep=keep,
        set=changed,
    )


def _sorted_by_literals(
    buckets: IntArray, order: IntArray, first: IntArray, literals: IntArray
) -> tuple[IntArray, IntArray, IntArray]:
    """Operators of each bucket sorted by their lists of literals, which are packed into keys."""
    lengths = np.diff(first)
    num_bits = int(literals[: first[-1]].max(initial=0) + 1).bit_length()
    per_key = 64 // num_bits
    num_keys = max(1, -(-int(lengths.max(initial=0)) // per_key))
    keys = np.zeros((num_keys, len(order)), np.uint64)
    pack_keys(first, literals, num_bits, keys)
    by = np.lexsort((*keys[::-1], buckets))
    new_first = np.zeros(len(first), np.int32)
    np.cumsum(lengths[by], out=new_first[1:])
    new_literals = np.empty(new_first[-1], np.int32)
    gather_lists(first, literals, by, new_first, new_literals)
    return order[by], new_first, new_literals


def _effects(lists: OperatorLists, order: IntArray) -> tuple[IntArray, IntArray, Words, Words]:
    room = len(lists.adds[1]) + len(lists.deletes[1])
    first = np.zeros(len(order) + 1, np.int32)
    words = np.empty(room, np.int32)
    keep = np.empty(room, np.uint64)
    changed = np.empty(room, np.uint64)
    write_effects(lists, order, first, words, keep, changed)
    return first, words[: first[-1]], keep[: first[-1]], changed[: first[-1]]


@njit
def choose_buckets(first, facts, popularity, buckets):  # type: ignore[no-untyped-def]
    """buckets[o]: 1 + the positive precondition that fewest operators have, or 0."""
    for o in range(len(buckets)):
        best = -1
        for k in range(first[o], first[o + 1]):
            if best < 0 or popularity[facts[k]] < popularity[best]:
                best = facts[k]
        buckets[o] = best + 1


@njit
def write_literals(lists, buckets, order, first, literals, rank):  # type: ignore[no-untyped-def]
    """Preconditions as literals, without the bucket's own fact, in the given order of operators.

    Each list begins with what most operators of its bucket have, so that lists share long
    beginnings. rank: int32[2 * facts], zero before and after.
    """
    positive_first, positive = lists.positive
    negative_first, negative = lists.negative
    size = 0
    for p in range(len(order)):
        o = order[p]
        for k in range(positive_first[o], positive_first[o + 1]):
            if positive[k] != buckets[o] - 1:
                literals[size] = 2 * positive[k]
                size += 1
        for k in range(negative_first[o], negative_first[o + 1]):
            literals[size] = 2 * negative[k] + 1
            size += 1
        first[p + 1] = size
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and buckets[order[end]] == buckets[order[begin]]:
            end += 1
        for k in range(first[begin], first[end]):
            rank[literals[k]] += 1
        for p in range(begin, end):
            for k in range(first[p] + 1, first[p + 1]):
                literal = literals[k]
                m = k
                while m > first[p] and (
                    rank[literals[m - 1]] < rank[literal]
                    or (rank[literals[m - 1]] == rank[literal] and literals[m - 1] > literal)
                ):
                    literals[m] = literals[m - 1]
                    m -= 1
                literals[m] = literal
        for k in range(first[begin], first[end]):
            rank[literals[k]] = 0
        begin = end


@njit
def pack_keys(first, literals, num_bits, keys):  # type: ignore[no-untyped-def]
    """keys: uint64[keys, operators]: literals + 1 from the high end down, 0 beyond the last."""
    per_key = 64 // num_bits
    for p in range(keys.shape[1]):
        for k in range(first[p], first[p + 1]):
            place = k - first[p]
            shift = np.uint64((per_key - 1 - place % per_key) * num_bits)
            keys[place // per_key, p] |= np.uint64(literals[k] + 1) << shift


@njit
def gather_lists(first, literals, by, new_first, new_literals):  # type: ignore[no-untyped-def]
    for p in range(len(by)):
        begin = first[by[p]]
        for k in range(new_first[p], new_first[p + 1]):
            new_literals[k] = literals[begin + k - new_first[p]]


@njit
def link_trie(first_in_bucket, first, literals, shared, following, first_node, nodes):  # type: ignore[no-untyped-def]
    """Write the nodes of all tries; returns how many there are.

    Each operator has a node for every literal that it does not share with the one before, then one
    for itself. shared: int32[operators]; following: one more than the longest list; scratch.
    """
    num_nodes = 0
    for bucket in range(len(first_in_bucket) - 1):
        begin = first_in_bucket[bucket]
        end = first_in_bucket[bucket + 1]
        first_node[bucket] = num_nodes
        for p in range(begin, end):
            common = 0
            if p > begin:
                limit = min(first[p + 1] - first[p], first[p] - first[p - 1])
                while (
                    common < limit
                    and literals[first[p] + common] == literals[first[p - 1] + common]
                ):
                    common += 1
            shared[p] = common
            num_nodes += first[p + 1] - first[p] - common + 1
        # From the end: where a literal at depth k fails, go on at the next node of that depth or
        # less, that is, with the next operator that shares at most k literals.
        first_node[bucket + 1] = num_nodes
        for k in range(len(following)):
            following[k] = num_nodes
        node = num_nodes
        for p in range(end - 1, begin - 1, -1):
            length = first[p + 1] - first[p]
            node -= length - shared[p] + 1
            for k in range(shared[p], length):
                nodes[node + k - shared[p], 0] = literals[first[p] + k]
                nodes[node + k - shared[p], 1] = following[k]
            nodes[node + length - shared[p], 0] = -1 - p
            nodes[node + length - shared[p], 1] = 0
            for k in range(shared[p], len(following)):
                following[k] = node
    return num_nodes


@njit
def write_effects(lists, order, first, words, keep, changed):  # type: ignore[no-untyped-def]
    """One entry per word that an operator's effects touch."""
    size = 0
    for p in range(len(order)):
        o = order[p]
        begin = size
        for sort in range(2):
            starts, facts = lists.deletes if sort == 0 else lists.adds
            for k in range(starts[o], starts[o + 1]):
                fact = facts[k]
                t = begin
                while t < size and words[t] != fact >> 6:
                    t += 1
                if t == size:
                    words[t] = fact >> 6
                    keep[t] = ~np.uint64(0)
                    changed[t] = np.uint64(0)
                    size += 1
                bit = _1 << np.uint64(fact & 63)
                if sort == 0:
                    keep[t] &= ~bit
                else:
                    changed[t] |= bit
        first[p + 1] = size
