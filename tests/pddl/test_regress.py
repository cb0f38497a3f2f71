"""Macros of any classical actions: one action that does what the sequence does, or a reason."""

import random
from itertools import product

import pytest

from fmtools.pddl.lift import LiftedSequence, lift
from fmtools.pddl.macro_text import operator_text, read_macros
from fmtools.pddl.model import Atom, Domain, Operator, Problem
from fmtools.pddl.plan_file import Step
from fmtools.pddl.read import parse_domain
from fmtools.pddl.regress import CannotRegressError, regress
from tests.pddl.random_adl import BASE, domain_text, random_task
from tests.reference.adl import Meaning, State
from tests.reference.strips import objects_of_type


def random_sequence(rng: random.Random, domain: Domain, problem: Problem) -> list[Step]:
    steps = []
    for _ in range(rng.randint(2, 3)):
        operator = rng.choice(list(domain.operators.values()))
        choices = [objects_of_type(domain, problem, p.types) for p in operator.parameters]
        if all(choices):
            steps.append(Step(operator.name, tuple(map(rng.choice, choices))))
    return steps


def random_states(rng: random.Random, meaning: Meaning, count: int) -> list[State]:
    names = [item.name for item in (*meaning.domain.constants, *meaning.problem.objects)]
    atoms = [
        Atom(name, args) for name, arity in BASE.items() for args in product(names, repeat=arity)
    ]
    share = rng.choice([0.15, 0.4, 0.6])
    return [
        meaning.complete(frozenset(atom for atom in atoms if rng.random() < share))
        for _ in range(count)
    ]


def compare(
    meaning: Meaning, operator: Operator, sequence: LiftedSequence, states: list[State]
) -> tuple[int, int]:
    """(instances in states compared, how many of these could run)."""
    domain = meaning.domain
    compared = ran = 0
    inequalities = [x for x in operator.precondition if x.atom.predicate == "="]
    for binding in meaning.bindings(operator.parameters, {}):
        if not all(meaning.holds(x, binding, frozenset()) for x in inequalities):
            continue
        args = [binding[p.name] for p in operator.parameters]
        for state in states:
            after: State | None = state
            for step in sequence.unfold(args):
                own = domain.operators[step.operator]
                named = dict(zip((p.name for p in own.parameters), step.args, strict=True))
                runs = after is not None and meaning.is_applicable(own, named, after)
                after = meaning.apply(own, named, after) if runs else None
            assert meaning.is_applicable(operator, binding, state) == (after is not None)
            if after is not None:
                assert meaning.apply(operator, binding, state) == after
                ran += 1
            compared += 1
    return compared, ran


@pytest.mark.parametrize("axioms", [False, True])
def test_macros_do_what_their_steps_do_in_all_instances(axioms: bool) -> None:
    compared = ran = made = 0
    reasons = set()
    for seed in range(200):
        rng = random.Random(seed)
        domain, problem = random_task(seed, axioms)
        meaning = Meaning(domain, problem)
        steps = random_sequence(rng, domain, problem)
        if len(steps) < 2:
            continue
        sequence = lift(domain, steps)
        try:
            operator, _ = regress(domain, sequence, "macro", None)
        except CannotRegressError as error:
            reasons.add(str(error).split(" ")[0])
            continue
        made += 1
        counts = compare(meaning, operator, sequence, random_states(rng, meaning, 6))
        compared += counts[0]
        ran += counts[1]
    assert made > 30
    assert compared > 1000
    assert ran > 80
    assert reasons >= {"step", "it"}


def test_macros_are_read_again_as_they_were_meant() -> None:
    made = 0
    for seed in range(400):
        rng = random.Random(seed)
        domain, problem = random_task(seed, axioms=seed % 2 == 0)
        steps = random_sequence(rng, domain, problem)
        if len(steps) < 2:
            continue
        # As the reader has it: conjunctions in it are flat.
        domain = parse_domain(domain_text(domain))
        sequence = lift(domain, steps)
        try:
            operator, _ = regress(domain, sequence, "macro", None)
        except CannotRegressError:
            continue
        again = parse_domain(domain_text(domain, operator_text(operator, sequence, ())))
        assert again.operators["macro"] == operator
        assert read_macros(again)["macro"] == sequence
        made += 1
    assert made > 60


def test_random_domains_are_read_with_the_same_meaning() -> None:
    for seed in range(60):
        domain, problem = random_task(seed)
        again = parse_domain(domain_text(domain))
        first, second = Meaning(domain, problem), Meaning(again, problem)
        state = first.start()
        assert second.start() == state
        assert second.successors(state) == first.successors(state)
