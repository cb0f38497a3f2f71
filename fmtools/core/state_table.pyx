"""All states of a search, each stored once, found by what they are.

An open-addressing hash table points into one array of states. Slots are taken by the high bits of
the hash, and an entry holds those bits: so a larger table is filled in order, from the old one, and
no state is looked at.
"""

cimport cython
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from fmtools.core.memory cimport Memory
from fmtools.core.words import hash_keys

cdef int64_t FIRST_ROOM = 256
cdef int64_t FIRST_SLOTS = 512
cdef int64_t MOST_STATES = 0x7FFFFFFF  # so that users can number them by int32


@cython.final
@cython.no_gc_clear
cdef class StateTable:
    def __cinit__(self, Memory memory, Py_ssize_t num_words):
        self.memory = memory
        self.num_words = num_words
        self.stride = num_words + 1
        cdef const uint64_t[::1] keys = hash_keys(num_words)
        self._keys, self.keys = keys, &keys[0]

    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.block, self.room * self.stride * sizeof(uint64_t))
        self.memory.release(self.slots, self.num_slots * sizeof(uint64_t))

    cdef void clear(self) noexcept nogil:
        """Forget all states; a large hash table is given back, since few may come next."""
        self.count = 0
        if self.num_slots > FIRST_SLOTS:
            self.memory.release(self.slots, self.num_slots * sizeof(uint64_t))
            self.slots = NULL
            self.num_slots = 0
        elif self.num_slots > 0:
            memset(self.slots, 0, self.num_slots * sizeof(uint64_t))

    cdef bint reserve(self, int64_t more) noexcept nogil:
        """Room for `more` states; False where the memory limit forbids it."""
        cdef int64_t needed = max(self.count + more, FIRST_ROOM)
        if needed > MOST_STATES:
            return False
        if needed > self.room and not self.memory.grow(
            <void**>&self.block, &self.room, needed, self.stride * sizeof(uint64_t)
        ):
            return False
        return 3 * needed <= 2 * self.num_slots or self.grow_slots(3 * needed // 2 + 1)

    cdef bint grow_slots(self, int64_t needed) noexcept nogil:
        cdef uint64_t* old = self.slots
        cdef uint64_t* new = NULL
        cdef int64_t num_old = self.num_slots, num_new = max(self.num_slots, FIRST_SLOTS), k
        cdef uint64_t at, mask, entry
        cdef int shift = 64
        while num_new < needed:
            num_new *= 2
        if not self.memory.resize(<void**>&new, 0, num_new * sizeof(uint64_t)):
            return False
        mask = <uint64_t>num_new - 1
        while (<int64_t>1 << (64 - shift)) < num_new:
            shift -= 1
        for k in range(num_old):
            entry = old[k]
            if entry != 0:
                at = entry >> shift
                while new[at] != 0:
                    at = (at + 1) & mask
                new[at] = entry
        self.memory.release(old, num_old * sizeof(uint64_t))
        self.slots = new
        self.num_slots = num_new
        self.shift = shift
        return True
