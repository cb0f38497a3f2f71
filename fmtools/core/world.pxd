"""What the core knows of a world: how states expand. One class per kind of world derives from it.

Functions that return `int` return 0, or -1 with a Python exception set, or NO_ROOM where the memory
limit forbids the room they need.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.guide cimport Guide
from fmtools.core.memory cimport Memory

cdef enum:
    NO_ROOM = 1


cdef struct Successor:
    uint64_t hash    # of the state, for whoever looks it up
    int32_t action   # that leads to it
    int32_t steps    # primitive actions in that


@cython.final
cdef class Batch:
    """Successors of one state, or the actions that apply in it; grows as needed."""

    cdef Memory memory
    cdef Py_ssize_t num_words   # of a state
    cdef Py_ssize_t stride      # words from one entry to the next: a Successor, then its state
    cdef int64_t room           # entries that fit
    cdef int64_t count          # entries that are filled
    cdef uint64_t* block        # the entries

    cdef bint reserve(self, int64_t count) noexcept nogil

    cdef inline Successor* entry(self, int64_t i) noexcept nogil:
        return <Successor*>(self.block + i * self.stride)

    cdef inline uint64_t* row(self, int64_t i) noexcept nogil:
        return self.block + i * self.stride + 2


cdef class World:
    cdef readonly Py_ssize_t num_variables
    cdef readonly int cell_bits         # of each variable, as users see it: 1, 8 or 16
    cdef readonly Py_ssize_t num_words  # of a state
    cdef readonly int64_t num_values    # that a variable may take
    cdef readonly bint is_python        # whether every query runs Python code
    cdef readonly bint is_slow          # whether a successor takes longer than to see what is new in it
    cdef object _low                    # owns the next
    cdef const uint64_t* low            # see words.pxd
    cdef bint gives_hashes              # whether `expand` hashes successors

    cdef int set_low(self, object low) except -1
    cdef const uint64_t* facts_of(self, const uint64_t* state) noexcept nogil
    cdef object state_of(self, const uint64_t* row)

    cdef int expand(self, const uint64_t* state, Batch batch) except -1 nogil
    cdef int offer(self, const uint64_t* state, Batch batch) except -1 nogil
    cdef int apply(self, const uint64_t* state, int32_t action, uint64_t* out) except -1 nogil
    cdef int applies(self, const uint64_t* state, int32_t action) except -1 nogil
    cdef int heed(self, Guide guide) except -1
