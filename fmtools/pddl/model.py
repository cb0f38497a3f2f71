"""What a PDDL domain and problem say, as plain data: STRIPS with types, negation, equality, costs.

All names are lower case (PDDL ignores case); variables keep their leading `?`. Formulas are
conjunctions of literals; anything richer was refused while reading. Effects follow PDDL: deletes
first, then adds, so an atom both deleted and added by one action is true afterwards.

What there are many of are named tuples: made, compared and hashed several times as fast.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

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


class Signature(NamedTuple):
    """A predicate or function with its typed parameters."""

    name: str
    parameters: tuple[Parameter, ...] = ()


class Cost(NamedTuple):
    """What an action adds to total-cost: a constant plus terms such as (distance ?a ?b)."""

    constant: int = 0
    terms: tuple[Atom, ...] = ()


@dataclass(frozen=True)
class Operator:
    """A lifted action. `cost` is None where the action does not increase total-cost."""

    name: str
    parameters: tuple[Parameter, ...]
    precondition: tuple[Literal, ...]
    effect: tuple[Literal, ...]
    cost: Cost | None = None


@dataclass(frozen=True)
class Domain:
    name: str
    requirements: tuple[str, ...]
    types: Mapping[str, tuple[str, ...]]
    """Type -> its direct supertypes (several for `either`); `object` is the root and is present."""
    constants: tuple[Parameter, ...]
    predicates: Mapping[str, Signature]
    functions: Mapping[str, Signature]
    operators: Mapping[str, Operator]
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)

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


@dataclass(frozen=True)
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
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)
