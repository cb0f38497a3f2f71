"""Does a plan solve a problem? PDDL's semantics written down once more, on sets of atoms.

Deliberately plain: it shares no code with grounding, simulators or search, so that a mistake there
cannot hide here. It reads `Domain`, `Problem` and steps, and nothing else. What literals alone do
not say is interpreted in `interpret.py`.
"""

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Protocol

from fmtools.errors import PddlError, SimulatorError
from fmtools.frozen import frozen
from fmtools.pddl.interpret import Interpreter, Objects, State
from fmtools.pddl.model import (
    EQUALS,
    Atom,
    Condition,
    Domain,
    Literal,
    Operator,
    Parameter,
    Problem,
)
from fmtools.pddl.names import expectation
from fmtools.pddl.plan_file import Step, parse_step
from fmtools.pddl.sexpr import shown
from fmtools.progress import stage

Facts = set[tuple[str, tuple[str, ...]]]
"""Atoms that hold; as plain pairs, too."""
Arguments = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Picks an atom's terms from the arguments of a step."""


@frozen
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
    unmet_goals: tuple[Condition, ...] = ()

    def __bool__(self) -> bool:
        return self.valid


@stage("validate")
def validate(domain: Domain, problem: Problem, plan: Iterable[Step | str]) -> ValidationResult:
    """Execute `plan` step by step from the initial state.

    Cost is the sum of the actions' costs where the problem minimizes total-cost, else the number of
    steps. A plan that is wrong gives a result; a problem that lacks a cost's value is an error.
    """
    steps = tuple(parse_step(step) if isinstance(step, str) else step for step in plan)
    objects = Objects(domain, problem).types
    is_strips = domain.is_strips and not problem.goal_conditions
    run: _Run = _Strips(domain, problem) if is_strips else _Classical(domain, problem)
    cost = 0
    for number, step in enumerate(steps, start=1):
        operator = domain.operators.get(step.operator)
        reason = _misfit(domain, objects, operator, step)
        if operator is not None and not reason:
            reason = run.unmet(operator, step)
        if operator is None or reason:
            return ValidationResult(
                valid=False,
                length=len(steps),
                cost=cost,
                reason=f"step {number} {step}: {reason}",
                failed_step=number,
                unmet_goals=tuple(goal for goal, _ in run.unmet_goals()),
            )
        run.progress(operator, step)
        cost += _cost(operator, step, problem)
    unmet = run.unmet_goals()
    return ValidationResult(
        not unmet,
        len(steps),
        cost,
        "; ".join(reason for _, reason in unmet),
        unmet_goals=tuple(goal for goal, _ in unmet),
    )


class _Run(Protocol):
    """A state, and what steps do to it."""

    def unmet(self, operator: Operator, step: Step) -> str:
        """Why the step does not apply, in words, or nothing."""

    def progress(self, operator: Operator, step: Step) -> None:
        """The next state, by a step that applies."""

    def unmet_goals(self) -> list[tuple[Condition, str]]:
        """Conjuncts of the goal that do not hold, each with the reason."""


class _Strips:
    """Where conditions are literals and effects happen in any case."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.goal = problem.goal
        self.state: Facts = set(problem.init)
        self.patterns: dict[str, _Pattern] = {}

    def _pattern(self, operator: Operator) -> "_Pattern":
        if operator.name not in self.patterns:
            self.patterns[operator.name] = _Pattern(operator)
        return self.patterns[operator.name]

    def unmet(self, operator: Operator, step: Step) -> str:
        pattern = self._pattern(operator)
        return pattern.unmet(step.args + pattern.constants, self.state)

    def progress(self, operator: Operator, step: Step) -> None:
        pattern = self._pattern(operator)
        pattern.progress(step.args + pattern.constants, self.state)

    def unmet_goals(self) -> list[tuple[Condition, str]]:
        return [
            (literal, f"goal {literal} does not hold at the end")
            for literal in self.goal
            if not literal.holds_in(self.state)
        ]


class _Classical:
    """All of classical PDDL."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.goal = (*problem.goal, *problem.goal_conditions)
        self.meaning = Interpreter(domain, problem)
        self.facts: Facts = set(problem.init)
        self.state: State = self.meaning.complete(self.facts)

    def unmet(self, operator: Operator, step: Step) -> str:
        binding = _binding(operator, step)
        for condition in (*operator.precondition, *operator.conditions):
            if not self.meaning.holds(condition, binding, self.state):
                return f"precondition {self.meaning.failure(condition, binding, self.state)}"
        return ""

    def progress(self, operator: Operator, step: Step) -> None:
        changes = self.meaning.changes(operator, _binding(operator, step), self.state)
        self.facts.difference_update(literal.atom for literal in changes if not literal.positive)
        self.facts.update(literal.atom for literal in changes if literal.positive)
        self.state = self.meaning.complete(self.facts)

    def unmet_goals(self) -> list[tuple[Condition, str]]:
        return [
            (goal, f"goal {self.meaning.failure(goal, {}, self.state)} at the end")
            for goal in self.goal
            if not self.meaning.holds(goal, {}, self.state)
        ]


def _binding(operator: Operator, step: Step) -> dict[str, str]:
    names = (parameter.name for parameter in operator.parameters)
    return dict(zip(names, step.args, strict=True))


def _misfit(
    domain: Domain,
    objects: Mapping[str, frozenset[str]],
    operator: Operator | None,
    step: Step,
) -> str:
    """Why `step` names no ground action, or nothing."""
    if operator is None:
        hint = expectation(step.operator, domain.operators, "action")
        if step.operator.startswith("macro-"):
            hint = "fmtools unfold makes its primitive steps of a macro"
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
    binding = _binding(operator, step)
    for term in operator.cost.terms:
        ground = term.bound(binding)
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
