"""Relaxed exploration: which atoms can ever become true, and which operator instances make them so.

A join over relations held as object bit sets. Atoms wait in a queue; when one is taken, it enters
its relation, and every operator with a precondition that matches is joined with it: the matched
parameters are bound, then always the parameter with the fewest candidates left, and each binding
narrows the candidates of the others. An instance is found exactly once, with the last of its
preconditions. Deletes and negative preconditions over predicates that change are ignored here.

The program is data, not code, so that numba compiles once for all domains.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.atom_table import find_atom
from fmtools.kernels.jit import njit
from fmtools.kernels.words import Words, popcount, trailing_zeros

DONE, FULL = 0, 1

# Kinds of edges: what binding a parameter to x does to another one's candidates.
KEEP, DROP, SAME, DIFFERENT, HOLDS, FAILS = 0, 1, 2, 3, 4, 5

# Columns of `edges` and `initial`.
KIND, ROW, OTHER = 0, 1, 2

# Columns of `sections`: where an operator's literals of each sort begin in `literals`. FIXED are
# conditions on predicates that never change, CHANGING and NEGATIVE those on the others.
FIXED, CHANGING, NEGATIVE, ADDS, DELETES, END = 0, 1, 2, 3, 4, 5

# Entries of `counters`.
NUM_ATOMS, HEAD, TRIGGER, NUM_FOUND = 0, 1, 2, 3

_1 = np.uint64(1)
_0 = np.uint64(0)
_63 = np.uint64(63)


class JoinProgram(NamedTuple):
    """What to join; nothing in it changes.

    domains: uint64[parameters, words], objects of the right type; first_parameter: int32[ops + 1].
    initial: int32[., 3] of KIND, ROW, OTHER: narrows the candidates of parameter OTHER before
    anything is bound, or tests literal ROW (HOLDS, FAILS); first_initial: int32[ops + 1].
    edges: int32[., 3]: applied when their parameter is bound to x. KEEP and DROP intersect with
    row ROW + x, or its complement; HOLDS and FAILS test literal ROW once it is all bound.
    literals: int32[., 2]: predicate, first term; terms: parameter, or ~object.
    sections: int32[ops, 6]; arity, first_row: int32[predicates]; triggers: int32[., 2]: operator,
    literal; first_trigger: int32[predicates + 1].
    """

    domains: Words
    first_parameter: npt.NDArray[np.int32]
    initial: npt.NDArray[np.int32]
    first_initial: npt.NDArray[np.int32]
    edges: npt.NDArray[np.int32]
    first_edge: npt.NDArray[np.int32]
    literals: npt.NDArray[np.int32]
    terms: npt.NDArray[np.int32]
    sections: npt.NDArray[np.int32]
    arity: npt.NDArray[np.int32]
    first_row: npt.NDArray[np.int32]
    triggers: npt.NDArray[np.int32]
    first_trigger: npt.NDArray[np.int32]
    num_objects: int


class Relations(NamedTuple):
    """What has been reached so far.

    atoms: int32[atoms, 1 + arity]: predicate and objects, in the order they were reached; slots:
    int32[2^k], hash table of atom + 1; rows: uint64[rows, words]: for each predicate one row per
    position (objects there), then per pair of positions (i, j) and object x at i, the objects at j;
    found: uint16[instances, 1 + parameters]: operator and objects.
    candidates, binding, order, bound: scratch of the join.
    """

    atoms: npt.NDArray[np.int32]
    slots: npt.NDArray[np.int32]
    rows: Words
    found: npt.NDArray[np.uint16]
    counters: npt.NDArray[np.int64]
    candidates: Words
    binding: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]
    bound: npt.NDArray[np.bool_]


@njit
def set_bit(rows, row, x):  # type: ignore[no-untyped-def]
    rows[row, x >> 6] |= _1 << np.uint64(x & 63)


@njit
def enter_relation(program, relations, atom):  # type: ignore[no-untyped-def]
    """Set the bits of one atom in its predicate's rows."""
    atoms = relations.atoms
    rows = relations.rows
    predicate = atoms[atom, 0]
    size = program.arity[predicate]
    row = program.first_row[predicate]
    for i in range(size):
        set_bit(rows, row + i, atoms[atom, 1 + i])
    if size < 2:
        return
    row += size
    for i in range(size):
        x = atoms[atom, 1 + i]
        for j in range(size):
            if i != j:
                set_bit(rows, row + x, atoms[atom, 1 + j])
                row += program.num_objects


@njit
def test_literal(program, relations, literal, wanted, head):  # type: ignore[no-untyped-def]
    """False if the literal is fully bound and among the atoms taken so far against `wanted`."""
    terms = program.terms
    bound = relations.bound
    first = program.literals[literal, 1]
    for k in range(program.arity[program.literals[literal, 0]]):
        term = terms[first + k]
        if term >= 0 and not bound[term]:
            return True
    atom = find_atom(
        program.literals,
        terms,
        literal,
        relations.binding,
        program.arity,
        relations.atoms,
        relations.slots,
    )
    return (0 <= atom <= head) == wanted


@njit
def narrow(program, relations, edge, x, level, head):  # type: ignore[no-untyped-def]
    """Apply one edge of a parameter just bound to x; False if nothing can be left."""
    edges = program.edges
    kind = edges[edge, KIND]
    if kind >= HOLDS:
        return test_literal(program, relations, edges[edge, ROW], kind == HOLDS, head)
    other = edges[edge, OTHER]
    if relations.bound[other]:
        return True
    candidates = relations.candidates
    rows = relations.rows
    if kind == DIFFERENT:
        candidates[level, other, x >> 6] &= ~(_1 << np.uint64(x & 63))
        return True
    any_left = _0
    row = edges[edge, ROW] + x
    for w in range(candidates.shape[2]):
        if kind == KEEP:
            candidates[level, other, w] &= rows[row, w]
        elif kind == DROP:
            candidates[level, other, w] &= ~rows[row, w]
        elif w == x >> 6:
            candidates[level, other, w] &= _1 << np.uint64(x & 63)
        else:
            candidates[level, other, w] = _0
        any_left |= candidates[level, other, w]
    return any_left != _0


@njit
def narrow_all(program, relations, row, x, level, head):  # type: ignore[no-untyped-def]
    """Apply all edges of the parameter with that row in `domains`, just bound to x."""
    for edge in range(program.first_edge[row], program.first_edge[row + 1]):
        if not narrow(program, relations, edge, x, level, head):
            return False
    return True


@njit
def first_candidates(program, relations, operator, head):  # type: ignore[no-untyped-def]
    """Candidates at level 0 by types and by conditions on one parameter."""
    candidates = relations.candidates
    rows = relations.rows
    num_words = candidates.shape[2]
    first = program.first_parameter[operator]
    for v in range(program.first_parameter[operator + 1] - first):
        relations.bound[v] = False
        for w in range(num_words):
            candidates[0, v, w] = program.domains[first + v, w]
    for i in range(program.first_initial[operator], program.first_initial[operator + 1]):
        kind = program.initial[i, KIND]
        row = program.initial[i, ROW]
        v = program.initial[i, OTHER]
        if kind >= HOLDS:
            if not test_literal(program, relations, row, kind == HOLDS, head):
                return False
            continue
        any_left = _0
        for w in range(num_words):
            mask = rows[row, w] if kind == KEEP else ~rows[row, w]
            candidates[0, v, w] &= mask
            any_left |= candidates[0, v, w]
        if any_left == _0:
            return False
    return True


@njit
def bind_trigger(program, relations, operator, literal, head):  # type: ignore[no-untyped-def]
    """Bind the parameters in `literal` to the objects of atom `head`; how many, or -1."""
    atoms = relations.atoms
    binding = relations.binding
    bound = relations.bound
    first = program.literals[literal, 1]
    num_bound = 0
    for k in range(program.arity[program.literals[literal, 0]]):
        term = program.terms[first + k]
        x = np.int64(atoms[head, 1 + k])
        if term < 0:
            if x != ~term:
                return -1
        elif bound[term]:
            if binding[term] != x:
                return -1
        else:
            word = relations.candidates[0, term, x >> 6]
            if (word >> np.uint64(x & 63)) & _1 == _0:
                return -1
            binding[term] = x
            bound[term] = True
            num_bound += 1
            row = program.first_parameter[operator] + term
            if not narrow_all(program, relations, row, x, 0, head):
                return -1
    return num_bound


@njit
def choose(relations, num_parameters, level):  # type: ignore[no-untyped-def]
    """The unbound parameter with the fewest candidates, or -1 if one has none."""
    candidates = relations.candidates
    best = -1
    fewest = np.int64(1) << 40
    for v in range(num_parameters):
        if not relations.bound[v]:
            count = np.int64(0)
            for w in range(candidates.shape[2]):
                count += popcount(candidates[level, v, w])
            if count < fewest:
                fewest = count
                best = v
                if count == 0:
                    return -1
    return best


@njit
def found_before(program, relations, operator, literal, head):  # type: ignore[no-untyped-def]
    """Whether an earlier precondition of this instance is atom `head` too."""
    literals = program.literals
    terms = program.terms
    atoms = relations.atoms
    predicate = literals[literal, 0]
    for earlier in range(program.sections[operator, CHANGING], literal):
        if literals[earlier, 0] != predicate:
            continue
        same = True
        for k in range(program.arity[predicate]):
            term = terms[literals[earlier, 1] + k]
            value = relations.binding[term] if term >= 0 else np.int64(~term)
            if atoms[head, 1 + k] != value:
                same = False
                break
        if same:
            return True
    return False


@njit
def emit(program, relations, operator, num_parameters):  # type: ignore[no-untyped-def]
    """Note the instance that is bound now and queue the atoms it adds; False where no room."""
    counters = relations.counters
    found = relations.found
    atoms = relations.atoms
    binding = relations.binding
    literals = program.literals
    terms = program.terms
    arity = program.arity
    slots = relations.slots
    instance = counters[NUM_FOUND]
    if instance >= found.shape[0]:
        return False
    found[instance, 0] = operator
    for v in range(num_parameters):
        found[instance, 1 + v] = binding[v]
    counters[NUM_FOUND] = instance + 1
    for literal in range(program.sections[operator, ADDS], program.sections[operator, DELETES]):
        position = find_atom(literals, terms, literal, binding, arity, atoms, slots)
        if position >= 0:
            continue
        atom = counters[NUM_ATOMS]
        if atom >= atoms.shape[0]:
            return False
        counters[NUM_ATOMS] = atom + 1
        predicate = literals[literal, 0]
        atoms[atom, 0] = predicate
        for k in range(arity[predicate]):
            term = terms[literals[literal, 1] + k]
            atoms[atom, 1 + k] = binding[term] if term >= 0 else ~term
        slots[-1 - position] = atom + 1
    return True


@njit
def join(program, relations, operator, literal, head):  # type: ignore[no-untyped-def]
    """All instances of `operator` whose precondition `literal` is atom `head`; False if no room."""
    first = program.first_parameter[operator]
    num_parameters = program.first_parameter[operator + 1] - first
    if not first_candidates(program, relations, operator, head):
        return True
    num_bound = bind_trigger(program, relations, operator, literal, head)
    if num_bound < 0:
        return True
    if num_bound == num_parameters:
        if found_before(program, relations, operator, literal, head):
            return True
        return emit(program, relations, operator, num_parameters)
    candidates = relations.candidates
    binding = relations.binding
    order = relations.order
    bound = relations.bound
    num_words = candidates.shape[2]
    depth = num_parameters - num_bound
    level = 0
    v = choose(relations, num_parameters, 0)
    if v < 0:
        return True
    order[0] = v
    while level >= 0:
        v = order[level]
        bound[v] = False
        x = np.int64(-1)
        for w in range(num_words):
            word = candidates[level, v, w]
            if word != _0:
                x = (w << 6) + trailing_zeros(word)
                candidates[level, v, w] = word & (word - _1)
                break
        if x < 0:
            level -= 1
            continue
        binding[v] = x
        bound[v] = True
        if level + 1 == depth:
            fits = True
            for edge in range(program.first_edge[first + v], program.first_edge[first + v + 1]):
                kind = program.edges[edge, KIND]
                if kind >= HOLDS and not test_literal(
                    program, relations, program.edges[edge, ROW], kind == HOLDS, head
                ):
                    fits = False
                    break
            if (
                fits
                and not found_before(program, relations, operator, literal, head)
                and not emit(program, relations, operator, num_parameters)
            ):
                return False
            continue
        for u in range(num_parameters):
            if not bound[u]:
                for w in range(num_words):
                    candidates[level + 1, u, w] = candidates[level, u, w]
        if narrow_all(program, relations, first + v, x, level + 1, head):
            u = choose(relations, num_parameters, level + 1)
            if u >= 0:
                level += 1
                order[level] = u
    return True


@njit
def explore(program, relations):  # type: ignore[no-untyped-def]
    """Take atoms until none waits. FULL: give `atoms` or `found` more room and call again.

    Where room runs out, the trigger at hand is rolled back and run again from its beginning.
    """
    counters = relations.counters
    while counters[HEAD] < counters[NUM_ATOMS]:
        head = counters[HEAD]
        enter_relation(program, relations, head)
        predicate = relations.atoms[head, 0]
        first = program.first_trigger[predicate]
        for trigger in range(first + counters[TRIGGER], program.first_trigger[predicate + 1]):
            before = counters[NUM_FOUND]
            operator = program.triggers[trigger, 0]
            literal = program.triggers[trigger, 1]
            if not join(program, relations, operator, literal, head):
                counters[NUM_FOUND] = before
                counters[TRIGGER] = trigger - first
                return FULL
        counters[TRIGGER] = 0
        counters[HEAD] = head + 1
    return DONE
