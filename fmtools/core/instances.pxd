"""Operator instances on their way to ground actions."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

from fmtools.core.atoms cimport AtomTable
from fmtools.core.grounding cimport JoinProgram, Relations, Sections
from fmtools.core.memory cimport Memory
from fmtools.core.watch cimport Watch


cdef enum:
    # The lists of an action, in the order of `Sections`.
    POSITIVE, NEGATIVE, ADDS, DELETES, NUM_SORTS


cdef struct FactList:
    int32_t* first  # per action, where its facts begin
    int32_t* facts
    int32_t begin   # of the facts of the action at hand
    int32_t end


cdef class Instances:
    """Sorted by operator, then by objects.

    An instance has one atom per literal of its operator from `changing` on; -1 is one that can
    never be true. They are looked up when needed: storing them would take more room than all else.
    """

    cdef JoinProgram program
    cdef Memory memory
    cdef AtomTable atoms
    cdef Watch watch
    cdef readonly object rows       # uint16[instances, 1 + parameters]: operator and objects
    cdef readonly object kept       # uint8[instances]: 0 for those that are pruned
    cdef uint16_t[:, ::1] row_view
    cdef uint8_t[::1] kept_view
    cdef int64_t count              # instances
    cdef int64_t* first_instance    # per operator, one more for the end
    cdef int64_t most_literals      # of an operator, from `changing` on
    cdef int32_t* ids               # the atoms of an instance
    cdef int32_t* row               # one of them

    cdef int sort(self, Relations relations) except -1
    cdef const int32_t* atoms_of(self, int64_t i, Sections sections) noexcept nogil
    cdef int64_t room_for(self, int sort) except -1
    cdef int64_t write_actions(
        self, const int32_t* fact_of, FactList* lists, int32_t* operator_ids
    ) except -1 nogil

    cdef inline int64_t num_literals(self, int32_t operator_id) noexcept nogil:
        cdef Sections sections = self.program.sections[operator_id]
        return sections.end - sections.changing
