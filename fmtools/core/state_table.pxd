"""All states of a search, each stored once, found by what they are."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.memory cimport Memory
from fmtools.core.words cimport hash_row, prefetch, same_row


cdef struct Reached:
    int32_t shortest    # length of the shortest known way; once expanded (closed), -1 - length
    int32_t distance    # goal count, or effect size


@cython.final
cdef class StateTable:
    cdef Memory memory
    cdef Py_ssize_t num_words      # of a state
    cdef Py_ssize_t stride         # words from one state to the next: the state, then its Reached
    cdef object _keys              # owns the next
    cdef const uint64_t* keys      # of its hashes, by word
    cdef int64_t count             # states that are stored
    cdef int64_t room              # states that fit
    cdef uint64_t* block           # the states
    cdef uint64_t* slots           # hash table: high half of the hash << 32 | 1 + state, 0: free
    cdef int64_t num_slots         # a power of two, at least 3/2 of the states
    cdef int shift                 # a hash's first slot is hash >> shift

    cdef void clear(self) noexcept nogil
    cdef bint reserve(self, int64_t more) noexcept nogil
    cdef bint grow_slots(self, int64_t needed) noexcept nogil

    cdef inline uint64_t* row(self, int64_t state) noexcept nogil:
        return self.block + state * self.stride

    cdef inline Reached* reached(self, int64_t state) noexcept nogil:
        return <Reached*>(self.block + state * self.stride + self.num_words)

    cdef inline uint64_t hash(self, const uint64_t* row) noexcept nogil:
        return hash_row(row, self.keys, self.num_words)

    cdef inline void ask_for_slot(self, uint64_t hash) noexcept nogil:
        """Let the slot come into the cache."""
        prefetch(self.slots + (hash >> self.shift))

    cdef inline void ask_for_state(self, uint64_t hash) noexcept nogil:
        """Let the state that the slot, or the next, points to come into the cache."""
        cdef uint64_t at = hash >> self.shift, mask = <uint64_t>self.num_slots - 1
        cdef uint64_t entry = self.slots[at], next = self.slots[(at + 1) & mask]
        # No branch on what is in the slot alone: it may not have arrived, and be mispredicted.
        entry = next if (entry ^ hash) >> 32 != 0 else entry
        if (entry ^ hash) >> 32 == 0 and entry != 0:
            prefetch(self.row(<int64_t>(entry & 0xFFFFFFFFu) - 1))
            prefetch(self.reached(<int64_t>(entry & 0xFFFFFFFFu) - 1))

    cdef inline int64_t find(
        self, const uint64_t* row, uint64_t hash, uint64_t* slot
    ) noexcept nogil:
        """The state, or -1 and the free slot where it would be entered."""
        cdef uint64_t at = hash >> self.shift, mask = <uint64_t>self.num_slots - 1
        cdef uint64_t entry = self.slots[at]
        cdef int64_t state
        while entry != 0:
            if (entry ^ hash) >> 32 == 0:
                state = <int64_t>(entry & 0xFFFFFFFFu) - 1
                if same_row(self.row(state), row, self.num_words):
                    return state
            at = (at + 1) & mask
            entry = self.slots[at]
        slot[0] = at
        return -1

    cdef inline int64_t enter(self, const uint64_t* row, uint64_t hash, uint64_t slot) noexcept nogil:
        """A new state, where `reserve` made room, at the slot that `find` gave."""
        cdef Py_ssize_t w
        cdef int64_t state = self.count
        cdef uint64_t* own = self.row(state)
        for w in range(self.num_words):
            own[w] = row[w]
        self.slots[slot] = (hash & 0xFFFFFFFF00000000u) | <uint64_t>(state + 1)
        self.count = state + 1
        return state
