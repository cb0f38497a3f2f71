"""One level of a beam along a macro table: apply words, drop repeated states, keep the cheapest."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from fmtools.core.watch cimport Watch


cdef struct Member:
    int32_t cost    # moves to the state
    int32_t parent  # number of the state before, in the beam before
    int32_t word    # that led here from it, or -1 where none was needed


cdef struct Candidate:
    int32_t parent  # number of a state of the beam
    int32_t word    # to apply to it, or -1
    int32_t cost    # moves to what comes out


cdef struct Slot:
    int32_t stamp   # level + 1 of the state; the slot is free at other levels
    int32_t state   # its number


cdef class TableWords:
    """A macro table as arrays: every word a map, every cell a range of words."""

    cdef const int32_t[::1] order          # by level: the variable
    cdef const int32_t[::1] homes          # by level: its goal value
    cdef const int32_t[::1] objects        # by value of the key: the object, or -1
    cdef Py_ssize_t key                    # the variable that decides what applies, or -1
    cdef const int32_t[:, :, ::1] cells    # [level, object, value]: number of the cell, or -1
    cdef const int64_t[::1] cell_starts    # where the words of each cell begin
    cdef readonly object rows              # uint8[words, points]: value that a word brings it to
    cdef const uint8_t[:, ::1] _rows
    cdef const int32_t[::1] bases          # by variable: first point of its class
    cdef const int32_t[::1] letters        # moves of all words, one word after the other
    cdef const int64_t[::1] starts         # where the letters of each word begin
    cdef const int32_t[::1] inverse        # by move: the one move that undoes it, or -1
    cdef int32_t unknown                   # value that means "not known"

    cdef int64_t cell(self, const uint8_t* state, Py_ssize_t level) noexcept nogil

    cdef inline int64_t length(self, Py_ssize_t word) noexcept nogil:
        return self.starts[word + 1] - self.starts[word]


cdef class Generation:
    """The states of a beam after one level, and how they came about."""

    cdef readonly object members           # [room] of Member
    cdef Member[::1] _members
    cdef uint8_t[:, ::1] states
    cdef int32_t[:, ::1] tails             # last moves of each plan, the very last one first, or -1


cdef class Beam:
    cdef TableWords table
    cdef Generation before                 # the states that the next level starts from
    cdef Generation after                  # what comes out of it
    cdef readonly int64_t count            # states of the beam
    cdef readonly int64_t generated        # states that words were applied to
    cdef readonly int64_t steps            # moves in those words
    cdef readonly int64_t num_bytes        # of all arrays
    cdef int64_t width                     # most states that are kept
    cdef Py_ssize_t num_variables
    cdef Py_ssize_t tail                   # moves remembered of each plan
    cdef Candidate[::1] candidates
    cdef int64_t num_candidates
    cdef int32_t[::1] by_cost              # candidates, the cheapest first
    cdef int64_t[::1] buckets              # of the counting sort
    cdef Slot[::1] slots                   # hash table of the states of one level

    cdef int64_t cancelled(self, int64_t i, Py_ssize_t word) noexcept nogil
    cdef void offer(self, int64_t i, int32_t word) noexcept nogil
    cdef int collect(self, Py_ssize_t level, Watch watch) except -1 nogil
    cdef void sort(self) noexcept nogil
    cdef int keep(self, Py_ssize_t level, Watch watch) except -1 nogil
    cdef bint reach(self, const Candidate* candidate, int64_t kept) noexcept nogil
    cdef bint is_new(self, int64_t kept, int32_t stamp) noexcept nogil
    cdef void enter(self, const Candidate* candidate, int64_t kept) noexcept nogil
