"""A partial assignment that a state may fulfil."""

from libc.stdint cimport uint64_t


cdef class Goal:
    cdef readonly object values       # uint64[words]: the assigned cells, 0 elsewhere
    cdef readonly object mask         # uint64[words]: all ones over the assigned cells
    cdef const uint64_t[::1] _values
    cdef const uint64_t[::1] _mask

    cdef inline bint holds(self, const uint64_t* row) noexcept nogil:
        cdef Py_ssize_t w
        for w in range(self._values.shape[0]):
            if (row[w] ^ self._values[w]) & self._mask[w]:
                return False
        return True
