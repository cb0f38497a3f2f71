"""A guide's plan, run as far as it goes: a macro that is made in the state it is for."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.guide cimport Guide
from fmtools.core.memory cimport Memory
from fmtools.core.world cimport World

cdef enum:
    FIRST_AHEAD = -2   # the id of the first sequence that was kept; others below it


@cython.final
@cython.no_gc_clear
cdef class Ahead:
    cdef World base             # says which actions apply to facts, and what comes of them
    cdef Memory memory          # of what follows
    cdef uint64_t* rows         # two states of it: before and after a step
    cdef int32_t* left          # actions of the plan that were not run yet
    cdef int64_t left_room
    cdef int32_t* actions       # of all sequences that were kept, then of the last one
    cdef int64_t actions_room
    cdef int64_t* ends          # in there, of every sequence that was kept
    cdef int64_t ends_room
    cdef int32_t num_kept
    cdef int64_t length         # of the last one
    cdef readonly int64_t tried # actions that were looked at

    cdef int64_t run(self, Guide guide, const uint64_t* facts) except -1 nogil
    cdef int64_t next_step(self, Guide guide, int64_t* count) except -2 nogil
    cdef void take_out(self, int64_t place, int64_t* count) noexcept nogil
    cdef int follow(self, World world, const uint64_t* state, uint64_t* out) except -1 nogil
    cdef void keep(self) noexcept nogil

    cdef inline int64_t end(self) noexcept nogil:
        return self.ends[self.num_kept - 1] if self.num_kept > 0 else 0
