"""Worlds whose actions turn dials: the Suitcase Lock.

An action adds shifts[action, dial] to every dial, modulo the number of digits; all apply always.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

import numpy as np

from fmtools.core.world cimport NO_ROOM, Batch, World


cdef inline void turn(
    const uint8_t* dials, const uint8_t* shifts, int num_digits, uint8_t* out, Py_ssize_t count
) noexcept nogil:
    cdef Py_ssize_t v
    cdef int turned
    for v in range(count):
        turned = <int>dials[v] + <int>shifts[v]
        out[v] = <uint8_t>(turned - num_digits if turned >= num_digits else turned)


@cython.final
cdef class DialShifts(World):
    """shifts: uint8[actions, dials]; steps: int32[actions], primitive actions in each."""

    def __init__(self, shifts, steps, int num_digits):
        num_actions, num_dials = shifts.shape
        World.__init__(self, num_dials, 8, num_digits)
        self.shifts, self.steps = shifts, steps
        self._steps = steps.copy()
        padded = np.zeros((num_actions, 8 * self.num_words), np.uint8)
        padded[:, :num_dials] = shifts
        self._padded = padded

    @property
    def num_digits(self):
        return self.num_values

    def __reduce__(self):
        return DialShifts, (self.shifts, self.steps, self.num_values)

    cdef int expand(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef int32_t action
        if self.offer(state, batch) != 0:
            return NO_ROOM
        for action in range(<int32_t>batch.count):
            self.apply(state, action, batch.row(action))
        return 0

    cdef int offer(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef int32_t action, num_actions = <int32_t>self._padded.shape[0]
        if not batch.reserve(num_actions):
            return NO_ROOM
        batch.count = num_actions
        for action in range(num_actions):
            batch.entry(action).action = action
            batch.entry(action).steps = self._steps[action]
        return 0

    cdef int apply(self, const uint64_t* state, int32_t action, uint64_t* out) except -1 nogil:
        turn(
            <const uint8_t*>state,
            &self._padded[action, 0],
            <int>self.num_values,
            <uint8_t*>out,
            self._padded.shape[1],
        )
        return 0

    cdef int applies(self, const uint64_t* state, int32_t action) except -1 nogil:
        return 0 <= action < self._padded.shape[0]

    def with_sequences(self, sequences):
        """The world with sequences of its actions as further actions, one turn each."""
        sums = [self.shifts[list(s)].sum(axis=0, dtype=np.int64) for s in sequences]
        turns = np.array(sums, np.int64).reshape(len(sequences), self.shifts.shape[1])
        lengths = [int(self.steps[list(sequence)].sum()) for sequence in sequences]
        return DialShifts(
            np.concatenate([self.shifts, (turns % self.num_values).astype(np.uint8)]),
            np.concatenate([self.steps, np.array(lengths, np.int32)]),
            self.num_values,
        )
