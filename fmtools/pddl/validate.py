"""Does a plan solve a problem? PDDL's semantics written down once more, on sets of atoms.

Deliberately plain: it shares no code with grounding, simulators or search, so that a mistake there
cannot hide here. It reads `Domain`, `Problem` and steps, and nothing else.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter

from fmtools.errors import PddlError, SimulatorError
from fmtools.pddl.model import EQUALS, Atom, Domain, Literal, Operator, Parameter, Problem
from fmtools.pddl.names import expectation
from fmtools.pddl.plan_file import Step, parse_step
from fmtools.pddl.sexpr import shown

Facts = set[tuple[str, tuple[str, ...]]]
"""Atoms that hold; as plain pairs, too."""
Arguments = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Picks an atom's terms from the arguments of a step."""


@dataclass(frozen=True)
class ValidationResult:
    """The verdict on a plan.

    `failed_step` counts from 1, as `reason` does; it is None for a valid plan and for one that
    runs to its end without reaching the goal. `cost` covers the steps that could be executed.
    """

    valid: bool
    length: int
    cost: int
    reason: str = ""
    failed_step: int | None = None
    unmet_goals: tuple[Literal, ...] = ()

    def __bool__(self) -> bool:
        return self.valid


def validate(domain: Domain, problem: Problem, plan: Iterable[Step | str]) -> ValidationResult:
    """Execute `plan` step by step from the initial state.

    Cost is the sum of the actions' costs where the problem minimizes total-cost, else the number of
    steps. A plan that is wrong gives a result; a problem that lacks a cost's value is an error.
    """
    steps = tuple(parse_step(step) if isinstance(step, str) else step for step in plan)
    objects = _objects(domain, problem)
    state: Facts = set(problem.init)
    patterns = {
        name: _Pattern(domain.operators[name])
        for name in {s.operator for s in steps}
        if name in domain.operators
    }
    cost = 0
    for number, step in enumerate(steps, start=1):
        operator = domain.operators.get(step.operator)
        reason = _misfit(domain, objects, operator, step)
        if operator is not None and not reason:
            pattern = patterns[step.operator]
            values = step.args + pattern.constants
            reason = pattern.unmet(values, state)
        if operator is None or reason:
            return ValidationResult(
                valid=False,
                length=len(steps),
                cost=cost,
                reason=f"step {number} {step}: {reason}",
                failed_step=number,
                unmet_goals=_unmet(problem.goal, state),
            )
        pattern.progress(values, state)
        cost += _cost(operator, step, problem)
    unmet = _unmet(problem.goal, state)
    reason = "; ".join(f"goal {literal} does not hold at the end" for literal in unmet)
    return ValidationResult(not unmet, len(steps), cost, reason, unmet_goals=unmet)


def _objects(domain: Domain, problem: Problem) -> dict[str, frozenset[str]]:
    """Object -> every type it is of."""
    above = {name: domain.supertypes(name) for name in domain.types}
    objects: dict[str, frozenset[str]] = {}
    for item in (*domain.constants, *problem.objects):
        types = frozenset().union(*(above[name] for name in item.types))
        objects[item.name] = objects.get(item.name, frozenset()) | types
    return objects


def _misfit(
    domain: Domain,
    objects: Mapping[str, frozenset[str]],
    operator: Operator | None,
    step: Step,
) -> str:
    """Why `step` names no ground action, or nothing."""
    if operator is None:
        hint = expectation(step.operator, domain.operators, "action")
        return f"unknown action {shown(step.operator)}; {hint}"
    if len(step.args) != len(operator.parameters):
        return f"{len(step.args)} arguments; expected {len(operator.parameters)}"
    for parameter, arg in zip(operator.parameters, step.args, strict=True):
        if arg not in objects:
            return f"unknown object {shown(arg)}; {expectation(arg, objects, 'object')}"
        if objects[arg].isdisjoint(parameter.types):
            return f"{arg} is not of type {_describe_types(parameter)}, as {parameter.name} must be"
    return ""


def _describe_types(parameter: Parameter) -> str:
    return " or ".join(parameter.types)


def _holds(literal: Literal, state: Facts) -> bool:
    """Whether a ground literal is true; what is not in the state is false."""
    atom = literal.atom
    true = atom.args[0] == atom.args[1] if atom.predicate == EQUALS else atom in state
    return true == literal.positive


def _unmet(literals: Iterable[Literal], state: Facts) -> tuple[Literal, ...]:
    return tuple(literal for literal in literals if not _holds(literal, state))


class _Pattern:
    """An operator's literals with the places of their terms among the arguments of a step.

    Constants stand behind the arguments. A ground atom is a pair that equals the `Atom`.
    """

    def __init__(self, operator: Operator) -> None:
        literals = (*operator.precondition, *operator.effect)
        names = [parameter.name for parameter in operator.parameters]
        terms = [term for literal in literals for term in literal.atom.args]
        self.constants = tuple(dict.fromkeys(term for term in terms if term not in names))
        places = {name: place for place, name in enumerate((*names, *self.constants))}
        self._precondition = [self._placed(literal, places) for literal in operator.precondition]
        effect = [self._placed(literal, places) for literal in operator.effect]
        self._deletes = [(predicate, args) for predicate, args, positive in effect if not positive]
        self._adds = [(predicate, args) for predicate, args, positive in effect if positive]

    @staticmethod
    def _placed(literal: Literal, places: Mapping[str, int]) -> tuple[str, Arguments, bool]:
        found = [places[term] for term in literal.atom.args]
        if len(found) > 1:
            args: Arguments = itemgetter(*found)
        else:  # one item as a tuple of one, none as an empty one
            first = found[0] if found else 0
            args = itemgetter(slice(first, first + len(found)))
        return literal.atom.predicate, args, literal.positive

    def unmet(self, values: tuple[str, ...], state: Facts) -> str:
        """The first precondition that does not hold, in words, or nothing."""
        for predicate, args, positive in self._precondition:
            ground = args(values)
            true = ground[0] == ground[1] if predicate == EQUALS else (predicate, ground) in state
            if true != positive:
                return f"precondition {Literal(Atom(predicate, ground), positive)} does not hold"
        return ""

    def progress(self, values: tuple[str, ...], state: Facts) -> None:
        """Turn `state` into the next one: deletes first, then adds."""
        state.difference_update([(predicate, args(values)) for predicate, args in self._deletes])
        state.update([(predicate, args(values)) for predicate, args in self._adds])


def _cost(operator: Operator, step: Step, problem: Problem) -> int:
    if not problem.minimize_cost:
        return 1
    if operator.cost is None:
        return 0
    total = operator.cost.constant
    names = (parameter.name for parameter in operator.parameters)
    binding = dict(zip(names, step.args, strict=True))
    for term in operator.cost.terms:
        ground = Atom(term.predicate, tuple(binding.get(name, name) for name in term.args))
        if ground not in problem.values:
            where = problem.path or "<text>"
            raise PddlError(
                f"{where}:1:1: no value for {ground}, which an action's cost needs; "
                f"expected (= {ground} N) in :init"
            )
        total += problem.values[ground]
    return total


def check_plan(domain: Domain, problem: Problem, plan: Iterable[Step | str]) -> int | None:
    """The cost of a plan that fmtools itself found, or None where the problem has no costs.

    Such a plan was replayed before; if it is invalid all the same, that is a defect: raised.
    """
    result = validate(domain, problem, plan)
    if not result.valid:
        raise SimulatorError(f"the plan found is invalid, which is a defect: {result.reason}")
    return result.cost if problem.minimize_cost else None
