"""A problem of unified-planning as a PDDL domain and problem of ours, and plans back.

Built directly rather than through UP's PDDL writer, which lists constants in an order that changes
from run to run, loses costs of actions without effects, and fails on goals that are constants.
Both sides let an action that deletes and adds one atom leave it true.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from unified_planning.model.fluent import get_all_fluent_exp
from unified_planning.plans import ActionInstance, SequentialPlan

from fmtools.errors import UnsupportedError
from fmtools.pddl.formulas import TOTAL_COST, sum_costs
from fmtools.pddl.model import (
    EQUALS,
    OBJECT,
    Atom,
    Cost,
    Domain,
    Literal,
    Operator,
    Parameter,
    Problem,
    Signature,
)
from fmtools.pddl.plan_file import Step
from fmtools.up.names import Names, NameTable

_FALSE = Literal(Atom(EQUALS, ("", "")), positive=False)
"""A condition that never holds."""
Terms = dict[str, str] | None
"""Variables by the names of an action's parameters; None outside actions."""


@dataclass(frozen=True)
class Translation:
    """`source` is the user's problem, which stays as it was."""

    source: Any
    names: Names
    domain: Domain
    problem: Problem

    @property
    def goal_is_false(self) -> bool:
        """The goal says so itself, and there is nothing to search for."""
        return _FALSE in self.problem.goal

    def instances(self, steps: Iterable[Step]) -> list[Any]:
        """Steps of ours as action instances of the user's problem."""
        expression = self.source.environment.expression_manager.ObjectExp
        found = []
        for step in steps:
            action = self.source.action(self.names.actions.to_user[step.operator])
            objects = [self.source.object(self.names.objects.to_user[name]) for name in step.args]
            found.append(ActionInstance(action, [expression(item) for item in objects]))
        return found

    def plan(self, steps: Iterable[Step]) -> Any:
        return SequentialPlan(self.instances(steps), self.source.environment)


def translate(source: Any) -> Translation:
    """UnsupportedError names what is beyond STRIPS with types, negation, equality and costs."""
    names = Names(
        types=NameTable.of((kind.name for kind in source.user_types), {OBJECT}),
        fluents=NameTable.of((fluent.name for fluent in source.fluents), {EQUALS, TOTAL_COST}),
        objects=NameTable.of(item.name for item in source.all_objects),
        actions=NameTable.of(action.name for action in source.actions),
    )
    return _Translator(source, names).translation()


class _Translator:
    def __init__(self, source: Any, names: Names) -> None:
        self.source = source
        self.names = names
        self.constants: set[str] = set()
        """Objects that actions name, found while translating them."""
        self.costs = _action_costs(source)

    def translation(self) -> Translation:
        operators = {}
        for action in self.source.actions:
            operator = self._operator(action)
            if operator is not None:
                operators[operator.name] = operator
        domain = Domain(
            name="up",
            requirements=(),
            types=self._types(),
            constants=self._objects(constant=True),
            predicates=self._signatures(numeric=False),
            functions=self._signatures(numeric=True),
            operators=operators,
        )
        init, values = self._initial_state()
        problem = Problem(
            name=self.source.name or "up",
            domain_name=domain.name,
            objects=self._objects(constant=False),
            init=init,
            values=values,
            goal=tuple(self._condition(self.source.goals, None)),
            minimize_cost=bool(self.costs),
        )
        return Translation(self.source, self.names, domain, problem)

    def _types(self) -> dict[str, tuple[str, ...]]:
        types: dict[str, tuple[str, ...]] = {OBJECT: ()}
        for kind in self.source.user_types:
            above = OBJECT if kind.father is None else self.names.types.to_pddl[kind.father.name]
            types[self.names.types.to_pddl[kind.name]] = (above,)
        return types

    def _parameter(self, name: str, kind: Any) -> Parameter:
        if not kind.is_user_type():
            raise UnsupportedError(f"parameter {name!r} of type {kind} is not supported")
        return Parameter(name, (self.names.types.to_pddl[kind.name],))

    def _objects(self, constant: bool) -> tuple[Parameter, ...]:
        return tuple(
            self._parameter(self.names.objects.to_pddl[item.name], item.type)
            for item in self.source.all_objects
            if (item.name in self.constants) == constant
        )

    def _signatures(self, numeric: bool) -> dict[str, Signature]:
        signatures = {}
        for fluent in self.source.fluents:
            if not fluent.type.is_bool_type() and not _is_numeric(fluent.type):
                raise UnsupportedError(f"fluent {fluent.name!r} of type {fluent.type}")
            if _is_numeric(fluent.type) == numeric:
                name = self.names.fluents.to_pddl[fluent.name]
                parameters = tuple(
                    self._parameter(f"?{number}", parameter.type)
                    for number, parameter in enumerate(fluent.signature)
                )
                signatures[name] = Signature(name, parameters)
        return signatures

    def _operator(self, action: Any) -> Operator | None:
        """None for an action that no state allows."""
        table = NameTable.of(parameter.name for parameter in action.parameters)
        terms = {name: f"?{plain}" for name, plain in table.to_pddl.items()}
        precondition = tuple(dict.fromkeys(self._condition(action.preconditions, terms)))
        effect = tuple(dict.fromkeys(self._effect(item, terms) for item in action.effects))
        cost = self.costs.get(action.name)
        if _FALSE in precondition:
            return None
        return Operator(
            self.names.actions.to_pddl[action.name],
            tuple(self._parameter(terms[p.name], p.type) for p in action.parameters),
            precondition,
            effect,
            None if cost is None else sum_costs(self._cost(cost.simplify(), terms)),
        )

    def _condition(self, nodes: Iterable[Any], terms: Terms) -> Iterator[Literal]:
        """The literals of a conjunction; negations are pushed down to them."""
        todo = [(node.simplify(), True) for node in reversed(list(nodes))]
        while todo:
            node, positive = todo.pop()
            if node.is_not():
                todo.append((node.arg(0), not positive))
            elif (node.is_and() and positive) or (node.is_or() and not positive):
                todo.extend((inner, positive) for inner in reversed(node.args))
            elif node.is_bool_constant():
                if node.is_true() != positive:
                    yield _FALSE
            elif node.is_fluent_exp():
                yield Literal(self._atom(node, terms), positive)
            elif node.is_equals() and all(_is_term(side) for side in node.args):
                args = tuple(self._term(side, terms) for side in node.args)
                yield Literal(Atom(EQUALS, args), positive)
            else:
                raise UnsupportedError(f"condition {node} is not supported; only literals are")

    def _effect(self, effect: Any, terms: Terms) -> Literal:
        value = effect.value.simplify()
        if (
            not effect.is_assignment()
            or effect.is_forall()
            or not effect.condition.simplify().is_true()
            or not value.is_bool_constant()
        ):
            raise UnsupportedError(
                f"effect {effect} is not supported; only plain true and false are"
            )
        return Literal(self._atom(effect.fluent, terms), value.is_true())

    def _cost(self, node: Any, terms: Terms) -> Iterator[Cost]:
        if node.is_plus():
            for inner in node.args:
                yield from self._cost(inner, terms)
        elif node.is_fluent_exp():
            yield Cost(terms=(self._atom(node, terms),))
        else:
            yield Cost(_whole_number(node))

    def _atom(self, node: Any, terms: Terms) -> Atom:
        args = tuple(self._term(arg, terms) for arg in node.args)
        return Atom(self.names.fluents.to_pddl[node.fluent().name], args)

    def _term(self, node: Any, terms: Terms) -> str:
        if terms is not None and node.is_parameter_exp():
            return terms[node.parameter().name]
        if not node.is_object_exp():
            raise UnsupportedError(f"argument {node} is not supported; only objects are")
        if terms is not None:
            self.constants.add(node.object().name)
        return self.names.objects.to_pddl[node.object().name]

    def _initial_state(self) -> tuple[frozenset[Atom], dict[Atom, int]]:
        """Only numbers that costs ask for are looked at."""
        used = {term.name for cost in self.costs.values() for term in _fluents(cost)}
        true: set[Atom] = set()
        values: dict[Atom, int] = {}
        for fluent in self.source.fluents:
            if _is_numeric(fluent.type) and fluent.name not in used:
                continue
            for node, value in self._initial_values(fluent):
                if _is_numeric(fluent.type):
                    values[self._atom(node, None)] = _whole_number(value)
                elif value.is_true():
                    true.add(self._atom(node, None))
        return frozenset(true), values

    def _initial_values(self, fluent: Any) -> Iterator[tuple[Any, Any]]:
        """All that may differ from false: where that is the default, only what was set."""
        default = self.source.fluents_defaults.get(fluent)
        if default is not None and default.is_false():
            for node, value in self.source.explicit_initial_values.items():
                if node.fluent() == fluent:
                    yield node, value
            return
        for node in get_all_fluent_exp(self.source, fluent):
            value = self.source.initial_value(node)
            if value is None:
                raise UnsupportedError(f"{node} has no initial value; give it one")
            yield node, value


def _action_costs(source: Any) -> dict[str, Any]:
    """Action -> cost, where the problem minimizes costs; plan length needs no costs."""
    metrics = source.quality_metrics
    if not metrics or (len(metrics) == 1 and metrics[0].is_minimize_sequential_plan_length()):
        return {}
    if len(metrics) > 1 or not metrics[0].is_minimize_action_costs():
        raise UnsupportedError(f"metric {metrics[-1]} is not supported")
    costs = {action.name: metrics[0].get_action_cost(action) for action in source.actions}
    return {name: cost for name, cost in costs.items() if cost is not None}


def _fluents(node: Any) -> Iterator[Any]:
    if node.is_fluent_exp():
        yield node.fluent()
    for inner in node.args:
        yield from _fluents(inner)


def _whole_number(node: Any) -> int:
    value = node.constant_value() if node.is_int_constant() or node.is_real_constant() else None
    if value is None or Fraction(value).denominator != 1 or value < 0:
        raise UnsupportedError(f"cost {node} is not supported; only whole numbers from 0 are")
    return int(value)


def _is_numeric(kind: Any) -> bool:
    return bool(kind.is_int_type() or kind.is_real_type())


def _is_term(node: Any) -> bool:
    return bool(node.is_parameter_exp() or node.is_object_exp())
