"""The compiled expansion of ground operators against their definition, on random operators."""

import numpy as np
import pytest

from fmtools.core.layout import Layout, Words
from fmtools.core.operator_index import OperatorLists, index_operators
from fmtools.core.operators import GroundOperators
from fmtools.core.replay import follow
from fmtools.core.watch import Watch

Sets = list[tuple[set[int], set[int], set[int], set[int]]]
"""Positive and negative preconditions, adds, deletes."""


def random_operators(seed: int, num_facts: int, num_operators: int) -> Sets:
    rng = np.random.default_rng(seed)

    def some(most: int) -> set[int]:
        return set(rng.integers(num_facts, size=rng.integers(most + 1)).tolist())

    operators: Sets = []
    for _ in range(num_operators):
        positive = some(4)
        adds = some(3)
        operators.append((positive, some(2) - positive, adds, some(3) - adds))
    return operators


def flat(sets: list[set[int]]) -> tuple[np.ndarray, np.ndarray]:
    first = np.cumsum([0] + [len(facts) for facts in sets]).astype(np.int32)
    return first, np.array([f for facts in sets for f in sorted(facts)], np.int32)


def index(operators: Sets, num_facts: int, steps: np.ndarray | None = None) -> GroundOperators:
    columns = [flat([operator[k] for operator in operators]) for k in range(4)]
    return GroundOperators(index_operators(OperatorLists(*columns), num_facts, steps), num_facts)


def row_of(num_facts: int, facts: set[int]) -> Words:
    return Layout(num_facts, 1).pack([number in facts for number in range(num_facts)])


def expected_successors(operators: Sets, facts: set[int]) -> dict[int, set[int]]:
    return {
        number: (facts - deletes) | adds
        for number, (positive, negative, adds, deletes) in enumerate(operators)
        if positive <= facts and not negative & facts
    }


@pytest.mark.parametrize(
    ("num_facts", "num_operators"), [(1, 1), (5, 30), (64, 40), (70, 200), (200, 500)]
)
def test_successors_are_those_of_the_definition(num_facts: int, num_operators: int) -> None:
    layout = Layout(num_facts, 1)
    for seed in range(4):
        operators = random_operators(seed, num_facts, num_operators)
        world = index(operators, num_facts)
        rng = np.random.default_rng(seed)
        for density in (0.0, 0.3, 0.7, 1.0):
            facts = set(np.flatnonzero(rng.random(num_facts) < density).tolist())
            row = row_of(num_facts, facts)
            actions, steps, rows = world.successors(row)
            expected = expected_successors(operators, facts)
            assert sorted(actions.tolist()) == sorted(expected)
            for action, successor in zip(actions.tolist(), rows, strict=True):
                assert set(np.flatnonzero(layout.unpack(successor)).tolist()) == expected[action]
                assert world.successor(row, action).tolist() == successor.tolist()
            assert steps.tolist() == [1] * len(actions)
            assert world.offered(row).tolist() == actions.tolist()


def alike(seed: int, num_facts: int, num_operators: int) -> Sets:
    """Operators that need much the same: gates, fans, and one that needs less than its sister."""
    rng = np.random.default_rng(seed)
    operators: Sets = []
    for number in range(num_operators):
        gate = int(rng.integers(3))
        positive = {gate, 3 + gate, *rng.integers(num_facts, size=rng.integers(3)).tolist()}
        negative = {number % num_facts} - positive if rng.random() < 0.1 else set()
        operators.append((positive, negative, {0}, {1}))
    for own in range(6, num_facts, 5):
        shared = {own, *rng.choice(5, size=2, replace=False).tolist()}
        operators += [(shared, set(), {0}, {1}), (shared | {5}, set(), {0}, {1})]
    return operators


@pytest.mark.parametrize("num_facts", [8, 60, 130, 256, 257])
def test_operators_that_need_the_same_are_found_in_the_order_of_the_world(num_facts: int) -> None:
    for seed in range(12):
        operators = alike(seed, num_facts, 20 + 10 * seed)
        world = index(operators, num_facts)
        rng = np.random.default_rng(seed)
        for density in (0.1, 0.5, 0.9, 1.0):
            facts = set(np.flatnonzero(rng.random(num_facts) < density).tolist())
            expected = expected_successors(operators, facts)
            found = world.offered(row_of(num_facts, facts)).tolist()
            assert found == [action for action in world.order.tolist() if action in expected]


@pytest.mark.parametrize("first", [300, 318, 590])
@pytest.mark.parametrize("gates", [(), (0,)])
def test_fans_in_worlds_of_many_facts(first: int, gates: tuple[int, ...]) -> None:
    """Forty facts, each with a dozen operators that need one more each: within one word of the
    state, in two, and in two of which one has few."""
    operators: Sets = [
        ({100 + own, first + other, *gates}, set(), {0}, {1})
        for own in range(40)
        for other in range(12)
    ]
    world = index(operators, 610)
    rng = np.random.default_rng(first)
    for density in (0.1, 0.5, 0.9, 1.0):
        for _ in range(5):
            facts = set(np.flatnonzero(rng.random(610) < density).tolist())
            expected = expected_successors(operators, facts)
            found = world.offered(row_of(610, facts)).tolist()
            assert found == [action for action in world.order.tolist() if action in expected]


def test_following_a_plan_stops_where_an_action_does_not_apply() -> None:
    for seed in range(20):
        operators = random_operators(seed, 30, 60)
        world = index(operators, 30)
        rng = np.random.default_rng(seed)
        facts = set(np.flatnonzero(rng.random(30) < 0.5).tolist())
        plan = rng.integers(60, size=8).astype(np.int32)
        rows = np.zeros((9, world.num_words), np.uint64)
        rows[0] = row_of(30, facts)
        done = follow(world, rows, plan, Watch())
        for step, action in enumerate(plan.tolist()):
            expected = expected_successors(operators, facts)
            assert (action in expected) == (step < done)
            if action not in expected:
                break
            facts = expected[action]
            assert rows[step + 1].tolist() == row_of(30, facts).tolist()


def test_successors_come_in_the_order_of_order() -> None:
    operators = random_operators(7, 20, 300)
    world = index(operators, 20)
    assert sorted(world.order.tolist()) == list(range(300))
    place = {action: position for position, action in enumerate(world.order.tolist())}
    places = [place[action] for action in world.offered(row_of(20, set(range(12)))).tolist()]
    assert len(places) > 10
    assert places == sorted(places)


def test_operators_with_equal_preconditions_all_apply() -> None:
    operators: Sets = [({0, 1}, {2}, {3 + k}, set()) for k in range(5)]
    assert len(index(operators, 8).offered(row_of(8, {0, 1}))) == 5


def test_steps_of_macros_are_counted() -> None:
    operators: Sets = [({0}, set(), {1}, set()), ({0}, set(), {2}, {0}), ({3}, set(), {1}, set())]
    world = index(operators, 4, np.array([1, 5, 100], np.int32))
    _, steps, _ = world.successors(row_of(4, {0}))
    assert sorted(steps.tolist()) == [1, 5]


def test_world_without_operators_has_no_successors() -> None:
    assert len(index([], 3).offered(row_of(3, {0}))) == 0
