"""When a choice is sure: evidence grows with how much is won, and looking often does no harm."""

import math
import random
from dataclasses import replace

import pytest

from fmtools.augment.evidence import EVIDENCE, WORTH, Judgement, Pair, e_value, log_ratio
from tests.augment.runs import pairs, run


def judged(*times: tuple[float | None, float | None]) -> Judgement:
    return of(pairs(*times))


def of(found: tuple[Pair, ...]) -> Judgement:
    return Judgement(found, EVIDENCE, 1.5)


def slow_e_value(logs: list[float]) -> float:
    """By integrating out the standard deviation, prior 1/s, on a grid of its logarithm."""
    x = [log - math.log(WORTH) for log in logs]
    sigmas = [math.exp(-8 + 0.005 * step) for step in range(2400)]

    def marginal(effect: float) -> float:
        return sum(
            math.exp(
                -sum((value / sigma + effect) ** 2 for value in x) / 2 - len(x) * math.log(sigma)
            )
            for sigma in sigmas
        )

    return sum(marginal(effect) for effect in (0.5, 1.0, 2.0)) / 3 / marginal(0.0)


def test_evidence_is_the_likelihood_ratio_with_the_variance_integrated_out() -> None:
    rng = random.Random(1)
    for count in (1, 2, 4, 7, 12):
        logs = [rng.gauss(-0.3, 0.4) for _ in range(count)]
        assert e_value(logs) == pytest.approx(slow_e_value(logs), rel=0.01)


@pytest.mark.parametrize("spread", [0.05, 0.4, 2.0])
def test_nothing_worth_having_seldom_passes_though_one_looks_after_every_problem(
    spread: float,
) -> None:
    rng = random.Random(7)
    passed = 0
    for _ in range(400):
        logs = [rng.gauss(math.log(WORTH), spread) for _ in range(12)]
        passed += any(e_value(logs[:count]) >= EVIDENCE for count in range(4, 13))
    assert passed <= 0.1 * 400


def test_a_clear_effect_on_four_suffices_and_three_do_not() -> None:
    assert judged((4, 2), (5, 2.4), (6, 3.1), (7, 3.6)).accepted
    assert not judged((4, 2), (5, 2.4), (6, 3.1)).accepted


def test_a_doubtful_effect_needs_more_problems() -> None:
    """Elevators: .7 of the time, four won and one lost; refused when wins were counted."""
    times = [(4.0, 2.4), (5.0, 3.4), (6.0, 3.3), (3.0, 1.8), (1.82, 2.07)]
    five = judged(*times)
    assert not five.accepted
    assert not five.rejected
    assert judged(*times, (4.0, 2.5), (6.0, 3.5)).accepted


def test_one_great_win_and_no_others_may_be_luck() -> None:
    assert not judged((20, 1), (4, 4), (3, 3.1), (2, 2)).accepted


def test_what_is_slower_is_rejected_soon() -> None:
    found = judged((4, 5), (5, 6.5), (6, 7), (7, 9))
    assert found.rejected
    assert not found.accepted


def test_differences_of_a_few_percent_are_not_worth_having() -> None:
    assert not judged((4, 3.9), (5, 4.88), (6, 5.82), (7, 6.8), (8, 7.8)).accepted


def test_two_more_solved_and_none_lost_are_worth_having() -> None:
    assert judged((4, 4.5), (2, 2.2), (None, 11), (None, 14)).accepted
    assert not judged((4, None), (2, 1.2), (None, 11), (None, 14)).accepted
    assert not judged((4, 4.5), (2, 2.2), (None, 28), (None, 29)).accepted, "a little more time"


def test_no_gain_makes_up_for_problems_lost_or_invalid_plans() -> None:
    lost = judged((4, 1), (5, 1), (6, 1), (7, 1), (2, None))
    assert not lost.accepted
    assert "1 problem lost" in lost.text()
    bad = replace(run(1.0, kind="augmented"), outcome="invalid-plan")
    found = of((*pairs((4, 1), (4, 1), (4, 1), (4, 1)), (run(None), bad)))
    assert not found.accepted
    assert "it gave an invalid plan" in found.text()
    assert found.rejected


def test_much_longer_plans_are_not_accepted() -> None:
    longer = tuple((run(4, 20), run(1, 40, "augmented")) for _ in range(5))
    assert "plans 2.00 times as long" in of(longer).faults[0]
    assert not of(longer).accepted


def test_a_run_without_a_plan_counts_as_its_limit_and_two_say_nothing() -> None:
    assert log_ratio(run(None), run(3.0)) == pytest.approx(math.log(3.02 / 30.02))
    assert log_ratio(run(2.0), run(None, limit=4.2)) == pytest.approx(math.log(4.22 / 2.02))
    assert log_ratio(run(None), run(None)) is None


def test_a_run_that_did_not_get_its_time_says_nothing() -> None:
    """A busy machine ended runs by the clock on the wall that had computed for a tenth of it."""
    starved = replace(run(None), cpu_seconds=3.0)
    assert log_ratio(run(2.0), starved) is None
    assert log_ratio(starved, run(2.0)) is None
    found = of((*pairs((4, 2), (5, 2.4), (6, 3.1), (7, 3.6)), (run(2.0), starved)))
    assert found.accepted
    assert found.lost == 0


def test_what_is_over_at_once_is_no_evidence_where_there_are_enough_others() -> None:
    """Rovers: twice the start-up on tiny problems, half of the time on all others."""
    long = [(4.0, 2.0), (5.0, 2.4), (6.0, 3.1), (7.0, 3.6)]
    tiny = [(0.1, 0.2), (0.2, 0.2)]
    assert judged(*long, *tiny).evidence == judged(*long).evidence
    assert judged(*long, *tiny).ratio > judged(*long).ratio
    assert judged(*long, *tiny).accepted
    assert not judged(*long, *tiny * 4).accepted, "most of what the user has would take longer"
    assert judged(*long[:3], *tiny).evidence < judged(*long[:3]).evidence
