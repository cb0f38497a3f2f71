"""A slow, readable grounder: every type-correct binding, relaxed reachability by brute force.

The oracle for `fmtools.pddl.ground`; it shares no code with it, only the definition of pruning.
"""

from dataclasses import dataclass

from fmtools.pddl.model import Atom, Domain, Literal, Problem
from tests.reference.strips import GroundAction, action_name, ground, ground_actions, is_true


@dataclass(frozen=True)
class ReferenceAction:
    """Net effects: adds without what the precondition guarantees, deletes without adds."""

    name: str
    positive: frozenset[Atom]
    negative: frozenset[Atom]
    adds: frozenset[Atom]
    deletes: frozenset[Atom]


@dataclass(frozen=True)
class ReferenceTask:
    facts: frozenset[Atom]
    actions: tuple[ReferenceAction, ...]
    reached: frozenset[Atom]
    pruned: frozenset[str]
    """Instances that relaxed exploration reaches and that are no actions."""


def changing_predicates(domain: Domain) -> set[str]:
    return {lit.atom.predicate for op in domain.operators.values() for lit in op.effect}


def literals(action: GroundAction, part: str, positive: bool) -> frozenset[Atom]:
    return frozenset(
        ground(literal.atom, action)
        for literal in getattr(action[0], part)
        if literal.positive is positive
    )


def satisfies_fixed(action: GroundAction, init: frozenset[Atom], changing: set[str]) -> bool:
    """Whether the conditions on equality and on predicates that never change hold."""
    return all(
        is_true(Literal(ground(literal.atom, action), literal.positive), init)
        for literal in action[0].precondition
        if literal.atom.predicate not in changing
    )


def reference_ground(domain: Domain, problem: Problem) -> ReferenceTask:
    changing = changing_predicates(domain)

    def only_changing(atoms: frozenset[Atom]) -> frozenset[Atom]:
        return frozenset(atom for atom in atoms if atom.predicate in changing)

    waiting = [a for a in ground_actions(domain, problem)
               if satisfies_fixed(a, problem.init, changing)]  # fmt: skip
    reached = set(only_changing(problem.init))
    instances: list[GroundAction] = []
    while True:
        new = [a for a in waiting if only_changing(literals(a, "precondition", True)) <= reached]
        if not new:
            break
        instances += new
        waiting = [a for a in waiting if a not in new]
        for action in new:
            reached |= literals(action, "effect", True)
    position = {action_name(a): i for i, a in enumerate(ground_actions(domain, problem))}
    instances.sort(key=lambda a: position[action_name(a)])

    kept = [
        a for a in instances
        if not literals(a, "precondition", True)
        & only_changing(literals(a, "precondition", False))
    ]  # fmt: skip
    constant: frozenset[Atom] = frozenset()
    while True:
        kept = [a for a in kept if not literals(a, "precondition", False) & constant]
        # What the precondition excludes is not deleted by that instance.
        deleted = frozenset[Atom]().union(
            *(
                literals(a, "effect", False)
                - literals(a, "effect", True)
                - literals(a, "precondition", False)
                for a in kept
            )
        )
        again = only_changing(problem.init) - deleted
        if again == constant:
            break
        constant = again

    facts = frozenset(reached) - constant
    actions = []
    for a in kept:
        positive, negative = literals(a, "precondition", True), literals(a, "precondition", False)
        adds, deletes = literals(a, "effect", True), literals(a, "effect", False)
        action = ReferenceAction(
            name=action_name(a),
            positive=positive & facts,
            negative=negative & facts,
            adds=(adds - positive) & facts,
            deletes=(deletes - adds - negative) & facts,
        )
        if action.adds or action.deletes:
            actions.append(action)
    names = {action.name for action in actions}
    return ReferenceTask(
        facts=facts,
        actions=tuple(actions),
        reached=frozenset(reached),
        pruned=frozenset(action_name(a) for a in instances) - names,
    )
