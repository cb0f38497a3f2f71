"""Relaxed exploration: which atoms can ever become true, and which operator instances make them so.

A join over relations held as object bit sets. Atoms wait in a queue; when one is taken, it enters
its relation, and every operator with a precondition that matches is joined with it: the matched
parameters are bound, then always the parameter with the fewest candidates left, and each binding
narrows the candidates of the others. An instance is found exactly once, with the last of its
preconditions. Deletes and negative preconditions over predicates that change are ignored here.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from fmtools.core.words cimport bit_of, popcount, trailing_zeros
from fmtools.errors import TooManyError

cdef enum:
    FEW = 256  # instances to begin with


cdef const int32_t* ints(const int32_t[::1] values):
    return &values[0] if values.shape[0] > 0 else NULL


cdef const uint64_t* sets(const uint64_t[::1] values):
    return &values[0] if values.shape[0] > 0 else NULL


cdef class JoinProgram:
    def __init__(
        self,
        *,
        Py_ssize_t num_objects,
        domains,
        first_parameter,
        initial,
        first_initial,
        edges,
        first_edge,
        literals,
        terms,
        sections,
        whole,
        arity,
        first_row,
        triggers,
        first_trigger,
    ):
        """Flat arrays of int32 (domains: uint64) as in grounding.pxd, each `first_` with one entry
        more, for the end."""
        cdef Py_ssize_t o
        self.arrays = (
            domains, first_parameter, initial, first_initial, edges, first_edge, literals, terms,
            sections, whole, arity, first_row, triggers, first_trigger,
        )
        self.num_objects = num_objects
        self.num_words = max(1, (num_objects + 63) // 64)
        self.num_operators = len(first_parameter) - 1
        self.num_predicates = len(arity)
        self.num_rows = first_row[len(arity)]
        self.domains = sets(domains)
        self.first_parameter = ints(first_parameter)
        self.initial = <const Edge*>ints(initial)
        self.first_initial = ints(first_initial)
        self.edges = <const Edge*>ints(edges)
        self.first_edge = ints(first_edge)
        self.literals = <const Literal*>ints(literals)
        self.terms = ints(terms)
        self.sections = <const Sections*>ints(sections)
        self.whole = ints(whole)
        self.arity = arity
        self.arity_of = ints(arity)
        self.first_row = ints(first_row)
        self.triggers = <const Trigger*>ints(triggers)
        self.first_trigger = ints(first_trigger)
        for o in range(self.num_operators):
            self.most_parameters = max(self.most_parameters, self.num_parameters(<int32_t>o))

    cdef void write_atom(
        self, int32_t literal, const uint16_t* binding, int32_t* row
    ) noexcept nogil:
        """The atom that a fully bound literal stands for, as a row of an AtomTable."""
        cdef int32_t predicate = self.literals[literal].predicate
        cdef const int32_t* terms = self.terms + self.literals[literal].first_term
        cdef int32_t k
        row[0] = predicate
        for k in range(self.arity_of[predicate]):
            row[1 + k] = binding[terms[k]] if terms[k] >= 0 else ~terms[k]


@cython.no_gc_clear
cdef class Relations:
    def __init__(self, JoinProgram program, Memory memory):
        self.program = program
        self.memory = memory
        self.atoms = AtomTable(program.arity, program.num_objects, memory)
        self.allocate()

    cdef int allocate(self) except -1:
        cdef int64_t most = self.program.most_parameters + 1
        cdef int64_t set_bytes = self.program.num_words * sizeof(uint64_t)
        self.memory.need(<void**>&self.rows, 0, self.program.num_rows * set_bytes)
        self.memory.need(<void**>&self.candidates, 0, most * most * set_bytes)
        self.memory.need(<void**>&self.binding, 0, most * sizeof(uint16_t))
        self.memory.need(<void**>&self.bound, 0, most)
        self.memory.need(<void**>&self.order, 0, most * sizeof(int32_t))
        self.memory.need(<void**>&self.row, 0, self.atoms.width * sizeof(int32_t))
        return 0

    def __dealloc__(self):
        if self.atoms is None:
            return
        cdef int64_t most = self.program.most_parameters + 1
        cdef int64_t set_bytes = self.program.num_words * sizeof(uint64_t)
        self.forget()
        self.memory.release(self.candidates, most * most * set_bytes)
        self.memory.release(self.binding, most * sizeof(uint16_t))
        self.memory.release(self.bound, most)
        self.memory.release(self.order, most * sizeof(int32_t))
        self.memory.release(self.row, self.atoms.width * sizeof(int32_t))

    cdef void forget(self) noexcept nogil:
        """Give back what only exploring needs: relations and instances; atoms stay."""
        cdef int64_t set_bytes = self.program.num_words * sizeof(uint64_t)
        cdef int64_t instance_bytes = (self.program.most_parameters + 1) * sizeof(uint16_t)
        self.memory.release(self.rows, self.program.num_rows * set_bytes)
        self.rows = NULL
        self.memory.release(self.found, self.found_room * instance_bytes)
        self.found = NULL
        self.found_room = 0

    def explore(self, Watch watch, int64_t most_found):
        """Take atoms until none waits. TooManyError beyond so many instances."""
        self.watch = watch
        self.most_found = most_found
        with nogil:
            self.take_atoms()

    cdef int take_atoms(self) except -1 nogil:
        cdef int32_t predicate, trigger
        while self.head < self.atoms.count:
            self.enter_relation(self.head)
            predicate = self.atoms.rows[self.head * self.atoms.width]
            for trigger in range(
                self.program.first_trigger[predicate], self.program.first_trigger[predicate + 1]
            ):
                self.watch.tick()
                self.join(self.program.triggers[trigger])
            self.head += 1
        return 0

    cdef void enter_relation(self, int64_t atom) noexcept nogil:
        """Set the bits of one atom in its predicate's rows."""
        cdef int32_t predicate = self.atoms.rows[atom * self.atoms.width]
        cdef const int32_t* objects = self.atoms.rows + atom * self.atoms.width + 1
        cdef int32_t size = self.program.arity_of[predicate]
        cdef Py_ssize_t num_words = self.program.num_words
        cdef uint64_t* at = self.rows + self.program.first_row[predicate] * num_words
        cdef int32_t i, j
        for i in range(size):
            at[objects[i] >> 6] |= bit_of(objects[i])
            at += num_words
        for i in range(size):
            for j in range(size):
                if i != j:
                    at[objects[i] * num_words + (objects[j] >> 6)] |= bit_of(objects[j])
                    at += self.program.num_objects * num_words

    cdef int join(self, Trigger trigger) except -1 nogil:
        """All instances of the operator whose precondition is the atom at hand."""
        cdef int32_t num_parameters = self.program.num_parameters(trigger.operator_id)
        cdef int32_t num_bound = self.bind_trigger(trigger)
        if num_bound < 0 or not self.first_candidates(trigger.operator_id):
            return 0
        if num_bound < num_parameters:
            return self.bind_rest(trigger, num_parameters - num_bound)
        if self.found_before(trigger):
            return 0
        return self.emit(trigger.operator_id)

    cdef int32_t bind_trigger(self, Trigger trigger) noexcept nogil:
        """Bind the parameters in the trigger's literal to the atom's objects; how many, or -1."""
        cdef const int32_t* objects = self.atoms.rows + self.head * self.atoms.width + 1
        cdef Literal literal = self.program.literals[trigger.literal]
        cdef const int32_t* terms = self.program.terms + literal.first_term
        cdef int32_t first = self.program.first_parameter[trigger.operator_id]
        cdef Py_ssize_t num_words = self.program.num_words
        cdef int32_t num_bound = 0
        cdef int32_t k, v, x, term
        for v in range(self.program.num_parameters(trigger.operator_id)):
            self.bound[v] = False
        for k in range(self.program.arity_of[literal.predicate]):
            term = terms[k]
            x = objects[k]
            if term < 0:
                if x != ~term:
                    return -1
            elif self.bound[term]:
                if self.binding[term] != x:
                    return -1
            else:
                if not self.program.domains[(first + term) * num_words + (x >> 6)] & bit_of(x):
                    return -1
                self.binding[term] = <uint16_t>x
                self.bound[term] = True
                num_bound += 1
        return num_bound

    cdef bint first_candidates(self, int32_t operator_id) noexcept nogil:
        """Candidates at level 0 of what the trigger left unbound; False if something does not fit.

        What the trigger bound is tested, one bit for each condition.
        """
        cdef Py_ssize_t num_words = self.program.num_words
        cdef int32_t first = self.program.first_parameter[operator_id]
        cdef int32_t v, i
        cdef const Edge* edge
        for v in range(self.program.num_parameters(operator_id)):
            if not self.bound[v]:
                memcpy(
                    self.candidates + v * num_words,
                    self.program.domains + (first + v) * num_words,
                    num_words * sizeof(uint64_t),
                )
        for i in range(
            self.program.first_initial[operator_id], self.program.first_initial[operator_id + 1]
        ):
            edge = self.program.initial + i
            if not (
                self.fits(edge, 0)
                if edge.kind < HOLDS and self.bound[edge.other]
                else self.narrow(edge, 0, self.candidates)
            ):
                return False
        for v in range(self.program.num_parameters(operator_id)):
            if not self.bound[v]:
                continue
            for i in range(
                self.program.first_edge[first + v], self.program.first_edge[first + v + 1]
            ):
                edge = self.program.edges + i
                if not (
                    self.fits(edge, self.binding[v])
                    if edge.kind < HOLDS and self.bound[edge.other]
                    else self.narrow(edge, self.binding[v], self.candidates)
                ):
                    return False
        return True

    cdef bint fits(self, const Edge* edge, int32_t x) noexcept nogil:
        """Whether an edge of a parameter bound to x lets another one have what it is bound to."""
        cdef int32_t y = self.binding[edge.other]
        cdef bint inside
        if edge.kind == SAME or edge.kind == DIFFERENT:
            return (x == y) == (edge.kind == SAME)
        inside = (
            self.rows[(<int64_t>edge.row + x) * self.program.num_words + (y >> 6)] & bit_of(y)
        ) != 0
        return inside == (edge.kind == KEEP)

    cdef bint narrow_all(self, int32_t parameter, int32_t x, uint64_t* candidates) noexcept nogil:
        """Apply all edges of a parameter just bound to x; False if nothing can be left."""
        cdef int32_t edge
        for edge in range(
            self.program.first_edge[parameter], self.program.first_edge[parameter + 1]
        ):
            if not self.narrow(self.program.edges + edge, x, candidates):
                return False
        return True

    cdef bint narrow(self, const Edge* edge, int32_t x, uint64_t* candidates) noexcept nogil:
        """Apply one edge; parameters bound before have narrowed the one just bound."""
        cdef Py_ssize_t num_words = self.program.num_words
        cdef Py_ssize_t w
        cdef uint64_t* own = candidates + edge.other * num_words
        cdef const uint64_t* row
        cdef uint64_t left = 0, drop
        if edge.kind >= HOLDS:
            return self.passes(edge.row, edge.kind == HOLDS)
        if self.bound[edge.other]:
            return True
        if edge.kind == DIFFERENT:
            own[x >> 6] &= ~bit_of(x)
            return True
        if edge.kind == SAME:
            left = own[x >> 6] & bit_of(x)
            for w in range(num_words):
                own[w] = 0
            own[x >> 6] = left
            return left != 0
        row = self.rows + (<int64_t>edge.row + x) * num_words
        drop = ~(<uint64_t>0) if edge.kind == DROP else 0
        for w in range(num_words):
            own[w] &= row[w] ^ drop
            left |= own[w]
        return left != 0

    cdef bint passes(self, int32_t literal, bint wanted) noexcept nogil:
        """False if the literal is all bound and, against `wanted`, (not) among the atoms taken."""
        cdef const int32_t* terms = self.program.terms + self.program.literals[literal].first_term
        cdef int32_t k, atom
        for k in range(self.program.arity_of[self.program.literals[literal].predicate]):
            if terms[k] >= 0 and not self.bound[terms[k]]:
                return True
        self.program.write_atom(literal, self.binding, self.row)
        atom = self.atoms.find(self.row)
        return (0 <= atom <= self.head) == wanted

    cdef int32_t choose(self, int32_t num_parameters, const uint64_t* candidates) noexcept nogil:
        """The unbound parameter with the fewest candidates, or -1 if one has none."""
        cdef Py_ssize_t num_words = self.program.num_words
        cdef int32_t best = -1
        cdef int64_t fewest = (<int64_t>1) << 40
        cdef int64_t count
        cdef int32_t v
        cdef Py_ssize_t w
        for v in range(num_parameters):
            if self.bound[v]:
                continue
            count = 0
            for w in range(num_words):
                count += popcount(candidates[v * num_words + w])
            if count < fewest:
                fewest = count
                best = v
                if count == 0:
                    return -1
        return best

    cdef int bind_rest(self, Trigger trigger, int32_t depth) except -1 nogil:
        """Bind the parameters that are left, `depth` of them, in all ways."""
        cdef int32_t num_parameters = self.program.num_parameters(trigger.operator_id)
        cdef int32_t first = self.program.first_parameter[trigger.operator_id]
        cdef Py_ssize_t num_words = self.program.num_words
        cdef Py_ssize_t level_words = num_parameters * num_words
        cdef uint64_t* now = self.candidates
        cdef uint64_t* own
        cdef int32_t level = 0
        cdef int32_t v, x
        cdef Py_ssize_t w
        v = self.choose(num_parameters, now)
        if v < 0:
            return 0
        self.order[0] = v
        while level >= 0:
            now = self.candidates + level * level_words
            v = self.order[level]
            own = now + v * num_words
            if level + 1 == depth:
                self.bind_last(trigger, v, own)
                level -= 1
                continue
            self.watch.tick()
            self.bound[v] = False
            w = 0
            while w < num_words and own[w] == 0:
                w += 1
            if w == num_words:
                level -= 1
                continue
            x = <int32_t>(w << 6) + trailing_zeros(own[w])
            own[w] &= own[w] - 1
            self.binding[v] = <uint16_t>x
            self.bound[v] = True
            memcpy(now + level_words, now, level_words * sizeof(uint64_t))
            if self.narrow_all(first + v, x, now + level_words):
                v = self.choose(num_parameters, now + level_words)
                if v >= 0:
                    level += 1
                    self.order[level] = v
        return 0

    cdef int bind_last(self, Trigger trigger, int32_t v, const uint64_t* own) except -1 nogil:
        """Every candidate of the last unbound parameter makes an instance, if all tests pass."""
        cdef int32_t parameter = self.program.first_parameter[trigger.operator_id] + v
        cdef const Edge* edge
        cdef const Edge* end = self.program.edges + self.program.first_edge[parameter + 1]
        cdef uint64_t word
        cdef Py_ssize_t w
        self.bound[v] = True
        for w in range(self.program.num_words):
            word = own[w]
            while word != 0:
                self.watch.tick()
                self.binding[v] = <uint16_t>((w << 6) + trailing_zeros(word))
                word &= word - 1
                edge = self.program.edges + self.program.first_edge[parameter]
                while edge < end and (
                    edge.kind < HOLDS or self.passes(edge.row, edge.kind == HOLDS)
                ):
                    edge += 1
                if edge == end and not self.found_before(trigger):
                    self.emit(trigger.operator_id)
        self.bound[v] = False
        return 0

    cdef bint found_before(self, Trigger trigger) noexcept nogil:
        """Whether an earlier precondition of this instance is the atom at hand, too."""
        cdef const int32_t* objects = self.atoms.rows + self.head * self.atoms.width + 1
        cdef const int32_t* terms
        cdef int32_t predicate = self.program.literals[trigger.literal].predicate
        cdef int32_t size = self.program.arity_of[predicate]
        cdef int32_t earlier, k
        for earlier in range(self.program.sections[trigger.operator_id].changing, trigger.literal):
            if self.program.literals[earlier].predicate != predicate:
                continue
            terms = self.program.terms + self.program.literals[earlier].first_term
            k = 0
            while k < size and objects[k] == (
                self.binding[terms[k]] if terms[k] >= 0 else ~terms[k]
            ):
                k += 1
            if k == size:
                return True
        return False

    cdef int emit(self, int32_t operator_id) except -1 nogil:
        """Note the instance that is bound now, and queue the atoms it adds."""
        cdef int64_t width = self.program.most_parameters + 1
        cdef Sections sections = self.program.sections[operator_id]
        cdef uint16_t* row
        cdef int32_t v, literal
        if self.num_found >= self.most_found:
            with gil:
                raise TooManyError(
                    f"more than {self.most_found:,} ground actions; take a smaller problem"
                )
        if self.num_found == self.found_room:
            self.memory.need_room(
                <void**>&self.found, &self.found_room, self.num_found + FEW,
                width * sizeof(uint16_t),
            )
        row = self.found + self.num_found * width
        row[0] = <uint16_t>operator_id
        for v in range(self.program.num_parameters(operator_id)):
            row[1 + v] = self.binding[v]
        self.num_found += 1
        for literal in range(sections.adds, sections.deletes):
            self.program.write_atom(literal, self.binding, self.row)
            self.atoms.enter(self.row)
        return 0
