"""What a PDDL domain and problem say, as plain data: classical PDDL with axioms and costs.

All names are lower case (PDDL ignores case); variables keep their leading `?`. A condition is a
conjunction: its literals stand by themselves, since most conditions have nothing else, and what is
richer (`Condition`) beside them; negation stands before atoms only. Effects follow PDDL: conditions
are looked at first, then come the deletes, then the adds, so an atom both deleted and added by one
action is true afterwards.

What there are many of are named tuples: made, compared and hashed several times as fast.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from fmtools.frozen import field, frozen

EQUALS = "="
OBJECT = "object"


class Atom(NamedTuple):
    """A predicate over terms; a term is a variable (`?x`) or an object's name."""

    predicate: str
    args: tuple[str, ...] = ()

    def bound(self, terms: Mapping[str, str]) -> "Atom":
        """With other terms for some of its own."""
        return Atom(self.predicate, tuple(terms.get(term, term) for term in self.args))

    def __str__(self) -> str:
        return f"({' '.join((self.predicate, *self.args))})"


class Literal(NamedTuple):
    atom: Atom
    positive: bool = True

    def bound(self, terms: Mapping[str, str]) -> "Literal":
        return Literal(self.atom.bound(terms), self.positive)

    def holds_in(self, state: Collection[tuple[str, tuple[str, ...]]]) -> bool:
        """Of a ground literal: whether it is true where these atoms are, and no others."""
        predicate, args = self.atom
        true = args[0] == args[1] if predicate == EQUALS else self.atom in state
        return true == self.positive

    def __str__(self) -> str:
        return str(self.atom) if self.positive else f"(not {self.atom})"


class Parameter(NamedTuple):
    """A typed variable or object; several types mean `either`."""

    name: str
    types: tuple[str, ...] = (OBJECT,)


@frozen
class And:
    parts: "tuple[Condition, ...]"

    def __str__(self) -> str:
        return f"({' '.join(('and', *map(str, self.parts)))})"


@frozen
class Or:
    parts: "tuple[Condition, ...]"

    def __str__(self) -> str:
        return f"({' '.join(('or', *map(str, self.parts)))})"


@frozen
class Forall:
    variables: tuple[Parameter, ...]
    body: "Condition"

    def __str__(self) -> str:
        return f"(forall ({typed_text(self.variables)}) {self.body})"


@frozen
class Exists:
    variables: tuple[Parameter, ...]
    body: "Condition"

    def __str__(self) -> str:
        return f"(exists ({typed_text(self.variables)}) {self.body})"


Condition = Literal | And | Or | Forall | Exists
"""A variable of an inner quantifier hides one of the same name outside."""


def literals_of(conditions: Iterable[Condition]) -> Iterator[Literal]:
    """All literals in formulas, however deep."""
    todo = list(conditions)
    while todo:
        condition = todo.pop()
        if isinstance(condition, Literal):
            yield condition
        elif isinstance(condition, (Forall, Exists)):
            todo.append(condition.body)
        else:
            todo.extend(condition.parts)


def typed_words(parameters: Iterable[Parameter]) -> list[str]:
    """`?x`, `?y - disc`: neighbours of one type share it; none has one where all are `object`."""
    listed = list(parameters)
    if all(parameter.types == (OBJECT,) for parameter in listed):
        return [parameter.name for parameter in listed]
    words = []
    for parameter, following in zip(listed, [*listed[1:], None], strict=True):
        words.append(parameter.name)
        if following is None or following.types != parameter.types:
            types = " ".join(parameter.types)
            words[-1] += f" - {types}" if len(parameter.types) == 1 else f" - (either {types})"
    return words


def typed_text(parameters: Iterable[Parameter]) -> str:
    """`?a ?b - place ?t - truck`"""
    return " ".join(typed_words(parameters))


class Signature(NamedTuple):
    """A predicate or function with its typed parameters."""

    name: str
    parameters: tuple[Parameter, ...] = ()


class Cost(NamedTuple):
    """What an action adds to total-cost: a constant plus terms such as (distance ?a ?b)."""

    constant: int = 0
    terms: tuple[Atom, ...] = ()


@frozen
class ConditionalEffect:
    """For all objects that fit the variables: where the condition holds, the literals follow."""

    variables: tuple[Parameter, ...]
    condition: tuple[Condition, ...]
    """Its conjuncts; none for an effect that is merely quantified."""
    effect: tuple[Literal, ...]

    def __str__(self) -> str:
        text = str(And(self.effect) if len(self.effect) > 1 else self.effect[0])
        if self.condition:
            whole = And(self.condition) if len(self.condition) > 1 else self.condition[0]
            text = f"(when {whole} {text})"
        return f"(forall ({typed_text(self.variables)}) {text})" if self.variables else text


@frozen
class Axiom:
    """`(:derived HEAD body)`: the head holds where all of the body's conjuncts do."""

    head: Atom
    parameters: tuple[Parameter, ...]
    """The head's variables, in the order of its arguments."""
    body: tuple[Condition, ...]


@frozen
class Operator:
    """A lifted action. `cost` is None where the action does not increase total-cost."""

    name: str
    parameters: tuple[Parameter, ...]
    precondition: tuple[Literal, ...]
    effect: tuple[Literal, ...]
    """What it does in any case."""
    cost: Cost | None = None
    conditions: tuple[Condition, ...] = ()
    """Conjuncts of the precondition that are no literals."""
    conditional: tuple[ConditionalEffect, ...] = ()

    @property
    def is_strips(self) -> bool:
        """Whether literals say all."""
        return not self.conditions and not self.conditional

    def all_effects(self) -> Iterator[Literal]:
        """What it may make true or false, conditional or not."""
        yield from self.effect
        for conditional in self.conditional:
            yield from conditional.effect


@frozen
class Domain:
    name: str
    requirements: tuple[str, ...]
    types: Mapping[str, tuple[str, ...]]
    """Type -> its direct supertypes (several for `either`); `object` is the root and is present."""
    constants: tuple[Parameter, ...]
    predicates: Mapping[str, Signature]
    functions: Mapping[str, Signature]
    operators: Mapping[str, Operator]
    axioms: tuple[Axiom, ...] = ()
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)

    @cached_property
    def derived(self) -> frozenset[str]:
        """Predicates that axioms define."""
        return frozenset(axiom.head.predicate for axiom in self.axioms)

    @cached_property
    def changing(self) -> frozenset[str]:
        """Predicates whose atoms may differ from state to state."""
        effects = (x for op in self.operators.values() for x in op.all_effects())
        return self.derived | {literal.atom.predicate for literal in effects}

    @cached_property
    def static(self) -> frozenset[str]:
        """Predicates that nothing changes."""
        return frozenset(self.predicates) - self.changing

    @property
    def names(self) -> set[str]:
        """What new predicates and operators may not be called."""
        return {*self.operators, *self.predicates, *self.functions, *self.types}

    @property
    def is_strips(self) -> bool:
        return not self.axioms and all(op.is_strips for op in self.operators.values())

    def supertypes(self, type_name: str) -> frozenset[str]:
        """`type_name` and everything above it, `object` included."""
        seen: set[str] = set()
        todo = [type_name]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo.extend(self.types.get(name, ()))
        return frozenset(seen | {OBJECT})


@frozen
class Problem:
    name: str
    domain_name: str
    objects: tuple[Parameter, ...]
    """The problem's own objects; the domain's constants are not repeated here."""
    init: frozenset[Atom]
    values: Mapping[Atom, int]
    """Initial values of functions, such as (distance a b) -> 7."""
    goal: tuple[Literal, ...]
    minimize_cost: bool = False
    goal_conditions: tuple[Condition, ...] = ()
    """Conjuncts of the goal that are no literals."""
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)


def objects_by_type(domain: Domain, problem: Problem) -> dict[str, list[str]]:
    """Type -> the objects that are of it, constants first; `object` has all."""
    found: dict[str, dict[str, None]] = {name: {} for name in domain.types}
    for item in (*domain.constants, *problem.objects):
        for above in frozenset().union(*map(domain.supertypes, item.types)):
            found[above][item.name] = None
    return {name: list(own) for name, own in found.items()}
