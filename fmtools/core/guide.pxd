"""An estimate that leads a search, beside the goal count: asked once for each expanded state."""

from libc.stdint cimport int32_t, int64_t, uint64_t


cdef class Guide:
    cdef readonly int64_t effort   # what the estimates so far took, in a unit of its own
    cdef int64_t counted           # of that, what some search counts as its own
    cdef readonly bint is_lost     # whether, by the last estimate, no way leads on to the goal

    cdef int64_t estimate(self, const uint64_t* facts) except -1 nogil
    cdef bint prefers(self, int32_t action) noexcept nogil
    cdef void arrived(self, int32_t action) noexcept nogil
    cdef bint takes(self, int32_t action) noexcept nogil
    cdef int64_t plan(self, const int32_t** actions) noexcept nogil
    cdef int64_t spoilt(
        self,
        const uint64_t* before,
        const uint64_t* after,
        const int32_t* actions,
        int64_t count,
        int64_t done,
    ) noexcept nogil
