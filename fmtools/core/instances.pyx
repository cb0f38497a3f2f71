"""Operator instances to ground actions: net effects, pruning, and flat lists of facts.

An instance is pruned where its preconditions contradict each other or never hold together with an
atom that is always true, and where it cannot change any state it applies in (a no-op). Actions with
conditional effects, and these, keep all they do: what one adds, another may delete at once.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

import numpy as np

from fmtools.core.arrays import counted_zeros
from fmtools.core.operator_arrays import FactLists
from fmtools.core.sorting cimport Records, bits_for
from fmtools.errors import TooManyError

MOST_FACTS = (1 << 31) - 2


cdef inline bint contains(
    const int32_t* ids, int32_t begin, int32_t end, int32_t atom
) noexcept nogil:
    cdef int32_t k
    for k in range(begin, end):
        if ids[k] == atom:
            return True
    return False


cdef inline void insert(FactList* list, int32_t fact) noexcept nogil:
    """Into the sorted facts of the action at hand, unless it is there."""
    cdef int32_t k = list.end
    cdef int32_t m
    while k > list.begin and list.facts[k - 1] > fact:
        k -= 1
    if k > list.begin and list.facts[k - 1] == fact:
        return
    for m in range(list.end, k, -1):
        list.facts[m] = list.facts[m - 1]
    list.facts[k] = fact
    list.end += 1


cdef inline bint never_applies(
    const int32_t* ids, Sections sections, const uint8_t* constant
) noexcept nogil:
    """Whether a negative condition is always true, or a positive one as well."""
    cdef int32_t k
    for k in range(sections.negative, sections.adds):
        if ids[k] >= 0 and (
            constant[ids[k]] or contains(ids, sections.changing, sections.negative, ids[k])
        ):
            return True
    return False


cdef inline void mark_deleted(
    const int32_t* ids, Sections sections, uint8_t* deleted
) noexcept nogil:
    """Set deleted[atom] for what an instance deletes, and neither adds nor excludes."""
    cdef int32_t k
    for k in range(sections.deletes, sections.end):
        if (
            ids[k] >= 0
            and not deleted[ids[k]]
            and not contains(ids, sections.negative, sections.deletes, ids[k])
        ):
            deleted[ids[k]] = 1


cdef inline bint write_effects(
    const int32_t* ids, Sections sections, bint whole, const int32_t* fact_of, FactList* lists
) noexcept nogil:
    """False for a no-op; never for what is `whole`."""
    cdef FactList* adds = lists + ADDS
    cdef FactList* deletes = lists + DELETES
    cdef int32_t k
    for k in range(sections.adds, sections.deletes):
        if fact_of[ids[k]] >= 0 and (
            whole or not contains(ids, sections.changing, sections.negative, ids[k])
        ):
            insert(adds, fact_of[ids[k]])
    for k in range(sections.deletes, sections.end):
        if (
            ids[k] >= 0
            and fact_of[ids[k]] >= 0
            and not contains(ids, sections.negative, sections.deletes, ids[k])
        ):
            insert(deletes, fact_of[ids[k]])
    return whole or adds.end > adds.begin or deletes.end > deletes.begin


cdef inline void write_conditions(
    const int32_t* ids, Sections sections, const int32_t* fact_of, FactList* lists
) noexcept nogil:
    cdef int32_t k
    for k in range(sections.changing, sections.negative):
        if fact_of[ids[k]] >= 0:
            insert(lists + POSITIVE, fact_of[ids[k]])
    for k in range(sections.negative, sections.adds):
        if ids[k] >= 0:
            insert(lists + NEGATIVE, fact_of[ids[k]])


@cython.no_gc_clear
cdef class Instances:
    def __init__(self, Relations relations, Watch watch):
        """All that was found; `relations` keeps its atoms alone."""
        cdef int64_t o
        self.program = relations.program
        self.memory = relations.memory
        self.atoms = relations.atoms
        self.watch = watch
        self.count = relations.num_found
        cdef int64_t num_operators = self.program.num_operators
        self.memory.need(<void**>&self.first_instance, 0, (num_operators + 1) * sizeof(int64_t))
        self.sort(relations)
        self.kept = counted_zeros(self.memory, (self.count,), np.uint8)
        self.kept[:] = 1
        self.kept_view = self.kept
        for o in range(num_operators):
            self.most_literals = max(self.most_literals, self.num_literals(<int32_t>o))
        self.memory.need(<void**>&self.ids, 0, self.most_literals * sizeof(int32_t))
        self.memory.need(<void**>&self.row, 0, self.atoms.width * sizeof(int32_t))

    def __dealloc__(self):
        if self.memory is None:
            return
        cdef int64_t num_operators = self.program.num_operators
        self.memory.release(self.first_instance, (num_operators + 1) * sizeof(int64_t))
        self.memory.release(self.ids, self.most_literals * sizeof(int32_t))
        self.memory.release(self.row, self.atoms.width * sizeof(int32_t))

    cdef int sort(self, Relations relations) except -1:
        cdef int64_t width = self.program.most_parameters + 1
        cdef int64_t i
        cdef int32_t v, operator_id
        cdef const uint16_t* found
        cdef Records records = Records(
            self.memory,
            self.count,
            [bits_for(self.program.num_operators)]
            + [bits_for(self.program.num_objects)] * self.program.most_parameters,
        )
        with nogil:
            for i in range(self.count):
                found = relations.found + i * width
                records.put(i, 0, found[0])
                self.first_instance[found[0] + 1] += 1
                for v in range(1, 1 + self.program.num_parameters(found[0])):
                    records.put(i, v, found[v])
            for i in range(self.program.num_operators):
                self.first_instance[i + 1] += self.first_instance[i]
            relations.forget()
            records.sort(self.watch)
        self.rows = counted_zeros(self.memory, (self.count, width), np.uint16)
        self.row_view = self.rows
        with nogil:
            for i in range(self.count):
                operator_id = <int32_t>records.get(i, 0)
                self.row_view[i, 0] = <uint16_t>operator_id
                for v in range(1, 1 + self.program.num_parameters(operator_id)):
                    self.row_view[i, v] = <uint16_t>records.get(i, v)
        return 0

    cdef const int32_t* atoms_of(self, int64_t i, Sections sections) noexcept nogil:
        """The atoms of an instance's literals, to be indexed by the literals' numbers."""
        cdef const uint16_t* objects = &self.row_view[i, 0] + 1
        cdef int32_t* ids = self.ids - sections.changing
        cdef int32_t literal
        for literal in range(sections.changing, sections.end):
            self.program.write_atom(literal, objects, self.row)
            ids[literal] = self.atoms.find(self.row)
        return ids

    def look_up(self, int32_t operator_id, AtomTable table, int32_t predicate, terms):
        """int32[instances of the operator]: numbers in `table` of an atom with these terms
        (parameter, or ~object) filled in; -1 where it was never entered."""
        cdef int64_t first = self.first_instance[operator_id]
        cdef int64_t count = self.first_instance[operator_id + 1] - first
        cdef const int32_t[::1] term_view = np.array(terms, np.int32)
        cdef int32_t[::1] row = np.zeros(table.width, np.int32)
        cdef int64_t i
        cdef Py_ssize_t k
        found = counted_zeros(self.memory, (count,), np.int32)
        cdef int32_t[::1] view = found
        row[0] = predicate
        with nogil:
            for i in range(count):
                self.watch.tick()
                for k in range(term_view.shape[0]):
                    if term_view[k] >= 0:
                        row[1 + k] = self.row_view[first + i, 1 + term_view[k]]
                    else:
                        row[1 + k] = ~term_view[k]
                view[i] = table.find(&row[0])
        return found

    def of_operator(self, int32_t operator_id):
        """The rows of one operator's instances."""
        return slice(self.first_instance[operator_id], self.first_instance[operator_id + 1])

    def prune(self, const uint8_t[::1] constant):
        """Drop instances that never apply, given the atoms that are always true.

        uint8[atoms]: 1 for those that instances still kept delete.
        """
        cdef int64_t o, i
        cdef Sections sections
        cdef const int32_t* ids
        deleted = counted_zeros(self.memory, (self.atoms.count,), np.uint8)
        cdef uint8_t[::1] view = deleted
        with nogil:
            for o in range(self.program.num_operators):
                sections = self.program.sections[o]
                for i in range(self.first_instance[o], self.first_instance[o + 1]):
                    self.watch.tick()
                    if not self.kept_view[i]:
                        continue
                    ids = self.atoms_of(i, sections)
                    if never_applies(ids, sections, &constant[0]):
                        self.kept_view[i] = 0
                    else:
                        mark_deleted(ids, sections, &view[0])
        return deleted

    def write(self, const int32_t[::1] fact_of):
        """(positive, negative, adds, deletes, operator ids) of the kept instances that are no
        no-ops, which leave `kept`; `rows` are then theirs.

        fact_of: per atom, -1 for those that are always true. Adds that the precondition guarantees
        are left out, so are deletes of what it excludes; not where the effects are to stay whole.
        """
        cdef FactList[NUM_SORTS] lists
        cdef int32_t[::1] first, facts
        cdef int32_t[::1] operator_ids
        cdef int64_t num_actions
        cdef int sort
        arrays = []
        for sort in range(NUM_SORTS):
            pair = FactLists(
                counted_zeros(self.memory, (self.count + 1,), np.int32),
                counted_zeros(self.memory, (self.room_for(sort) + 1,), np.int32),
            )
            arrays.append(pair)
            first, facts = pair.first, pair.facts
            lists[sort] = FactList(&first[0], &facts[0], 0, 0)
        operators = counted_zeros(self.memory, (self.count + 1,), np.int32)
        operator_ids = operators
        with nogil:
            num_actions = self.write_actions(
                &fact_of[0] if fact_of.shape[0] > 0 else NULL, lists, &operator_ids[0]
            )
        self.rows = self.rows[:num_actions]
        filled = [
            FactLists(x.first[: num_actions + 1], x.facts[: x.first[num_actions]]) for x in arrays
        ]
        return (*filled, operators[:num_actions])

    cdef int64_t room_for(self, int sort) except -1:
        """Facts that all lists of one sort can take together."""
        cdef int64_t o, room = 0
        cdef const int32_t* bounds
        for o in range(self.program.num_operators):
            bounds = &self.program.sections[o].changing
            room += (bounds[sort + 1] - bounds[sort]) * (
                self.first_instance[o + 1] - self.first_instance[o]
            )
        if room > MOST_FACTS:
            raise TooManyError(
                f"{self.count:,} ground actions have more facts than can be numbered; "
                "take a smaller problem"
            )
        return room

    cdef int64_t write_actions(
        self, const int32_t* fact_of, FactList* lists, int32_t* operator_ids
    ) except -1 nogil:
        """Fill the lists; the number of actions."""
        cdef int64_t o, i, num_actions = 0
        cdef Py_ssize_t v, width = self.row_view.shape[1]
        cdef Sections sections
        cdef const int32_t* ids
        cdef int sort
        for o in range(self.program.num_operators):
            sections = self.program.sections[o]
            for i in range(self.first_instance[o], self.first_instance[o + 1]):
                self.watch.tick()
                if not self.kept_view[i]:
                    continue
                ids = self.atoms_of(i, sections)
                if not write_effects(ids, sections, self.program.whole[o], fact_of, lists):
                    self.kept_view[i] = 0
                    continue
                write_conditions(ids, sections, fact_of, lists)
                operator_ids[num_actions] = <int32_t>o
                for v in range(width):
                    self.row_view[num_actions, v] = self.row_view[i, v]
                num_actions += 1
                for sort in range(NUM_SORTS):
                    lists[sort].begin = lists[sort].end
                    lists[sort].first[num_actions] = lists[sort].end
        return num_actions
