"""Worlds of ground operators with conditional effects and derived facts.

The plain operators, a world of their own, know which actions apply and what they do in any case.
Here the conditional effects follow: their conditions are tested in the state before, all deletes
come before all adds; then the derived facts. Tasks without either never come here.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.axioms cimport all_hold
from fmtools.core.words cimport bit_of
from fmtools.core.world cimport NO_ROOM, Batch, World


def _literals(positive, negative):
    """Two FactLists as one list of literals per effect, never empty."""
    sizes = [np.diff(part.first) for part in (positive, negative)]
    owners = np.concatenate([np.repeat(np.arange(len(size)), size) for size in sizes])
    literals = np.concatenate([2 * positive.facts, 2 * negative.facts + 1])
    return positive.first + negative.first, _filled(literals[np.argsort(owners, kind="stable")])


def _filled(values):
    return np.append(values, 0).astype(np.int32)


@cython.final
cdef class ConditionalOperators(World):
    def __init__(self, World plain, lists, Axioms axioms):
        """plain: a world of one bit per fact; lists: what its actions do under conditions."""
        World.__init__(self, plain.num_variables, 1, 2)
        self.is_slow = True
        self.plain = plain
        self.lists = lists
        self.axioms = axioms
        self.first_effect = lists.first
        self.first_condition, self.conditions = _literals(lists.positive, lists.negative)
        self.first_add, self.adds = lists.adds.first, _filled(lists.adds.facts)
        self.first_delete, self.deletes = lists.deletes.first, _filled(lists.deletes.facts)

    def __reduce__(self):
        return ConditionalOperators, (self.plain, self.lists, self.axioms)

    cdef void write(self, const uint64_t* state, int32_t action, uint64_t* out) noexcept nogil:
        """What the plain operator has left in `out`, and the rest."""
        cdef int32_t begin = self.first_effect[action]
        cdef int32_t end = self.first_effect[action + 1]
        cdef int32_t e, k, fact
        cdef const int32_t* conditions = &self.conditions[0]
        for e in range(begin, end):
            if self.first_delete[e] < self.first_delete[e + 1] and all_hold(
                state, conditions, self.first_condition[e], self.first_condition[e + 1]
            ):
                for k in range(self.first_delete[e], self.first_delete[e + 1]):
                    fact = self.deletes[k]
                    out[fact >> 6] &= ~bit_of(fact)
        for e in range(begin, end):
            if self.first_add[e] < self.first_add[e + 1] and all_hold(
                state, conditions, self.first_condition[e], self.first_condition[e + 1]
            ):
                for k in range(self.first_add[e], self.first_add[e + 1]):
                    fact = self.adds[k]
                    out[fact >> 6] |= bit_of(fact)
        if self.axioms is not None:
            self.axioms.update(state, out)

    cdef int expand(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef int64_t i
        if self.plain.expand(state, batch) != 0:
            return NO_ROOM
        for i in range(batch.count):
            self.write(state, batch.entry(i).action, batch.row(i))
        return 0

    cdef int offer(self, const uint64_t* state, Batch batch) except -1 nogil:
        return self.plain.offer(state, batch)

    cdef int apply(self, const uint64_t* state, int32_t action, uint64_t* out) except -1 nogil:
        cdef int result = self.plain.apply(state, action, out)
        if result == 0:
            self.write(state, action, out)
        return result

    cdef int applies(self, const uint64_t* state, int32_t action) except -1 nogil:
        return self.plain.applies(state, action)
