"""Novelty of states: is there a fact, or a pair of facts, not seen before in its partition?"""

from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t

from fmtools.core.memory cimport Memory


cdef struct Partition:
    uint64_t* seen      # facts seen
    uint32_t* counts    # per fact, states it was seen in; NULL but at width 0
    uint64_t* pairs     # per fact, the facts seen with it; NULL at width 1


cdef class Novelty:
    cdef Memory memory
    cdef readonly int width             # up to pairs (2), single facts only (1), or counts of them (0)
    cdef int prune_above                # nodes of larger novelty are dropped
    cdef bint by_goal                   # partitions differ in #g
    cdef bint paper                     # #r as the paper's code had it
    cdef int cell_bits                  # of a variable; where 1, a fact is a true bit
    cdef Py_ssize_t num_variables
    cdef int64_t num_values             # that a variable may take
    cdef readonly int64_t num_facts
    cdef int64_t num_goals              # the largest #g
    cdef Py_ssize_t num_words           # of a row of facts
    cdef uint64_t* facts                # of the state at hand
    cdef uint64_t* relevant             # the relevant facts, in words where there are any
    cdef Py_ssize_t* relevant_words     # which words those are
    cdef Py_ssize_t num_relevant_words
    cdef uint64_t* reached              # per node, relevant facts reached on its way
    cdef int64_t reached_room           # nodes that fit
    cdef int8_t* widths                 # per node
    cdef int64_t widths_room
    cdef Partition* partitions          # by #r and #g
    cdef int64_t num_partitions
    cdef readonly int64_t num_used      # partitions that have rows
    cdef int64_t pair_bytes             # that all tables of pairs take
    cdef int64_t most_pair_bytes        # that they may take
    cdef readonly bint gave_up_pairs    # whether width 2 was given up for lack of memory
    cdef readonly bint gave_up          # whether everything was
    cdef int not_novel                  # what is said of every state then

    cdef bint reserve(self, int64_t num_nodes) noexcept nogil
    cdef int evaluate(
        self, const uint64_t* state, int64_t parent, int64_t node, bint keep, int64_t goals
    ) noexcept nogil
    cdef void write_facts(self, const uint64_t* state) noexcept nogil
    cdef int64_t reach(self, int64_t parent, int64_t node, bint keep) noexcept nogil
    cdef int64_t count_reached(self, int64_t node) noexcept nogil
    cdef Partition* partition(self, int64_t num_reached, int64_t goals) noexcept nogil
    cdef int rarity(self, Partition* partition) noexcept nogil
    cdef int measure(self, Partition* partition) noexcept nogil
    cdef void give_up_pairs(self) noexcept nogil
    cdef bint drop(self) noexcept nogil
