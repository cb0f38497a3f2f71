"""Facts that follow from others: kept up to date after each step."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from fmtools.core.words cimport bit_of


cdef inline bint is_set(const uint64_t* state, int32_t fact) noexcept nogil:
    return (state[fact >> 6] >> (fact & 63)) & 1


cdef inline bint all_hold(
    const uint64_t* state, const int32_t* literals, int32_t begin, int32_t end
) noexcept nogil:
    """Whether the state satisfies literals: 2 * fact + (1 if it must be false)."""
    cdef int32_t k
    for k in range(begin, end):
        if ((state[literals[k] >> 7] >> ((literals[k] >> 1) & 63)) & 1) == (literals[k] & 1):
            return False
    return True


cdef class Axioms:
    """Rules by component: derived facts that depend on each other in a circle make one.

    Components come after all that they look at, so one pass in order is enough.
    """

    cdef readonly object lists          # the rules this was made of (AxiomLists)
    cdef readonly Py_ssize_t num_facts
    cdef Py_ssize_t num_words           # of a state
    cdef Py_ssize_t num_components
    cdef int32_t[::1] first_rule        # per component
    cdef int32_t[::1] heads             # per rule, the fact that it makes true
    cdef int32_t[::1] first_literal     # per rule, in `literals`
    cdef int32_t[::1] literals          # 2 * fact + (1 if it must be false)
    cdef int32_t[::1] first_member      # per component, in `members`
    cdef int32_t[::1] members           # its facts
    cdef int32_t[::1] first_watcher     # per fact, in `watchers`
    cdef int32_t[::1] watchers          # other components that look at it
    cdef int32_t[::1] first_user        # per fact, in `users`
    cdef int32_t[::1] users             # rules of its own component that need it
    cdef uint64_t[::1] derived          # facts that rules make true
    cdef uint64_t[::1] watched          # facts that some other component looks at
    # Of the state at hand; between two calls, nothing is in them:
    cdef uint64_t[::1] waiting          # components to be evaluated again
    cdef int32_t[::1] queue             # facts just made true
    cdef uint8_t[::1] before            # what the facts of a component were

    cdef void update(self, const uint64_t* before, uint64_t* state) noexcept nogil
    cdef void run(self, uint64_t* state) noexcept nogil
    cdef void call_watchers(self, int32_t fact) noexcept nogil
    cdef void evaluate(self, int32_t component, uint64_t* state) noexcept nogil
    cdef void derive(self, int32_t component, uint64_t* state) noexcept nogil
