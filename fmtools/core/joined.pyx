"""Macros whose instances are found when a state is expanded, by joining them with the state.

Nothing is ground but the primitives. A macro is a sequence of operators over slots; its instances
in a state are found step by step: the first step among the actions that apply, every further one
among the actions with the objects that are bound by then (a table per operator and set of known
arguments), each tested in the state that the steps before it led to. So an instance is, by
construction, a sequence of actions that runs, and ends where they end.

Instances get ids when first met, after those of the primitives, and keep them. In one state about
`most_tried` steps are tried, as many after each beginning, so that no state costs more than a
moment; what is left out there primitives can still do.

Where a guide leads the search, only instances count all of whose steps are in the plan that it
thinks of (after Botea et al. 2005, who call such macros helpful).
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

import numpy as np

from fmtools.core.guide cimport Guide
from fmtools.core.memory cimport Memory
from fmtools.core.words cimport mixed_in, same_row
from fmtools.core.world cimport NO_ROOM, Batch, Successor, World

KNOWN, NEW, REPEATED = 0, 1, 2
MOST_TRIED = 1 << 15

cdef enum:
    _NEW = 1
    LEAST_TRIED = 16
    _NO_KEY = -1
    _NO_MEMORY = -1


@cython.final
@cython.no_gc_clear
cdef class JoinedMacros(World):
    """`program`: see fmtools.pddl.macro_program. What instances take counts in `memory`."""

    def __init__(
        self, World base, program, Memory memory=None, int64_t most_tried=MOST_TRIED
    ):
        World.__init__(self, base.num_variables, 1, 2)
        self.base = base
        self.program = program
        self.most_tried = most_tried
        self.memory = Memory() if memory is None else memory
        self.num_primitives = <int32_t>len(program.operators)
        self.operators, self.arguments = program.operators, program.arguments
        self.first_beginner, self.beginners = program.first_beginner, program.beginners
        self.first_step, self.steps, self.places = program.first_step, program.steps, program.places
        self.first_key, self.keys = program.first_key, program.keys
        self.first_listed, self.listed = program.first_listed, program.listed
        self.radix = program.radix
        self.most_slots = program.most_slots + 1
        self.most_steps = int(np.diff(program.first_step).max(initial=1))
        self.memory.need(<void**>&self.slots, 0, self.most_slots * sizeof(int32_t))
        self.memory.need(<void**>&self.actions, 0, self.most_steps * sizeof(int32_t))
        rows = (self.most_steps + 1) * self.num_words * sizeof(uint64_t)
        self.memory.need(<void**>&self.rows, 0, rows)

    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.slots, self.most_slots * sizeof(int32_t))
        self.memory.release(self.actions, self.most_steps * sizeof(int32_t))
        self.memory.release(self.rows, (self.most_steps + 1) * self.num_words * sizeof(uint64_t))
        self.memory.release(self.instances, self.instances_room * sizeof(Instance))
        self.memory.release(self.sequences, self.sequences_room * sizeof(int32_t))
        self.memory.release(self.found, self.found_room * sizeof(int32_t))

    def __reduce__(self):
        return JoinedMacros, (self.base, self.program, None, self.most_tried)

    def instance(self, int32_t action):
        """(macro, primitive actions) of an instance that was met."""
        cdef int64_t k = action - self.num_primitives
        if not 0 <= k < self.num_instances:
            raise ValueError(f"no instance of a macro has the id {action}")
        cdef Instance* instance = self.instances + k
        actions = [self.sequences[instance.first + i] for i in range(instance.length)]
        return instance.macro, tuple(actions)

    cdef int heed(self, Guide guide) except -1:
        self.guide = guide
        return 0

    cdef int expand(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef int64_t i
        if self.offer(state, batch) != 0:
            return NO_ROOM
        for i in range(batch.count):
            self.apply(state, batch.entry(i).action, batch.row(i))
        return 0

    cdef int offer(self, const uint64_t* state, Batch batch) except -1 nogil:
        if self.base.offer(state, batch) != 0:
            return NO_ROOM
        return self.join(state, batch)

    cdef int apply(self, const uint64_t* state, int32_t action, uint64_t* out) except -1 nogil:
        cdef int32_t last
        if action < self.num_primitives:
            return self.base.apply(state, action, out)
        last = self.run(state, action, False)
        memcpy(out, self.rows + last * self.num_words, self.num_words * sizeof(uint64_t))
        return 0

    cdef int applies(self, const uint64_t* state, int32_t action) except -1 nogil:
        if action < self.num_primitives:
            return self.base.applies(state, action)
        if action - self.num_primitives >= self.num_instances:
            return 0
        return self.run(state, action, True) > 0

    cdef int run(self, const uint64_t* state, int32_t action, bint check) except -1 nogil:
        """The states of an instance, into the rows from the second on; their number, or 0 where
        it was to be checked and breaks off."""
        cdef Instance* instance = self.instances + (action - self.num_primitives)
        cdef int32_t k, step
        cdef uint64_t* row = self.rows
        memcpy(row, state, self.num_words * sizeof(uint64_t))
        for k in range(instance.length):
            step = self.sequences[instance.first + k]
            if check and not self.base.applies(row, step):
                return 0
            self.base.apply(row, step, row + self.num_words)
            row += self.num_words
        return instance.length

    cdef int join(self, const uint64_t* state, Batch batch) except -1 nogil:
        """The instances of all macros, after the primitives that the batch holds."""
        cdef int64_t i, num_primitives = batch.count
        cdef int64_t beginnings = 1, most
        cdef int32_t action, operator, b, macro
        cdef int failed
        memcpy(self.rows, state, self.num_words * sizeof(uint64_t))
        for i in range(num_primitives):
            operator = self.operators[batch.entry(i).action]
            beginnings += self.first_beginner[operator + 1] - self.first_beginner[operator]
        most = max(LEAST_TRIED, self.most_tried // beginnings)
        for i in range(num_primitives):
            action = batch.entry(i).action
            if self.guide is not None and not self.guide.takes(action):
                continue
            operator = self.operators[action]
            for b in range(self.first_beginner[operator], self.first_beginner[operator + 1]):
                macro = self.beginners[b]
                if not self.bind(self.first_step[macro], action):
                    continue
                self.left = most
                self.actions[0] = action
                self.base.apply(self.rows, action, self.rows + self.num_words)
                failed = self.follow(macro, 1, batch)
                if failed != 0:
                    return failed
        return 0

    cdef int follow(self, int32_t macro, int32_t step, Batch batch) except -1 nogil:
        """All ways to go on from `rows[step]`, before which there are steps already."""
        cdef int32_t first = self.first_step[macro], length = self.first_step[macro + 1] - first
        cdef const uint64_t* state = self.rows + step * self.num_words
        cdef int32_t k, action, number
        cdef int failed
        cdef int64_t key
        if step == length:
            if same_row(state, self.rows, self.num_words):
                return 0
            number = self.number(macro, length)
            if number == _NO_MEMORY or not batch.reserve(batch.count + 1):
                return NO_ROOM
            batch.entry(batch.count).action = number
            batch.entry(batch.count).steps = length
            batch.count += 1
            return 0
        key = self.key_of(first + step)
        if key == _NO_KEY:
            return 0
        for k in range(self.first_listed[key], self.first_listed[key + 1]):
            if self.left <= 0:
                break
            self.left -= 1
            self.tried += 1
            action = self.listed[k]
            if self.guide is not None and not self.guide.takes(action):
                continue
            if not (self.base.applies(state, action) and self.bind(first + step, action)):
                continue
            self.actions[step] = action
            self.base.apply(state, action, self.rows + (step + 1) * self.num_words)
            failed = self.follow(macro, step + 1, batch)
            if failed != 0:
                return failed
        return 0

    cdef bint bind(self, int32_t step, int32_t action) noexcept nogil:
        """Bind the slots that are new in this step; False where the action has other objects."""
        cdef int32_t p, slot, value, first = self.steps[step, 1]
        for p in range(first, self.steps[step, 2]):
            slot = self.places[p, 0]
            value = self.arguments[action, p - first]
            if self.places[p, 1] == _NEW:
                self.slots[slot] = value
            elif value != (self.slots[slot] if slot >= 0 else -1 - slot):
                return False
        return True

    cdef int64_t key_of(self, int32_t step) noexcept nogil:
        """Which key of its table the known arguments of a step are, or _NO_KEY."""
        cdef uint64_t wanted = 0
        cdef int32_t p, slot, table = self.steps[step, 0]
        cdef int64_t low = self.first_key[table], high = self.first_key[table + 1], middle
        for p in range(self.steps[step, 1], self.steps[step, 2]):
            if self.places[p, 1] == 0:
                slot = self.places[p, 0]
                wanted = wanted * self.radix + <uint64_t>(
                    self.slots[slot] if slot >= 0 else -1 - slot
                )
        while low < high:
            middle = (low + high) >> 1
            if self.keys[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        if low < self.first_key[table + 1] and self.keys[low] == wanted:
            return low
        return _NO_KEY

    cdef int32_t number(self, int32_t macro, int32_t length) noexcept nogil:
        """The id of the instance that `actions` hold, given now where it is new."""
        cdef uint64_t h = mixed_in(0x9E3779B97F4A7C15u, <uint64_t>macro)
        cdef int32_t i
        cdef int64_t slot, k
        cdef Instance* instance
        for i in range(length):
            h = mixed_in(h, <uint64_t>self.actions[i])
        if not self.make_room():
            return _NO_MEMORY
        slot = <int64_t>(h & <uint64_t>(self.found_room - 1))
        while self.found[slot] != 0:
            k = self.found[slot] - 1
            if self.is_instance(k, h, macro, length):
                return self.num_primitives + <int32_t>k
            slot = (slot + 1) & (self.found_room - 1)
        k = self.num_instances
        instance = self.instances + k
        instance.hash, instance.first = h, self.num_in_sequences
        instance.macro, instance.length = macro, length
        memcpy(self.sequences + instance.first, self.actions, length * sizeof(int32_t))
        self.found[slot] = <int32_t>(k + 1)
        self.num_instances += 1
        self.num_in_sequences += length
        return self.num_primitives + <int32_t>k

    cdef bint is_instance(
        self, int64_t k, uint64_t h, int32_t macro, int32_t length
    ) noexcept nogil:
        cdef Instance* instance = self.instances + k
        cdef int32_t i
        if instance.hash != h or instance.macro != macro or instance.length != length:
            return False
        for i in range(length):
            if self.sequences[instance.first + i] != self.actions[i]:
                return False
        return True

    cdef bint make_room(self) noexcept nogil:
        """For one instance more; the table is at most half full."""
        cdef int64_t k, slot, room = self.found_room
        if not self.memory.grow(
            <void**>&self.instances, &self.instances_room, self.num_instances + 1, sizeof(Instance)
        ):
            return False
        if not self.memory.grow(
            <void**>&self.sequences,
            &self.sequences_room,
            self.num_in_sequences + self.most_steps,
            sizeof(int32_t),
        ):
            return False
        if 2 * (self.num_instances + 1) <= room:
            return True
        if room >= <int64_t>1 << 30:
            return False
        room = max(1024, 2 * room)
        if not self.memory.resize(
            <void**>&self.found, self.found_room * sizeof(int32_t), room * sizeof(int32_t)
        ):
            return False
        self.found_room = room
        memset(self.found, 0, room * sizeof(int32_t))
        for k in range(self.num_instances):
            slot = <int64_t>(self.instances[k].hash & <uint64_t>(room - 1))
            while self.found[slot] != 0:
                slot = (slot + 1) & (room - 1)
            self.found[slot] = <int32_t>(k + 1)
        return True
