"""Atoms by number: a hash table of predicate and objects, filled and looked up by kernels.

atoms: int32[atoms, 1 + arity]; slots: int32[2^k] of atom + 1, 0 where free.
"""

import numpy as np

from fmtools.kernels.jit import njit


@njit
def hash_step(h, value):  # type: ignore[no-untyped-def]
    """Stays below 2^31, so that nothing overflows, compiled or not."""
    return (h * 1000003 + value + 1) & 0x7FFFFFFF


@njit
def find_atom(literals, terms, literal, binding, arity, atoms, slots):  # type: ignore[no-untyped-def]
    """The atom that a fully bound literal stands for, or -1 - (free slot)."""
    predicate = literals[literal, 0]
    first = literals[literal, 1]
    size = arity[predicate]
    h = hash_step(np.int64(0), np.int64(predicate))
    for k in range(size):
        term = terms[first + k]
        value = binding[term] if term >= 0 else np.int64(~term)
        h = hash_step(h, value)
    slot_mask = len(slots) - 1
    slot = (h ^ (h >> 15)) & slot_mask
    while True:
        atom = np.int64(slots[slot]) - 1
        if atom < 0:
            return -1 - slot
        if atoms[atom, 0] == predicate:
            same = True
            for k in range(size):
                term = terms[first + k]
                value = binding[term] if term >= 0 else np.int64(~term)
                if atoms[atom, 1 + k] != value:
                    same = False
                    break
            if same:
                return atom
        slot = (slot + 1) & slot_mask


@njit
def fill_slots(atoms, arity, slots, num_atoms):  # type: ignore[no-untyped-def]
    """Enter the first atoms, all different, into an empty hash table."""
    slot_mask = len(slots) - 1
    for atom in range(num_atoms):
        predicate = atoms[atom, 0]
        h = hash_step(np.int64(0), np.int64(predicate))
        for k in range(arity[predicate]):
            h = hash_step(h, np.int64(atoms[atom, 1 + k]))
        slot = (h ^ (h >> 15)) & slot_mask
        while slots[slot] != 0:
            slot = (slot + 1) & slot_mask
        slots[slot] = atom + 1


@njit
def find_rows(atoms, arity, slots, wanted, found):  # type: ignore[no-untyped-def]
    """found[i]: the atom equal to wanted[i] (predicate and objects), or -1."""
    slot_mask = len(slots) - 1
    for i in range(len(wanted)):
        predicate = wanted[i, 0]
        h = hash_step(np.int64(0), np.int64(predicate))
        for k in range(arity[predicate]):
            h = hash_step(h, np.int64(wanted[i, 1 + k]))
        slot = (h ^ (h >> 15)) & slot_mask
        found[i] = -1
        while slots[slot] != 0 and found[i] < 0:
            atom = slots[slot] - 1
            same = atoms[atom, 0] == predicate
            for k in range(arity[predicate]):
                same = same and atoms[atom, 1 + k] == wanted[i, 1 + k]
            if same:
                found[i] = atom
            slot = (slot + 1) & slot_mask
