"""Atoms and literals: names checked against what is declared, what is not classical refused."""

from collections.abc import Collection, Sequence

from fmtools.frozen import field, frozen
from fmtools.pddl.model import EQUALS, Atom, Literal, Parameter, Signature
from fmtools.pddl.names import expectation
from fmtools.pddl.sexpr import Node, shown
from fmtools.pddl.typed_lists import Types

CONNECTIVES = {
    "or": "disjunction (or ...) here is",
    "imply": "implication (imply ...) here is",
    "forall": "quantifier (forall ...) here is",
    "exists": "quantifier (exists ...) here is",
    "when": "condition (when ...) here is",
    "preference": "preference (preference ...) is",
    "oneof": "nondeterminism (oneof ...) is",
    "probabilistic": "probabilistic effect (probabilistic ...) is",
    "assign": "numeric effect (assign ...) is",
    "increase": "numeric effect (increase ...) here is",
    "decrease": "numeric effect (decrease ...) is",
    "scale-up": "numeric effect (scale-up ...) is",
    "scale-down": "numeric effect (scale-down ...) is",
    "<": "numeric condition (< ...) is",
    ">": "numeric condition (> ...) is",
    "<=": "numeric condition (<= ...) is",
    ">=": "numeric condition (>= ...) is",
    "always": "trajectory constraint (always ...) is",
    "sometime": "trajectory constraint (sometime ...) is",
    "sometime-after": "trajectory constraint (sometime-after ...) is",
    "sometime-before": "trajectory constraint (sometime-before ...) is",
    "at-most-once": "trajectory constraint (at-most-once ...) is",
    "within": "trajectory constraint (within ...) is",
    "at": "timed literal (at ...) is",
    "over": "durative condition (over ...) is",
}
"""Constructs that are PDDL but not ours. Many, such as `at`, are good names for predicates too;
what tells them apart is that a construct has lists inside and an atom has none."""

_COMPARISONS = frozenset({"<", ">", "<=", ">="})

RESERVED = frozenset({"and", "not", "or", "imply", "forall", "exists", "when", EQUALS})
"""Words that keep their meaning even where a predicate is called alike."""


@frozen
class Scope:
    """The names that a formula may use."""

    predicates: dict[str, Signature]
    functions: dict[str, Signature] = field(default_factory=dict)
    objects: Collection[str] = frozenset()
    variables: Collection[str] = frozenset()
    types: Types = field(default_factory=dict)
    derived: Collection[str] = frozenset()
    infer_predicates: bool = False
    """For domains without a :predicates section: the first use of a name declares it."""


def refuse_construct(node: Node, scope: Scope) -> None:
    """Raise UnsupportedError if `node` is a list that opens a construct beyond literals."""
    head = node.head
    if head not in CONNECTIVES:
        return
    if head in RESERVED or (head in _COMPARISONS and head not in scope.predicates):
        raise node.unsupported(CONNECTIVES[head])
    if node.words() is None:
        raise node.unsupported(CONNECTIVES[head])


def read_literal(node: Node, scope: Scope) -> Literal:
    """`(p ...)`, `(= a b)` or a negation of these, however often negated."""
    positive = True
    while node.head == "not":
        members = node.items()
        if len(members) != 2:
            raise node.error(f"(not ...) of {len(members) - 1} formulas; expected exactly one")
        node, positive = members[1], not positive
    if node.head == "and":
        raise node.error("unexpected (and ...) after 'not'; expected a predicate such as (p ?x)")
    return Literal(read_atom(node, scope), positive)


def read_atom(node: Node, scope: Scope) -> Atom:
    words = node.words()
    refuse_construct(node, scope)
    if words is None:
        raise _not_an_atom(node, scope)
    if not words:
        raise node.error("unexpected (); expected a predicate such as (p ?x)")
    name, args = words[0], tuple(words[1:])
    if name == EQUALS:
        if len(args) != 2:
            raise node.error(f"(= ...) of {len(args)} terms; expected 2")
        if any(arg in scope.functions for arg in args) or _compares_numbers(args, scope):
            raise node.unsupported("numeric condition (= ...) is")
    else:
        check_predicate(node, name, len(args), scope)
    check_terms(node, args, scope)
    return Atom(name, args)


def _not_an_atom(node: Node, scope: Scope) -> Exception:
    """Why a word, or a list with lists in it, cannot be an atom."""
    if not node.is_list:
        return node.error(f"unexpected {node.describe()}; expected a formula in parentheses")
    if node.head == EQUALS:
        return node.unsupported("numeric or object fluent condition (= ...) is")
    if not node.head:
        return node.error("unexpected '(('; expected the name of a predicate after '('")
    nested = next(item for item in node.items() if item.is_list)
    if nested.head in scope.functions:
        return nested.unsupported(f"function {shown(nested.head)} as an argument is")
    if node.head not in scope.predicates and not scope.infer_predicates:
        hint = expectation(node.head, scope.predicates, "predicate")
        return node.error(f"unknown predicate {shown(node.head)}; {hint}")
    return nested.error(f"unexpected {nested.describe()}; expected an object or a variable")


def check_predicate(node: Node, name: str, arity: int, scope: Scope) -> None:
    """Raise unless the predicate is declared with so many arguments, or this may declare it."""
    signature = scope.predicates.get(name)
    if signature is None:
        if not scope.infer_predicates or name[0] in ":?":
            hint = expectation(name, scope.predicates, "predicate")
            raise node.error(f"unknown predicate {shown(name)}; {hint}")
        parameters = tuple(Parameter(f"?x{number}") for number in range(1, arity + 1))
        scope.predicates[name] = Signature(name, parameters)
    elif arity != len(signature.parameters):
        raise node.error(
            f"{shown(name)} has {arity} arguments; expected {len(signature.parameters)}"
        )


def _compares_numbers(args: Sequence[str], scope: Scope) -> bool:
    return any(is_number(arg) and arg not in scope.objects for arg in args)


def is_number(word: str) -> bool:
    return word.lstrip("+-")[:1].isdigit() and word.strip("+-0123456789.e") == ""


def check_terms(node: Node, args: Sequence[str], scope: Scope) -> None:
    """Raise unless every argument of the atom at `node` is a known variable or object."""
    for number, arg in enumerate(args, start=1):
        if arg in scope.objects or arg in scope.variables:
            continue
        where = node.items()[number]
        if arg[0] == "?":
            hint = expectation(arg, scope.variables, "variable")
            raise where.error(f"unknown variable {shown(arg)}; {hint}")
        hint = expectation(arg, scope.objects, "object")
        raise where.error(f"unknown object {shown(arg)}; {hint}")
