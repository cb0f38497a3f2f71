"""Delete relaxation over a model of the actions: how far is the goal if nothing ever gets lost?"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

from fmtools.core.guide cimport Guide


@cython.final
cdef class Relaxed(Guide):
    cdef Py_ssize_t num_words                    # of a row of facts
    cdef Py_ssize_t num_facts                    # in it
    cdef const int32_t[::1] complements          # facts whose falsehood is a fact: num_facts + place
    cdef const int32_t[::1] first_need, needs    # by action: facts
    cdef const int32_t[::1] first_add, adds      # by action: facts
    cdef const int32_t[::1] first_user, users    # by fact: actions that need it
    cdef const int32_t[::1] free_actions         # that need nothing
    cdef const int32_t[::1] goals                # facts
    cdef const uint16_t[::1] missing_at_first    # by action: how many facts it needs
    cdef uint16_t[::1] missing                   # by action: of these, not reached yet
    cdef int32_t[::1] risk                       # by action: how often it led to states that are lost
    cdef int32_t[::1] action_cost                # by action reached: its risk + what its needs cost
    cdef int32_t[::1] fact_cost                  # by fact: UNREACHED, or of the cheapest way
    cdef int32_t[::1] supporter                  # by fact: the action that makes it, -1: it holds
    cdef int32_t[::1] is_goal                    # by fact
    cdef int32_t[::1] heads                      # by cost: 1 + the first arrival, 0: none
    cdef int32_t[:, ::1] arrivals                # fact; 1 + the next arrival at the same cost
    cdef int32_t num_arrivals
    cdef int32_t largest                         # cost that has had an arrival
    cdef int32_t[::1] used_facts                 # by fact: the estimate that made it last
    cdef int32_t[::1] used_actions               # by action: the estimate that took it last
    cdef int32_t[::1] preferred                  # by action: the estimate that it could begin last
    cdef readonly int32_t unreached              # goals that the model could not reach
    cdef int32_t unreached_at_first              # the same in the first state that was estimated
    cdef int32_t number                          # of this estimate
    cdef int32_t[::1] stack                      # facts that the plan still has to make
    cdef int32_t[::1] planned_actions            # of the last plan, cheapest needs first
    cdef int64_t num_planned

    cdef void start_from(self, const uint64_t* facts) noexcept nogil
    cdef void arrive(self, int32_t fact, int32_t cost, int32_t action) noexcept nogil
    cdef void fire(self, int32_t action) noexcept nogil
    cdef void explore(self) noexcept nogil
    cdef int64_t extract(self) noexcept nogil
    cdef void order_plan(self) noexcept nogil
