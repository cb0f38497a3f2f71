"""A slow, readable STRIPS: every type-correct binding, filtered by its precondition.

An oracle for grounders, simulators and the validator on small tasks; it shares no code with them.
"""

from collections.abc import Iterator
from itertools import product

from fmtools.pddl.model import Atom, Domain, Literal, Operator, Problem

State = frozenset[Atom]
GroundAction = tuple[Operator, tuple[str, ...]]


def action_name(action: GroundAction) -> str:
    operator, args = action
    return "(" + " ".join([operator.name, *args]) + ")"


def objects_of_type(domain: Domain, problem: Problem, types: tuple[str, ...]) -> list[str]:
    """Names of constants and objects that are of one of `types`."""

    def ancestors(name: str) -> set[str]:
        found = {name, "object"}
        for parent in domain.types[name]:
            found |= ancestors(parent)
        return found

    return [
        item.name
        for item in domain.constants + problem.objects
        if any(wanted in ancestors(own) for own in item.types for wanted in types)
    ]


def ground_actions(domain: Domain, problem: Problem) -> Iterator[GroundAction]:
    """All bindings that fit the types, arguments may repeat."""
    for operator in domain.operators.values():
        choices = [objects_of_type(domain, problem, p.types) for p in operator.parameters]
        for args in product(*choices):
            yield operator, args


def ground(atom: Atom, action: GroundAction) -> Atom:
    operator, args = action
    names = [parameter.name for parameter in operator.parameters]
    return Atom(
        atom.predicate,
        tuple(args[names.index(term)] if term in names else term for term in atom.args),
    )


def is_true(literal: Literal, state: State) -> bool:
    if literal.atom.predicate == "=":
        left, right = literal.atom.args
        return (left == right) is literal.positive
    return (literal.atom in state) is literal.positive


def is_applicable(action: GroundAction, state: State) -> bool:
    return all(
        is_true(Literal(ground(literal.atom, action), literal.positive), state)
        for literal in action[0].precondition
    )


def apply(action: GroundAction, state: State) -> State:
    result = set(state)
    for literal in action[0].effect:
        if not literal.positive:
            result.discard(ground(literal.atom, action))
    for literal in action[0].effect:
        if literal.positive:
            result.add(ground(literal.atom, action))
    return frozenset(result)


def successors(domain: Domain, problem: Problem, state: State) -> dict[str, State]:
    """Name -> next state, for every applicable action, those without effect included."""
    return {
        action_name(action): apply(action, state)
        for action in ground_actions(domain, problem)
        if is_applicable(action, state)
    }


def is_goal(problem: Problem, state: State) -> bool:
    return all(is_true(literal, state) for literal in problem.goal)


def shortest_plan(domain: Domain, problem: Problem, max_states: int = 100_000) -> list[str] | None:
    """A shortest plan by breadth-first search, or None if there is none."""
    plans: dict[State, list[str]] = {problem.init: []}
    todo = [problem.init]
    for state in todo:
        if is_goal(problem, state):
            return plans[state]
        for name, successor in successors(domain, problem, state).items():
            if successor not in plans:
                plans[successor] = [*plans[state], name]
                todo.append(successor)
        assert len(plans) <= max_states, "this reference is for small tasks"
    return None
