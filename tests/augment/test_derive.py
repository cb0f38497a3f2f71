"""Small problems from large ones are problems of the domain, and what they say they are."""

from pathlib import Path

import pytest

from fmtools.augment.derive import Staircase, with_goals, with_start
from fmtools.generators.instances import generate
from fmtools.generators.registry import domain_text
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.validate import validate
from tests.augment.ferries import TWO_CARS_PLAN, ferry
from tests.augment.runs import run


def generated(name: str, size: int) -> tuple[Domain, Problem]:
    domain = parse_domain(domain_text(name))
    (text,) = generate(name, size, 3, 1)
    return domain, parse_problem(text, domain, Path(f"{name}.pddl"))


def same(domain: Domain, problem: Problem) -> bool:
    """Whether its text says what it is."""
    again = parse_problem(problem.text, domain)
    return (again.init, again.goal, again.values, again.objects, again.minimize_cost) == (
        problem.init,
        problem.goal,
        problem.values,
        problem.objects,
        problem.minimize_cost,
    )


@pytest.mark.parametrize("name, size", [("transport", 5), ("barman", 3), ("blocksworld", 8)])
def test_a_staircase_makes_problems_with_fewer_goals_each_once(name: str, size: int) -> None:
    domain, problem = generated(name, size)
    stair = Staircase(domain, problem, 10.0, 0)
    made = []
    for number in range(6):
        stair.learn(run(None) if number % 2 else run(0.1))
        one = stair.next()
        if one is not None:
            made.append(one)
    assert made
    assert len({one.text for one in made} | {problem.text}) == len(made) + 1
    for one in made:
        assert same(domain, one)
        assert set(one.goal) < set(problem.goal)
        assert (one.init, one.values) == (problem.init, problem.values)


def test_goals_get_fewer_after_a_failure_and_more_after_a_quick_run() -> None:
    domain, problem = generated("transport", 12)
    stair = Staircase(domain, problem, 10.0, 0)
    sizes = []
    for seconds in (None, None, 0.1, 5.0, 0.1):
        stair.learn(run(seconds))
        made = stair.next()
        assert made is not None
        sizes.append(len(made.goal))
    assert sizes[0] > sizes[1] < sizes[2] == sizes[3] < sizes[4]


def test_the_same_seed_makes_the_same_problems_and_another_others() -> None:
    domain, problem = generated("transport", 12)

    def first(seed: int) -> str:
        stair = Staircase(domain, problem, 10.0, seed)
        stair.learn(run(None))
        made = stair.next()
        assert made is not None
        return made.text

    assert first(0) == first(0) != first(1)


def test_with_one_goal_a_problem_starts_further_on_along_a_plan() -> None:
    domain, problem = ferry()
    (one,) = [x for x in problem.goal if str(x) == "(at c2 l1)"]
    single = with_goals(problem, [one], "single")
    plan = parse_plan(TWO_CARS_PLAN)
    assert validate(domain, single, plan).valid
    stair = Staircase(domain, single, 10.0, 0)
    known = run(1.0)
    stair.know(type(known)(**{**vars(known), "plan": tuple(map(str, plan))}))
    stair.learn(run(None))
    later = stair.next()
    assert later is not None
    assert same(domain, later)
    assert later.name == "single-from-4"
    assert validate(domain, later, plan[4:]).valid
    assert later.init != single.init


def test_a_start_further_on_keeps_what_functions_say() -> None:
    domain, problem = generated("transport", 5)
    assert problem.values
    later = with_start(problem, frozenset(sorted(problem.init)[1:]), "later")
    assert same(domain, later)


def test_where_nothing_can_be_made_nothing_is() -> None:
    domain, problem = ferry()
    single = with_goals(problem, problem.goal[:1], "single")
    assert Staircase(domain, single, 10.0, 0).next() is None
