"""The table of `bench augment`: ratios, intervals and verdicts from given runs."""

import math

from fmtools.augment.measure import Measurement
from fmtools.benches.augment_bench import Generated, generated_plans
from fmtools.benches.augment_rows import (
    AugmentRow,
    TestPair,
    bootstrap_interval,
    make_row,
    summary_line,
)
from fmtools.generators.registry import GENERATORS
from tests.augment.runs import LIMIT, run


def row(*times: tuple[float | None, float | None], improved: bool = True) -> AugmentRow:
    pairs = [TestPair(f"p{n}", run(a), run(b)) for n, (a, b) in enumerate(times)]
    return make_row("ferry", improved, "auto", 1, pairs, LIMIT, 60.0)


def test_two_more_solved_is_a_win_whatever_the_time() -> None:
    found = row((2, 2.5), (None, 20), (None, 25))
    assert found.verdict == "win"
    assert (found.solved_original, found.solved_augmented) == (1, 3)


def test_much_less_time_is_a_win_and_a_little_is_not() -> None:
    assert row((10, 7), (10, 8)).verdict == "win"
    assert row((10, 9), (10, 9)).verdict == "same"


def test_a_lost_problem_or_a_mean_above_1_05_is_a_loss() -> None:
    assert row((10, None), (10, 1)).verdict == "loss"
    assert row((1, 2), (20, 10), (1, 2)).verdict == "win"
    assert row((1, 2), (20, 18), (1, 2)).verdict == "loss"


def test_a_kept_original_neither_wins_nor_loses() -> None:
    found = row((10, 10), improved=False)
    assert (found.verdict, found.wins, found.losses) == ("kept", 0, 0)


def test_totals_count_a_run_without_a_plan_as_its_limit() -> None:
    found = row((None, 15.0))
    assert found.total_ratio == 0.5
    assert found.mean_ratio is not None
    assert math.isclose(found.mean_ratio, 0.5)
    assert row((None, None)).mean_ratio is None


def test_the_interval_holds_the_mean_and_is_the_same_every_time() -> None:
    logs = [math.log(x) for x in (0.5, 0.7, 0.9, 1.1)]
    found = bootstrap_interval(logs)
    assert found is not None
    assert found == bootstrap_interval(logs)
    assert 0.5 <= found[0] < math.exp(sum(logs) / 4) < found[1] <= 1.1
    assert bootstrap_interval([0.1]) is None


def test_the_summary_counts_verdicts_and_invalid_plans() -> None:
    bad = Measurement("q", "augmented", "p", "invalid-plan", 1.0, LIMIT, 1, 1, 3, None)
    wrong = make_row("x", True, "auto", 1, [TestPair("p", run(2.0), bad)], LIMIT, 1.0)
    line = summary_line([row((10, 5)), row((1, 1), improved=False), wrong])
    assert line.startswith("3 domains: 1 wins (1 of them with macros), 1 losses")
    assert line.endswith("1 kept original; 1 invalid plans")


def test_the_experiment_names_domains_that_can_be_made_and_keeps_tests_apart() -> None:
    plans = generated_plans()
    assert len(plans) >= 12
    for plan in plans:
        assert plan.name in GENERATORS
        source = plan.source
        assert isinstance(source, Generated)
        assert source.learn_seed != source.test_seed
        assert sum(count for _, count in source.test) >= 6
        assert min(size for size, _ in source.learn) >= GENERATORS[plan.name].smallest
