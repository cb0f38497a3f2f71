"""All memory of the core is allocated here, counted, and refused before it exceeds the limit."""

cimport cython
from libc.stdint cimport int64_t


@cython.final
cdef class Memory:
    cdef readonly int64_t used  # bytes that are allocated now
    cdef readonly int64_t peak  # most bytes allocated at once
    cdef public int64_t limit   # bytes that may be allocated
    cdef readonly bint refused  # whether an allocation was refused because of the limit

    cdef bint resize(self, void** block, int64_t old_bytes, int64_t new_bytes) noexcept nogil
    cdef bint grow(
        self, void** block, int64_t* room, int64_t needed, int64_t item_bytes
    ) noexcept nogil
    cdef int need(self, void** block, int64_t old_bytes, int64_t new_bytes) except -1 nogil
    cdef int need_room(
        self, void** block, int64_t* room, int64_t needed, int64_t item_bytes
    ) except -1 nogil
    cdef int refuse(self) except -1
    cdef void release(self, void* block, int64_t num_bytes) noexcept nogil
