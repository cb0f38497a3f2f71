"""Ground operators as arrays: lists of facts, and the index that worlds search in."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]


class FactLists(NamedTuple):
    """Lists of facts, one per action: facts[first[a]:first[a + 1]], sorted, without repetition."""

    first: IntArray
    facts: IntArray


class OperatorLists(NamedTuple):
    """Facts by operator: what must be true and false, what becomes true and false."""

    positive: FactLists
    negative: FactLists
    adds: FactLists
    deletes: FactLists


class EffectLists(NamedTuple):
    """Conditional effects: those of action a are first[a]:first[a + 1]; facts by effect."""

    first: IntArray
    positive: FactLists
    negative: FactLists
    adds: FactLists
    deletes: FactLists


class AxiomLists(NamedTuple):
    """Rules: the fact that each makes true, and what must be true and false for that."""

    heads: IntArray
    positive: FactLists
    negative: FactLists


class OperatorIndex(NamedTuple):
    """Operators are by position in `order`.

    order: int32[operators]: action ids, places: int32[operators] the opposite; steps:
    int32[operators], primitive actions in each.
    occupied: uint64[words]: facts whose buckets are not empty; that of fact f is f + 1.
    nodes: int32[., 2], the tries one after the other in preorder, bucket b at first_node[b]: a
    literal, 2 * fact + (1 if it must be false), and where to go on if it fails, else at the next
    node; or -1 - o where the operator at position o applies.
    effect_words[first_effect[o]:first_effect[o + 1]]: with the bits to keep and to set in them.
    condition_words[first_condition[o]:first_condition[o + 1]]: operator o applies where each of
    these words, under its mask, has its value.
    """

    order: IntArray
    places: IntArray
    steps: IntArray
    occupied: Words
    first_node: IntArray
    nodes: IntArray
    first_effect: IntArray
    effect_words: IntArray
    keep: Words
    set: Words
    first_condition: IntArray
    condition_words: IntArray
    condition_mask: Words
    condition_value: Words
