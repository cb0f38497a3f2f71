"""The Suitcase Lock: actions, reachability for every number of digits, seeds, bad sizes."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fmtools.errors import InputError, UsageError
from fmtools.simulator import Simulator
from fmtools.simulators.lock import Lock, effect_matrix, has_full_rank, prime_factors

sizes = st.tuples(st.integers(2, 12), st.integers(2, 30)).flatmap(
    lambda size: st.tuples(st.just(size[0]), st.just(size[1]), st.integers(1, size[0] - 1))
)


def test_lock_has_increments_then_decrements():
    lock = Lock(5, 4, 2, seed=1)
    assert isinstance(lock, Simulator)
    names = [lock.action_name(action) for action in lock.applicable(lock.start())]
    assert names[0] == "increment 0"
    assert names[4:6] == ["increment 4", "decrement 0"]
    assert len(names) == 10
    assert [lock.action_id(name) for name in names] == list(range(10))


def test_without_decrements_half_the_actions_are_there():
    lock = Lock(5, 4, 2, decrements=False)
    assert len(lock.applicable(lock.start())) == 5
    with pytest.raises(InputError, match="'increment 0' to 'increment 4'"):
        lock.action_id("decrement 0")


@settings(max_examples=40, deadline=None)
@given(sizes, st.integers(0, 5))
def test_decrement_undoes_increment_and_only_the_rows_dials_turn(size, seed):
    dials, digits, effect_size = size
    lock = Lock(dials, digits, effect_size, seed)
    state = lock.start()
    for action in range(dials):
        after = lock.successor(state, action)
        assert ((after != state) == (lock.matrix[action] == 1)).all()
        assert (lock.successor(after, dials + action) == state).all()
        assert after.max() < digits


@settings(max_examples=40, deadline=None)
@given(sizes, st.integers(0, 5))
def test_matrix_has_a_determinant_that_is_a_unit_modulo_the_digits(size, seed):
    dials, digits, effect_size = size
    matrix = effect_matrix(dials, digits, effect_size, np.random.default_rng(seed))
    assert np.gcd(_determinant(matrix.tolist()), digits) == 1


@pytest.mark.parametrize(("dials", "digits"), [(4, 2), (4, 3), (3, 6), (4, 5), (3, 10)])
def test_every_state_is_reached_by_increments_alone(dials, digits):
    for effect_size, seed in itertools.product(range(1, dials), range(4)):
        lock = Lock(dials, digits, effect_size, seed, decrements=False)
        assert len(_reachable(lock)) == digits**dials


def test_rank_modulo_2_alone_would_not_do():
    matrix = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]], dtype=np.uint8)
    assert _determinant(matrix.tolist()) == 2
    assert not has_full_rank(matrix, 2)
    assert has_full_rank(matrix, 3)
    circulant = 1 - np.eye(4, dtype=np.uint8)
    assert has_full_rank(circulant, 2)
    assert not has_full_rank(circulant, 3)


@given(st.lists(st.lists(st.integers(0, 1), min_size=5, max_size=5), min_size=5, max_size=5))
def test_rank_agrees_with_the_determinant(rows):
    for prime in (2, 3, 5, 7):
        expected = _determinant(rows) % prime != 0
        assert has_full_rank(np.array(rows, dtype=np.uint8), prime) == expected


def test_prime_factors_are_distinct_and_in_order():
    assert [prime_factors(n) for n in (2, 4, 6, 60, 97, 255)] == [
        [2],
        [2],
        [2, 3],
        [2, 3, 5],
        [97],
        [3, 5, 17],
    ]


def test_effect_size_1_is_the_identity_and_the_largest_is_the_papers_matrix():
    assert (Lock(6, 3, 1).matrix == np.eye(6)).all()
    expected = 1 - np.eye(6)
    expected[0, 0] = 1
    assert (Lock(6, 3, 5).matrix == expected).all()
    assert (Lock(2, 2, 1).matrix == np.eye(2)).all()


def test_mean_effect_size_comes_near_what_was_asked():
    means = [Lock(20, 2, 8, seed).matrix.sum(axis=1).mean() for seed in range(20)]
    assert abs(np.mean(means) - 8) < 0.5


def test_start_and_goal_come_from_the_seed_whatever_the_effect_size():
    one, other = Lock(10, 4, 2, seed=5), Lock(10, 4, 7, seed=5)
    assert (one.start() == other.start()).all()
    assert one.goal() == other.goal()
    assert (one.matrix == Lock(10, 4, 2, seed=5).matrix).all()
    assert one.goal() != Lock(10, 4, 2, seed=6).goal()


def test_start_is_never_the_goal():
    for seed in range(50):
        lock = Lock(2, 2, 1, seed)
        assert lock.goal() != dict(enumerate(lock.start().tolist()))


def test_many_digits_do_not_wrap_around():
    lock = Lock(3, 255, 1, seed=0)
    state = np.full(3, 254, dtype=np.uint8)
    assert lock.successor(state, 0).tolist() == [0, 254, 254]
    assert lock.successor(state, 3).tolist() == [253, 254, 254]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"effect_size": 0}, "from 1 to dials - 1 = 19"),
        ({"effect_size": 20}, "from 1 to dials - 1 = 19"),
        ({"dials": 1, "effect_size": 1}, "from 2 to 256"),
        ({"dials": 257}, "from 2 to 256"),
        ({"digits": 1}, "from 2 to 255"),
        ({"digits": 256}, "from 2 to 255"),
    ],
)
def test_impossible_sizes_are_usage_errors(options, says):
    with pytest.raises(UsageError, match=says):
        Lock(**options)


def test_hopeless_search_for_a_matrix_ends_with_advice():
    with pytest.raises(InputError, match="take fewer dials"):
        Lock(200, 2, 2)


def test_dials_are_drawn_above_the_goal():
    lock = Lock(3, 12, 1, seed=0)
    state = np.array([0, 7, 11])
    goal = "  ".join(f" {lock.goal()[dial]:2}" for dial in range(3))
    assert lock.render(state, color=False).split("\n") == [
        "     ╭────┬────┬────╮",
        "     │  0 │  7 │ 11 │",
        "     ╰────┴────┴────╯",
        "goal  " + goal,
    ]


def test_many_dials_are_drawn_on_several_lines():
    lock = Lock(45, 2, 20, seed=0)
    lines = lock.render(lock.start(), color=False).split("\n")
    assert len(lines) == 12
    assert max(map(len, lines)) < 100


def test_kernel_arrays_agree_with_successor_on_a_random_walk():
    for digits in (2, 6, 255):
        lock = Lock(7, digits, 3, seed=digits)
        kernel = lock.kernel
        assert kernel.shifts.dtype == np.uint8
        assert kernel.shifts.flags.c_contiguous
        assert kernel.num_digits == digits
        assert (kernel.steps == 1).all()
        rng = np.random.default_rng(0)
        state = lock.start()
        for action in rng.integers(14, size=200).tolist():
            after = lock.successor(state, action)
            turned = (state.astype(int) + kernel.shifts[action]) % kernel.num_digits
            assert (turned == after).all()
            state = after


def _reachable(lock):
    waiting = [lock.start()]
    seen = {lock.start().tobytes()}
    while waiting:
        state = waiting.pop()
        for action in lock.applicable(state):
            after = lock.successor(state, action)
            if after.tobytes() not in seen:
                seen.add(after.tobytes())
                waiting.append(after)
    return seen


def _determinant(rows):
    """Exact, by fraction-free elimination (Bareiss)."""
    rows = [[int(entry) for entry in row] for row in rows]
    sign, previous = 1, 1
    for k in range(len(rows) - 1):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            sign = -sign
        for i in range(k + 1, len(rows)):
            for j in range(k + 1, len(rows)):
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) // previous
        previous = rows[k][k]
    return sign * rows[-1][-1]
