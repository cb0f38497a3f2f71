"""Balls of states around given ones: breadth-first, level by level, without an open list.

How they grow, and what is looked for in them, stands in `fmtools.core.ways`.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.memory cimport Memory
from fmtools.core.state_table cimport StateTable
from fmtools.core.world cimport NO_ROOM, Batch, Successor, World


@cython.no_gc_clear
cdef class Ball:
    def __cinit__(self, Memory memory, Py_ssize_t num_words):
        self.memory = memory
        self.states = StateTable(memory, num_words)
        self.batch = Batch(memory, num_words)

    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.nodes, self.nodes_room * sizeof(BallNode))

    def begin(self, const uint64_t[:, ::1] rows, Py_ssize_t first, Py_ssize_t count,
              int64_t max_states):
        """The ball of radius 0 around `count` different rows, which are its states 0, 1, …

        False where the memory limit leaves no room for them.
        """
        cdef Py_ssize_t i
        cdef uint64_t h, slot = 0
        if first < 0 or first + count > rows.shape[0] or rows.shape[1] != self.states.num_words:
            raise ValueError("not rows of this world")
        self.states.clear()
        self.max_states = max(max_states, count)
        self.next = self.radius = self.generated = 0
        self.is_busy = False
        if not self.reserve(count):
            return False
        for i in range(count):
            h = self.states.hash(&rows[first + i, 0])
            if self.states.find(&rows[first + i, 0], h, &slot) >= 0:
                raise ValueError(f"row {first + i} is there twice")
            self.add(&rows[first + i, 0], h, slot, BallNode(-1, -1, <int32_t>i), 0)
        self.level_end = count
        return True

    def row(self, int64_t state):
        """The words of one of its states."""
        self._check(state)
        words = np.empty(self.states.num_words, np.uint64)
        cdef uint64_t[::1] view = words
        cdef Py_ssize_t w
        for w in range(self.states.num_words):
            view[w] = self.states.row(state)[w]
        return words

    def source(self, int64_t state):
        """Which of the first states it was reached from."""
        self._check(state)
        return self.nodes[state].source

    def steps_to(self, int64_t state):
        """(parent, action, state) for every step from its source, the last one first."""
        self._check(state)
        steps = []
        while self.nodes[state].parent >= 0:
            steps.append((self.nodes[state].parent, self.nodes[state].action, state))
            state = self.nodes[state].parent
        return steps

    def _check(self, int64_t state):
        if not 0 <= state < self.states.count:
            raise IndexError(state)

    cdef bint reserve(self, int64_t more) noexcept nogil:
        """Room for `more` states; False where the memory limit forbids it."""
        return self.states.reserve(more) and self.memory.grow(
            <void**>&self.nodes, &self.nodes_room, self.states.count + more, sizeof(BallNode)
        )

    cdef int64_t find(self, const uint64_t* row) noexcept nogil:
        """The number of a state, or -1."""
        cdef uint64_t slot
        return self.states.find(row, self.states.hash(row), &slot)

    cdef int expand(self, World world) except -1 nogil:
        """Successors of the next state into the batch; 0, or NO_ROOM."""
        cdef int64_t i, room = self.max_states - self.states.count
        cdef Successor* entry
        if world.expand(self.states.row(self.next), self.batch) != 0:
            return NO_ROOM
        if not self.reserve(min(room, self.batch.count)):
            return NO_ROOM
        for i in range(self.batch.count):
            entry = self.batch.entry(i)
            entry.hash = self.states.hash(self.batch.row(i))
            self.states.ask_for_slot(entry.hash)
        self.generated += self.batch.count
        return 0

    cdef int64_t add(
        self, const uint64_t* row, uint64_t hash, uint64_t slot, BallNode node, int64_t depth
    ) noexcept nogil:
        """Append a state that was looked for and not found; -1 where the ball may hold no more."""
        cdef int64_t state
        if self.states.count >= self.max_states:
            return -1
        state = self.states.enter(row, hash, slot)
        self.states.reached(state).shortest = <int32_t>depth
        self.nodes[state] = node
        return state

    cdef bint take_in(self) noexcept nogil:
        """Add the new ones of the batch; False where the ball may hold no more."""
        cdef int32_t parent = <int32_t>self.next
        cdef int32_t source = self.nodes[parent].source
        cdef Successor* entry
        cdef uint64_t slot = 0
        cdef int64_t i
        for i in range(self.batch.count):
            entry = self.batch.entry(i)
            if self.states.find(self.batch.row(i), entry.hash, &slot) < 0 and self.add(
                self.batch.row(i), entry.hash, slot, BallNode(parent, entry.action, source),
                self.radius + 1,
            ) < 0:
                return False
        self.end_state()
        return True

    cdef void end_state(self) noexcept nogil:
        """Go on to the next state, and with the last of a level to the next level."""
        self.next += 1
        if self.next == self.level_end:
            self.level_end = self.states.count
            self.radius += 1
            self.is_busy = False
