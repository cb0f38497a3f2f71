"""Conditions, effects and costs of operators: conjunctions of literals, read without recursion."""

from collections.abc import Iterable, Iterator

from fmtools.pddl.atoms import Scope, check_terms, is_number, read_literal, refuse_construct
from fmtools.pddl.model import EQUALS, Atom, Cost, Literal
from fmtools.pddl.names import expectation
from fmtools.pddl.sexpr import Node, shown

TOTAL_COST = "total-cost"


def conjuncts(node: Node) -> Iterator[Node]:
    """The members of nested `(and ...)` in the order written; `()` is the empty conjunction."""
    todo = [node]
    while todo:
        node = todo.pop()
        if node.head == "and":
            todo.extend(reversed(node.items()[1:]))
        elif not node.is_empty:
            yield node


def read_condition(node: Node, scope: Scope) -> tuple[Literal, ...]:
    """A precondition or goal. Repeated literals are kept once."""
    return tuple(dict.fromkeys(read_literal(member, scope) for member in conjuncts(node)))


def read_effect(node: Node, scope: Scope) -> tuple[tuple[Literal, ...], Cost | None]:
    """An effect's literals, and what it adds to total-cost if it says so."""
    literals: dict[Literal, None] = {}
    costs: list[Cost] = []
    for member in conjuncts(node):
        if member.head == "increase" and _target(member) == TOTAL_COST:
            costs.append(_read_increase(member, scope))
            continue
        literal = read_literal(member, scope)
        if literal.atom.predicate == EQUALS:
            raise member.error("an effect cannot make objects equal; expected a predicate")
        literals[literal] = None
    return tuple(literals), sum_costs(costs) if costs else None


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
