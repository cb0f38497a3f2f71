"""Novelty of states: is there a fact, or a pair of facts, not seen before in its partition?

Lipovetzky & Geffner 2017. A fact is a variable with a value; where variables are bits, a true bit.
Partitions are (#r, #g): relevant facts reached on the way, and the goal count. Tables are rows of
bits, one per fact and partition, and a partition gets its rows when the first state falls into it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.jit import njit
from fmtools.kernels.words import Words, popcount, trailing_zeros

# Entries of `meta`.
WIDTH, PRUNE_ABOVE, BY_GOAL, CELL_BITS, NUM_VALUES = 0, 1, 2, 3, 4
NUM_FACTS, NUM_GOALS, SLOTS_USED, PAIR_SLOTS, PAPER = 5, 6, 7, 8, 9
_NUM_META = 10

NO_SLOT = -1
_0 = np.uint64(0)
_1 = np.uint64(1)


class Novelty(NamedTuple):
    """meta: int64[10]; slots: int32[partitions], -1 where a partition has no rows yet; seen:
    uint64[slots, words], facts seen; pairs: uint64[slots * facts, words], facts seen with a fact;
    facts: uint64[1, words], the state at hand; relevant: uint64[words]; reached: uint64[nodes,
    words], relevant facts reached on the way to a node; widths: int8[nodes].
    """

    meta: npt.NDArray[np.int64]
    slots: npt.NDArray[np.int32]
    seen: Words
    pairs: Words
    facts: Words
    relevant: Words
    reached: Words
    widths: npt.NDArray[np.int8]


def no_novelty() -> Novelty:
    """For searches that do not ask: width 0."""
    words = np.zeros((0, 1), np.uint64)
    return Novelty(
        meta=np.zeros(_NUM_META, np.int64),
        slots=np.zeros(0, np.int32),
        seen=words,
        pairs=words,
        facts=np.zeros((1, 1), np.uint64),
        relevant=np.zeros(1, np.uint64),
        reached=words,
        widths=np.zeros(0, np.int8),
    )


def make_novelty(
    *,
    width: int,
    prune_above: int,
    by_goal: bool,
    cell_bits: int,
    num_values: int,
    num_variables: int,
    num_goals: int,
    relevant: npt.NDArray[np.int64],
    num_nodes: int,
    num_slots: int,
    paper: bool = False,
) -> Novelty:
    """Tables for `num_slots` partitions and `num_nodes` nodes; both grow."""
    num_facts = num_variables if cell_bits == 1 else num_variables * num_values
    num_words = -(-num_facts // 64)
    meta = np.zeros(_NUM_META, np.int64)
    meta[WIDTH], meta[PRUNE_ABOVE], meta[BY_GOAL] = width, prune_above, by_goal
    meta[CELL_BITS], meta[NUM_VALUES] = cell_bits, num_values
    meta[NUM_FACTS], meta[NUM_GOALS] = num_facts, num_goals
    meta[PAIR_SLOTS] = num_slots
    meta[PAPER] = paper
    mask = np.zeros(num_words, np.uint64)
    for fact in relevant.tolist():
        mask[fact >> 6] |= np.uint64(1 << (fact & 63))
    pair_slots = num_slots if width == 2 else 0
    return Novelty(
        meta=meta,
        slots=np.full((len(relevant) + 1) * (num_goals + 1), NO_SLOT, np.int32),
        seen=np.zeros((num_slots, num_words), np.uint64),
        pairs=np.zeros((pair_slots * num_facts, num_words), np.uint64),
        facts=np.zeros((1, num_words), np.uint64),
        relevant=mask,
        reached=np.empty((num_nodes if len(relevant) else 0, num_words), np.uint64),
        widths=np.empty(num_nodes, np.int8),
    )


def pair_bytes(novelty: Novelty, num_slots: int) -> int:
    """Memory of the tables for that many partitions."""
    num_facts, words = int(novelty.meta[NUM_FACTS]), novelty.seen.shape[1]
    rows = num_facts if novelty.meta[WIDTH] == 2 else 1
    return num_slots * rows * words * 8


def grown_novelty(old: Novelty, num_slots: int, num_nodes: int) -> Novelty:
    """A copy with room for more partitions and nodes."""
    num_facts = int(old.meta[NUM_FACTS])
    pair_rows = num_slots * num_facts if old.meta[WIDTH] == 2 else len(old.pairs)
    old.meta[PAIR_SLOTS] = num_slots

    def grown(array: npt.NDArray, rows: int, zero: bool) -> npt.NDArray:
        if rows <= len(array):
            return array
        make = np.zeros if zero else np.empty
        larger = make((rows, *array.shape[1:]), array.dtype)
        larger[: len(array)] = array
        return larger

    return old._replace(
        seen=grown(old.seen, num_slots, True),
        pairs=grown(old.pairs, pair_rows, True),
        reached=grown(old.reached, num_nodes if len(old.reached) else 0, False),
        widths=grown(old.widths, num_nodes, False),
    )


@njit
def write_facts(novelty, rows, i):  # type: ignore[no-untyped-def]
    """The facts of state rows[i] as bits in novelty.facts."""
    facts = novelty.facts
    cell_bits = novelty.meta[CELL_BITS]
    if cell_bits == 1:
        for w in range(facts.shape[1]):
            facts[0, w] = rows[i, w]
        return
    for w in range(facts.shape[1]):
        facts[0, w] = _0
    num_values = novelty.meta[NUM_VALUES]
    num_variables = novelty.meta[NUM_FACTS] // num_values
    per_word = 64 // cell_bits
    mask = (_1 << np.uint64(cell_bits)) - _1
    for v in range(num_variables):
        shift = np.uint64((v % per_word) * cell_bits)
        value = np.int64((rows[i, v // per_word] >> shift) & mask)
        fact = v * num_values + value
        facts[0, fact >> 6] |= _1 << np.uint64(fact & 63)


@njit
def reach_relevant(novelty, parent, node, keep):  # type: ignore[no-untyped-def]
    """Count, and note for `node`, the relevant facts reached on its way; 0 where none matter.

    Those of the parent count if `keep` (the goal count did not go down), and the state's own.
    """
    reached = novelty.reached
    if reached.shape[0] == 0:
        return np.int64(0)
    relevant = novelty.relevant
    facts = novelty.facts
    total = np.int64(0)
    for w in range(relevant.shape[0]):
        before = _0
        if keep and parent >= 0:
            before = reached[parent, w]
        after = before | (facts[0, w] & relevant[w])
        reached[node, w] = after
        total += popcount(after)
    return total


@njit
def count_reached(novelty, node):  # type: ignore[no-untyped-def]
    """Relevant facts noted for a node: the paper's #r of its successors, their own left out."""
    reached = novelty.reached
    total = np.int64(0)
    if reached.shape[0] > 0:
        for w in range(reached.shape[1]):
            total += popcount(reached[node, w])
    return total


@njit
def slot_for(novelty, num_reached, remaining):  # type: ignore[no-untyped-def]
    """The rows of a partition, taken now if it has none; NO_SLOT where room is short."""
    meta = novelty.meta
    partition = num_reached * (meta[NUM_GOALS] + 1)
    if meta[BY_GOAL] != 0:
        partition += remaining
    slot = novelty.slots[partition]
    if slot == NO_SLOT and meta[SLOTS_USED] < meta[PAIR_SLOTS]:
        slot = np.int32(meta[SLOTS_USED])
        novelty.slots[partition] = slot
        meta[SLOTS_USED] += 1
    return np.int64(slot)


@njit
def novelty_width(novelty, slot):  # type: ignore[no-untyped-def]
    """1 for a new fact, 2 for a new pair (or, at width 1, for no new fact), 3 for neither.

    Enters the facts of the state at hand into the partition's rows.
    """
    facts = novelty.facts
    seen = novelty.seen
    pairs = novelty.pairs
    num_words = facts.shape[1]
    new = _0
    for w in range(num_words):
        new |= facts[0, w] & ~seen[slot, w]
        seen[slot, w] |= facts[0, w]
    width = np.int64(1)
    if new == _0:
        width = np.int64(2)
    if novelty.meta[WIDTH] < 2:
        return width
    first_row = slot * novelty.meta[NUM_FACTS]
    new_pair = _0
    for w in range(num_words):
        bits = facts[0, w]
        while bits != _0:
            row = first_row + (w << 6) + trailing_zeros(bits)
            bits &= bits - _1
            for v in range(num_words):
                before = pairs[row, v]
                new_pair |= facts[0, v] & ~before
                pairs[row, v] = before | facts[0, v]
    if width == 2 and new_pair == _0:
        width = np.int64(3)
    return width
