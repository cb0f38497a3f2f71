"""Confirming: as many problems as the effect needs, easier ones where nothing is solved."""

from collections.abc import Callable
from pathlib import Path

from fmtools.augment.confirm import Confirmation, confirm
from fmtools.augment.evidence import EVIDENCE, Judgement, Pair
from fmtools.generators.instances import generate
from fmtools.generators.registry import domain_text
from fmtools.pddl.model import Problem
from fmtools.pddl.read import parse_domain, parse_problem
from tests.augment.runs import run

DOMAIN = parse_domain(domain_text("transport"))
GIVEN = [
    parse_problem(text, DOMAIN, Path(f"p{number}.pddl"))
    for number, text in enumerate(generate("transport", 9, 3, 3))
]


def confirmed(
    measure: Callable[[Problem], Pair], runs: int = 100, given: list[Problem] = GIVEN
) -> tuple[Confirmation, list[Problem]]:
    asked: list[Problem] = []

    def noted(problem: Problem) -> Pair:
        asked.append(problem)
        return measure(problem)

    found = confirm(
        DOMAIN,
        given,
        noted,
        lambda pairs: Judgement(tuple(pairs), EVIDENCE, 1.5),
        lambda: len(asked) < runs,
        10.0,
        0,
    )
    return found, asked


def test_a_clear_effect_ends_after_four_and_given_problems_come_first() -> None:
    found, asked = confirmed(lambda problem: (run(4), run(2)))
    assert found.confirmed
    assert len(asked) == 4
    assert asked[:3] == GIVEN
    assert set(asked[3].goal) < set(GIVEN[0].goal)
    assert found.problems == tuple(asked)


def test_a_doubtful_one_gets_more() -> None:
    times = iter([2.2, 3.4, 2.0, 4.1, 2.2, 2.4, 2.0, 2.3, 2.1, 2.2, 2.3, 2.4, 2.0, 2.2, 2.2])
    found, asked = confirmed(lambda problem: (run(4), run(next(times))))
    assert found.confirmed
    assert len(asked) > 5


def test_a_loser_is_stopped_early() -> None:
    found, asked = confirmed(lambda problem: (run(4), run(6)))
    assert not found.confirmed
    assert len(asked) == 4
    assert found.cut_short == ""


def test_what_time_cuts_short_is_said_to_be_cut_short() -> None:
    found, _ = confirmed(lambda problem: (run(4), run(2)), runs=3)
    assert not found.confirmed
    assert "CUT SHORT: its time was over" in found.text()


def test_where_both_fail_easier_problems_are_asked() -> None:
    """Childsnack: all problems to confirm with were beyond the limit both ways."""

    def measure(problem: Problem) -> Pair:
        easy = len(problem.goal) <= 3
        return run(4 if easy else None), run(2 if easy else None)

    found, asked = confirmed(measure)
    assert found.confirmed
    assert any(len(problem.goal) <= 3 for problem in asked)
    assert len(found.judgement.logs) >= 4


def test_without_problems_nothing_is_confirmed() -> None:
    found, _ = confirmed(lambda problem: (run(4), run(2)), given=[])
    assert not found.confirmed
    assert "no more problems" in found.text()


def test_from_what_is_over_at_once_no_smaller_problems_are_made() -> None:
    def measure(problem: Problem) -> Pair:
        hard = set(problem.goal) <= set(GIVEN[2].goal)
        return (run(4), run(3)) if hard else (run(0.2), run(0.2))

    _, asked = confirmed(measure)
    assert asked[:3] == GIVEN
    assert len(asked) > 4
    assert all(set(problem.goal) < set(GIVEN[2].goal) for problem in asked[3:])


def test_what_is_over_at_once_speaks_against_nothing() -> None:
    """Floortile: small ones took a hundredth of a second more, larger ones were not asked."""
    easy = Judgement(tuple((run(0.15), run(0.17)) for _ in range(6)), EVIDENCE, 1.5)
    assert not easy.rejected
    assert not easy.accepted

    def measure(problem: Problem) -> Pair:
        if len(problem.goal) == len(GIVEN[0].goal):
            return run(None), run(None)
        if len(problem.goal) < 0.5 * len(GIVEN[0].goal):
            return run(0.15), run(0.17)
        return run(None), run(0.3)

    found, _ = confirmed(measure)
    assert found.judgement.gained >= 2
    assert found.confirmed
