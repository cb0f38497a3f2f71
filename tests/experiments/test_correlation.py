"""Table 1 against distances between all pairs, and against known values."""

import itertools
from collections import deque

import numpy as np
import pytest

from fmtools.errors import UsageError
from fmtools.experiments.correlation import correlate, pearson, ranks
from fmtools.simulator import goal_count
from fmtools.simulators.lock import Lock


def all_pairs(lock):
    """(distance, goal count) of every pair of states, by a search from each."""
    pairs = []
    states = list(itertools.product(range(lock.num_digits), repeat=lock.num_variables))
    for start in states:
        distances = {start: 0}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            for action in lock.applicable(np.array(state)):
                after = tuple(int(v) for v in lock.successor(np.array(state), action))
                if after not in distances:
                    distances[after] = distances[state] + 1
                    queue.append(after)
        for goal, distance in distances.items():
            pairs.append((distance, goal_count(np.array(start), dict(enumerate(goal)))))
    return pairs


def plain_spearman(first, second):
    """By counting, for every value, how many are smaller and how many equal."""

    def plain_ranks(values):
        return [
            sum(other < one for other in values) + (sum(other == one for other in values) + 1) / 2
            for one in values
        ]

    return np.corrcoef(plain_ranks(list(first)), plain_ranks(list(second)))[0, 1]


@pytest.mark.parametrize("decrements", [True, False])
def test_differences_stand_for_all_pairs(decrements):
    lock = Lock(3, 3, 2, seed=5, decrements=decrements)
    pairs = all_pairs(lock)
    found = lock.distances()
    counted = sorted(zip(*(numbers.tolist() for numbers in found), strict=True))
    assert sorted(pairs) == sorted(counted * 27)
    result = correlate([found])
    assert result.pairs == len(pairs)
    distances, counts = np.array(pairs).T
    assert result.pearson == pytest.approx(np.corrcoef(distances, counts)[0, 1])
    assert result.spearman == pytest.approx(plain_spearman(distances, counts))
    means = [counts[distances == d].mean() for d in np.unique(distances)]
    by_distance = plain_spearman(np.unique(distances), means)
    assert result.spearman_by_distance == pytest.approx(by_distance)


def test_the_cells_of_table_1_that_have_no_randomness_come_out_as_published():
    """k = 1 and k = N - 1, where the actions are fixed."""
    one = correlate([Lock(10, 2, 1).distances()])
    assert (one.pearson, one.spearman) == (pytest.approx(1.0), pytest.approx(1.0))
    last = correlate([Lock(10, 2, 9).distances()])
    assert round(last.spearman, 3) == 0.005
    four = correlate([Lock(5, 4, 1, decrements=False).distances()])
    assert (round(four.pearson, 3), round(four.spearman, 3)) == (0.775, 0.760)
    least = correlate([Lock(5, 4, 4, decrements=False).distances()])
    assert round(least.spearman, 3) == -0.044


def test_ranks_share_ties_and_constants_do_not_correlate():
    assert ranks(np.array([30, 10, 10, 20])).tolist() == [4, 1.5, 1.5, 3]
    assert pearson(np.array([1, 1, 1]), np.array([1, 2, 3])) == 0.0


def test_too_many_states_are_refused():
    with pytest.raises(UsageError, match="too many"):
        Lock(40, 2, 3).distances()
