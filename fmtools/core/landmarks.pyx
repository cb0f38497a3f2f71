"""Facts that must become true on every way to the goal, as far as a model of the actions tells.

Found by sending sets of facts through the relaxed task (Zhu & Givan 2003): what a fact needs is
what all the actions that add it have in common, and what one of them needs is what all its needs
need, and all that it adds. A search counts those that were not yet true on the way to a node, and goals that are false
again (Richter & Westphal 2010).
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.arrays import counted_zeros
from fmtools.core.memory cimport Memory
from fmtools.core.watch cimport Watch
from fmtools.core.words cimport bit_of, popcount


def landmark_facts(memory, num_facts, needs, adds, start, goals, rounds, watch):
    """Facts that every way from `start` (uint8 per fact) to a goal makes true, goals included.

    needs, adds: (first, facts) by action. Goals that the model does not reach stand for themselves.
    At most so many rounds: what is not settled then is said to need too much, which is only a guess.
    Only what one relaxed way makes true can be on all of them, so that sets are of such facts.
    """
    cdef Py_ssize_t num_words
    made = one_way(num_facts, needs, adds, start, goals, watch)
    facts = np.flatnonzero(made)
    bits = np.full(num_facts, -1, np.int32)
    bits[facts] = np.arange(len(facts))
    num_words = (len(facts) + 63) // 64
    table = counted_zeros(memory, (num_facts, num_words), np.uint64)
    known = np.array(start, np.uint8)
    changed_in = np.zeros(num_facts, np.int32)
    for number in range(1, rounds + 1):
        if not send_on(
            table, bits, known, needs[0], needs[1], adds[0], adds[1], changed_in, number, watch
        ):
            break
    found = np.zeros(num_words, np.uint64)
    for goal in goals:
        if known[goal]:
            found |= table[goal]
    is_needed = np.unpackbits(found.view(np.uint8), bitorder="little")[: len(facts)].astype(bool)
    chosen = np.zeros(num_facts, bool)
    chosen[facts[is_needed]] = True
    chosen[list(goals)] = True
    return np.flatnonzero(chosen).astype(np.int32)


def one_way(num_facts, needs, adds, start, goals, watch):
    """By fact, whether it is new on one relaxed way to all goals that can be reached."""
    cdef const int32_t[::1] first_need = needs[0], needed = needs[1]
    cdef const int32_t[::1] first_add = adds[0], added = adds[1]
    cdef Py_ssize_t action, k
    cdef bint changed = True, is_reached
    cdef Watch ticking = watch
    first = np.full(num_facts, -1, np.int32)
    cdef int32_t[::1] by = first
    new = np.zeros(num_facts, np.uint8)
    cdef unsigned char[::1] is_new = new
    cdef unsigned char[::1] known = np.array(start, np.uint8)
    while changed:
        changed = False
        for action in range(first_need.shape[0] - 1):
            ticking.tick()
            is_reached = True
            for k in range(first_need[action], first_need[action + 1]):
                is_reached = is_reached and known[needed[k]]
            if not is_reached:
                continue
            for k in range(first_add[action], first_add[action + 1]):
                if not known[added[k]]:
                    known[added[k]] = True
                    by[added[k]] = action
                    changed = True
    wanted = [goal for goal in goals if by[goal] >= 0]
    seen = set(wanted)
    while wanted:
        action = by[wanted.pop()]
        for k in range(first_add[action], first_add[action + 1]):
            is_new[added[k]] = True
        for k in range(first_need[action], first_need[action + 1]):
            if by[needed[k]] >= 0 and needed[k] not in seen:
                seen.add(needed[k])
                wanted.append(needed[k])
    new[np.flatnonzero(start)] = False
    return new


cdef bint send_on(
    uint64_t[:, ::1] sets,
    const int32_t[::1] bits,
    unsigned char[::1] known,
    const int32_t[::1] first_need,
    const int32_t[::1] needs,
    const int32_t[::1] first_add,
    const int32_t[::1] adds,
    int32_t[::1] changed_in,
    int32_t number,
    Watch watch,
):
    """Through every action whose needs are known, once; whether anything changed.

    `bits`: of facts, their places in sets, or -1. `changed_in`: the last round in which a fact's
    set did. What needs nothing that changed since the round before has nothing new to say.
    """
    cdef Py_ssize_t action, k, w, num_words = sets.shape[1]
    cdef int32_t fact
    cdef bint changed = False, is_reached, is_new
    cdef uint64_t kept
    row = np.zeros(num_words, np.uint64)
    cdef uint64_t[::1] joint = row
    for action in range(first_need.shape[0] - 1):
        watch.tick()
        is_reached = first_add[action] < first_add[action + 1]
        is_new = number == 1
        for k in range(first_need[action], first_need[action + 1]):
            is_reached = is_reached and known[needs[k]]
            is_new = is_new or changed_in[needs[k]] >= number - 1
        if not is_reached or not is_new:
            continue
        for w in range(num_words):
            joint[w] = 0
        for k in range(first_need[action], first_need[action + 1]):
            fact = needs[k]
            for w in range(num_words):
                joint[w] |= sets[fact, w]
        for k in range(first_add[action], first_add[action + 1]):
            if bits[adds[k]] >= 0:
                joint[bits[adds[k]] >> 6] |= bit_of(bits[adds[k]])
        for k in range(first_add[action], first_add[action + 1]):
            fact = adds[k]
            if not known[fact]:
                known[fact] = True
                changed = True
                changed_in[fact] = number
                for w in range(num_words):
                    sets[fact, w] = joint[w]
                continue
            for w in range(num_words):
                kept = sets[fact, w] & joint[w]
                if kept != sets[fact, w]:
                    sets[fact, w] = kept
                    changed = True
                    changed_in[fact] = number
    return changed


@cython.final
@cython.no_gc_clear
cdef class Landmarks:
    def __init__(self, Memory memory, num_facts, facts, goals):
        """facts: landmarks, goals among them."""
        rows = np.zeros((2, (num_facts + 63) // 64), np.uint64)
        for row, chosen in zip(rows, (facts, goals), strict=True):
            for fact in chosen:
                row[fact >> 6] |= np.uint64(1) << np.uint64(fact & 63)
        used = np.flatnonzero(rows[0])
        self.memory, self.facts, self.num_landmarks = memory, facts, len(facts)
        self.num_words = len(used)
        memory.need(<void**>&self.words, 0, (self.num_words + 1) * sizeof(Py_ssize_t))
        memory.need(<void**>&self.masks, 0, (self.num_words + 1) * sizeof(uint64_t))
        memory.need(<void**>&self.goals, 0, (self.num_words + 1) * sizeof(uint64_t))
        for k, w in enumerate(used.tolist()):
            self.words[k], self.masks[k], self.goals[k] = w, rows[0, w], rows[1, w]

    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.words, (self.num_words + 1) * sizeof(Py_ssize_t))
        self.memory.release(self.masks, (self.num_words + 1) * sizeof(uint64_t))
        self.memory.release(self.goals, (self.num_words + 1) * sizeof(uint64_t))
        self.memory.release(self.passed, self.room * self.num_words * sizeof(uint64_t))

    cdef bint reserve(self, int64_t num_nodes) noexcept nogil:
        """Room for so many nodes; False where the memory limit forbids it."""
        return self.memory.grow(
            <void**>&self.passed, &self.room, num_nodes, self.num_words * sizeof(uint64_t)
        )

    cdef int64_t missing(self, const uint64_t* facts, int64_t parent, int64_t node) noexcept nogil:
        """Landmarks that were not true on the way to a node, and goals that are not true now."""
        cdef Py_ssize_t k
        cdef uint64_t now, passed
        cdef int64_t total = 0
        for k in range(self.num_words):
            now = facts[self.words[k]] & self.masks[k]
            passed = now
            if parent >= 0:
                passed |= self.passed[parent * self.num_words + k]
            self.passed[node * self.num_words + k] = passed
            total += popcount((self.masks[k] & ~passed) | (self.goals[k] & ~now))
        return total
