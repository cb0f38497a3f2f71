"""The index of operators against the lists it was made from."""

import numpy as np
import pytest

from fmtools.core.operator_arrays import FactLists, OperatorIndex, OperatorLists
from fmtools.core.operator_index import index_operators

Operator = tuple[list[int], list[int], list[int], list[int]]
"""Positive, negative, adds, deletes."""


def random_operators(rng: np.random.Generator, num_facts: int, count: int) -> list[Operator]:
    operators = []
    for _ in range(count):
        facts = rng.permutation(num_facts)[: rng.integers(0, min(num_facts, 7) + 1)].tolist()
        cut = int(rng.integers(0, len(facts) + 1))
        changed = rng.permutation(num_facts)[: rng.integers(0, min(num_facts, 5) + 1)].tolist()
        half = int(rng.integers(0, len(changed) + 1))
        parts = (facts[:cut], facts[cut:], changed[:half], changed[half:])
        operators.append(tuple(sorted(part) for part in parts))
    return operators


def as_lists(operators: list[Operator]) -> OperatorLists:
    def flat(sort: int) -> FactLists:
        first = np.cumsum([0] + [len(operator[sort]) for operator in operators])
        facts = [fact for operator in operators for fact in operator[sort]]
        return FactLists(first.astype(np.int32), np.array(facts, np.int32))

    return OperatorLists(flat(0), flat(1), flat(2), flat(3))


def applies(operator: Operator, state: set[int]) -> bool:
    return state.issuperset(operator[0]) and not state.intersection(operator[1])


def walk(index: OperatorIndex, state: set[int]) -> list[int]:
    """Positions of the operators that apply, by the tries of the occupied buckets."""
    found = []
    occupied = {f for f in state if int(index.occupied[f >> 6]) >> (f & 63) & 1}
    for bucket in [0, *(fact + 1 for fact in sorted(occupied))]:
        node, end = int(index.first_node[bucket]), int(index.first_node[bucket + 1])
        while node < end:
            literal, skip = index.nodes[node].tolist()
            if literal < 0:
                found.append(-1 - literal)
            elif (literal >> 1 in state) == bool(literal & 1):
                node = skip
                continue
            node += 1
    return found


def by_word(index: OperatorIndex, position: int, words: list[int]) -> bool:
    begin, end = index.first_condition[position : position + 2].tolist()
    return all(
        words[index.condition_words[k]] & int(index.condition_mask[k])
        == int(index.condition_value[k])
        for k in range(begin, end)
    )


def successor(index: OperatorIndex, position: int, words: list[int]) -> list[int]:
    words = list(words)
    for k in range(index.first_effect[position], index.first_effect[position + 1]):
        at = index.effect_words[k]
        words[at] = words[at] & int(index.keep[k]) | int(index.set[k])
    return words


def words_of(state: set[int], num_words: int) -> list[int]:
    return [sum(1 << (f & 63) for f in state if f >> 6 == w) for w in range(num_words)]


@pytest.mark.parametrize("seed", range(20))
def test_tries_and_masks_find_what_applies_and_effects_lead_on(seed: int) -> None:
    rng = np.random.default_rng(seed)
    num_facts = int(rng.integers(1, 150))
    operators = random_operators(rng, num_facts, int(rng.integers(0, 80)))
    index = index_operators(as_lists(operators), num_facts)
    assert sorted(index.order.tolist()) == list(range(len(operators)))
    assert index.places[index.order].tolist() == list(range(len(operators)))
    for _ in range(30):
        state = set(np.flatnonzero(rng.random(num_facts) < rng.random()).tolist())
        words = words_of(state, len(index.occupied))
        found = walk(index, state)
        assert found == sorted(found)
        expected = {o for o, operator in enumerate(operators) if applies(operator, state)}
        assert {int(index.order[position]) for position in found} == expected
        for position, o in enumerate(index.order.tolist()):
            assert by_word(index, position, words) == (o in expected)
            after = state.difference(operators[o][3]).union(operators[o][2])
            assert successor(index, position, words) == words_of(after, len(words))


def test_steps_follow_their_operators() -> None:
    operators = random_operators(np.random.default_rng(3), 20, 30)
    steps = np.arange(1, 31, dtype=np.int32)
    index = index_operators(as_lists(operators), 20, steps)
    assert index.steps.tolist() == (index.order + 1).tolist()
    assert set(index_operators(as_lists(operators), 20).steps.tolist()) == {1}


def test_operators_of_a_bucket_share_the_beginnings_of_their_lists() -> None:
    """Fact 0 is the rarest of all four; three of them need 1 as well, which is tested once."""
    needs = [[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 5]]
    common = [([fact], [], [], []) for fact in range(1, 6) for _ in range(9)]
    index = index_operators(as_lists([*((x, [], [], []) for x in needs), *common]), 6)
    begin, end = index.first_node[1:3].tolist()
    literals = index.nodes[begin:end, 0].tolist()
    assert [x >> 1 for x in literals if x >= 0] == [1, 2, 3, 4, 5]


def test_arrays_have_the_documented_types() -> None:
    index = index_operators(as_lists(random_operators(np.random.default_rng(0), 70, 9)), 70)
    words = {"occupied", "keep", "set", "condition_mask", "condition_value"}
    for name, array in index._asdict().items():
        assert array.dtype == (np.uint64 if name in words else np.int32), name
        assert array.flags.c_contiguous
