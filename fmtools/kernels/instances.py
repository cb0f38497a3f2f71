"""Operator instances to ground actions: net effects, pruning, and flat lists of facts.

An instance is pruned where its preconditions contradict each other or never hold together with an
atom that is always true, and where it cannot change any state it applies in (a no-op).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.atom_table import find_atom
from fmtools.kernels.grounding import ADDS, CHANGING, DELETES, END, NEGATIVE
from fmtools.kernels.jit import njit


class FactLists(NamedTuple):
    """Lists of facts, one per action: facts[first[a]:first[a + 1]], sorted, without repetition."""

    first: npt.NDArray[np.int32]
    facts: npt.NDArray[np.int32]


@njit
def fill_directory(program, atoms, directory, first_entry):  # type: ignore[no-untyped-def]
    """directory[first_entry[predicate] + arguments as a number in base num_objects]: atom + 1.

    first_entry: int64[predicates], -1 for predicates too large for the directory (all zero).
    """
    for atom in range(len(atoms)):
        predicate = atoms[atom, 0]
        if first_entry[predicate] >= 0:
            entry = np.int64(0)
            for k in range(program.arity[predicate]):
                entry = entry * program.num_objects + atoms[atom, 1 + k]
            directory[first_entry[predicate] + entry] = atom + 1


@njit
def ground_literals(program, relations, instances, first, ids, directory, first_entry):  # type: ignore[no-untyped-def]
    """ids[first[i]:...]: atoms of instance i's literals from CHANGING to END, -1 if unreachable.

    instances: uint16[., 1 + parameters], operator and objects.
    """
    literals = program.literals
    terms = program.terms
    arity = program.arity
    atoms = relations.atoms
    slots = relations.slots
    binding = relations.binding
    num_objects = program.num_objects
    for i in range(len(instances)):
        operator = instances[i, 0]
        for v in range(program.first_parameter[operator + 1] - program.first_parameter[operator]):
            binding[v] = instances[i, 1 + v]
        begin = program.sections[operator, CHANGING]
        for literal in range(begin, program.sections[operator, END]):
            predicate = literals[literal, 0]
            if first_entry[predicate] >= 0:
                entry = np.int64(0)
                term_at = literals[literal, 1]
                for k in range(arity[predicate]):
                    term = terms[term_at + k]
                    value = binding[term] if term >= 0 else np.int64(~term)
                    entry = entry * num_objects + value
                atom = np.int64(directory[first_entry[predicate] + entry]) - 1
            else:
                atom = max(
                    find_atom(literals, terms, literal, binding, arity, atoms, slots), np.int64(-1)
                )
            ids[first[i] + literal - begin] = atom


@njit
def contains(ids, begin, end, atom):  # type: ignore[no-untyped-def]
    for k in range(begin, end):
        if ids[k] == atom:
            return True
    return False


@njit
def mark_deleted(ids, first, instances, sections, kept, constant, deleted):  # type: ignore[no-untyped-def]
    """Set deleted[atom] for what kept instances delete; drop instances that can never apply.

    kept: bool[instances]; constant, deleted: bool[atoms]. Returns how many were dropped.
    """
    dropped = 0
    for i in range(len(instances)):
        if not kept[i]:
            continue
        operator = instances[i, 0]
        base = first[i] - sections[operator, CHANGING]
        negative = base + sections[operator, NEGATIVE]
        adds = base + sections[operator, ADDS]
        deletes = base + sections[operator, DELETES]
        for k in range(negative, adds):
            if ids[k] >= 0 and (constant[ids[k]] or contains(ids, first[i], negative, ids[k])):
                kept[i] = False
        if not kept[i]:
            dropped += 1
            continue
        for k in range(deletes, base + sections[operator, END]):
            atom = ids[k]
            if (
                atom >= 0
                and not deleted[atom]
                and not contains(ids, adds, deletes, atom)
                and not contains(ids, negative, adds, atom)
            ):
                deleted[atom] = True
    return dropped


@njit
def insert_fact(facts, begin, end, fact):  # type: ignore[no-untyped-def]
    """Into the sorted list facts[begin:end] unless it is there; the new end."""
    k = end
    while k > begin and facts[k - 1] > fact:
        k -= 1
    if k > begin and facts[k - 1] == fact:
        return end
    for m in range(end, k, -1):
        facts[m] = facts[m - 1]
    facts[k] = fact
    return end + 1


@njit
def write_actions(ids, first, instances, sections, kept, fact_of, lists):  # type: ignore[no-untyped-def]
    """Fill `lists` (positive, negative, adds, deletes) for the kept instances that are no no-ops.

    fact_of: int32[atoms], -1 for atoms that are always true. Clears kept[i] of no-ops. Adds that
    the precondition guarantees are left out, so are deletes of what it excludes. Returns the number
    of actions.
    """
    positive, negative, adds, deletes = lists
    action = 0
    p = 0
    n = 0
    a = 0
    d = 0
    for i in range(len(instances)):
        if not kept[i]:
            continue
        operator = instances[i, 0]
        base = first[i] - sections[operator, CHANGING]
        at_negative = base + sections[operator, NEGATIVE]
        at_adds = base + sections[operator, ADDS]
        at_deletes = base + sections[operator, DELETES]
        end = base + sections[operator, END]
        p_end = p
        n_end = n
        a_end = a
        d_end = d
        for k in range(at_adds, at_deletes):
            fact = fact_of[ids[k]]
            if fact >= 0 and not contains(ids, first[i], at_negative, ids[k]):
                a_end = insert_fact(adds.facts, a, a_end, fact)
        for k in range(at_deletes, end):
            if (
                ids[k] >= 0
                and fact_of[ids[k]] >= 0
                and not contains(ids, at_adds, at_deletes, ids[k])
                and not contains(ids, at_negative, at_adds, ids[k])
            ):
                d_end = insert_fact(deletes.facts, d, d_end, fact_of[ids[k]])
        if a_end == a and d_end == d:
            kept[i] = False
            continue
        for k in range(first[i], at_negative):
            if fact_of[ids[k]] >= 0:
                p_end = insert_fact(positive.facts, p, p_end, fact_of[ids[k]])
        for k in range(at_negative, at_adds):
            if ids[k] >= 0:
                n_end = insert_fact(negative.facts, n, n_end, fact_of[ids[k]])
        p = p_end
        n = n_end
        a = a_end
        d = d_end
        action += 1
        positive.first[action] = p
        negative.first[action] = n
        adds.first[action] = a
        deletes.first[action] = d
    return action
