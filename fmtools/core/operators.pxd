"""Worlds of ground operators: states are sets of facts, one bit each."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.world cimport Batch, World


cdef struct TrieNode:
    int32_t literal  # 2 * fact + (1 if it must be false); or -1 - o: operator o applies
    int32_t skip     # where to go on if the literal fails


cdef struct Fan:
    int32_t operator   # the first of those that differ in one fact; -1: they differ otherwise
    int32_t first_word # of the state, in which these facts are
    int32_t num_words  # that they are in
    int32_t place      # of the first of these words in `spread`


cdef struct WordChange:
    uint64_t mask    # effects: bits that stay; conditions: bits that are looked at
    uint64_t value   # effects: bits that become true; conditions: what the bits must be
    int64_t word     # of the state


@cython.final
cdef class GroundOperators(World):
    cdef readonly object index         # the arrays this was made of (OperatorIndex)
    cdef readonly object effects_packed  # PackedEffects, or None
    cdef readonly object order         # int32[operators]: action ids by position
    cdef uint64_t[::1] occupied        # facts whose buckets are not empty; that of fact f is f + 1
    cdef int32_t[::1] first_node       # where the trie of each bucket begins
    cdef int32_t[:, ::1] nodes         # of all tries in preorder, each a TrieNode
    cdef bint is_gated                 # whether the next three are there
    cdef uint64_t[::1] gates           # facts that all operators of some bucket need
    cdef uint64_t[::1] opened          # uint64[facts * words]: the facts of these buckets
    cdef uint64_t[::1] ungated         # facts of buckets whose operators share no such fact
    cdef int32_t[:, ::1] fans          # by bucket, each a Fan
    cdef uint64_t[::1] spread          # the facts in which operators of fans differ
    cdef int32_t[::1] begin            # where to begin in the trie of each bucket
    cdef int32_t[::1] actions          # action ids by position
    cdef int32_t[::1] places           # positions by action id
    cdef int32_t[::1] steps            # primitive actions, by position
    cdef int32_t[::1] first_effect     # where the effects of each operator begin
    cdef int32_t[::1] first_condition  # where its preconditions begin
    cdef object _effects, _conditions  # own the memory of the next two
    cdef const WordChange* effects
    cdef const WordChange* conditions

    cdef int set_gates(self, object memory) except -1
    cdef bint is_positive(self, int32_t node) noexcept
    cdef int32_t set_fan(self, Py_ssize_t bucket, int32_t place) noexcept
    cdef bint is_shut(self, const uint64_t* state, int32_t bucket) noexcept nogil
    cdef int find(self, const uint64_t* state, Batch batch) except -1 nogil
    cdef void open_gates(self, const uint64_t* state, uint64_t* open) noexcept nogil
    cdef bint spread_out(self, const uint64_t* state, int32_t bucket, Batch batch) noexcept nogil
    cdef bint walk(self, const uint64_t* state, int32_t bucket, Batch batch) noexcept nogil
    cdef void write(self, const uint64_t* state, int32_t operator, uint64_t* out) noexcept nogil
