"""The same session again, with all runs remembered: the same problems, roles and candidates."""

from pathlib import Path

from fmtools.augment.measure import Measurer
from fmtools.augment.session import Session, SessionSettings, run_session
from fmtools.pddl.read import parse_domain, parse_problem
from tests.augment.ferries import FERRY, OTHER_CARS_PLAN, TWO_CARS, TWO_CARS_PLAN
from tests.drivers.misbehaving import planner

KNOWS = f"""
text = open(problem).read()
write({OTHER_CARS_PLAN!r} if "(at c2 l2)))" in text else {TWO_CARS_PLAN!r})
"""


def session(folder: Path, **settings: object) -> Session:
    """By a clock that every run of the planner moves by a second, and every look at it by less."""
    domain = parse_domain(FERRY)
    texts = [
        TWO_CARS.replace("two-cars", f"p{number}").replace("(at c2 l1)", goal)
        for number, goal in enumerate(["(at c2 l1)", "(at c2 l2)"] * 3)
    ]
    measurer = Measurer(planner(folder, KNOWS), folder / "measurements.jsonl")
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return measurer.num_runs + looks / 100

    problems = [parse_problem(text, domain) for text in texts]
    return run_session(
        domain, problems, measurer, SessionSettings(10.0, 9.0, **settings), clock=clock
    )


def found(one: Session) -> tuple[object, ...]:
    assert one.pool is not None
    roles = [[x.problem.name for x in part] for part in (one.split.training, one.split.validation)]
    keys = [item.pattern.key for item in one.pool.items]
    return roles, one.num_unmeasured, one.pool.num_patterns, keys


def test_a_session_repeated_finds_the_same_candidates(tmp_path: Path) -> None:
    first = session(tmp_path)
    assert first.num_unmeasured > 0, "there was no time for all of them"
    again = session(tmp_path, unconfirmed=True)
    assert found(again) == found(first)
    longer = session(tmp_path, run_seconds=9.0)
    assert longer.num_unmeasured == 0, "with other settings it goes as far as its own time allows"


def test_a_run_made_again_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    domain = parse_domain(FERRY)
    problem = parse_problem(TWO_CARS, domain)
    path = tmp_path / "measurements.jsonl"
    measurer = Measurer(planner(tmp_path, KNOWS), path)
    first = measurer.original(domain, problem, 20.0)
    measurer.original(domain, problem, 20.0, again=True)
    assert measurer.num_runs == 2
    assert measurer.original(domain, problem, 20.0) == first
    assert Measurer(planner(tmp_path, KNOWS), path).original(domain, problem, 20.0) == first
