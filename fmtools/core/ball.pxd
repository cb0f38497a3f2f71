"""Balls of states around given ones: breadth-first, level by level, without an open list."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.memory cimport Memory
from fmtools.core.state_table cimport StateTable
from fmtools.core.world cimport Batch, World


cdef struct BallNode:
    int32_t parent  # state from which this one was reached, or -1
    int32_t action  # that led here
    int32_t source  # which of the first states all this began from


cdef class Ball:
    """Its states are numbered in the order they were reached; each has a node of that number."""

    cdef Memory memory
    cdef StateTable states             # `shortest` of each: steps from its source
    cdef Batch batch                   # successors of the state that is expanded
    cdef BallNode* nodes
    cdef int64_t nodes_room            # nodes that fit
    cdef int64_t max_states            # that it may hold
    cdef int64_t next                  # state to expand
    cdef int64_t level_end             # where the states of the next level begin
    cdef int64_t radius                # levels that are complete
    cdef bint is_busy                  # whether a level is begun and not complete
    cdef readonly int64_t generated    # successors taken in, those known before included

    cdef bint reserve(self, int64_t more) noexcept nogil
    cdef int64_t find(self, const uint64_t* row) noexcept nogil
    cdef int expand(self, World world) except -1 nogil
    cdef int64_t add(
        self, const uint64_t* row, uint64_t hash, uint64_t slot, BallNode node, int64_t depth
    ) noexcept nogil
    cdef bint take_in(self) noexcept nogil
    cdef void end_state(self) noexcept nogil

    cdef inline bint is_exhausted(self) noexcept nogil:
        return self.next == self.states.count
