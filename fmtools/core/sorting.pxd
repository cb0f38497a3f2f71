"""Records of small numbers, packed into 64-bit words and sorted by their digits."""

from libc.stdint cimport int64_t, uint64_t

from fmtools.core.memory cimport Memory
from fmtools.core.watch cimport Watch


cdef struct Field:
    int word    # of the record
    int shift   # from the word's low end
    uint64_t mask


cdef int bits_for(int64_t num_values) noexcept


cdef class Records:
    cdef Memory memory
    cdef readonly int64_t count     # of records
    cdef Py_ssize_t num_words       # of a record
    cdef Py_ssize_t num_compared    # of these words, the first ones
    cdef uint64_t* words            # uint64[count, num_words]
    cdef uint64_t* spare            # as large, while sorting
    cdef Field* fields              # first those compared, most significant first; then a payload
    cdef Py_ssize_t num_fields

    cdef int sort(self, Watch watch) except -1 nogil
    cdef int sort_by_digit(self, Py_ssize_t word, int shift, Watch watch) except -1 nogil

    cdef inline void put(self, int64_t i, Py_ssize_t field, uint64_t value) noexcept nogil:
        """Set a field that is still zero."""
        cdef Field* at = self.fields + field
        self.words[i * self.num_words + at.word] |= value << at.shift

    cdef inline int64_t get(self, int64_t i, Py_ssize_t field) noexcept nogil:
        cdef Field* at = self.fields + field
        return <int64_t>((self.words[i * self.num_words + at.word] >> at.shift) & at.mask)
