"""Random operators: whenever one is said to subsume another, it serves in every state tried."""

import random
from collections import Counter
from dataclasses import replace

from fmtools.pddl.model import Domain, Operator, Problem
from fmtools.pddl.subsume import subsumes
from tests.pddl.random_domains import random_task
from tests.reference import strips
from tests.reference.macro_instances import reachable_states


def variant(rng: random.Random, operator: Operator) -> Operator:
    """The operator with parameters reordered, merged or narrowed, and literals more or fewer."""
    parameters = list(operator.parameters)
    rng.shuffle(parameters)
    terms = {p.name: p.name for p in parameters}
    if len(parameters) > 1 and rng.random() < 0.4:
        terms[parameters[0].name] = parameters[1].name
        parameters = parameters[1:]
    if rng.random() < 0.3:
        parameters[0] = parameters[0]._replace(types=("tool",))
    precondition = tuple(x.bound(terms) for x in operator.precondition)
    effect = list(dict.fromkeys(x.bound(terms) for x in operator.effect))
    if precondition and rng.random() < 0.4:
        precondition = precondition[1:]
    if len(effect) > 1 and rng.random() < 0.3:
        effect.pop()
    return Operator("variant", tuple(parameters), precondition, tuple(effect))


def serves(domain: Domain, problem: Problem, general: Operator, special: Operator) -> bool:
    for state in reachable_states(domain, problem, 8):
        ends = {
            name: {
                strips.apply(action, state)
                for action in strips.ground_actions(
                    replace(domain, operators={name: operator}), problem
                )
                if strips.is_applicable(action, state)
            }
            for name, operator in (("general", general), ("special", special))
        }
        if not ends["special"] <= ends["general"]:
            return False
    return True


def test_an_operator_that_subsumes_another_leads_wherever_the_other_does() -> None:
    verdicts: Counter[bool] = Counter()
    for seed in range(400):
        rng = random.Random(seed)
        task = random_task(rng)
        general = task.domain.operators["go"]
        for first, second in ((general, variant(rng, general)), (variant(rng, general), general)):
            verdict = subsumes(task.domain, first, second)
            verdicts[verdict] += 1
            if verdict:
                assert serves(task.domain, task.problem, first, second), seed
    assert min(verdicts.values()) > 100
