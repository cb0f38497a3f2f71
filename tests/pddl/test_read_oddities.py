"""Benchmark traps go through, and mean what they should: a plan is found and validates."""

import pytest

from fmtools.pddl.validate import validate
from tests.pddl.ipc_oddities import ODDITIES
from tests.pddl.pddl_samples import SAMPLES, Sample
from tests.reference.strips import is_goal, shortest_plan


@pytest.mark.parametrize("name", [name for name in ODDITIES if "spider" not in name])
def test_benchmark_oddities_are_read_and_solvable(name: str) -> None:
    domain, problem = ODDITIES[name].parse()
    plan = shortest_plan(domain, problem)
    assert plan, name
    assert not is_goal(problem, problem.init)
    assert validate(domain, problem, plan).valid


def test_spider_has_a_negative_goal_that_nothing_reaches() -> None:
    name = next(name for name in ODDITIES if "spider" in name)
    assert shortest_plan(*ODDITIES[name].parse()) is None


@pytest.mark.parametrize("sample", [*ODDITIES.values(), *SAMPLES.values()])
def test_upper_case_files_mean_the_same(sample: Sample) -> None:
    domain, problem = sample.parse()
    upper = Sample(sample.domain.upper(), sample.problem.upper()).parse()
    assert upper == (domain, problem)
