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

    cdef int64_t plan(self, const int32_t** actions) noexcept nogil:
        """The actions that the last estimate thinks of, in the order it would take them."""
        return 0

    cdef int64_t spoilt(
        self,
        const uint64_t* before,
        const uint64_t* after,
        const int32_t* actions,
        int64_t count,
        int64_t done,
    ) noexcept nogil:
        """How much that these actions need was there before a step, and is no more; the step is
        the one at `done` and needs nothing."""
        return 0
