"""Atoms by number: predicate and objects, each entered once.

Predicates with few possible atoms are looked up by their arguments in a directory, the others in a
hash table with open addressing.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

import numpy as np

from fmtools.core.arrays import counted_zeros
from fmtools.core.sorting cimport Records, bits_for
from fmtools.core.watch cimport Watch
from fmtools.errors import TooManyError

cdef enum:
    MOST_ENTRIES = 1 << 24  # of the directory, and at most an eighth of the memory
    FEW = 64                # atoms to begin with
    MOST_ATOMS = 0x7FFFFFFE


@cython.no_gc_clear
cdef class AtomTable:
    def __init__(self, const int32_t[::1] arity, int64_t num_objects, Memory memory):
        """arity: of the predicates; objects are numbered from 0 on."""
        cdef Py_ssize_t p
        self.memory = memory
        self.num_objects = num_objects
        self.num_predicates = arity.shape[0]
        memory.need(<void**>&self.arity, 0, self.num_predicates * sizeof(int32_t))
        memory.need(<void**>&self.first_entry, 0, self.num_predicates * sizeof(int64_t))
        self.width = 1
        for p in range(self.num_predicates):
            self.arity[p] = arity[p]
            self.width = max(self.width, 1 + arity[p])
            self.first_entry[p] = self.entries_from(arity[p])
        memory.need(<void**>&self.directory, 0, self.directory_size * sizeof(int32_t))
        self.num_slots = 64
        memory.need(<void**>&self.slots, 0, self.num_slots * sizeof(int32_t))

    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.arity, self.num_predicates * sizeof(int32_t))
        self.memory.release(self.first_entry, self.num_predicates * sizeof(int64_t))
        self.memory.release(self.directory, self.directory_size * sizeof(int32_t))
        self.memory.release(self.slots, self.num_slots * sizeof(int32_t))
        self.memory.release(self.rows, self.room * self.width * sizeof(int32_t))

    cdef int64_t entries_from(self, int32_t arity) noexcept:
        """Where entries for a predicate begin in the directory; -1 where they do not fit."""
        cdef int64_t first = self.directory_size
        cdef int64_t entries = 1
        for _ in range(arity):
            entries *= self.num_objects
            if first + entries > min(<int64_t>MOST_ENTRIES, self.memory.limit // 32):
                return -1
        self.directory_size += entries
        return first

    cdef int32_t* slot(self, const int32_t* row) noexcept nogil:
        cdef uint64_t hash = <uint64_t>row[0]
        cdef uint64_t mask = <uint64_t>self.num_slots - 1
        cdef uint64_t at
        cdef const int32_t* other
        cdef int32_t size = self.arity[row[0]]
        cdef int32_t k
        for k in range(1, 1 + size):
            hash = (hash + <uint32_t>row[k] + 1) * <uint64_t>0x9E3779B97F4A7C15u
            hash ^= hash >> 32
        at = hash & mask
        while self.slots[at] != 0:
            other = self.rows + (self.slots[at] - 1) * self.width
            k = 0
            while k <= size and other[k] == row[k]:
                k += 1
            if k > size:
                break
            at = (at + 1) & mask
        return self.slots + at

    cdef int more_slots(self) except -1 nogil:
        """A hash table of twice the size."""
        cdef int32_t* old = self.slots
        cdef int64_t old_size = self.num_slots
        cdef int64_t at
        cdef int32_t* fresh = NULL
        self.memory.need(<void**>&fresh, 0, 2 * old_size * sizeof(int32_t))
        self.slots = fresh
        self.num_slots = 2 * old_size
        for at in range(old_size):
            if old[at] != 0:
                self.slot(self.rows + (old[at] - 1) * self.width)[0] = old[at]
        self.memory.release(old, old_size * sizeof(int32_t))
        return 0

    cdef int64_t append(self, const int32_t* row) except -1 nogil:
        """Enter an atom that is new."""
        cdef int64_t number = self.count
        if number == MOST_ATOMS:
            with gil:
                raise TooManyError("more atoms than can be numbered; take a smaller problem")
        if number == self.room:
            self.memory.need_room(
                <void**>&self.rows, &self.room, number + FEW, self.width * sizeof(int32_t)
            )
        if self.first_entry[row[0]] < 0:
            self.num_hashed += 1
            if 2 * self.num_hashed > self.num_slots:
                self.more_slots()
        memcpy(self.rows + number * self.width, row, (1 + self.arity[row[0]]) * sizeof(int32_t))
        self.place(row)[0] = <int32_t>(number + 1)
        self.count = number + 1
        return number

    def enter_rows(self, const int32_t[:, ::1] rows):
        """Enter atoms, given as rows of `width`."""
        cdef Py_ssize_t i
        for i in range(rows.shape[0]):
            self.enter(&rows[i, 0])

    def find_rows(self, const int32_t[:, ::1] rows):
        """int32[.]: the numbers of atoms; -1 for those that were never entered."""
        found = np.empty(rows.shape[0], np.int32)
        cdef int32_t[::1] view = found
        cdef Py_ssize_t i
        for i in range(rows.shape[0]):
            view[i] = self.find(&rows[i, 0])
        return found

    def predicates(self):
        """int32[count]: the predicate of each atom."""
        found = counted_zeros(self.memory, (self.count,), np.int32)
        cdef int32_t[::1] view = found
        cdef int64_t atom
        for atom in range(self.count):
            view[atom] = self.rows[atom * self.width]
        return found

    def sorted_facts(
        self,
        const uint8_t[::1] is_fact,
        const int32_t[::1] predicate_rank,
        const int32_t[::1] object_rank,
        int64_t num_extra,
        Watch watch,
    ):
        """Atoms chosen and sorted: (int32[facts + num_extra, width], int32[atoms]: fact or -1).

        The last `num_extra` rows are left for the caller to fill.
        """
        cdef int64_t atom, fact, num_facts = 0
        cdef Py_ssize_t k
        cdef const int32_t* row
        for atom in range(self.count):
            num_facts += is_fact[atom]
        cdef Records records = Records(
            self.memory,
            num_facts,
            [bits_for(self.num_predicates)] + [bits_for(self.num_objects)] * (self.width - 1),
            bits_for(self.count),
        )
        facts = counted_zeros(self.memory, (num_facts + num_extra, self.width), np.int32)
        fact_of = counted_zeros(self.memory, (self.count,), np.int32)
        cdef int32_t[:, ::1] facts_view = facts
        cdef int32_t[::1] fact_of_view = fact_of
        cdef Py_ssize_t width = self.width
        with nogil:
            fact = 0
            for atom in range(self.count):
                fact_of_view[atom] = -1
                if is_fact[atom]:
                    row = self.rows + atom * width
                    records.put(fact, 0, predicate_rank[row[0]])
                    for k in range(1, width):
                        records.put(fact, k, object_rank[row[k]])
                    records.put(fact, width, atom)
                    fact += 1
            records.sort(watch)
            for fact in range(num_facts):
                atom = records.get(fact, width)
                fact_of_view[atom] = <int32_t>fact
                memcpy(&facts_view[fact, 0], self.rows + atom * width, width * sizeof(int32_t))
        return facts, fact_of
