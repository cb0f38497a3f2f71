"""Who teaches, who confirms, and which planner is better: from runs that are known."""

from collections.abc import Sequence
from pathlib import Path

from fmtools.augment.evidence import EVIDENCE
from fmtools.augment.measure import Measurer
from fmtools.augment.survey import CONFIRM, PLANNER_EVIDENCE, TEACH, Looked, Survey
from fmtools.pddl.model import Problem
from fmtools.pddl.read import parse_domain, parse_problem
from tests.augment.ferries import FERRY, TWO_CARS
from tests.augment.runs import run

DOMAIN = parse_domain(FERRY)
Times = Sequence[float | None]


def problem(name: str) -> Problem:
    return parse_problem(TWO_CARS.replace("two-cars", name), DOMAIN, Path(f"{name}.pddl"))


def survey(**times: Times) -> Survey:
    """Planners and what they took on p0, p1, …"""
    count = len(next(iter(times.values())))
    problems = [problem(f"p{number}") for number in range(count)]
    found = Survey(
        DOMAIN, problems, list(times), Measurer({}, None), 4.0, 1.5, 0, lambda text: None
    )
    for number, item in enumerate(found.given):
        item.runs = {name: run(seconds[number]) for name, seconds in times.items()}
    found.choose()
    return found


def with_smaller(found: Survey, **times: Times) -> Survey:
    """Problems made from the first that was given."""
    for number in range(len(next(iter(times.values())))):
        runs = {name: run(seconds[number]) for name, seconds in times.items()}
        found.made.append(Looked(problem(f"made{number}"), found.given[0].problem, runs))
    found.choose()
    return found


def test_what_is_solved_is_dealt_to_both_sides() -> None:
    """Termes: the two hardest, which nobody solves, confirmed nothing."""
    roles = survey(mine=[0.9, None, 0.46, None, None]).roles({})
    assert roles["p0.pddl"] == CONFIRM
    assert roles["p2.pddl"] == TEACH
    unsolved = [roles[name] for name in ("p1.pddl", "p3.pddl", "p4.pddl")]
    assert unsolved == [CONFIRM, TEACH, TEACH]


def test_the_hardest_that_is_solved_confirms_and_roles_are_kept() -> None:
    found = survey(mine=[0.1, 1.0, 2.0, 3.0])
    assert found.roles({}) == {
        "p3.pddl": CONFIRM,
        "p2.pddl": TEACH,
        "p1.pddl": CONFIRM,
        "p0.pddl": TEACH,
    }
    assert found.roles({"p3.pddl": TEACH})["p3.pddl"] == TEACH


def test_with_smaller_problems_another_planner_takes_as_much_evidence_as_macros() -> None:
    """Sokoban: four that take less than a second, two of them made smaller, misled."""
    found = survey(mine=[0.75, 0.26], other=[0.61, 0.17])
    with_smaller(found, mine=[0.70, 0.92], other=[0.25, 0.63])
    judged = found.judgements["other"]
    assert PLANNER_EVIDENCE <= judged.evidence < judged.needed == EVIDENCE
    assert found.planner == "mine"


def test_on_given_problems_alone_less_evidence_will_do() -> None:
    found = survey(mine=[0.75, 0.26, 0.70, 0.92], other=[0.61, 0.17, 0.25, 0.63])
    assert found.judgements["other"].needed == PLANNER_EVIDENCE
    assert found.planner == "other"
    with_smaller(found, mine=[1.0], other=[1.2])
    assert found.planner == "other", "what given problems decided, smaller ones do not undo"


def seconds_to_race_on(*times: float | None) -> list[float | None]:
    found = survey(mine=times)
    cases = found.cases([f"p{number}.pddl" for number in range(len(times))], 1.2)
    return [case.base.cpu_seconds if case.base.solved else None for case in cases]


def test_quick_problems_come_first_and_what_is_over_at_once_last_and_if_needed() -> None:
    assert seconds_to_race_on(0.1, 2.0, None, 1.0, 0.7) == [0.7, 1.0, None, 2.0]
    assert seconds_to_race_on(0.1, 2.0, None, 0.2) == [2.0, None, 0.2, 0.1]


def test_no_race_begins_with_a_problem_that_is_not_solved_if_another_tells_a_little() -> None:
    assert seconds_to_race_on(0.1, None, 0.46, None) == [0.46, None, None, 0.1]
    assert seconds_to_race_on(0.1, None) == [None, 0.1]
