"""Groups of facts and packed states, against sets of facts, on random operators."""

import numpy as np
import pytest

from fmtools.core.fact_groups import exclusive_groups
from fmtools.core.limits import WorkLimits
from fmtools.core.operator_arrays import FactLists, OperatorLists
from fmtools.core.operator_index import index_operators
from fmtools.core.operators import GroundOperators
from fmtools.core.packed_operators import PackedEffects, PackedOperators
from fmtools.core.packing import Packing
from fmtools.core.words import row_distance

Sets = tuple[frozenset[int], frozenset[int], frozenset[int], frozenset[int]]
"""Positive and negative preconditions, adds, deletes."""

FACTS = 40


def random_operators(rng: np.random.Generator) -> list[Sets]:
    """Mostly moves within groups of five, with some that break them and some that do odd things."""

    def some(most: int) -> set[int]:
        return set(rng.integers(FACTS, size=rng.integers(most + 1)).tolist())

    operators = []
    for _ in range(60):
        positive, negative, adds, deletes = set(), set(), set(), set()
        for group in rng.choice(6, size=rng.integers(1, 3), replace=False).tolist():
            old, new = (5 * group + rng.choice(5, 2, replace=False)).tolist()
            positive.add(old)
            deletes.add(old)
            if rng.random() < 0.97:
                adds.add(new)
        if rng.random() < 0.02:
            positive, negative = positive | some(2), some(1)
        if rng.random() < 0.3:
            loose = set(range(30, FACTS)) & (some(3) | {31, 35})
            adds, deletes = adds | loose, deletes | {30, 36}
        if rng.random() < 0.02:
            deletes |= some(2)
        adds -= positive - deletes
        deletes -= adds
        parts = (positive, negative - positive, adds, deletes)
        operators.append(tuple(map(frozenset, parts)))
    return operators


def lists_of(operators: list[Sets]) -> OperatorLists:
    def flat(column: int) -> FactLists:
        first = np.cumsum([0, *(len(operator[column]) for operator in operators)])
        facts = [fact for operator in operators for fact in sorted(operator[column])]
        return FactLists(first.astype(np.int32), np.array(facts, np.int32))

    return OperatorLists(flat(0), flat(1), flat(2), flat(3))


def reachable(
    operators: list[Sets], start: frozenset[int], most: int = 400
) -> list[frozenset[int]]:
    found = [start]
    seen = {start}
    for state in found:
        for positive, negative, adds, deletes in operators:
            after = (state - deletes) | adds
            if positive <= state and not negative & state and after not in seen:
                seen.add(after)
                found.append(after)
        if len(found) > most:
            break
    return found


def bits(state: frozenset[int]) -> np.ndarray:
    return np.array([fact in state for fact in range(FACTS)], np.uint8)


def a_world(seed: int) -> tuple[list[Sets], frozenset[int], np.ndarray, np.ndarray]:
    """Operators, a start, and what was made of proposals of which some are wrong."""
    rng = np.random.default_rng(seed)
    operators = random_operators(rng)
    start = frozenset({5 * group + int(rng.integers(5)) for group in range(6)} | {33})
    by_five = np.array([fact // 5 if fact < 30 else -1 for fact in range(FACTS)], np.int32)
    wrong = rng.integers(-1, 4, size=FACTS).astype(np.int32)
    half = np.array([fact // 3 if fact < 30 else -1 for fact in range(FACTS)], np.int32)
    group, may_be_empty = exclusive_groups(
        lists_of(operators), [half, by_five, wrong], bits(start), WorkLimits().watch()
    )
    return operators, start, group, may_be_empty


@pytest.mark.parametrize("seed", range(30))
def test_of_a_group_at_most_one_fact_is_true_in_any_state(seed):
    operators, start, group, may_be_empty = a_world(seed)
    for state in reachable(operators, start):
        weight = np.bincount(group[group >= 0][bits(state)[group >= 0] == 1], minlength=1)
        assert weight.max() <= 1
        for number, empty in enumerate(may_be_empty):
            assert empty or weight[number] == 1


def test_some_of_these_worlds_have_groups_and_some_have_none():
    sizes = [len(a_world(seed)[3]) for seed in range(30)]
    assert max(sizes) == 6
    assert min(sizes) <= 3


@pytest.mark.parametrize("seed", range(20))
def test_packed_successors_are_those_of_the_plain_world(seed):
    operators, start, group, may_be_empty = a_world(seed)
    lists = lists_of(operators)
    plain = GroundOperators(index_operators(lists, FACTS), FACTS)
    packing = Packing(group, may_be_empty)
    limits = WorkLimits()
    effects = PackedEffects(packing, lists, plain.order, limits.memory, limits.watch())
    packed = PackedOperators(plain, effects)
    for state in reachable(operators, start, most=60):
        row = packing.pack(bits(state))
        assert row is not None
        assert packing.unpack(row).tolist() == bits(state).tolist()
        actions, steps, rows = packed.successors(row)
        plain_row = plain.layout.pack(bits(state))
        expected, expected_steps, expected_rows = plain.successors(plain_row)
        assert actions.tolist() == expected.tolist() == packed.offered(row).tolist()
        assert steps.tolist() == expected_steps.tolist()
        after = packing.unpack_rows(rows)
        assert after.tolist() == plain.layout.unpack_rows(expected_rows).tolist()
        for action, own in zip(actions.tolist(), rows, strict=True):
            assert packed.successor(row, action).tolist() == own.tolist()


@pytest.mark.parametrize("seed", range(20))
def test_goal_counts_of_packed_states_are_those_of_their_facts(seed):
    operators, start, group, may_be_empty = a_world(seed)
    packing = Packing(group, may_be_empty)
    rng = np.random.default_rng(seed)
    states = reachable(operators, start, most=60)
    for _ in range(20):
        goal = {int(fact): int(rng.random() < 0.9) for fact in rng.integers(FACTS, size=4)}
        found = packing.pack_partial(goal)
        fields = [int(group[fact]) for fact in goal if group[fact] >= 0]
        is_plain = len(set(fields)) == len(fields) and all(
            value or group[fact] < 0 for fact, value in goal.items()
        )
        assert (found is not None) is is_plain
        if found is None:
            continue
        for state in states:
            expected = sum((fact in state) != value for fact, value in goal.items())
            row = packing.pack(bits(state))
            assert row is not None
            assert row_distance(row, *found, packing.low) == expected


def test_a_state_that_breaks_a_group_is_not_packed():
    group = np.array([0, 0, 0, -1, 1, 1], np.int32)
    packing = Packing(group, np.array([0, 1], np.uint8))
    assert packing.pack([0, 1, 0, 0, 0, 0]) is not None
    assert packing.pack([1, 1, 0, 0, 0, 0]) is None
    assert packing.pack([0, 1, 0, 1, 1, 1]) is None


@pytest.mark.parametrize("num_facts", [1, 63, 64, 65, 200])
def test_fields_of_any_width_give_back_what_was_packed(num_facts):
    rng = np.random.default_rng(num_facts)
    for num_groups in (0, 1, 2, 7):
        group = rng.integers(-1, num_groups, size=num_facts).astype(np.int32)
        may_be_empty = np.ones(num_groups, np.uint8)
        packing = Packing(group, may_be_empty)
        for _ in range(20):
            values = (rng.random(num_facts) < 0.5) & (group < 0)
            for number in range(num_groups):
                own = np.flatnonzero(group == number)
                if len(own) and rng.random() < 0.8:
                    values[rng.choice(own)] = True
            row = packing.pack(values)
            assert row is not None
            assert packing.unpack(row).tolist() == values.tolist()
