"""What a PDDL domain and problem say, as plain data: classical PDDL with axioms and costs.

All names are lower case (PDDL ignores case); variables keep their leading `?`. A condition is a
conjunction: its literals stand by themselves, since most conditions have nothing else, and what is
richer (`Condition`) beside them; negation stands before atoms only. Effects follow PDDL: conditions
are looked at first, then come the deletes, then the adds, so an atom both deleted and added by one
action is true afterwards.

What there are many of are named tuples: made, compared and hashed several times as fast.
"""

from collections.abc import Iterator, Mapping
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

    def __str__(self) -> str:
        return f"({' '.join((self.predicate, *self.args))})"


class Literal(NamedTuple):
    atom: Atom
    positive: bool = True

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


def typed_text(parameters: tuple[Parameter, ...]) -> str:
    """`?a ?b - place ?t - truck`: neighbours of one type share it; plain objects go without."""
    words: list[str] = []
    for number, parameter in enumerate(parameters):
        words.append(parameter.name)
        after = parameters[number + 1 : number + 2]
        if after and after[0].types == parameter.types:
            continue
        if len(parameter.types) > 1:
            words.append(f"- (either {' '.join(parameter.types)})")
        elif parameter.types != (OBJECT,) or after:
            words.append(f"- {parameter.types[0]}")
    return " ".join(words)


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
