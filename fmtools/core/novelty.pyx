"""Novelty of states: is there a fact, or a pair of facts, not seen before in its partition?

Lipovetzky & Geffner 2017. A fact is a variable with a value; where variables are bits, a true bit.
Partitions are (#r, #g): relevant facts reached on the way, and the goal count. Tables are rows of
bits, one per fact and partition, and a partition gets its rows when the first state falls into it.
Where tables of pairs would take too much memory, they are given up, and single facts are left.

Width 0 counts instead (after Rosa & Lipovetzky 2024): the novelty of a state is how often its
rarest fact was seen in its partition, in octaves, which still tells states apart when every fact
and every pair has been seen.
"""

cimport cython
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from fmtools.core.memory cimport Memory
from fmtools.core.words cimport bit_of, popcount, trailing_zeros


cdef enum:
    MIDDLE_RARITY = 16  # an octave for states whose facts are counted no more


@cython.no_gc_clear
cdef class Novelty:
    def __init__(
        self,
        Memory memory,
        *,
        int width,
        int prune_above,
        bint by_goal,
        bint paper,
        int cell_bits,
        Py_ssize_t num_variables,
        int64_t num_values,
        int64_t num_goals,
        relevant,
        int64_t most_pair_bytes,
    ):
        cdef Py_ssize_t k
        self.memory = memory
        self.width, self.prune_above = width, prune_above
        self.by_goal, self.paper = by_goal, paper
        self.cell_bits, self.num_variables, self.num_values = cell_bits, num_variables, num_values
        self.num_goals, self.most_pair_bytes = num_goals, most_pair_bytes
        self.not_novel = 3 if width == 2 else 2 if width == 1 else MIDDLE_RARITY
        self.num_facts = num_variables if cell_bits == 1 else num_variables * num_values
        self.num_words = max(1, (self.num_facts + 63) // 64)
        words = sorted({fact >> 6 for fact in relevant})
        self.num_relevant_words = len(words)
        self.num_partitions = (len(relevant) + 1) * (num_goals + 1)
        memory.need(<void**>&self.facts, 0, self.num_words * sizeof(uint64_t))
        memory.need(<void**>&self.relevant, 0, (len(words) + 1) * sizeof(uint64_t))
        memory.need(<void**>&self.relevant_words, 0, (len(words) + 1) * sizeof(Py_ssize_t))
        memory.need(<void**>&self.partitions, 0, self.num_partitions * sizeof(Partition))
        for k, word in enumerate(words):
            self.relevant_words[k] = word
        for fact in relevant:
            self.relevant[words.index(fact >> 6)] |= bit_of(fact)

    def __dealloc__(self):
        cdef int64_t k, words = self.num_words * sizeof(uint64_t)
        if self.memory is None:
            return
        for k in range(self.num_partitions if self.partitions != NULL else 0):
            self.memory.release(self.partitions[k].seen, words)
            self.memory.release(self.partitions[k].pairs, self.num_facts * words)
            self.memory.release(self.partitions[k].counts, self.num_facts * sizeof(uint32_t))
        self.memory.release(self.facts, words)
        self.memory.release(self.relevant, (self.num_relevant_words + 1) * sizeof(uint64_t))
        self.memory.release(
            self.relevant_words, (self.num_relevant_words + 1) * sizeof(Py_ssize_t)
        )
        self.memory.release(self.partitions, self.num_partitions * sizeof(Partition))
        self.memory.release(
            self.reached, self.reached_room * self.num_relevant_words * sizeof(uint64_t)
        )
        self.memory.release(self.widths, self.widths_room)

    @property
    def table_bytes(self):
        """That the rows of all partitions take."""
        return self.num_used * self.num_words * sizeof(uint64_t) + self.pair_bytes

    cdef bint reserve(self, int64_t num_nodes) noexcept nogil:
        """Room for so many nodes; False where the memory limit forbids it."""
        return self.memory.grow(
            <void**>&self.widths, &self.widths_room, num_nodes, 1
        ) and (
            self.num_relevant_words == 0
            or self.gave_up
            or self.memory.grow(
                <void**>&self.reached,
                &self.reached_room,
                num_nodes,
                self.num_relevant_words * sizeof(uint64_t),
            )
        )

    cdef int evaluate(
        self, const uint64_t* state, int64_t parent, int64_t node, bint keep, int64_t goals
    ) noexcept nogil:
        """The novelty of a node's state, from 1; 0 where the memory limit forbids its row.

        1 for a new fact, 2 for a new pair (or, at width 1, for no new fact), 3 for neither; at width
        0, the octave of its rarest fact, 1 for a new one. `keep`: the goal count did not go down.
        Enters the facts of the state into its partition.
        """
        cdef int64_t num_reached
        cdef Partition* partition
        cdef int novel, before
        if self.gave_up:
            self.widths[node] = <int8_t>self.not_novel
            return self.not_novel
        self.write_facts(state)
        if self.paper and parent >= 0:
            num_reached = self.count_reached(parent)
        else:
            num_reached = self.reach(parent, node, keep)
        partition = self.partition(num_reached, goals)
        if partition == NULL:
            if not self.drop():
                return 0
            self.widths[node] = <int8_t>self.not_novel
            return self.not_novel
        novel = self.measure(partition)
        self.widths[node] = <int8_t>novel
        if self.paper and parent >= 0:
            before = self.widths[parent]
            self.reach(parent, node, novel > before or (novel == before and keep))
        return novel

    cdef void write_facts(self, const uint64_t* state) noexcept nogil:
        """The facts of a state as bits."""
        cdef Py_ssize_t v
        cdef int64_t fact
        if self.cell_bits == 1:
            for v in range(self.num_words):
                self.facts[v] = state[v]
            return
        for v in range(self.num_words):
            self.facts[v] = 0
        for v in range(self.num_variables):
            if self.cell_bits == 8:
                fact = v * self.num_values + (<const uint8_t*>state)[v]
            else:
                fact = v * self.num_values + (<const uint16_t*>state)[v]
            self.facts[fact >> 6] |= bit_of(fact)

    cdef int64_t reach(self, int64_t parent, int64_t node, bint keep) noexcept nogil:
        """Count, and note for `node`, the relevant facts reached on its way; 0 where none matter.

        Those of the parent count if `keep` (the goal count did not go down), and the state's own.
        """
        cdef Py_ssize_t k, size = self.num_relevant_words
        cdef int64_t total = 0
        cdef uint64_t after
        for k in range(size):
            after = self.facts[self.relevant_words[k]] & self.relevant[k]
            if keep and parent >= 0:
                after |= self.reached[parent * size + k]
            self.reached[node * size + k] = after
            total += popcount(after)
        return total

    cdef int64_t count_reached(self, int64_t node) noexcept nogil:
        """Relevant facts noted for a node: the paper's #r of its successors, their own left out."""
        cdef Py_ssize_t k
        cdef int64_t total = 0
        for k in range(self.num_relevant_words):
            total += popcount(self.reached[node * self.num_relevant_words + k])
        return total

    cdef Partition* partition(self, int64_t num_reached, int64_t goals) noexcept nogil:
        """The rows of a partition, made now if it has none; NULL where the limit forbids it."""
        cdef int64_t words = self.num_words * sizeof(uint64_t)
        cdef Partition* found = self.partitions + num_reached * (self.num_goals + 1)
        if self.by_goal:
            found += goals
        if found.seen != NULL:
            return found
        if not self.memory.resize(<void**>&found.seen, 0, words):
            self.give_up_pairs()
            if not self.memory.resize(<void**>&found.seen, 0, words):
                return NULL
        self.num_used += 1
        if self.width == 0 and not self.memory.resize(
            <void**>&found.counts, 0, self.num_facts * sizeof(uint32_t)
        ):
            return NULL
        if self.width == 2:
            if self.pair_bytes + self.num_facts * words > self.most_pair_bytes or not (
                self.memory.resize(<void**>&found.pairs, 0, self.num_facts * words)
            ):
                self.give_up_pairs()
            else:
                self.pair_bytes += self.num_facts * words
        return found

    cdef void give_up_pairs(self) noexcept nogil:
        """Free all tables of pairs; from now on novelty is about single facts."""
        cdef int64_t k
        if self.width < 2:
            return
        self.width = 1
        self.gave_up_pairs = True
        for k in range(self.num_partitions):
            self.memory.release(
                self.partitions[k].pairs, self.num_facts * self.num_words * sizeof(uint64_t)
            )
            self.partitions[k].pairs = NULL
        self.pair_bytes = 0

    cdef bint drop(self) noexcept nogil:
        """Free tables for whoever needs memory more: first those of pairs, then all; False: none.

        Where novelty decides what is kept (IW), only pairs are given up.
        """
        cdef int64_t k, words = self.num_words * sizeof(uint64_t)
        if self.pair_bytes > 0:
            self.give_up_pairs()
            return True
        if self.gave_up or self.prune_above < self.not_novel:
            return False
        self.gave_up = True
        for k in range(self.num_partitions):
            self.memory.release(self.partitions[k].seen, words)
            self.memory.release(self.partitions[k].counts, self.num_facts * sizeof(uint32_t))
            self.partitions[k].seen = NULL
            self.partitions[k].counts = NULL
        self.memory.release(
            self.reached, self.reached_room * self.num_relevant_words * sizeof(uint64_t)
        )
        self.reached = NULL
        self.reached_room = self.num_used = 0
        return True

    cdef int measure(self, Partition* partition) noexcept nogil:
        cdef Py_ssize_t w, v, num_words = self.num_words
        cdef uint64_t new = 0, new_pair = 0, bits
        cdef const uint64_t* facts = self.facts
        cdef uint64_t* row
        if self.width == 0:
            return self.rarity(partition)
        for w in range(num_words):
            new |= facts[w] & ~partition.seen[w]
            partition.seen[w] |= facts[w]
        if self.width < 2:
            return 1 if new != 0 else 2
        for w in range(num_words):
            bits = facts[w]
            while bits != 0:
                row = partition.pairs + ((w << 6) + trailing_zeros(bits)) * num_words
                bits &= bits - 1
                for v in range(w, num_words):  # a pair is noted with its smaller fact
                    new_pair |= facts[v] & ~row[v]
                    row[v] |= facts[v]
        return 1 if new != 0 else 2 if new_pair != 0 else 3

    cdef int rarity(self, Partition* partition) noexcept nogil:
        """1 for a fact that is new, 2 for one seen once, 3 for two or three times, and so on."""
        cdef Py_ssize_t w
        cdef int64_t fact
        cdef uint64_t bits, least = 0xFFFFFFFFu
        cdef int level = 1
        for w in range(self.num_words):
            bits = self.facts[w]
            while bits != 0:
                fact = (w << 6) + trailing_zeros(bits)
                bits &= bits - 1
                least = min(least, partition.counts[fact])
                partition.counts[fact] += 1
        while least > 0:
            least >>= 1
            level += 1
        return level
