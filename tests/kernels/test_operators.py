"""The compiled expansion of ground operators against their definition, on random operators."""

import numpy as np
import pytest

from fmtools.kernels.expand import expand
from fmtools.kernels.jit import njit
from fmtools.kernels.operator_index import OperatorLists, index_operators
from fmtools.kernels.operators import GroundOperators, applicable_operators
from fmtools.kernels.space import PRIMITIVE_STEPS, Space, make_space
from fmtools.kernels.words import Layout

pytestmark = pytest.mark.filterwarnings("ignore:overflow")
"""Hashing overflows on purpose; numpy warns of it where the JIT is off."""

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
    return index_operators(OperatorLists(*columns), num_facts, steps)


def space_of(layout: Layout, facts: set[int], room: int) -> Space:
    row = layout.pack([number in facts for number in range(layout.num_variables)])
    zeros = np.zeros_like(row)
    return make_space(
        layout=layout,
        start=row,
        reference=zeros,
        mask=zeros,
        ties="fifo",
        seed=0,
        num_states=4,
        branching=room,
        depth_weight=0,
        distance_weight=1,
        budget=10,
        stop_at_zero=False,
        max_distance=layout.num_variables,
    )


@njit
def expand_compiled(world, space):  # type: ignore[no-untyped-def]
    return expand(world, space)


def expected_successors(operators: Sets, facts: set[int]) -> dict[int, set[int]]:
    return {
        number: (facts - deletes) | adds
        for number, (positive, negative, adds, deletes) in enumerate(operators)
        if positive <= facts and not negative & facts
    }


@pytest.mark.parametrize("run", [expand, expand_compiled])
@pytest.mark.parametrize(
    ("num_facts", "num_operators"), [(1, 1), (5, 30), (64, 40), (70, 200), (200, 500)]
)
def test_successors_are_those_of_the_definition(run, num_facts: int, num_operators: int) -> None:
    layout = Layout(num_facts, 1)
    for seed in range(4):
        operators = random_operators(seed, num_facts, num_operators)
        world = index(operators, num_facts)
        rng = np.random.default_rng(seed)
        for density in (0.0, 0.3, 0.7, 1.0):
            facts = set(np.flatnonzero(rng.random(num_facts) < density).tolist())
            space = space_of(layout, facts, num_operators)
            count = run(world, space)
            expected = expected_successors(operators, facts)
            actions = space.actions[:count].tolist()
            assert sorted(actions) == sorted(expected)
            for action, row in zip(actions, space.successors, strict=False):
                assert set(np.flatnonzero(layout.unpack(row)).tolist()) == expected[action]
            assert space.counters[PRIMITIVE_STEPS] == count
            found = np.empty(num_operators, np.int32)
            assert applicable_operators(world, space.states[:1], found) == count
            assert found[:count].tolist() == actions


def test_successors_come_in_the_order_of_order() -> None:
    operators = random_operators(7, 20, 300)
    world = index(operators, 20)
    assert sorted(world.order.tolist()) == list(range(300))
    place = {action: position for position, action in enumerate(world.order.tolist())}
    space = space_of(Layout(20, 1), set(range(12)), 300)
    count = expand(world, space)
    places = [place[action] for action in space.actions[:count].tolist()]
    assert count > 10
    assert places == sorted(places)


def test_operators_with_equal_preconditions_all_apply() -> None:
    operators: Sets = [({0, 1}, {2}, {3 + k}, set()) for k in range(5)]
    space = space_of(Layout(8, 1), {0, 1}, 5)
    assert expand(index(operators, 8), space) == 5


def test_batch_without_room_reports_its_size_and_counts_nothing() -> None:
    operators: Sets = [(set(), set(), {k}, set()) for k in range(9)]
    world = index(operators, 9)
    space = space_of(Layout(9, 1), set(), 4)
    assert expand(world, space) == -9
    assert space.counters[PRIMITIVE_STEPS] == 0


def test_steps_of_macros_are_counted() -> None:
    operators: Sets = [({0}, set(), {1}, set()), ({0}, set(), {2}, {0}), ({3}, set(), {1}, set())]
    world = index(operators, 4, np.array([1, 5, 100], np.int32))
    space = space_of(Layout(4, 1), {0}, 3)
    assert expand(world, space) == 2
    assert space.counters[PRIMITIVE_STEPS] == 6


def test_world_without_operators_has_no_successors() -> None:
    space = space_of(Layout(3, 1), {0}, 2)
    assert expand(index([], 3), space) == 0
