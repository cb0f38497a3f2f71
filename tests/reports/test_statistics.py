import numpy as np
import pytest

from fmtools.reports.statistics import (
    MIN_GROUPS,
    Z,
    mean_of_groups,
    paired_ratio,
    quantiles,
    solve_rate,
    student_quantile,
    wilson,
)


def test_mean_of_an_unbalanced_cell_weighs_instances_alike() -> None:
    found = mean_of_groups({0: [10, 10, 10, 10], 1: [20]})
    assert found is not None
    assert found.mean == 15
    assert (found.num_groups, found.num_values) == (2, 5)


def test_interval_covers_the_true_mean_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(100):
        centres = rng.normal(100, 30, size=30)
        groups = {i: rng.normal(c, 5, size=3).tolist() for i, c in enumerate(centres)}
        found = mean_of_groups(groups)
        assert found is not None
        hits += found.contains(100)
    assert 0.88 <= hits / 100 <= 1


def test_more_seeds_of_the_same_instances_do_not_narrow_the_interval() -> None:
    once = mean_of_groups({i: [float(i)] for i in range(8)})
    often = mean_of_groups({i: [float(i)] * 50 for i in range(8)})
    assert once is not None and often is not None
    assert (once.low, once.high) == (often.low, often.high)


@pytest.mark.parametrize(("num_instances", "normal", "skewed"), [(5, 0.90, 0.80), (10, 0.94, 0.85)])
def test_interval_of_few_instances_covers_as_often_as_the_docs_say(
    num_instances: int, normal: float, skewed: float
) -> None:
    """Below 95%, and the page says so: the documented shares, within what 150 trials can tell."""
    rng = np.random.default_rng(num_instances)
    hits = np.zeros(2)
    for _ in range(150):
        drawn = (rng.normal(10, 2, num_instances), rng.lognormal(0, 1, num_instances))
        for which, (values, mean) in enumerate(zip(drawn, (10, np.exp(0.5)), strict=True)):
            found = mean_of_groups({i: [float(v)] for i, v in enumerate(values)})
            assert found is not None
            hits[which] += found.contains(mean)
    assert hits / 150 == pytest.approx([normal, skewed], abs=0.08)


@pytest.mark.parametrize(("freedom", "known"), [(4, 2.7764), (9, 2.2622), (99, 1.9842)])
def test_students_quantile_is_that_of_the_tables(freedom: int, known: float) -> None:
    assert student_quantile(freedom) == pytest.approx(known, rel=0.005)


def test_too_few_instances_have_a_mean_and_no_interval() -> None:
    for groups in ({0: [3, 5]}, {i: [4.0] for i in range(MIN_GROUPS - 1)}):
        found = mean_of_groups(groups)
        assert found is not None
        assert found.mean == 4
        assert not found.has_interval
        assert not found.contains(4)
    assert mean_of_groups({}) is None
    assert mean_of_groups({0: []}) is None


def test_statistics_are_the_same_every_time() -> None:
    groups = {i: [i * 1.5, i + 2.0] for i in range(9)}
    assert mean_of_groups(groups) == mean_of_groups(dict(groups))


@pytest.mark.parametrize(("rate", "trials"), [(0.0, 10), (0.3, 10), (0.74, 100), (1.0, 5)])
def test_ends_of_wilsons_interval_solve_its_equation(rate: float, trials: int) -> None:
    """The interval holds the shares from which the observed one is at most z deviations away."""
    low, high = wilson(rate, trials)
    assert 0 <= low <= rate <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(rate - end) == pytest.approx(Z * (end * (1 - end) / trials) ** 0.5)


def test_solve_rate_counts_instances_not_runs() -> None:
    few = solve_rate({i: [1.0] for i in range(10)})
    many = solve_rate({i: [1.0] * 9 for i in range(10)})
    assert few is not None and many is not None
    assert (few.mean, few.low, few.high) == (many.mean, many.low, many.high)
    assert few.low is not None and few.low == pytest.approx(0.722, abs=1e-3)


def test_ratio_of_proportional_runs_is_exact() -> None:
    theirs = {i: [10.0 * (i + 1)] for i in range(6)}
    found = paired_ratio({i: [2.5 * (i + 1)] for i in range(6)}, theirs)
    assert found is not None
    assert (found.mean, found.low, found.high) == (0.25, 0.25, 0.25)


def test_ratio_uses_only_instances_that_both_sides_have() -> None:
    found = paired_ratio({0: [1.0], 1: [1.0], 2: [900.0]}, {0: [2.0], 1: [2.0], 3: [7.0]})
    assert found is not None
    assert (found.mean, found.num_groups) == (0.5, 2)
    assert paired_ratio({0: [1.0]}, {1: [1.0]}) is None
    assert paired_ratio({0: [1.0]}, {0: [0.0]}) is None


def test_quantiles_are_of_the_values() -> None:
    assert quantiles(list(range(101)), (0.1, 0.5, 0.9)) == [10, 50, 90]
