"""The validator against unified-planning's, on good plans and on plans broken at random."""

import random
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from fmtools.pddl.ground import ground
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import Step, parse_plan
from fmtools.pddl.validate import validate
from fmtools.simulators.grounded import GroundedSimulator
from tests.pddl.adl_samples import ADL_SAMPLES
from tests.pddl.pddl_samples import SAMPLES
from tests.pddl.test_adl_samples import shortest_plan as plan_by_asking
from tests.reference.strips import shortest_plan, successors

NUM_PLANS = 150


class Opinion:
    """unified-planning's verdict on plans for one problem."""

    def __init__(self, domain: str, problem: str) -> None:
        from unified_planning.engines import SequentialPlanValidator
        from unified_planning.io import PDDLReader
        from unified_planning.shortcuts import get_environment

        get_environment().credits_stream = None
        self.problem = PDDLReader().parse_problem_string(domain, problem)
        self.validator = SequentialPlanValidator()
        self.validator.skip_checks = True  # It is unsure of costs by function, but can do them.

    def of(self, steps: list[Step]) -> tuple[bool, int | None]:
        from unified_planning.engines import ValidationResultStatus
        from unified_planning.plans import ActionInstance, SequentialPlan

        actions = []
        for step in steps:
            action = self.problem.action(step.operator)
            args = tuple(self._expression(name) for name in step.args)
            actions.append(ActionInstance(action, args))
        result = self.validator.validate(self.problem, SequentialPlan(actions))
        costs = [int(str(value)) for value in (result.metric_evaluations or {}).values()]
        return result.status == ValidationResultStatus.VALID, costs[0] if costs else None

    def _expression(self, name: str) -> Any:
        from unified_planning.shortcuts import ObjectExp

        return ObjectExp(self.problem.object(name))


def broken_plans(
    domain: Domain, problem: Problem, plan: list[Step], rng: random.Random
) -> Iterator[list[Step]]:
    """Plans with steps dropped, doubled, swapped, or with other arguments of fitting types."""
    names = sorted(item.name for item in (*domain.constants, *problem.objects))
    own_types = {item.name: item.types for item in (*domain.constants, *problem.objects)}
    for _ in range(NUM_PLANS):
        steps = list(plan)
        for _ in range(rng.randint(1, 2)):
            index = rng.randrange(len(steps))
            kind = rng.choice(["drop", "double", "swap", "change"])
            if kind == "drop" and len(steps) > 1:
                del steps[index]
            elif kind == "double":
                steps.insert(index, steps[index])
            elif kind == "swap":
                other = rng.randrange(len(steps))
                steps[index], steps[other] = steps[other], steps[index]
            elif steps[index].args:
                args = list(steps[index].args)
                place = rng.randrange(len(args))
                same = [name for name in names if own_types[name] == own_types[args[place]]]
                args[place] = rng.choice(same)
                steps[index] = Step(steps[index].operator, tuple(args))
        yield steps


ADL = {name: sample for name, sample in ADL_SAMPLES.items() if ":derived" not in sample.domain}
"""unified-planning reads no axioms."""


@pytest.mark.parametrize("name", [*SAMPLES, *ADL])
def test_unified_planning_agrees_on_good_and_broken_plans(name: str) -> None:
    sample = (SAMPLES | ADL)[name]
    domain, problem = sample.parse()
    if name in ADL:
        names = plan_by_asking(GroundedSimulator(ground(domain, problem)))
    else:
        names = shortest_plan(domain, problem)
    assert names
    plan = list(parse_plan("\n".join(names)))
    rng = random.Random(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        opinion = Opinion(sample.domain, sample.problem)
        verdicts = []
        for steps in [plan, *broken_plans(domain, problem, plan, rng)]:
            ours = validate(domain, problem, steps)
            valid, cost = opinion.of(steps)
            assert ours.valid == valid, (list(map(str, steps)), ours.reason)
            if valid and cost is not None:
                assert ours.cost == cost
            verdicts.append(valid)
    assert verdicts[0]
    assert not all(verdicts)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_reference_agrees_on_random_walks(name: str) -> None:
    domain, problem = SAMPLES[name].parse()
    rng = random.Random(name)
    for _ in range(10):
        state, walk = problem.init, []
        for _ in range(12):
            steps = successors(domain, problem, state)
            if not steps:
                break
            step = rng.choice(sorted(steps))
            state = steps[step]
            walk.append(step)
        result = validate(domain, problem, walk)
        assert result.failed_step is None
        unmet = {goal for goal in problem.goal if (goal.atom in state) != goal.positive}
        assert set(result.unmet_goals) == unmet
