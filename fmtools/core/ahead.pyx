"""A guide's plan, run as far as it goes: a macro that is made in the state it is for (Vidal 2004).

The plan of a relaxed task says what to do, and hardly in which order: there nothing ever gets lost.
So of its actions that apply, the first one is run that spoils nothing which those left still need,
else the one that spoils least; what never comes to apply is left out. The world itself says what
applies and what comes of it, so the result is a sequence that runs, whatever the guide believes.

Sequences that a search keeps get ids from FIRST_AHEAD downwards, apart from all actions.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memmove

from fmtools.core.guide cimport Guide
from fmtools.core.memory cimport Memory
from fmtools.core.words cimport same_row
from fmtools.core.world cimport World

cdef enum:
    NONE = -1
    MOST_KEPT = 0x7FFFFFF0


@cython.final
@cython.no_gc_clear
cdef class Ahead:
    """For one search; `base`: the world over the facts that the guide sees."""

    def __init__(self, World base, Memory memory):
        self.base, self.memory = base, memory
        memory.need(<void**>&self.rows, 0, 2 * base.num_words * sizeof(uint64_t))

    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.rows, 2 * self.base.num_words * sizeof(uint64_t))
        self.memory.release(self.left, self.left_room * sizeof(int32_t))
        self.memory.release(self.actions, self.actions_room * sizeof(int32_t))
        self.memory.release(self.ends, self.ends_room * sizeof(int64_t))

    def sequence(self, int32_t number):
        """The actions of a sequence that was kept."""
        cdef int64_t k, place = FIRST_AHEAD - <int64_t>number
        if not 0 <= place < self.num_kept:
            raise IndexError(number)
        first = self.ends[place - 1] if place > 0 else 0
        return [self.actions[k] for k in range(first, self.ends[place])]

    cdef int64_t run(self, Guide guide, const uint64_t* facts) except -1 nogil:
        """How many actions of the guide's last plan run one after the other from this state; 0
        where there is no room to say which."""
        cdef const int32_t* planned = NULL
        cdef int64_t place, count = guide.plan(&planned), size = self.base.num_words
        self.length = 0
        if (
            count == 0
            or self.num_kept >= MOST_KEPT
            or not self.memory.grow(<void**>&self.left, &self.left_room, count, sizeof(int32_t))
            or not self.memory.grow(
                <void**>&self.actions, &self.actions_room, self.end() + count, sizeof(int32_t)
            )
            or not self.memory.grow(
                <void**>&self.ends, &self.ends_room, self.num_kept + 1, sizeof(int64_t)
            )
        ):
            return 0
        memcpy(self.left, planned, count * sizeof(int32_t))
        memcpy(self.rows, facts, size * sizeof(uint64_t))
        while count > 0:
            place = self.next_step(guide, &count)
            if place == NONE:
                break
            self.base.apply(self.rows, self.left[place], self.rows + size)
            memcpy(self.rows, self.rows + size, size * sizeof(uint64_t))
            self.actions[self.end() + self.length] = self.left[place]
            self.length += 1
            self.take_out(place, &count)
        return self.length

    cdef int64_t next_step(self, Guide guide, int64_t* count) except -2 nogil:
        """Which of the actions left to run next, or NONE; those that do nothing are taken out."""
        cdef const uint64_t* before = self.rows
        cdef uint64_t* after = self.rows + self.base.num_words
        cdef int64_t i = 0, best = NONE, spoilt, least = 0
        while i < count[0]:
            self.tried += 1
            if not self.base.applies(before, self.left[i]):
                i += 1
                continue
            self.base.apply(before, self.left[i], after)
            if same_row(before, after, self.base.num_words):
                self.take_out(i, count)
                best -= best > i
                continue
            spoilt = guide.spoilt(before, after, self.left, count[0], i)
            if spoilt == 0:
                return i
            if best == NONE or spoilt < least:
                best, least = i, spoilt
            i += 1
        return best

    cdef void take_out(self, int64_t place, int64_t* count) noexcept nogil:
        count[0] -= 1
        memmove(
            self.left + place, self.left + place + 1, (count[0] - place) * sizeof(int32_t)
        )

    cdef int follow(self, World world, const uint64_t* state, uint64_t* out) except -1 nogil:
        """Where the last sequence leads, in a world whose states may be packed."""
        cdef int64_t k
        cdef uint64_t* row = self.rows
        memcpy(row, state, world.num_words * sizeof(uint64_t))
        for k in range(self.length):
            world.apply(row, self.actions[self.end() + k], out)
            memcpy(row, out, world.num_words * sizeof(uint64_t))
        return 0

    cdef void keep(self) noexcept nogil:
        """The last sequence gets the next id; `run` has made room."""
        cdef int64_t end = self.end() + self.length
        self.ends[self.num_kept] = end
        self.num_kept += 1
