"""One level of a beam along a macro table: apply words, drop repeated states, keep the cheapest.

A word is applied as one map. What it costs is known before it is applied, so words are tried in
that order, and only as many states are generated as the beam holds, and repeated ones.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy

import numpy as np

from fmtools.core.watch cimport Watch
from fmtools.core.words cimport mixed_in

MEMBER = np.dtype([(name, np.int32) for name in ("cost", "parent", "word")])
CANDIDATE = np.dtype([(name, np.int32) for name in ("parent", "word", "cost")])
SLOT = np.dtype([(name, np.int32) for name in ("stamp", "state")])
COST_BUCKETS = 1024


cdef class TableWords:
    def __init__(
        self, *, order, homes, objects, Py_ssize_t key, cells, cell_starts, maps, class_base,
        bases, letters, starts, inverse, int32_t unknown,
    ):
        """maps: uint8[moves, points], what every move does; class_base: first point of a class."""
        self.order, self.homes, self.objects, self.key = order, homes, objects, key
        self.cells, self.cell_starts, self.bases = cells, cell_starts, bases
        self.letters, self.starts, self.inverse = letters, starts, inverse
        self.unknown = unknown
        self.rows = composed(maps, class_base, letters, starts)
        self._rows = self.rows

    cdef int64_t cell(self, const uint8_t* state, Py_ssize_t level) noexcept nogil:
        """Number of the cell that a state needs at a level; -1 where the table has none."""
        cdef int32_t at = 0
        if self.key >= 0:
            at = self.objects[state[self.key]]
        if at < 0:
            return -1
        return self.cells[level, at, state[self.order[level]]]


def composed(
    const uint8_t[:, ::1] maps, const int32_t[::1] class_base, const int32_t[::1] letters,
    const int64_t[::1] starts,
):
    """Rows of words: letters[starts[w]:starts[w + 1]] are the moves of word w."""
    cdef Py_ssize_t w, p, k, num_points = class_base.shape[0]
    rows = np.empty((len(starts) - 1, num_points), np.uint8)
    cdef uint8_t[:, ::1] out = rows
    cdef uint8_t value
    with nogil:
        for w in range(out.shape[0]):
            for p in range(num_points):
                value = <uint8_t>(p - class_base[p])
                for k in range(starts[w], starts[w + 1]):
                    value = maps[letters[k], class_base[p] + value]
                out[w, p] = value
    return rows


cdef class Generation:
    def __init__(self, int64_t room, Py_ssize_t num_variables, Py_ssize_t tail):
        self.members = np.zeros(room, MEMBER)
        self._members = self.members
        self.states = np.zeros((room, num_variables), np.uint8)
        self.tails = np.full((room, tail), -1, np.int32)

    def num_bytes(self):
        return self._members.nbytes + self.states.nbytes + self.tails.nbytes


cdef class Beam:
    def __init__(
        self, TableWords table, const uint8_t[::1] start, int64_t width, int64_t words_per_cell,
        Py_ssize_t tail,
    ):
        """From one state; `tail` moves at the end of a plan may be undone by the next word."""
        cdef Py_ssize_t room = width * max(1, words_per_cell)
        self.table = table
        self.width = width
        self.num_variables = start.shape[0]
        self.tail = tail
        self.before = Generation(width + 1, self.num_variables, tail)
        self.after = Generation(width + 1, self.num_variables, tail)
        self.candidates = np.empty(room, CANDIDATE)
        self.by_cost = np.empty(room, np.int32)
        self.buckets = np.zeros(COST_BUCKETS, np.int64)
        self.slots = np.zeros(1 << int(4 * width).bit_length(), SLOT)
        self.before.states[0, :] = start
        self.count = 1
        self.num_bytes = table.rows.nbytes + 2 * self.before.num_bytes() + (
            self.candidates.nbytes + self.by_cost.nbytes + self.buckets.nbytes + self.slots.nbytes
        )

    def advance(self, Py_ssize_t level):
        """The states after one more variable; their parents and words, and `count` of them."""
        cdef Watch watch = Watch()
        with nogil:
            self.collect(level, watch)
            self.sort()
            self.keep(level, watch)
        self.before, self.after = self.after, self.before
        members = self.before.members[: self.count]
        return members["parent"].copy(), members["word"].copy()

    def cheapest(self):
        """Number of the state that took the fewest moves."""
        return int(np.argmin(self.before.members["cost"][: self.count]))

    cdef int64_t cancelled(self, int64_t i, Py_ssize_t word) noexcept nogil:
        """How many of a word's first moves undo the last moves of the plan so far."""
        cdef const int32_t* tail = &self.before.tails[i, 0]
        cdef int64_t first = self.table.starts[word]
        cdef int64_t most = min(<int64_t>self.tail, self.table.length(word))
        cdef int64_t count = 0
        while (
            count < most
            and tail[count] >= 0
            and self.table.inverse[self.table.letters[first + count]] == tail[count]
        ):
            count += 1
        return count

    cdef void offer(self, int64_t i, int32_t word) noexcept nogil:
        """A candidate: state i, and a word to apply to it (-1: none)."""
        cdef int64_t cost = self.before._members[i].cost
        if word >= 0:
            cost += self.table.length(word) - 2 * self.cancelled(i, word)
        self.candidates[self.num_candidates] = Candidate(<int32_t>i, word, <int32_t>cost)
        self.num_candidates += 1

    cdef int collect(self, Py_ssize_t level, Watch watch) except -1 nogil:
        """All candidates of a level: every state with every word of the cell it needs."""
        cdef const uint8_t* state
        cdef int64_t i, cell, w
        self.num_candidates = 0
        for i in range(self.count):
            watch.tick()
            state = &self.before.states[i, 0]
            if state[self.table.order[level]] == self.table.homes[level]:
                self.offer(i, -1)
                continue
            cell = self.table.cell(state, level)
            if cell >= 0:
                for w in range(self.table.cell_starts[cell], self.table.cell_starts[cell + 1]):
                    self.offer(i, <int32_t>w)
        return 0

    cdef void sort(self) noexcept nogil:
        """Counting sort by cost; whatever costs more than all buckets goes into the last."""
        cdef int64_t c, b, lowest = (<int64_t>1) << 40
        cdef int64_t last = self.buckets.shape[0] - 2
        self.buckets[:] = 0
        for c in range(self.num_candidates):
            lowest = min(lowest, <int64_t>self.candidates[c].cost)
        for c in range(self.num_candidates):
            self.buckets[min(self.candidates[c].cost - lowest, last) + 1] += 1
        for b in range(1, last + 2):
            self.buckets[b] += self.buckets[b - 1]
        for c in range(self.num_candidates):
            b = min(self.candidates[c].cost - lowest, last)
            self.by_cost[self.buckets[b]] = <int32_t>c
            self.buckets[b] += 1

    cdef int keep(self, Py_ssize_t level, Watch watch) except -1 nogil:
        """Apply words, the cheapest candidates first, until the beam is full."""
        cdef int64_t place, kept = 0
        cdef const Candidate* candidate
        for place in range(self.num_candidates):
            if kept == self.width:
                break
            watch.tick()
            candidate = &self.candidates[self.by_cost[place]]
            if self.reach(candidate, kept) and self.is_new(kept, <int32_t>(level + 1)):
                self.enter(candidate, kept)
                kept += 1
        self.count = kept
        return 0

    cdef bint reach(self, const Candidate* candidate, int64_t kept) noexcept nogil:
        """Write a candidate's state; whether all its values are known."""
        cdef const uint8_t* state = &self.before.states[candidate.parent, 0]
        cdef const uint8_t* row
        cdef uint8_t* out = &self.after.states[kept, 0]
        cdef bint is_known = True
        cdef Py_ssize_t v
        if candidate.word < 0:
            memcpy(out, state, self.num_variables)
        else:
            row = &self.table._rows[candidate.word, 0]
            for v in range(self.num_variables):
                out[v] = row[self.table.bases[v] + state[v]]
            self.generated += 1
            self.steps += self.table.length(candidate.word)
        for v in range(self.num_variables):
            if out[v] == self.table.unknown:
                is_known = False
        return is_known

    cdef bint is_new(self, int64_t kept, int32_t stamp) noexcept nogil:
        """Whether no state before equals this one, in the level of this stamp."""
        cdef const uint8_t* state = &self.after.states[kept, 0]
        cdef uint64_t mask = self.slots.shape[0] - 1
        cdef uint64_t h = 0x9E3779B97F4A7C15u
        cdef const uint8_t* other
        cdef Py_ssize_t v
        for v in range(self.num_variables):
            h = mixed_in(h, state[v])
        h &= mask
        while self.slots[h].stamp == stamp:
            other = &self.after.states[self.slots[h].state, 0]
            if memcmp(state, other, self.num_variables) == 0:
                return False
            h = (h + 1) & mask
        self.slots[h] = Slot(stamp, <int32_t>kept)
        return True

    cdef void enter(self, const Candidate* candidate, int64_t kept) noexcept nogil:
        """Note how a state came about, and the last moves of its plan."""
        cdef const int32_t* tail = &self.before.tails[candidate.parent, 0]
        cdef int32_t* out = &self.after.tails[kept, 0]
        cdef int64_t k, first, j = 0
        cdef Py_ssize_t count = 0
        self.after._members[kept] = Member(candidate.cost, candidate.parent, candidate.word)
        if candidate.word >= 0:
            j = self.cancelled(candidate.parent, candidate.word)
            first = self.table.starts[candidate.word] + j
            k = self.table.starts[candidate.word + 1] - 1
            while count < self.tail and k >= first:
                out[count] = self.table.letters[k]
                count += 1
                k -= 1
        while count < self.tail:
            out[count] = tail[j] if j < self.tail else -1
            count += 1
            j += 1
