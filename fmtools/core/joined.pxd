"""Macros whose instances are found when a state is expanded."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.guide cimport Guide
from fmtools.core.memory cimport Memory
from fmtools.core.world cimport Batch, World


cdef struct Instance:
    uint64_t hash    # of macro and actions
    int64_t first    # of its actions among those of all instances
    int32_t macro    # that it is an instance of
    int32_t length   # actions in it


@cython.final
@cython.no_gc_clear
cdef class JoinedMacros(World):
    cdef readonly World base                # the world without macros
    cdef readonly object program            # the arrays this was made of (MacroProgram)
    cdef Guide guide                        # whose plan has every step of an instance; or None
    cdef Memory memory                      # of the instances
    cdef int32_t num_primitives             # actions of the base
    cdef const int32_t[::1] operators       # of each primitive action
    cdef const int32_t[:, ::1] arguments    # of each primitive action
    cdef const int32_t[::1] first_beginner  # by operator: where its macros begin among the next
    cdef const int32_t[::1] beginners       # macros, by the operator of their first step
    cdef const int32_t[::1] first_step      # of each macro
    cdef const int32_t[:, ::1] steps        # table, first place, place after the last
    cdef const int32_t[:, ::1] places       # slot and role of an argument
    cdef const int32_t[::1] first_key       # of each table
    cdef const uint64_t[::1] keys           # of each table: arguments that are known, sorted
    cdef const int32_t[::1] first_listed    # of each key
    cdef const int32_t[::1] listed          # actions with those arguments
    cdef uint64_t radix                     # of keys: objects there are
    cdef int32_t* slots                     # objects bound by the steps so far
    cdef int32_t* actions                   # of the steps so far
    cdef uint64_t* rows                     # states between the steps
    cdef int64_t most_steps                 # of any macro
    cdef int64_t most_slots
    cdef int64_t most_tried                 # steps in one state, for all beginnings
    cdef readonly int64_t tried             # steps in all states
    cdef int64_t left                       # steps that may still be tried after one beginning
    cdef Instance* instances                # by id, from num_primitives on
    cdef int64_t num_instances
    cdef int64_t instances_room
    cdef int32_t* sequences                 # actions of all instances
    cdef int64_t num_in_sequences
    cdef int64_t sequences_room
    cdef int32_t* found                     # hash table of instances, -1 … as 0, k as k + 1
    cdef int64_t found_room                 # a power of two

    cdef int join(self, const uint64_t* state, Batch batch) except -1 nogil
    cdef int follow(self, int32_t macro, int32_t step, Batch batch) except -1 nogil
    cdef bint bind(self, int32_t step, int32_t action) noexcept nogil
    cdef int64_t key_of(self, int32_t step) noexcept nogil
    cdef int32_t number(self, int32_t macro, int32_t length) noexcept nogil
    cdef bint is_instance(self, int64_t k, uint64_t h, int32_t macro, int32_t length) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef int run(self, const uint64_t* state, int32_t action, bint check) except -1 nogil
