"""Effects and costs of operators, read without recursion."""

from collections.abc import Iterable
from typing import NamedTuple

from fmtools.pddl.atoms import Scope, check_terms, is_number, read_literal, refuse_construct
from fmtools.pddl.conditions import read_condition, read_quantifier
from fmtools.pddl.model import (
    EQUALS,
    Atom,
    Condition,
    ConditionalEffect,
    Cost,
    Literal,
    Parameter,
)
from fmtools.pddl.names import expectation
from fmtools.pddl.sexpr import Node, shown

TOTAL_COST = "total-cost"
MAX_CONDITIONS = 1000
"""Conjuncts around an effect; one `(when ...)` inside another adds its own to those outside."""


class Effect(NamedTuple):
    """What an action does in any case, what it does under conditions, and what it costs."""

    literals: tuple[Literal, ...] = ()
    conditional: tuple[ConditionalEffect, ...] = ()
    cost: Cost | None = None


class _Context(NamedTuple):
    """What stands around a part of an effect: quantifiers, and conditions in the order written."""

    variables: tuple[Parameter, ...] = ()
    condition: tuple[Condition, ...] = ()

    def within(self, node: Node, condition: tuple[Condition, ...]) -> "_Context":
        """Inside of one more `(when ...)`, at `node`."""
        if len(self.condition) > MAX_CONDITIONS:
            raise node.error(f"conditions nested too deeply; expected at most {MAX_CONDITIONS}")
        return self._replace(condition=(*self.condition, *condition))


def read_effect(node: Node, scope: Scope) -> Effect:
    """An effect's literals by what stands around them, and what it adds to total-cost."""
    found: dict[_Context, dict[Literal, None]] = {_Context(): {}}
    costs: list[Cost] = []
    todo = [(node, scope, _Context())]
    while todo:
        node, inner, context = todo.pop()
        if node.head == "and":
            todo.extend((member, inner, context) for member in reversed(node.items()[1:]))
        elif node.head == "forall":
            variables, body, below = read_quantifier(node, inner)
            todo.append((body, below, _within(context, variables, inner, node)))
        elif node.head == "when":
            members = node.items()
            if len(members) != 3:
                raise node.error(f"(when ...) of {len(members) - 1} parts; expected 2")
            condition = read_condition(members[1], inner).conjuncts
            todo.append((members[2], inner, context.within(node, condition)))
        elif node.head == "increase" and _target(node) == TOTAL_COST:
            if context != _Context():
                raise node.unsupported("cost under a condition or quantifier is")
            costs.append(_read_increase(node, inner))
        elif not node.is_empty:
            found.setdefault(context, {})[_read_change(node, inner)] = None
    plain = tuple(found.pop(_Context()))
    conditional = tuple(
        ConditionalEffect(*context, tuple(literals)) for context, literals in found.items()
    )
    return Effect(plain, conditional, sum_costs(costs) if costs else None)


def _within(
    context: _Context, variables: tuple[Parameter, ...], scope: Scope, node: Node
) -> _Context:
    """Inside of one more quantifier, which must not capture names in the conditions around it."""
    known = scope.variables if context.condition else [own.name for own in context.variables]
    hidden = set(known) & {own.name for own in variables}
    if hidden:
        raise node.error(
            f"variable {shown(min(hidden))} has a meaning outside; expected another name"
        )
    return context._replace(variables=context.variables + variables)


def _read_change(node: Node, scope: Scope) -> Literal:
    literal = read_literal(node, scope)
    name = literal.atom.predicate
    if name == EQUALS:
        raise node.error("an effect cannot make objects equal; expected a predicate")
    if name in scope.derived:
        raise node.error(
            f"{shown(name)} is derived, so no action can change it; expected another predicate"
        )
    return literal


def sum_costs(costs: Iterable[Cost]) -> Cost:
    costs = list(costs)
    constant = sum(cost.constant for cost in costs)
    return Cost(constant, tuple(term for cost in costs for term in cost.terms))


def _target(node: Node) -> str:
    """The function without arguments that `(increase (f) ...)` or `(increase f ...)` changes."""
    members = node.items()
    if len(members) < 2:
        return ""
    words = members[1].words() if members[1].is_list else [members[1].word]
    return words[0] if words is not None and len(words) == 1 else ""


def _read_increase(node: Node, scope: Scope) -> Cost:
    members = node.items()
    if len(members) != 3:
        raise node.error("(increase (total-cost) ...) needs one amount; expected a number")
    costs: list[Cost] = []
    todo = [members[2]]
    while todo:
        amount = todo.pop()
        if amount.head == "+":
            terms = amount.items()[1:]
            if not terms:
                raise amount.error("(+) of nothing; expected numbers or functions")
            todo.extend(reversed(terms))
        else:
            costs.append(_read_amount(amount, scope))
    return sum_costs(costs)


def _read_amount(node: Node, scope: Scope) -> Cost:
    """A number, or a function of objects and parameters such as (distance ?a ?b)."""
    if not node.is_list and is_number(node.word):
        return Cost(constant=read_cost(node))
    if node.head in {"-", "*", "/"}:
        raise node.unsupported(f"arithmetic ({node.head} ...) in a cost is")
    term = read_function(node, scope)
    if term.predicate == TOTAL_COST:
        raise node.unsupported("total-cost inside its own increase is")
    return Cost(terms=(term,))


def read_function(node: Node, scope: Scope) -> Atom:
    """`(f a b)`, or a bare `f`; total-cost needs no declaration."""
    words = node.words() if node.is_list else [node.word]
    if not words:
        refuse_construct(node, scope)
        raise node.error(f"unexpected {node.describe()}; expected a function such as (f ?x)")
    name, args = words[0], tuple(words[1:])
    if name != TOTAL_COST or name in scope.functions:
        if name not in scope.functions:
            refuse_construct(node, scope)
            hint = expectation(name, scope.functions, "function")
            raise node.error(f"unknown function {shown(name)}; {hint}")
        arity = len(scope.functions[name].parameters)
        if len(args) != arity:
            raise node.error(f"{shown(name)} has {len(args)} arguments; expected {arity}")
    elif args:
        raise node.error(f"'total-cost' has {len(args)} arguments; expected 0")
    check_terms(node, args, scope)
    return Atom(name, args)


def read_cost(node: Node) -> int:
    """A cost as a whole number of at least 0; `3.0` is 3."""
    value = read_number(node)
    if value is None:
        raise node.unsupported(f"fractional cost {shown(node.word)} is")
    if value < 0:
        raise node.unsupported(f"negative cost {shown(node.word)} is")
    return value


def read_number(node: Node) -> int | None:
    """A whole number, or None for a fraction."""
    word = node.word
    if node.is_list or len(word) > 40 or not is_number(word):
        raise node.error(f"unexpected {node.describe()}; expected a number")
    try:
        return int(word)
    except ValueError:
        pass
    try:
        value = float(word)
        return int(value) if value == int(value) else None
    except (ValueError, OverflowError) as error:
        raise node.error(f"unexpected {shown(word)}; expected a number") from error
