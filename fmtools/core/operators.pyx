"""Worlds of ground operators: states are sets of facts, one bit each.

Every operator waits in the bucket of one of its positive preconditions, the one that fewest
operators have; operators without any wait in bucket 0. To expand, the facts of the state are walked
in order, and the operators in their buckets along a trie of the other preconditions, laid flat: one
that fails skips all operators that share it. Successors come in one fixed order, that of `order`.

Where the operators of a bucket all need one more fact, and then differ in one fact each, these facts
are tested together, a word of the state at a time. In worlds of few facts, the facts that all need
are tested for all buckets at once (`set_gates`). That finds the same operators in the same order. (Testing the operators of a bucket one by one with bit masks
was not faster than the trie, in worlds of 338 to 14,400 operators.)
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.arrays import counted_zeros
from fmtools.core.memory import Memory
from fmtools.core.words cimport bit_of, popcount, trailing_zeros
from fmtools.core.world cimport NO_ROOM, Batch, Successor, World

cdef enum:
    MOST_GATED_WORDS = 4  # of a state: with more, gates are not worth their table
    FACTS_PER_WORD = 4    # of a fan: with fewer, the trie is as quick

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
        self.is_gated = self.num_words <= MOST_GATED_WORDS and self.nodes.shape[0] > 0
        self.set_gates(memory)

    cdef int set_gates(self, object memory) except -1:
        """Where the first literal of a bucket's trie is one that all its operators need, it is a
        gate; the trie begins after it where gates are tested for all buckets at once, or where each
        operator has one more literal: a fan."""
        cdef Py_ssize_t fact, gate, num_words = self.num_words, num_buckets = self.num_variables + 1
        cdef int32_t node, end, place = 0
        cdef bint has_gate
        self.begin = self.first_node.copy()
        self.fans = counted_zeros(memory, (num_buckets, 4), np.int32)
        if self.is_gated:
            self.gates = np.zeros(num_words, np.uint64)
            self.ungated = np.zeros(num_words, np.uint64)
            self.opened = np.zeros(self.num_variables * num_words, np.uint64)
            self.spread = np.zeros(num_buckets * num_words, np.uint64)
        else:  # a fan has two nodes for each fact, and at least four facts for each word
            self.spread = counted_zeros(memory, (self.nodes.shape[0] // 8 + 1,), np.uint64)
        self.fans[0, 0] = -1
        for fact in range(self.num_variables):
            self.fans[fact + 1, 0] = -1
            node, end = self.first_node[fact + 1], self.first_node[fact + 2]
            if node == end:
                continue
            has_gate = self.is_positive(node) and self.nodes[node, 1] == end
            self.begin[fact + 1] = node + has_gate
            place = self.set_fan(fact + 1, place)
            if not self.is_gated:
                if self.fans[fact + 1, 0] < 0:
                    self.begin[fact + 1] = node
            elif has_gate:
                gate = self.nodes[node, 0] >> 1
                self.gates[gate >> 6] |= bit_of(gate)
                self.opened[gate * num_words + (fact >> 6)] |= bit_of(fact)
            else:
                self.ungated[fact >> 6] |= bit_of(fact)
        return 0

    cdef bint is_positive(self, int32_t node) noexcept:
        return self.nodes[node, 0] >= 0 and self.nodes[node, 0] & 1 == 0

    cdef int32_t set_fan(self, Py_ssize_t bucket, int32_t place) noexcept:
        """Make a bucket a fan where it is one; where the next fan's words have their place.

        Literals come in order of their facts, operators one after the other: so the place of a fact
        among those of the fan says which operator it is of.
        """
        cdef int32_t node = self.begin[bucket], end = self.first_node[bucket + 1], k, fact
        cdef int32_t first_word, num_words
        if node == end or (end - node) % 2 == 1:
            return place
        for k in range(node, end, 2):
            # Alone below its literal: else one operator needs what another does, and more.
            if not self.is_positive(k) or self.nodes[k + 1, 0] >= 0 or self.nodes[k, 1] != k + 2:
                return place
        first_word = self.nodes[node, 0] >> 7
        num_words = (self.nodes[end - 2, 0] >> 7) - first_word + 1
        if not self.is_gated and (end - node) // 2 < FACTS_PER_WORD * num_words:
            return place
        for k in range(node, end, 2):
            fact = self.nodes[k, 0] >> 1
            self.spread[place + (fact >> 6) - first_word] |= bit_of(fact)
        self.fans[bucket, 0] = -1 - self.nodes[node + 1, 0]
        self.fans[bucket, 1] = first_word
        self.fans[bucket, 2] = num_words
        self.fans[bucket, 3] = place
        return place + num_words

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
        cdef Py_ssize_t w
        cdef int32_t bucket
        cdef uint64_t bits
        cdef uint64_t[MOST_GATED_WORDS] open
        cdef bint has_room
        batch.count = 0
        # Bucket 0 comes first, as if it were a fact that always holds.
        if not self.walk(state, 0, batch):
            return NO_ROOM
        if self.is_gated:
            self.open_gates(state, open)
        for w in range(self.num_words):
            bits = state[w] & (open[w] if self.is_gated else self.occupied[w])
            while bits != 0:
                bucket = <int32_t>((w << 6) + trailing_zeros(bits) + 1)
                bits &= bits - 1
                if self.fans[bucket, 0] < 0:
                    has_room = self.walk(state, bucket, batch)
                elif self.is_gated or not self.is_shut(state, bucket):
                    has_room = self.spread_out(state, bucket, batch)
                else:
                    continue
                if not has_room:
                    return NO_ROOM
        return 0

    cdef inline void open_gates(self, const uint64_t* state, uint64_t* open) noexcept nogil:
        """The facts whose buckets are worth a look: what all operators there need, holds."""
        cdef Py_ssize_t w, v, num_words = self.num_words
        cdef uint64_t bits
        cdef const uint64_t* opened
        for w in range(num_words):
            open[w] = self.ungated[w]
        for w in range(num_words):
            bits = state[w] & self.gates[w]
            while bits != 0:
                opened = &self.opened[((w << 6) + trailing_zeros(bits)) * num_words]
                bits &= bits - 1
                for v in range(num_words):
                    open[v] |= opened[v]

    cdef inline bint is_shut(self, const uint64_t* state, int32_t bucket) noexcept nogil:
        """Whether a fan's gate is there and does not hold."""
        cdef int32_t node = self.first_node[bucket], gate = self.nodes[node, 0] >> 1
        return node < self.begin[bucket] and state[gate >> 6] & bit_of(gate) == 0

    cdef inline bint spread_out(
        self, const uint64_t* state, int32_t bucket, Batch batch
    ) noexcept nogil:
        """As `walk`, where operators differ in one fact."""
        cdef const Fan* fan = <const Fan*>&self.fans[bucket, 0]
        cdef const uint64_t* facts = &self.spread[fan.place]
        cdef int32_t position = fan.operator
        cdef Py_ssize_t w
        cdef uint64_t bits
        for w in range(fan.num_words):
            bits = state[fan.first_word + w] & facts[w]
            while bits != 0:
                if batch.count == batch.room and not batch.reserve(batch.count + 1):
                    return False
                batch.entry(batch.count).action = (
                    position + popcount(facts[w] & (bits ^ (bits - 1)) >> 1)
                )
                batch.count += 1
                bits &= bits - 1
            position += popcount(facts[w])
        return True

    cdef inline bint walk(self, const uint64_t* state, int32_t bucket, Batch batch) noexcept nogil:
        """The operators of a bucket that apply; False where the memory limit forbids the room."""
        cdef int32_t node = self.begin[bucket], end = self.first_node[bucket + 1], literal
        cdef const TrieNode* nodes = NULL
        if node < end:
            nodes = <const TrieNode*>&self.nodes[0, 0]
        while node < end:
            literal = nodes[node].literal
            if literal < 0:
                if batch.count == batch.room and not batch.reserve(batch.count + 1):
                    return False
                batch.entry(batch.count).action = -1 - literal
                batch.count += 1
                node += 1
            elif ((state[literal >> 7] >> ((literal >> 1) & 63)) & 1) == (literal & 1):
                node = nodes[node].skip
            else:
                node += 1
        return True

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
