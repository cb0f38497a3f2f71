"""Facts that must become true on every way to the goal, as far as a model of the actions tells."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.memory cimport Memory


@cython.final
cdef class Landmarks:
    cdef Memory memory
    cdef readonly object facts          # int32: which they are
    cdef readonly int64_t num_landmarks
    cdef Py_ssize_t num_words           # of a row of facts that have any
    cdef Py_ssize_t* words              # which words of a row those are
    cdef uint64_t* masks                # landmarks in them
    cdef uint64_t* goals                # goals in them
    cdef uint64_t* passed               # per node: landmarks that were true on its way
    cdef int64_t room                   # nodes that fit

    cdef bint reserve(self, int64_t num_nodes) noexcept nogil
    cdef int64_t missing(self, const uint64_t* facts, int64_t parent, int64_t node) noexcept nogil
