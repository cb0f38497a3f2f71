"""Slow, readable check of macro operators: every instance against its primitive actions, run one by
one, in given states. Shares no code with the compiler."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product

from fmtools.pddl.lift import LiftedSequence
from fmtools.pddl.model import Atom, Domain, Operator, Problem
from tests.reference.strips import (
    GroundAction,
    State,
    apply,
    ground,
    is_applicable,
    objects_of_type,
    successors,
)

MAX_FREE_ATOMS = 7


def instances(domain: Domain, problem: Problem, operator: Operator) -> Iterator[tuple[str, ...]]:
    """Objects that fit the types and that no inequality of the operator excludes."""
    choices = [objects_of_type(domain, problem, p.types) for p in operator.parameters]
    for args in product(*choices):
        equalities = [x for x in operator.precondition if x.atom.predicate == "="]
        bound = [ground(x.atom, (operator, args)) for x in equalities]
        if all(
            (atom.args[0] == atom.args[1]) is x.positive
            for x, atom in zip(equalities, bound, strict=True)
        ):
            yield args


def run(
    domain: Domain, sequence: LiftedSequence, args: tuple[str, ...], state: State
) -> State | None:
    """The state after the primitive actions, or None where one does not apply."""
    objects = {p.name: arg for p, arg in zip(sequence.parameters, args, strict=True)}
    for step in sequence.steps:
        action: GroundAction = (
            domain.operators[step.operator],
            tuple(objects.get(arg, arg) for arg in step.args),
        )
        if not is_applicable(action, state):
            return None
        state = apply(action, state)
    return state


def differences(
    domain: Domain,
    problem: Problem,
    operator: Operator,
    sequence: LiftedSequence,
    states: Iterable[State] | None = None,
) -> Iterator[str]:
    """Where the two disagree; in all states of the atoms involved if none are given."""
    states = None if states is None else list(states)
    for args in instances(domain, problem, operator):
        tried = mentioned_states(domain, operator, sequence, args) if states is None else states
        for state in tried:
            action = (operator, args)
            got = apply(action, state) if is_applicable(action, state) else None
            meant = run(domain, sequence, args, state)
            if got != meant:
                yield f"{operator.name} {args} in {sorted(map(str, state))}: {got} not {meant}"


def mentioned_states(
    domain: Domain, operator: Operator, sequence: LiftedSequence, args: tuple[str, ...]
) -> Iterator[State]:
    """States over the atoms that the instance mentions: all, or those near what is needed."""
    objects = {p.name: arg for p, arg in zip(sequence.parameters, args, strict=True)}
    atoms: set[Atom] = set()
    wanted: set[Atom] = set()
    for step in sequence.steps:
        action = (domain.operators[step.operator], tuple(objects.get(a, a) for a in step.args))
        for literal in (*action[0].precondition, *action[0].effect):
            if literal.atom.predicate != "=":
                atoms.add(ground(literal.atom, action))
    wanted = {
        ground(x.atom, (operator, args))
        for x in operator.precondition
        if x.positive and x.atom.predicate != "="
    }
    ordered = sorted(atoms)
    if len(ordered) <= MAX_FREE_ATOMS:
        sizes = (combinations(ordered, size) for size in range(len(ordered) + 1))
        yield from map(frozenset, chain.from_iterable(sizes))
        return
    for base in (frozenset(wanted), frozenset(ordered), frozenset()):
        for flips in chain([()], combinations(ordered, 1), combinations(ordered, 2)):
            yield base ^ frozenset(flips)


def reachable_states(domain: Domain, problem: Problem, most: int) -> list[State]:
    """States in breadth-first order, at most so many."""
    found = {problem.init: None}
    todo = [problem.init]
    for state in todo:
        for successor in successors(domain, problem, state).values():
            if successor not in found and len(found) < most:
                found[successor] = None
                todo.append(successor)
    return list(found)
