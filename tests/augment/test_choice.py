"""Who teaches, who chooses, who confirms; and when a choice is confirmed."""

import itertools
import random
from dataclasses import replace

import pytest

from fmtools.augment.confirm import judged, luck, won
from fmtools.augment.measure import Measurement
from fmtools.augment.split import Measured, Split, split
from tests.augment.ferries import ferry

LIMIT = 30.0


def run(seconds: float | None, length: int = 20, kind: str = "original") -> Measurement:
    """Solved in so many CPU seconds, or not at all."""
    if seconds is None:
        return Measurement(kind, "p", "timeout", LIMIT, LIMIT, 1, None, None, None)
    return Measurement(kind, "p", "solved", seconds, LIMIT, 1, 9, length, ("(a)",) * length)


def measured(*seconds: float | None) -> list[Measured]:
    problem = ferry()[1]
    return [Measured(replace(problem, name=f"p{n}"), run(s)) for n, s in enumerate(seconds)]


def names(items: tuple[Measured, ...]) -> set[str]:
    return {item.problem.name for item in items}


def roles(parts: Split) -> list[set[str]]:
    return [names(parts.training), names(parts.validation), names(parts.confirmation)]


def test_quick_problems_teach_and_slow_ones_choose_and_confirm() -> None:
    parts = split(measured(0.2, 0.3, 0.4, 2, 3, 4, 5, 6, 7, 8, 9, None, None))
    training, validation, confirmation = roles(parts)
    assert training == {"p0", "p1", "p2"}
    assert len(validation) == 4
    assert validation & {"p11", "p12"}
    assert len(confirmation) == 6
    assert parts.can_confirm
    assert parts.shortcomings() == []


def test_no_problem_has_two_roles_whatever_the_times() -> None:
    rng = random.Random(0)
    for _ in range(300):
        times = [rng.choice([0.1, 0.5, 2.0, 9.0, None]) for _ in range(rng.randint(1, 20))]
        parts = split(measured(*times))
        everyone = [*roles(parts), names(parts.unused)]
        assert sum(map(len, everyone)) == len(set().union(*everyone)) == len(times)
        assert all(item.original.solved for item in parts.training)


def test_where_little_is_solved_more_of_the_unsolved_choose() -> None:
    """Chosen on the one unsolved problem it was lucky on, a macro solved none of six others."""
    parts = split(measured(0.2, 0.3, 1.1, None, None, None, None, None, None, None))
    _, validation, confirmation = roles(parts)
    assert len(validation) == 3
    assert "p2" in validation
    assert len(confirmation) == 5


def test_without_slow_problems_nothing_can_be_confirmed() -> None:
    parts = split(measured(0.1, 0.2, 0.3, 0.4, 0.5))
    assert parts.training
    assert parts.validation
    assert not parts.can_confirm
    assert any("to confirm with" in text for text in parts.shortcomings())


def test_without_a_solved_problem_there_is_nothing_to_learn_from() -> None:
    parts = split(measured(None, None, None))
    assert not parts.training
    assert "nothing to learn from" in parts.shortcomings()[0]


def pairs(*times: tuple[float | None, float | None]) -> list[tuple[Measurement, Measurement]]:
    return [(run(before), run(after, kind="augmented")) for before, after in times]


def test_a_clear_winner_is_confirmed() -> None:
    found = judged(pairs((4, 2), (5, 3), (6, 6), (7, 5), (None, 8)), LIMIT)
    assert found.confirmed
    assert (found.wins, found.losses) == (4, 0)


@pytest.mark.parametrize(
    "times, why",
    [
        ([(4, 1), (5, 1), (6, 1), (2, None)], "were lost"),
        ([(4, 3.9), (5, 4.9), (6, 5.8)], "total time 0.97"),
        ([(20, 5), (4, 4), (3, 3.5), (2, 2)], "not a majority"),
    ],
)
def test_a_winner_by_luck_is_not_confirmed(times: list[tuple[float, float]], why: str) -> None:
    found = judged(pairs(*times), LIMIT)
    assert not found.confirmed
    assert why in "; ".join(found.reasons)


def test_three_of_three_may_be_luck_and_four_of_four_may_not() -> None:
    """Depot: three won, two as before, none lost; on test problems it was worse."""
    found = judged(pairs((4, 2), (5, 3), (6, 3), (7, 7)), LIMIT)
    assert found.reasons == ("3 won and 0 lost may be luck",)
    assert judged(pairs((4, 2), (5, 3), (6, 3), (7, 4)), LIMIT).confirmed


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (3, 0), (4, 3), (6, 1), (9, 4)])
def test_luck_is_the_share_of_coin_tosses_with_as_many_heads(wins: int, losses: int) -> None:
    tosses = list(itertools.product((0, 1), repeat=wins + losses))
    assert luck(wins, losses) == sum(sum(toss) >= wins for toss in tosses) / len(tosses)


def test_an_invalid_plan_is_never_confirmed() -> None:
    bad = replace(run(1.0, kind="augmented"), outcome="invalid-plan")
    found = judged([*pairs((4, 1), (4, 1), (4, 1), (None, 1)), (run(None), bad)], LIMIT)
    assert found.reasons == ("it gave an invalid plan",)


def test_much_longer_plans_are_not_confirmed() -> None:
    longer = [(run(4, 20), run(1, 40, "augmented"))] * 4
    assert "2.00 times as long" in judged(longer, LIMIT).reasons[0]


def test_small_differences_are_neither_won_nor_lost() -> None:
    assert won(run(1.0), run(1.01), LIMIT) == 0
    assert won(run(1.0), run(0.9), LIMIT) == 1
    assert won(run(1.0), run(None), LIMIT) == -1
    assert won(run(None), run(None), LIMIT) == 0
