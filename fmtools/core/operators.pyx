"""Worlds of ground operators: states are sets of facts, one bit each.

Every operator waits in the bucket of one of its positive preconditions, the one that fewest
operators have; operators without any wait in bucket 0. To expand, the facts of the state are walked
in order, and the operators in their buckets along a trie of the other preconditions, laid flat: one
that fails skips all operators that share it. Successors come in one fixed order, that of `order`.

(There is no second structure for small worlds: testing the operators of a bucket one by one with
bit masks was not faster, in worlds of 338 to 14,400 operators.)
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.arrays import counted_zeros
from fmtools.core.memory import Memory
from fmtools.core.words cimport trailing_zeros
from fmtools.core.world cimport NO_ROOM, Batch, Successor, World

CHANGE = np.dtype([("mask", np.uint64), ("value", np.uint64), ("word", np.int64)])


cdef const WordChange* changes_at(object changes) except? NULL:
    cdef const unsigned char[::1] view = changes.view(np.uint8).reshape(-1)
    return <const WordChange*>&view[0]


def _changes(memory, words, masks, values):
    """As an array of WordChange, never empty."""
    changes = counted_zeros(memory, (max(1, len(words)),), CHANGE)
    changes["word"][: len(words)] = words
    changes["mask"][: len(words)] = masks
    changes["value"][: len(words)] = values
    return changes


@cython.final
cdef class GroundOperators(World):
    """`index` holds the operators (fmtools.core.operator_index), by position in `index.order`.

    What they take beside it counts in `memory`, where one is given. effects_packed: what operators
    do to packed states (fmtools.core.packed_operators), where that is known.
    """

    def __init__(self, index, Py_ssize_t num_facts, memory=None, effects_packed=None):
        memory = Memory() if memory is None else memory
        World.__init__(self, num_facts, 1, 2)
        self.index = index
        self.effects_packed = effects_packed
        self.order = index.order
        self.occupied = index.occupied
        self.first_node, self.nodes = index.first_node, index.nodes
        self.actions, self.places, self.steps = index.order, index.places, index.steps
        self.first_effect, self.first_condition = index.first_effect, index.first_condition
        self._effects = _changes(memory, index.effect_words, index.keep, index.set)
        self.effects = changes_at(self._effects)
        self._conditions = _changes(
            memory, index.condition_words, index.condition_mask, index.condition_value
        )
        self.conditions = changes_at(self._conditions)

    def __reduce__(self):
        return GroundOperators, (self.index, self.num_variables)

    def packed(self, start, target):
        from fmtools.core.packed_operators import PackedOperators

        if self.effects_packed is None:
            return None
        packing = self.effects_packed.packing
        if packing.pack(start) is None or packing.pack_partial(target) is None:
            return None
        return PackedOperators(self, self.effects_packed)

    cdef int find(self, const uint64_t* state, Batch batch) except -1 nogil:
        """Positions of the operators that apply, into the entries' actions, in order."""
        cdef Py_ssize_t w, num_words = self.num_words
        cdef int64_t count = 0
        cdef int32_t node, end
        cdef int32_t literal, fact
        cdef uint64_t bits
        cdef const TrieNode* nodes = NULL
        cdef const int32_t* first = &self.first_node[0]
        if self.nodes.shape[0] > 0:
            nodes = <const TrieNode*>&self.nodes[0, 0]
        batch.count = 0
        for w in range(-1, num_words):
            # Bucket 0 comes first, as if it were a fact that always holds.
            bits = 1 if w < 0 else state[w] & self.occupied[w]
            while bits != 0:
                fact = 0 if w < 0 else <int32_t>((w << 6) + trailing_zeros(bits) + 1)
                bits &= bits - 1
                node = first[fact]
                end = first[fact + 1]
                while node < end:
                    literal = nodes[node].literal
                    if literal < 0:
                        if count == batch.room and not batch.reserve(count + 1):
                            return NO_ROOM
                        batch.entry(count).action = -1 - literal
                        count += 1
                        node += 1
                    elif ((state[literal >> 7] >> ((literal >> 1) & 63)) & 1) == (literal & 1):
                        node = nodes[node].skip
                    else:
                        node += 1
        batch.count = count
        return 0

    cdef void write(self, const uint64_t* state, int32_t operator, uint64_t* out) noexcept nogil:
        """The successor by the operator at that position."""
        cdef Py_ssize_t w
        cdef int32_t e
        cdef const WordChange* effect
        for w in range(self.num_words):
            out[w] = state[w]
        for e in range(self.first_effect[operator], self.first_effect[operator + 1]):
            effect = self.effects + e
            out[effect.word] = (out[effect.word] & effect.mask) | effect.value

    cdef int expand(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef int64_t i
        cdef int32_t operator
        cdef Successor* entry
        if self.find(state, batch) != 0:
            return NO_ROOM
        for i in range(batch.count):
            entry = batch.entry(i)
            operator = entry.action
            entry.action = self.actions[operator]
            entry.steps = self.steps[operator]
            self.write(state, operator, batch.row(i))
        return 0

    cdef int offer(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef int64_t i
        cdef int32_t operator
        if self.find(state, batch) != 0:
            return NO_ROOM
        for i in range(batch.count):
            operator = batch.entry(i).action
            batch.entry(i).action = self.actions[operator]
            batch.entry(i).steps = self.steps[operator]
        return 0

    cdef int apply(self, const uint64_t* state, int32_t action, uint64_t* out) except -1 nogil:
        self.write(state, self.places[action], out)
        return 0

    cdef int applies(self, const uint64_t* state, int32_t action) except -1 nogil:
        cdef int32_t c, operator
        cdef const WordChange* condition
        if not 0 <= action < self.places.shape[0]:
            return 0
        operator = self.places[action]
        for c in range(self.first_condition[operator], self.first_condition[operator + 1]):
            condition = self.conditions + c
            if (state[condition.word] & condition.mask) != condition.value:
                return 0
        return 1
