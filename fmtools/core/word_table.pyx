"""Rows of words, found by what patterns read off names: which fact is `(at ?1 ?2)` in this action?"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np


@cython.final
cdef class WordTable:
    """Open addressing; of equal rows the first one counts."""

    cdef const int32_t[:, ::1] words
    cdef int32_t[::1] slots             # numbers of rows, or -1
    cdef int64_t mask

    def __init__(self, words):
        cdef Py_ssize_t row
        cdef int64_t slot, num_slots = 16
        self.words = np.ascontiguousarray(words, np.int32)
        while num_slots < 2 * self.words.shape[0]:
            num_slots *= 2
        self.slots = np.full(num_slots, -1, np.int32)
        self.mask = num_slots - 1
        for row in range(self.words.shape[0]):
            slot = self.slot_of(&self.words[row, 0])
            if self.slots[slot] < 0:
                self.slots[slot] = <int32_t>row

    cdef int64_t slot_of(self, const int32_t* row) noexcept nogil:
        """Where such a row is, or would be."""
        cdef uint64_t code = 0
        cdef Py_ssize_t k, width = self.words.shape[1]
        cdef int64_t slot
        cdef int32_t there
        for k in range(width):
            code = (code ^ <uint64_t>(row[k] + 2)) * <uint64_t>0x9E3779B97F4A7C15
            code ^= code >> 29
        slot = <int64_t>(code & <uint64_t>self.mask)
        while True:
            there = self.slots[slot]
            if there < 0:
                return slot
            k = 0
            while k < width and self.words[there, k] == row[k]:
                k += 1
            if k == width:
                return slot
            slot = (slot + 1) & self.mask

    def find(self, const int32_t[:, ::1] patterns, const int32_t[:, :] names):
        """[patterns, names]: the row that each pattern stands for in each name, -1 for none.

        A pattern is a first word, and then places in the name, or -1 - a word, or 0 for no word.
        """
        cdef Py_ssize_t width = self.words.shape[1], num_names = names.shape[0]
        cdef Py_ssize_t p, n, k
        cdef int32_t place
        rows = np.empty((patterns.shape[0], num_names), np.int64)
        buffer = np.zeros(width + 1, np.int32)
        cdef int64_t[:, ::1] found = rows
        cdef int32_t[::1] row = buffer
        for p in range(patterns.shape[0]):
            for k in range(width):
                row[k] = patterns[p, k] if k == 0 else -1 - patterns[p, k]
            for n in range(num_names):
                for k in range(1, width):
                    place = patterns[p, k]
                    if place > 0:
                        row[k] = names[n, place]
                found[p, n] = self.slots[self.slot_of(&row[0])]
        return rows
