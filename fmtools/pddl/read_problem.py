"""A problem file to a `Problem`, checked against its domain."""

from pathlib import Path

from fmtools.pddl.atoms import Scope, read_atom, refuse_construct
from fmtools.pddl.conditions import Conjunction, conjuncts, read_condition
from fmtools.pddl.define import Define, read_define
from fmtools.pddl.formulas import TOTAL_COST, read_function, read_number
from fmtools.pddl.model import EQUALS, Atom, Domain, Parameter, Problem
from fmtools.pddl.read_domain import merge_objects
from fmtools.pddl.sexpr import Node, shown
from fmtools.pddl.typed_lists import read_parameters

_SECTIONS = frozenset(
    {
        ":domain",
        ":requirements",
        ":objects",
        ":init",
        ":goal",
        ":metric",
        ":length",
        ":situation",
    }
)
_REFUSED = {
    ":constraints": "constraints (:constraints ...) are",
    ":htn": "task network (:htn ...) is",
    ":goal-reward": "reward (:goal-reward ...) is",
}


def parse_problem(text: str, domain: Domain, path: Path | None = None) -> Problem:
    """The problem that `text` defines in `domain`; `path` is for messages and `Problem.path`.

    The problem's `(:domain NAME)` need not match: benchmark files often disagree.
    """
    define = read_define(text, path, "problem", _SECTIONS, _REFUSED)
    objects = _read_objects(define, domain)
    scope = Scope(
        predicates=dict(domain.predicates),
        functions=dict(domain.functions),
        objects={item.name for item in (*domain.constants, *objects)},
        types=domain.types,
        derived=domain.derived,
    )
    goal = define.single(":goal")
    if ":init" not in define.sections or goal is None:
        missing = ":init" if ":init" not in define.sections else ":goal"
        raise define.node.error(f"a problem without {missing}; expected ({missing} ...)")
    init, values = _read_init(define.items(":init"), scope, domain)
    goal_members = goal.items()[1:]
    if len(goal_members) > 1:
        raise goal_members[1].error("a second formula in :goal; expected one, such as (and ...)")
    wanted = read_condition(goal_members[0], scope) if goal_members else Conjunction()
    return Problem(
        name=define.name,
        domain_name=_read_domain_name(define, domain),
        objects=objects,
        init=frozenset(init),
        values=values,
        goal=wanted.literals,
        goal_conditions=wanted.others,
        minimize_cost=_read_metric(define.single(":metric")),
        path=path,
        text=text,
    )


def _read_domain_name(define: Define, domain: Domain) -> str:
    section = define.single(":domain")
    if section is None:
        return domain.name
    members = section.items()
    if len(members) != 2 or members[1].is_list:
        raise section.error("(:domain) without a name; expected (:domain NAME)")
    return members[1].word


def _read_objects(define: Define, domain: Domain) -> tuple[Parameter, ...]:
    """The problem's objects without the domain's constants, which some files repeat."""
    items = define.items(":objects")
    constants = {constant.name: constant.types for constant in domain.constants}
    objects: list[Parameter] = []
    for item in read_parameters(items, domain.types, "object"):
        known = constants.get(item.name)
        if known is None:
            objects.append(item)
        elif not set(item.types) <= {above for name in known for above in domain.supertypes(name)}:
            node = next(node for node in items if node.word == item.name)
            raise node.error(
                f"object {shown(item.name)} is a constant of type {' '.join(known)} in the "
                f"domain; expected the same type here, not {' '.join(item.types)}"
            )
    return merge_objects(objects)


def _read_init(
    items: list[Node], scope: Scope, domain: Domain
) -> tuple[set[Atom], dict[Atom, int]]:
    facts: set[Atom] = set()
    false: dict[Atom, Node] = {}
    values: dict[Atom, int] = {}
    used = {term.predicate for op in domain.operators.values() if op.cost for term in op.cost.terms}
    arity = {
        name: len(signature.parameters)
        for name, signature in scope.predicates.items()
        if name not in scope.derived
    }
    objects = set(scope.objects)
    for item in items:
        words = item.words()
        # The quick way for what nearly every line is: a positive atom, all names known.
        if words and arity.get(words[0]) == len(words) - 1 and objects.issuperset(words[1:]):
            facts.add(Atom(words[0], tuple(words[1:])))
            continue
        for node in conjuncts(item):
            if node.head == EQUALS:
                _read_value(node, scope, values, used)
            elif node.head == "not" and len(node.items()) == 2:
                false.setdefault(read_atom(node.items()[1], scope), node)
            else:
                atom = read_atom(node, scope)
                if atom.predicate in scope.derived:
                    raise node.error(
                        f"{shown(atom.predicate)} is derived; expected facts of other predicates"
                    )
                facts.add(atom)
    for atom, node in false.items():
        if atom in facts:
            raise node.error(f"{atom} is both true and false; expected one of them")
    return facts, values


def _read_value(node: Node, scope: Scope, values: dict[Atom, int], used: set[str]) -> None:
    """`(= (f a) 7)` into `values`, or a check of the tautology `(= a a)`."""
    members = node.items()
    if len(members) != 3:
        raise node.error(f"(= ...) of {len(members) - 1} terms; expected 2")
    left, right = members[1], members[2]
    if not left.is_list and left.word in scope.objects:
        refuse_construct(right, scope)
        if left.word != right.word:
            raise node.error(f"{left.describe()} and {right.describe()} are different objects; "
                             "expected facts that can be true")  # fmt: skip
        return
    function = read_function(left, scope)
    if not right.is_list and right.word in scope.objects and not right.word[0].isdigit():
        raise node.unsupported(f"object fluent {function} is")
    value = read_number(right)
    if function.predicate in used or function.predicate == TOTAL_COST:
        if value is None:
            raise right.unsupported(f"fractional cost {shown(right.word)} is")
        if value < 0:
            raise right.unsupported(f"negative cost {shown(right.word)} is")
    if value is None:
        return  # A fraction that no cost uses cannot matter.
    if values.setdefault(function, value) != value:
        raise node.error(f"{function} has a second value; expected {values[function]} again")


def _read_metric(section: Node | None) -> bool:
    """Whether total-cost is to be minimized; a metric over time is plan length, our default."""
    if section is None:
        return False
    members = section.items()
    if len(members) != 3:
        raise section.error("unexpected :metric; expected (:metric minimize (total-cost))")
    words = members[2].words() if members[2].is_list else [members[2].word]
    if members[1].word == "minimize" and words == [TOTAL_COST]:
        return True
    if members[1].word == "minimize" and words == ["total-time"]:
        return False
    if members[1].word not in {"minimize", "maximize"}:
        raise members[1].error(f"unexpected {members[1].describe()}; expected minimize")
    raise section.unsupported("metric other than minimize (total-cost) is")
