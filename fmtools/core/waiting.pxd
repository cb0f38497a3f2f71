"""First improvement: what is kept of nodes whose successors are generated one at a time."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.memory cimport Memory
from fmtools.core.world cimport Batch

cdef enum:
    NUM_CLASSES = 4096   # actions share one where their ids fall together: any ids will do
    NUM_EPOCHS = 200     # enough: one begins with an eighth more improvements than the last


cdef struct Taken:
    int32_t cursor       # successors generated so far
    int32_t epoch        # of the order in which they come


cdef struct Tries:
    int64_t tried        # successors generated
    int64_t improved     # of them, nearer the goal


cdef class Waiting:
    cdef Memory memory
    cdef uint64_t seed
    cdef bint macros_first       # primitives wait until the node comes up again
    cdef Batch offered           # actions of the current node, as the world gave them
    cdef int64_t* keys           # of those, sorted; the low bits are places in `offered`
    cdef int64_t keys_room
    cdef Taken* taken            # by node
    cdef int64_t taken_room
    cdef Tries* tries            # by class
    cdef int32_t* ranks          # by epoch and class: which classes come first
    cdef int32_t epoch
    cdef int64_t num_improvements
    cdef int64_t next_epoch      # number of improvements at which it begins
    cdef int64_t cursor          # of the current node: how many successors were generated
    cdef int64_t first_part      # how many come before it has to wait

    cdef bint reserve(self, int64_t num_nodes) noexcept nogil
    cdef bint arrange(self, int64_t node) noexcept nogil
    cdef void note(self, int32_t action, bint improved) noexcept nogil
    cdef void freeze(self) noexcept nogil

    cdef inline bint is_left(self) noexcept nogil:
        """Whether the current node has successors that were not generated."""
        return self.cursor < self.offered.count

    cdef inline int64_t next_place(self) noexcept nogil:
        """Of the action that comes next, in `offered`."""
        return self.keys[self.cursor] & 0xFFFFFF
