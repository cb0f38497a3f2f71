"""All of classical PDDL in the compiled core: every successor as the definition has it."""

import pytest

from fmtools.errors import UnsupportedError
from fmtools.pddl.ground import ground
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.model import Domain, Problem
from fmtools.simulators.grounded import GroundedSimulator
from tests.pddl.random_adl import random_task
from tests.reference.adl import Meaning, State

MOST_STATES = 25


def known(state: State, task: GroundTask) -> State:
    """The atoms of a state that the task has as facts."""
    return state.intersection(task.facts)


def explored(domain: Domain, problem: Problem) -> int:
    """Compare all successors of the first states; how many there were."""
    meaning = Meaning(domain, problem)
    simulator = GroundedSimulator(ground(domain, problem))
    task = simulator.task

    def atoms(values: object) -> State:
        own = frozenset(fact for fact, value in zip(task.facts, values, strict=True) if value)
        return frozenset(fact for fact in own if fact.predicate in domain.predicates)

    start = simulator.start()
    states = {meaning.start(): start}
    todo = [meaning.start()]
    constant = meaning.start() - set(task.facts)
    for state in todo:
        values = states[state]
        assert atoms(values) == known(state, task)
        assert state - set(task.facts) == constant
        unmet = meaning.unmet_goals(state)
        count = sum(values[fact] != value for fact, value in simulator.goal().items())
        assert (count == 0) == (not unmet)
        wanted = {n: s for n, s in meaning.successors(state).items() if s != state}
        found = {simulator.action_name(a): a for a in simulator.applicable(values)}
        assert wanted.keys() <= found.keys()
        for name, action in found.items():
            after = simulator.successor(values, action)
            assert atoms(after) == known(wanted.get(name, state), task), name
        for name, successor in wanted.items():
            if successor not in states and len(states) < MOST_STATES:
                states[successor] = simulator.successor(values, found[name])
                todo.append(successor)
    return len(states)


@pytest.mark.parametrize("axioms", [False, True])
def test_successors_goals_and_derived_facts_are_as_defined(axioms: bool) -> None:
    total = refused = 0
    for seed in range(300):
        domain, problem = random_task(seed, axioms)
        try:
            total += explored(domain, problem)
        except UnsupportedError:
            refused += 1
    assert total > 900
    assert refused < 10


def test_names_of_facts_are_as_in_pddl() -> None:
    for seed in range(30):
        domain, problem = random_task(seed)
        task = ground(domain, problem)
        for fact, atom in enumerate(task.facts):
            text = task.fact_name(fact)
            assert text.startswith("(") and "{" not in text
            if atom.predicate in domain.predicates:
                assert text == str(atom)
