"""Rows of facts, packed: a field for every group of facts of which at most one is true."""

from libc.stdint cimport int32_t, uint64_t


cdef struct Place:
    uint64_t mask    # bits of the field that the fact lies in
    uint64_t value   # what they are where the fact holds
    uint64_t absent  # what they are where no fact of the field holds
    int32_t word     # of the packed row
    int32_t field    # whose number is


cdef struct Field:
    int32_t word     # of the packed row
    int32_t shift    # of its lowest bit
    int32_t mask     # of its values, shifted down
    int32_t first    # where its facts begin: fact by value, -1 for none


cdef struct Run:     # of single facts that lie one after the other
    int32_t word     # of the packed row
    int32_t shift    # of the first
    int32_t fact_word
    int32_t fact_shift
    uint64_t mask    # as many ones as there are facts


cdef class Packing:
    cdef readonly Py_ssize_t num_variables  # facts
    cdef readonly Py_ssize_t num_fact_words
    cdef readonly Py_ssize_t num_words      # of a packed row
    cdef readonly object low                # uint64[words], see words.pxd
    cdef object _absents                    # uint64[fields]: what they hold where no fact holds
    cdef object _places, _fields, _runs     # own the next three
    cdef const Place* places                # by fact
    cdef const Field* fields                # of groups
    cdef const Run* runs
    cdef Py_ssize_t num_fields, num_runs
    cdef const int32_t[::1] facts           # by field and value

    cdef void write_facts(self, const uint64_t* row, uint64_t* facts) noexcept nogil
