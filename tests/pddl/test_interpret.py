"""The interpreter of the validator against the definition, on random tasks and states."""

import random

import pytest

from fmtools.pddl.interpret import Interpreter
from fmtools.pddl.model import Atom
from fmtools.pddl.plan_file import parse_step
from fmtools.pddl.validate import validate
from tests.pddl.random_adl import random_task
from tests.pddl.test_regress import random_states
from tests.reference.adl import Meaning


@pytest.mark.parametrize("axioms", [False, True])
def test_conditions_changes_and_axioms_are_as_defined(axioms: bool) -> None:
    for seed in range(120):
        domain, problem = random_task(seed, axioms)
        meaning = Meaning(domain, problem)
        interpreter = Interpreter(domain, problem)
        for state in random_states(random.Random(seed), meaning, 3):
            base = {atom for atom in state if atom.predicate not in domain.derived}
            full = interpreter.complete(base)
            everything = {
                Atom(name, row)
                for name, signature in domain.predicates.items()
                for row in full.rows(name, [None] * len(signature.parameters))
            }
            assert everything == state
            for goal in (*problem.goal, *problem.goal_conditions):
                holds = interpreter.holds(goal, {}, full)
                assert holds == meaning.holds(goal, {}, state)
                if not holds:
                    assert interpreter.failure(goal, {}, full)
            for operator, args in meaning.actions:
                binding = dict(zip((p.name for p in operator.parameters), args, strict=True))
                conditions = (*operator.precondition, *operator.conditions)
                able = all(interpreter.holds(x, binding, full) for x in conditions)
                assert able == meaning.is_applicable(operator, binding, state)
                if able:
                    changes = interpreter.changes(operator, binding, full)
                    deleted = {x.atom for x in changes if not x.positive}
                    after = (base - deleted) | {x.atom for x in changes if x.positive}
                    assert meaning.complete(frozenset(after)) == meaning.apply(
                        operator, binding, state
                    )


def test_verdicts_on_random_plans_are_as_defined() -> None:
    valid = 0
    for seed in range(150):
        rng = random.Random(seed)
        domain, problem = random_task(seed, axioms=seed % 2 == 0)
        meaning = Meaning(domain, problem)
        state, plan = meaning.start(), []
        for _ in range(rng.randint(0, 4)):
            successors = meaning.successors(state)
            if not successors:
                break
            name = rng.choice(sorted(successors))
            plan.append(name)
            state = successors[name]
        result = validate(domain, problem, [parse_step(name) for name in plan])
        assert result.failed_step is None
        assert result.valid == (not meaning.unmet_goals(state))
        assert list(result.unmet_goals) == meaning.unmet_goals(state)
        valid += result.valid
    assert 10 < valid < 140
