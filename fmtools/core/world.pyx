"""What the core knows of a world: how states expand.

A compiled world is a class that derives from `World` and overrides four methods. `expand` writes
all successors of a state to the batch, `offer` only the actions that lead to them, in the same
order; `apply` writes the successor of one action that applies; `applies` says whether it does (a
state is never written to).
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy

import numpy as np

from fmtools.core.layout import LOW, Layout
from fmtools.simulator import state_array


@cython.final
@cython.no_gc_clear
cdef class Batch:
    def __cinit__(self, Memory memory, Py_ssize_t num_words):
        self.memory = memory
        self.num_words = num_words
        self.stride = num_words + 2

    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.block, self.room * self.stride * sizeof(uint64_t))

    cdef bint reserve(self, int64_t count) noexcept nogil:
        """Room for so many entries; False where the memory limit forbids it."""
        return self.memory.grow(
            <void**>&self.block, &self.room, count, self.stride * sizeof(uint64_t)
        )


cdef class World:
    def __init__(self, Py_ssize_t num_variables, int cell_bits, int64_t num_values):
        self.num_variables = num_variables
        self.cell_bits = cell_bits
        self.num_values = num_values
        self.num_words = self.layout.num_words
        self.set_low(np.full(self.num_words, LOW[cell_bits], np.uint64))

    cdef int set_low(self, object low) except -1:
        cdef const uint64_t[::1] words = low
        self._low = low
        self.low = &words[0]
        return 0

    @property
    def layout(self):
        return Layout(self.num_variables, self.cell_bits)

    cdef int expand(self, const uint64_t* state, Batch batch) except -1 nogil:
        """All successors, with their actions and steps, in a fixed order."""
        with gil:
            raise NotImplementedError

    cdef int offer(self, const uint64_t* state, Batch batch) except -1 nogil:
        """The actions and steps that `expand` would write."""
        with gil:
            raise NotImplementedError

    cdef int apply(self, const uint64_t* state, int32_t action, uint64_t* out) except -1 nogil:
        """The successor of an action that applies."""
        with gil:
            raise NotImplementedError

    cdef int applies(self, const uint64_t* state, int32_t action) except -1 nogil:
        """1 where the action applies, 0 where it does not."""
        with gil:
            raise NotImplementedError

    cdef int heed(self, Guide guide) except -1:
        """A search asks this guide of every state before it asks for its successors."""
        return 0

    cdef const uint64_t* facts_of(self, const uint64_t* state) noexcept nogil:
        """The state with cells of `cell_bits`; valid until the next call."""
        return state

    cdef object state_of(self, const uint64_t* row):
        """As simulators see states: see `fmtools.simulator.state_array`."""
        words = np.empty(self.num_words, np.uint64)
        cdef uint64_t[::1] view = words
        memcpy(&view[0], row, self.num_words * sizeof(uint64_t))
        return state_array(self.layout.unpack(words))

    def packed(self, start, target):
        """A world with smaller states for a search from `start` to `target`; None where none is
        known. Its own `layout` packs and unpacks them; all else is as here."""
        return None

    def with_sequences(self, sequences):
        """The world with sequences of its actions as further actions; None where it cannot."""
        return None

    def successors(self, const uint64_t[::1] state):
        """(actions, steps, rows of states): what `expand` writes."""
        cdef Batch batch = Batch(Memory(), self.num_words)
        cdef int64_t i
        if state.shape[0] != self.num_words:
            raise ValueError("not a row of this world")
        if self.expand(&state[0], batch) != 0:
            batch.memory.refuse()
        actions = np.empty(batch.count, np.int32)
        steps = np.empty(batch.count, np.int32)
        rows = np.empty((batch.count, self.num_words), np.uint64)
        cdef int32_t[::1] actions_view = actions, steps_view = steps
        cdef uint64_t[:, ::1] rows_view = rows
        for i in range(batch.count):
            actions_view[i] = batch.entry(i).action
            steps_view[i] = batch.entry(i).steps
            for w in range(self.num_words):
                rows_view[i, w] = batch.row(i)[w]
        return actions, steps, rows

    def offered(self, const uint64_t[::1] state):
        """The actions that apply, in the order of `expand`."""
        cdef Batch batch = Batch(Memory(), self.num_words)
        cdef int64_t i
        if state.shape[0] != self.num_words:
            raise ValueError("not a row of this world")
        if self.offer(&state[0], batch) != 0:
            batch.memory.refuse()
        actions = np.empty(batch.count, np.int32)
        cdef int32_t[::1] view = actions
        for i in range(batch.count):
            view[i] = batch.entry(i).action
        return actions

    def successor(self, const uint64_t[::1] state, int32_t action):
        """The row of the state after an action that applies; ValueError where it does not."""
        if state.shape[0] != self.num_words:
            raise ValueError("not a row of this world")
        if not self.applies(&state[0], action):
            raise ValueError(f"action {action} does not apply")
        row = np.empty(self.num_words, np.uint64)
        cdef uint64_t[::1] view = row
        self.apply(&state[0], action, &view[0])
        return row
