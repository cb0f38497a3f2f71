"""The table of atoms against a dict, with predicates in the directory and in the hash table."""

from array import array

import numpy as np
import pytest

from fmtools.core.atoms import AtomTable
from fmtools.core.memory import Memory
from fmtools.core.watch import Watch
from fmtools.errors import MemoryLimitError

ARITY = [0, 1, 2, 3, 5]
NUM_OBJECTS = 260
"""Predicates of three and more objects do not fit the directory: 260^3 > 2^24."""


def random_rows(rng: np.random.Generator, count: int) -> np.ndarray:
    """Some of them equal."""
    rows = np.zeros((count, 1 + max(ARITY)), np.int32)
    for row in rows:
        row[0] = rng.integers(len(ARITY))
        row[1 : 1 + ARITY[row[0]]] = rng.choice([0, 1, 7, NUM_OBJECTS - 1], ARITY[row[0]])
    return rows


@pytest.mark.parametrize("seed", range(5))
def test_atoms_are_numbered_in_the_order_they_come(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = AtomTable(array("i", ARITY), NUM_OBJECTS, Memory())
    numbers: dict[tuple[int, ...], int] = {}
    for count in (0, 1, 10, 1000):
        rows = random_rows(rng, count)
        table.enter_rows(rows)
        for row in map(tuple, rows.tolist()):
            numbers.setdefault(row, len(numbers))
        assert table.count == len(numbers)
    wanted = random_rows(rng, 1000)
    expected = [numbers.get(tuple(row), -1) for row in wanted.tolist()]
    assert table.find_rows(wanted).tolist() == expected
    assert table.predicates().tolist() == [row[0] for row in numbers]


@pytest.mark.parametrize("seed", range(5))
def test_facts_are_sorted_by_the_ranks_given(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = AtomTable(array("i", ARITY), NUM_OBJECTS, Memory())
    table.enter_rows(random_rows(rng, 700))
    atoms = {}
    for row in random_rows(rng, 100_000).tolist():
        number = int(table.find_rows(np.array([row], np.int32))[0])
        if number >= 0:
            atoms[number] = tuple(row)
        if len(atoms) == table.count:
            break
    is_fact = rng.integers(0, 2, table.count).astype(np.uint8)
    predicate_rank = rng.permutation(len(ARITY)).astype(np.int32)
    object_rank = rng.permutation(NUM_OBJECTS).astype(np.int32)

    def rank(atom: int) -> list[int]:
        predicate, *objects = atoms[atom]
        return [predicate_rank[predicate], *(object_rank[x] for x in objects)]

    expected = sorted(np.flatnonzero(is_fact).tolist(), key=rank)
    facts, fact_of = table.sorted_facts(is_fact, predicate_rank, object_rank, 2, Watch())
    assert [tuple(row) for row in facts.tolist()] == [atoms[a] for a in expected] + [(0,) * 6] * 2
    assert [int(fact_of[atom]) for atom in expected] == list(range(len(expected)))
    assert np.count_nonzero(fact_of >= 0) == len(expected)


def test_what_is_gone_counts_no_more() -> None:
    memory = Memory()
    table = AtomTable(array("i", ARITY), NUM_OBJECTS, memory)
    table.enter_rows(random_rows(np.random.default_rng(0), 1000))
    facts, fact_of = table.sorted_facts(
        np.ones(table.count, np.uint8),
        np.arange(len(ARITY), dtype=np.int32),
        np.arange(NUM_OBJECTS, dtype=np.int32),
        0,
        Watch(),
    )
    del table
    assert memory.used == facts.nbytes + fact_of.nbytes
    del facts, fact_of
    assert memory.used == 0


def test_atoms_beyond_the_memory_limit_are_refused_and_nothing_leaks() -> None:
    memory = Memory(200_000)
    table = AtomTable(array("i", [3, 3]), NUM_OBJECTS, memory)
    rng = np.random.default_rng(1)
    with pytest.raises(MemoryLimitError, match="memory limit of 200,000 bytes reached"):
        for _ in range(100):
            rows = rng.integers(0, NUM_OBJECTS, (1000, 4)).astype(np.int32)
            rows[:, 0] %= 2
            table.enter_rows(rows)
    assert memory.used <= 200_000
    del table
    assert memory.used == 0
