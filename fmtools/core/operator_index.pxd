"""What ground operators need and do, as lists of facts."""

from libc.stdint cimport int32_t


cdef class Lists:
    # The facts of operator o in each list are those from first[o] to first[o + 1] - 1.
    cdef const int32_t[::1] positive_first, positive  # must be true
    cdef const int32_t[::1] negative_first, negative  # must be false
    cdef const int32_t[::1] adds_first, adds
    cdef const int32_t[::1] deletes_first, deletes
