"""An estimate that leads a search, beside the goal count: asked once for each expanded state."""

from libc.stdint cimport int32_t, int64_t, uint64_t


cdef class Guide:
    cdef int64_t estimate(self, const uint64_t* facts) except -1 nogil:
        """How much is missing in this state, whose cells have the world's `cell_bits`."""
        with gil:
            raise NotImplementedError

    cdef void arrived(self, int32_t action) noexcept nogil:
        """The state that was estimated last was reached by this action: it may learn from that."""

    cdef bint prefers(self, int32_t action) noexcept nogil:
        """Whether the state that was estimated last had better take this action."""
        return False

    cdef bint takes(self, int32_t action) noexcept nogil:
        """Whether the last estimate thinks of this action, now or later on the way to the goal."""
        return False
