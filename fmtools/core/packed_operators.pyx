"""Worlds of ground operators whose states are packed (fmtools.core.packing).

To expand, the facts of a state are written out once, and operators found among them as in the world
that this is made of; successors are made, hashed and kept packed.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.arrays import counted_zeros
from fmtools.core.fact_groups import exclusive_groups
from fmtools.core.layout import Layout
from fmtools.core.operator_index cimport Lists
from fmtools.core.operators cimport GroundOperators, WordChange
from fmtools.core.operators import CHANGE
from fmtools.core.packing cimport Packing, Place
from fmtools.core.watch cimport Watch
from fmtools.core.words cimport hash_sum, hash_word
from fmtools.core.words import hash_keys
from fmtools.core.world cimport NO_ROOM, Batch, Successor, World


MOST_PLAIN_WORDS = 4
"""States of so few words stay as they are: packed, they would be looked up no faster."""


def packed_effects(lists, order, proposals, start, limits):
    """What operators do to packed states; None where packing saves less than a third.

    proposals: () -> groups of facts (fmtools.core.fact_groups); start: the state from which on they
    must hold.
    """
    num_words = Layout(len(start), 1).num_words
    if num_words <= MOST_PLAIN_WORDS:
        return None
    packing = Packing(*exclusive_groups(lists, proposals(), start, limits.watch()))
    if 3 * packing.num_words > 2 * num_words:
        return None
    return PackedEffects(packing, lists, order, limits.memory, limits.watch())


cdef class PackedEffects:
    """What operators do to packed rows, by position in the order of the world."""

    cdef readonly Packing packing
    cdef object _changes            # owns `changes`
    cdef int32_t[::1] first         # where the changes of each operator begin
    cdef const WordChange* changes

    def __init__(self, Packing packing, lists, const int32_t[::1] order, memory, Watch watch):
        cdef Lists facts = Lists(lists)
        cdef Py_ssize_t p
        cdef int32_t size = 0
        first = counted_zeros(memory, (order.shape[0] + 1,), np.int32)
        most = max(1, facts.adds.shape[0] + facts.deletes.shape[0])
        self._changes = counted_zeros(memory, (most,), CHANGE)
        cdef unsigned char[::1] view = self._changes.view(np.uint8)
        cdef WordChange* changes = <WordChange*>&view[0]
        self.packing, self.first, self.changes = packing, first, changes
        with nogil:
            for p in range(order.shape[0]):
                watch.tick()
                size = write_changes(packing, facts, order[p], changes, self.first[p])
                self.first[p + 1] = size


cdef int32_t write_changes(
    Packing packing, Lists lists, int32_t o, WordChange* changes, int32_t begin
) noexcept nogil:
    """The changes of operator o, from entry `begin` on; where they end.

    Facts that are added take the field. Of those that are deleted, single ones give up their bit;
    others their field, if the operator needs them and puts nothing there: else they are false.
    """
    cdef int32_t k, end = begin
    cdef const Place* place
    for k in range(lists.adds_first[o], lists.adds_first[o + 1]):
        place = packing.places + lists.adds[k]
        end = with_change(changes, begin, end, place, place.value)
    for k in range(lists.deletes_first[o], lists.deletes_first[o + 1]):
        place = packing.places + lists.deletes[k]
        if place.field >= packing.num_fields or (
            needs(lists, o, lists.deletes[k]) and not adds_to(packing, lists, o, place.field)
        ):
            end = with_change(changes, begin, end, place, place.absent)
    return end


cdef int32_t with_change(
    WordChange* changes, int32_t begin, int32_t end, const Place* place, uint64_t value
) noexcept nogil:
    """Let the field of `place` become `value`, in the entry of its word or a new one."""
    cdef int32_t at = begin
    while at < end and changes[at].word != place.word:
        at += 1
    if at == end:
        changes[at] = WordChange(mask=~<uint64_t>0, value=0, word=place.word)
    changes[at].mask &= ~place.mask
    changes[at].value |= value
    return max(end, at + 1)


cdef inline bint needs(Lists lists, int32_t o, int32_t fact) noexcept nogil:
    cdef int32_t k
    for k in range(lists.positive_first[o], lists.positive_first[o + 1]):
        if lists.positive[k] == fact:
            return True
    return False


cdef inline bint adds_to(Packing packing, Lists lists, int32_t o, int32_t field) noexcept nogil:
    cdef int32_t k
    for k in range(lists.adds_first[o], lists.adds_first[o + 1]):
        if packing.places[lists.adds[k]].field == field:
            return True
    return False


@cython.final
cdef class PackedOperators(World):
    """`operators` with packed states, for one search: it has room for the facts of one state."""

    cdef GroundOperators operators
    cdef PackedEffects effects
    cdef Packing packing
    cdef object _facts, _hashes, _keys   # own the next three
    cdef uint64_t* facts          # of the state at hand
    cdef uint64_t* hashes         # of its packed words
    cdef const uint64_t* keys     # of these hashes, as in the state table

    def __init__(self, GroundOperators operators, PackedEffects effects):
        self.operators, self.effects, self.packing = operators, effects, effects.packing
        World.__init__(self, operators.num_variables, 1, 2)
        self.set_low(self.packing.low)
        self.gives_hashes = True
        self._facts = np.zeros(self.packing.num_fact_words, np.uint64)
        self._hashes = np.zeros(self.num_words, np.uint64)
        cdef uint64_t[::1] facts = self._facts, hashes = self._hashes
        self.facts, self.hashes = &facts[0], &hashes[0]
        cdef const uint64_t[::1] keys = hash_keys(self.num_words)
        self._keys, self.keys = keys, &keys[0]

    @property
    def layout(self):
        return self.packing

    cdef const uint64_t* facts_of(self, const uint64_t* state) noexcept nogil:
        self.packing.write_facts(state, self.facts)
        return self.facts

    cdef int expand(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef int64_t i
        cdef Py_ssize_t w
        cdef int32_t operator
        cdef uint64_t total = 0
        cdef Successor* entry
        if self.operators.find(self.facts_of(state), batch) != 0:
            return NO_ROOM
        for w in range(self.num_words):
            self.hashes[w] = hash_word(state[w], self.keys[w])
            total += self.hashes[w]
        for i in range(batch.count):
            entry = batch.entry(i)
            operator = entry.action
            entry.action = self.operators.actions[operator]
            entry.steps = self.operators.steps[operator]
            entry.hash = hash_sum(total + self.write(state, operator, batch.row(i)))
        return 0

    cdef inline uint64_t write(
        self, const uint64_t* state, int32_t operator, uint64_t* out
    ) noexcept nogil:
        """The successor by the operator at that position, and what it adds to the sum of hashes."""
        cdef Py_ssize_t w
        cdef int32_t e
        cdef uint64_t word, change = 0
        cdef const WordChange* effect
        for w in range(self.num_words):
            out[w] = state[w]
        for e in range(self.effects.first[operator], self.effects.first[operator + 1]):
            effect = self.effects.changes + e
            w = effect.word
            word = (state[w] & effect.mask) | effect.value
            out[w] = word
            change += hash_word(word, self.keys[w]) - self.hashes[w]
        return change

    cdef int offer(self, const uint64_t* state, Batch batch) except -1 nogil:
        return self.operators.offer(self.facts_of(state), batch)

    cdef int apply(self, const uint64_t* state, int32_t action, uint64_t* out) except -1 nogil:
        self.write(state, self.operators.places[action], out)
        return 0

    cdef int applies(self, const uint64_t* state, int32_t action) except -1 nogil:
        return self.operators.applies(self.facts_of(state), action)
