"""Conditions: preconditions, goals, and the bodies of axioms and conditional effects.

Negation is pushed down to the atoms while reading; `imply` becomes `or`. Conjunctions at the top,
which nearly all of a condition is made of, are read without recursion.
"""

from collections.abc import Iterator
from typing import NamedTuple

from fmtools.frozen import replace
from fmtools.pddl.atoms import Scope, read_atom
from fmtools.pddl.model import And, Condition, Exists, Forall, Literal, Or, Parameter
from fmtools.pddl.sexpr import Node, shown
from fmtools.pddl.typed_lists import read_parameters

MAX_NESTING = 100
"""Deeper formulas are refused: no domain needs them, and what reads them here is recursive."""

_DUAL = {"and": "or", "or": "and", "forall": "exists", "exists": "forall"}


class Conjunction(NamedTuple):
    """A condition: literals, and conjuncts that are no literals."""

    literals: tuple[Literal, ...] = ()
    others: tuple[Condition, ...] = ()

    @property
    def conjuncts(self) -> tuple[Condition, ...]:
        return (*self.literals, *self.others)


def conjuncts(node: Node) -> Iterator[Node]:
    """The members of nested `(and ...)` in the order written; `()` is the empty conjunction."""
    todo = [node]
    while todo:
        node = todo.pop()
        if node.head == "and":
            todo.extend(reversed(node.items()[1:]))
        elif not node.is_empty:
            yield node


def read_condition(node: Node, scope: Scope) -> Conjunction:
    """A precondition or goal. Repeated literals are kept once."""
    literals: dict[Literal, None] = {}
    others: dict[Condition, None] = {}
    for member in conjuncts(node):
        condition = _read(member, scope, True, 0)
        for part in condition.parts if isinstance(condition, And) else (condition,):
            if isinstance(part, Literal):
                literals[part] = None
            else:
                others[part] = None
    return Conjunction(tuple(literals), tuple(others))


def _read(node: Node, scope: Scope, positive: bool, depth: int) -> Condition:
    """The formula at `node`, or its negation."""
    if depth > MAX_NESTING:
        raise node.error(f"formulas nested too deeply; expected at most {MAX_NESTING} levels")
    while node.head == "not":
        members = node.items()
        if len(members) != 2:
            raise node.error(f"(not ...) of {len(members) - 1} formulas; expected exactly one")
        node, positive = members[1], not positive
    head = node.head
    if node.is_empty:
        return _join("and" if positive else "or", ())
    if head in {"and", "or"}:
        parts = (_read(member, scope, positive, depth + 1) for member in node.items()[1:])
        return _join(head if positive else _DUAL[head], parts)
    if head == "imply":
        members = node.items()
        if len(members) != 3:
            raise node.error(f"(imply ...) of {len(members) - 1} formulas; expected 2")
        negated = _read(members[1], scope, not positive, depth + 1)
        implied = _read(members[2], scope, positive, depth + 1)
        return _join("or" if positive else "and", (negated, implied))
    if head in {"forall", "exists"}:
        variables, body, inner = read_quantifier(node, scope)
        kind = Forall if (head == "forall") == positive else Exists
        return kind(variables, _read(body, inner, positive, depth + 1))
    return Literal(read_atom(node, scope), positive)


def _join(word: str, parts: "Iterator[Condition] | tuple[Condition, ...]") -> Condition:
    """A conjunction or disjunction, flat and without repetition; of one part, that part."""
    kind = And if word == "and" else Or
    flat: dict[Condition, None] = {}
    for part in parts:
        flat.update(dict.fromkeys(part.parts if isinstance(part, kind) else (part,)))
    return next(iter(flat)) if len(flat) == 1 else kind(tuple(flat))


def read_quantifier(node: Node, scope: Scope) -> tuple[tuple[Parameter, ...], Node, Scope]:
    """(variables, body, names that it may use) of `(forall (?x - t) ...)` and `(exists ...)`."""
    members = node.items()
    if len(members) != 3:
        raise node.error(
            f"({node.head} ...) of {len(members) - 1} parts; expected variables and a formula"
        )
    if not members[1].is_list:
        raise members[1].error(
            f"unexpected {members[1].describe()}; expected variables such as (?x - type)"
        )
    variables = distinct_variables(members[1], members[1].items(), scope)
    names = {*scope.variables, *(variable.name for variable in variables)}
    return variables, members[2], replace(scope, variables=names)


def distinct_variables(node: Node, items: list[Node], scope: Scope) -> tuple[Parameter, ...]:
    """Typed variables; `node` is where an error says that one is there twice."""
    variables = tuple(read_parameters(items, scope.types, "variable"))
    names = [variable.name for variable in variables]
    if len(set(names)) < len(names):
        again = next(name for index, name in enumerate(names) if name in names[:index])
        raise node.error(f"parameter {shown(again)} is there twice; expected different names")
    return variables
