"""Atoms by number: predicate and objects, each entered once."""

from libc.stdint cimport int32_t, int64_t

from fmtools.core.memory cimport Memory


cdef class AtomTable:
    cdef Memory memory
    cdef readonly Py_ssize_t width  # of a row: predicate, then as many objects as any takes
    cdef readonly int64_t count     # atoms entered
    cdef int64_t room               # atoms that fit
    cdef int32_t* rows              # int32[room, width]: the atoms in the order they were entered
    cdef int64_t num_objects
    cdef Py_ssize_t num_predicates
    cdef int32_t* arity             # of each predicate
    cdef int64_t* first_entry       # of each predicate in `directory`; -1: look into `slots`
    cdef int32_t* directory         # atom + 1 by the objects as a number in base num_objects
    cdef int64_t directory_size
    cdef int32_t* slots             # int32[2^k]: hash table of atom + 1, for all other predicates
    cdef int64_t num_slots
    cdef int64_t num_hashed         # atoms in `slots`

    cdef int64_t entries_from(self, int32_t arity) noexcept
    cdef int32_t* slot(self, const int32_t* row) noexcept nogil
    cdef int more_slots(self) except -1 nogil
    cdef int64_t append(self, const int32_t* row) except -1 nogil

    cdef inline int32_t* place(self, const int32_t* row) noexcept nogil:
        """Where the number + 1 of this atom stands, or 0 if there is none yet."""
        cdef int64_t entry = 0
        cdef int32_t k
        if self.first_entry[row[0]] < 0:
            return self.slot(row)
        for k in range(1, 1 + self.arity[row[0]]):
            entry = entry * self.num_objects + row[k]
        return self.directory + self.first_entry[row[0]] + entry

    cdef inline int32_t find(self, const int32_t* row) noexcept nogil:
        """The atom's number, or -1."""
        return self.place(row)[0] - 1

    cdef inline int64_t enter(self, const int32_t* row) except -1 nogil:
        """The atom's number; a new one gets the next."""
        cdef int32_t known = self.place(row)[0]
        return known - 1 if known > 0 else self.append(row)
