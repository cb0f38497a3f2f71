"""A domain file to a `Domain`: every name checked, what is not classical refused by name."""

from collections.abc import Iterable
from pathlib import Path

from fmtools.frozen import replace
from fmtools.pddl.atoms import Scope
from fmtools.pddl.conditions import Conjunction, distinct_variables, read_condition
from fmtools.pddl.define import Define, read_define
from fmtools.pddl.formulas import Effect, read_effect
from fmtools.pddl.model import Domain, Operator, Parameter, Signature
from fmtools.pddl.names import expectation
from fmtools.pddl.read_axioms import read_axioms
from fmtools.pddl.sexpr import Node, shown
from fmtools.pddl.typed_lists import Types, check_name, read_parameters, read_types

_SECTIONS = frozenset(
    {
        ":requirements",
        ":types",
        ":constants",
        ":predicates",
        ":functions",
        ":action",
        ":derived",
    }
)
_REFUSED = {
    ":axiom": "axiom (:axiom ...) is",
    ":durative-action": "durative action (:durative-action ...) is",
    ":process": "process (:process ...) is",
    ":event": "event (:event ...) is",
    ":constraints": "constraints (:constraints ...) are",
    ":timeless": "timeless facts (:timeless ...) are",
    ":task": "task network (:task ...) is",
    ":method": "task network (:method ...) is",
}
_SLOTS = (":parameters", ":precondition", ":effect")
_REFUSED_SLOTS = {
    ":duration": "duration (:duration ...) is",
    ":condition": "durative condition (:condition ...) is",
    ":vars": "free variables (:vars ...) are",
    ":observe": "sensing (:observe ...) is",
}


def parse_domain(text: str, path: Path | None = None) -> Domain:
    """The domain that `text` defines; `path` is for messages and for `Domain.path`."""
    define = read_define(text, path, "domain", _SECTIONS, _REFUSED)
    types = read_types(define.items(":types"))
    constants = merge_objects(read_parameters(define.items(":constants"), types, "object"))
    scope = Scope(
        predicates=_read_predicates(define, types),
        functions=_read_functions(define, types),
        objects={constant.name for constant in constants},
        types=types,
        infer_predicates=":predicates" not in define.sections,
    )
    axioms = read_axioms(define.sections.get(":derived", ()), scope)
    scope = replace(scope, derived={axiom.head.predicate for axiom in axioms})
    return Domain(
        name=define.name,
        requirements=_read_requirements(define),
        types=types,
        constants=constants,
        axioms=axioms,
        operators=_read_operators(define, scope),
        predicates=scope.predicates,
        functions=scope.functions,
        path=path,
        text=text,
    )


def merge_objects(objects: Iterable[Parameter]) -> tuple[Parameter, ...]:
    """Objects without repetition; one declared twice is of all the types it was given."""
    merged: dict[str, Parameter] = {}
    for item in objects:
        known = merged.setdefault(item.name, item)
        if known.types != item.types:
            merged[item.name] = known._replace(types=_union(known, item))
    return tuple(merged.values())


def _union(first: Parameter, second: Parameter) -> tuple[str, ...]:
    return tuple(dict.fromkeys(first.types + second.types))


def _read_requirements(define: Define) -> tuple[str, ...]:
    """Kept as they stand: what matters is what a file uses, not what it announces."""
    for item in define.items(":requirements"):
        if item.is_list:
            raise item.error(f"unexpected {item.describe()}; expected a word such as :strips")
    return tuple(dict.fromkeys(item.word for item in define.items(":requirements")))


def _read_predicates(define: Define, types: Types) -> dict[str, Signature]:
    predicates: dict[str, Signature] = {}
    for item in define.items(":predicates"):
        signature = _read_signature(item, types, "predicate")
        known = predicates.setdefault(signature.name, signature)
        if known is not signature:
            predicates[signature.name] = _merge(item, known, signature)
    return predicates


def _merge(node: Node, first: Signature, second: Signature) -> Signature:
    """One signature for a predicate declared twice: the arguments may be of either's types."""
    if len(first.parameters) != len(second.parameters):
        raise node.error(
            f"{shown(first.name)} declared again with {len(second.parameters)} arguments; "
            f"expected {len(first.parameters)}"
        )
    pairs = zip(first.parameters, second.parameters, strict=True)
    return first._replace(parameters=tuple(a._replace(types=_union(a, b)) for a, b in pairs))


def _read_signature(node: Node, types: Types, what: str) -> Signature:
    members = node.items()
    if not members:
        raise node.error(f"unexpected {node.describe()}; expected a {what} such as (p ?x)")
    name = check_name(members[0], what).word
    return Signature(name, tuple(read_parameters(members[1:], types, "variable")))


def _read_functions(define: Define, types: Types) -> dict[str, Signature]:
    """Functions to numbers; `- number` may be written or not. Object fluents are refused."""
    functions: dict[str, Signature] = {}
    items = define.items(":functions")
    for index, item in enumerate(items):
        if index and items[index - 1].word == "-":
            if item.word != "number":
                raise item.unsupported(f"object fluent of type {item.describe()} is")
        elif item.word == "-":
            if not index or not items[index - 1].is_list or index + 1 == len(items):
                raise item.error("'-' out of place; expected (FUNCTION ...) - number")
        else:
            signature = _read_signature(item, types, "function")
            functions[signature.name] = signature
    return functions


def _read_operators(define: Define, scope: Scope) -> dict[str, Operator]:
    operators: dict[str, Operator] = {}
    for section in define.sections.get(":action", ()):
        operator = _read_operator(section, scope)
        known = operators.setdefault(operator.name, operator)
        if known != operator:
            name = section.items()[1]
            raise name.error(f"a second action {shown(name.word)}; expected another name")
    return operators


def _read_operator(section: Node, scope: Scope) -> Operator:
    members = section.items()
    if len(members) < 2:
        raise section.error("(:action) without a name; expected (:action NAME ...)")
    name = check_name(members[1], "action").word
    slots = _read_slots(members[2:])
    listed = slots.get(":parameters")
    parameters = () if listed is None else distinct_variables(listed, listed.items(), scope)
    inner = replace(scope, variables={parameter.name for parameter in parameters})
    condition, effect = slots.get(":precondition"), slots.get(":effect")
    needed = read_condition(condition, inner) if condition is not None else Conjunction()
    done = read_effect(effect, inner) if effect is not None else Effect()
    return Operator(
        name=name,
        parameters=parameters,
        precondition=needed.literals,
        effect=done.literals,
        cost=done.cost,
        conditions=needed.others,
        conditional=done.conditional,
    )


def _read_slots(members: list[Node]) -> dict[str, Node]:
    """`:parameters (...) :precondition (...) :effect (...)` in any order, each at most once."""
    slots: dict[str, Node] = {}
    for keyword, value in zip(members[::2], [*members[1::2], None], strict=False):
        if keyword.word in _REFUSED_SLOTS:
            raise keyword.unsupported(_REFUSED_SLOTS[keyword.word])
        if keyword.word not in _SLOTS:
            hint = expectation(keyword.word, _SLOTS, "part of an action")
            raise keyword.error(f"unexpected {keyword.describe()}; {hint}")
        if keyword.word in slots:
            raise keyword.error(f"a second {keyword.word}; expected one")
        if value is None or not value.is_list:
            where = value or keyword
            raise where.error(f"{keyword.word} without a list; expected '(' after {keyword.word}")
        slots[keyword.word] = value
    return slots
