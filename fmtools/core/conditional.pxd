"""Worlds of ground operators with conditional effects and derived facts."""

cimport cython
from libc.stdint cimport int32_t, uint64_t

from fmtools.core.axioms cimport Axioms
from fmtools.core.world cimport Batch, World


@cython.final
cdef class ConditionalOperators(World):
    cdef readonly World plain           # the operators with what they do in any case
    cdef readonly object lists          # their conditional effects (EffectLists)
    cdef readonly Axioms axioms         # None where no fact is derived
    cdef int32_t[::1] first_effect      # per action
    cdef int32_t[::1] first_condition   # per effect, in `conditions`
    cdef int32_t[::1] conditions        # 2 * fact + (1 if it must be false)
    cdef int32_t[::1] first_add, adds   # per effect: facts that become true
    cdef int32_t[::1] first_delete, deletes

    cdef void write(self, const uint64_t* state, int32_t action, uint64_t* out) noexcept nogil
