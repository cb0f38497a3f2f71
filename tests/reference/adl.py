"""A slow, readable ADL with axioms: every binding tried, every formula asked as it is defined.

An oracle for grounders, simulators and the validator on small tasks; it shares no code with them.
"""

from itertools import product

from fmtools.pddl.model import (
    And,
    Atom,
    Condition,
    Domain,
    Exists,
    Forall,
    Literal,
    Operator,
    Or,
    Parameter,
    Problem,
)
from tests.reference.strips import action_name, ground_actions, objects_of_type

State = frozenset[Atom]
Binding = dict[str, str]


class Meaning:
    """A domain and a problem, and what their formulas mean."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain = domain
        self.problem = problem
        self.actions = list(ground_actions(domain, problem))

    def bindings(self, variables: tuple[Parameter, ...], binding: Binding) -> list[Binding]:
        choices = [objects_of_type(self.domain, self.problem, v.types) for v in variables]
        names = [v.name for v in variables]
        return [binding | dict(zip(names, objects, strict=True)) for objects in product(*choices)]

    def holds(self, condition: Condition, binding: Binding, state: State) -> bool:
        if isinstance(condition, Literal):
            atom = _ground(condition.atom, binding)
            true = atom.args[0] == atom.args[1] if atom.predicate == "=" else atom in state
            return true is condition.positive
        if isinstance(condition, And):
            return all(self.holds(part, binding, state) for part in condition.parts)
        if isinstance(condition, Or):
            return any(self.holds(part, binding, state) for part in condition.parts)
        inner = self.bindings(condition.variables, binding)
        assert isinstance(condition, (Forall, Exists))
        every = [self.holds(condition.body, each, state) for each in inner]
        return all(every) if isinstance(condition, Forall) else any(every)

    def complete(self, state: State) -> State:
        """With derived atoms: stratum by stratum, each until nothing more follows."""
        base = frozenset(atom for atom in state if atom.predicate not in self.domain.derived)
        for layer in self._strata():
            while True:
                more = {
                    _ground(axiom.head, each)
                    for axiom in self.domain.axioms
                    if axiom.head.predicate in layer
                    for each in self.bindings(axiom.parameters, {})
                    if all(self.holds(part, each, base) for part in axiom.body)
                }
                if more <= base:
                    break
                base |= more
        return base

    def _strata(self) -> list[set[str]]:
        """Derived predicates in an order in which negations are settled before they are asked."""
        waiting = set(self.domain.derived)
        strata: list[set[str]] = []
        while waiting:
            ready = set(waiting)
            while True:
                # Those that negate something waiting, or need something that must itself wait.
                bad = {
                    axiom.head.predicate
                    for axiom in self.domain.axioms
                    if axiom.head.predicate in ready
                    and any(
                        (not x.positive and x.atom.predicate in waiting)
                        or (x.positive and x.atom.predicate in waiting - ready)
                        for x in _literals(And(axiom.body))
                    )
                }
                if not bad:
                    break
                ready -= bad
            assert ready, "not stratified"
            strata.append(ready)
            waiting -= ready
        return strata

    def is_applicable(self, operator: Operator, binding: Binding, state: State) -> bool:
        conditions = (*operator.precondition, *operator.conditions)
        return all(self.holds(condition, binding, state) for condition in conditions)

    def apply(self, operator: Operator, binding: Binding, state: State) -> State:
        happening = [(literal, binding) for literal in operator.effect]
        for effect in operator.conditional:
            for each in self.bindings(effect.variables, binding):
                if all(self.holds(part, each, state) for part in effect.condition):
                    happening += [(literal, each) for literal in effect.effect]
        deleted = {_ground(x.atom, each) for x, each in happening if not x.positive}
        added = {_ground(x.atom, each) for x, each in happening if x.positive}
        return self.complete((state - deleted) | added)

    def start(self) -> State:
        return self.complete(self.problem.init)

    def successors(self, state: State) -> dict[str, State]:
        """Name -> next state, for every applicable action, those without effect included."""
        found = {}
        for operator, args in self.actions:
            names = [parameter.name for parameter in operator.parameters]
            binding = dict(zip(names, args, strict=True))
            if self.is_applicable(operator, binding, state):
                found[action_name((operator, args))] = self.apply(operator, binding, state)
        return found

    def unmet_goals(self, state: State) -> list[Condition]:
        goals = (*self.problem.goal, *self.problem.goal_conditions)
        return [goal for goal in goals if not self.holds(goal, {}, state)]


def _ground(atom: Atom, binding: Binding) -> Atom:
    return Atom(atom.predicate, tuple(binding.get(term, term) for term in atom.args))


def _literals(condition: Condition) -> list[Literal]:
    if isinstance(condition, Literal):
        return [condition]
    if isinstance(condition, (And, Or)):
        return [x for part in condition.parts for x in _literals(part)]
    return _literals(condition.body)
