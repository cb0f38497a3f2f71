"""A task in normal form as data for the join: object bit sets, literals, edges, triggers.

A predicate is fixed if no effect and no axiom mentions it. Everything about names ends here; the
core sees numbers.
"""

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.core.grounding import EdgeKind, JoinProgram
from fmtools.errors import UnsupportedError
from fmtools.pddl.model import EQUALS, OBJECT, Atom, Domain, Operator, Parameter, Problem
from fmtools.pddl.normal_form import NormalForm

MAX_OBJECTS = 65535
MAX_OPERATORS = 65535

_Edge = tuple[EdgeKind, int, int]


class Names(NamedTuple):
    """Numbers of objects and predicates."""

    objects: tuple[str, ...]
    predicates: tuple[str, ...]
    object_ids: dict[str, int]
    predicate_ids: dict[str, int]
    changing: frozenset[str]
    """Predicates that some effect or axiom mentions."""


def number_names(domain: Domain, problem: Problem, normal: NormalForm) -> Names:
    """Constants first, then the problem's objects; predicates as in the domain."""
    objects = tuple(dict.fromkeys(p.name for p in (*domain.constants, *problem.objects)))
    if len(objects) > MAX_OBJECTS:
        raise UnsupportedError(f"{len(objects)} objects; at most {MAX_OBJECTS} are supported")
    if len(normal.operators) > MAX_OPERATORS:
        raise UnsupportedError(
            f"{len(normal.operators)} operators; at most {MAX_OPERATORS} are supported"
        )
    predicates = tuple(normal.arity)
    return Names(
        objects=objects,
        predicates=predicates,
        object_ids={name: number for number, name in enumerate(objects)},
        predicate_ids={name: number for number, name in enumerate(predicates)},
        changing=normal.changing,
    )


class _Tables:
    """The growing lists that become a `JoinProgram`."""

    def __init__(self, names: Names, arity: list[int], first_row: list[int]) -> None:
        self.names = names
        self.arity = arity
        self.first_row = first_row
        self.domains: list[int] = []
        self.first_parameter = [0]
        self.initial: list[_Edge] = []
        self.first_initial = [0]
        self.edges: list[_Edge] = []
        self.first_edge = [0]
        self.literals: list[tuple[int, int]] = []
        """Predicate, first term."""
        self.terms: list[int] = []
        self.sections: list[int] = []
        self.triggers: list[list[tuple[int, int]]] = [[] for _ in arity]

    def add_literal(self, predicate: int, terms: Sequence[int]) -> int:
        self.literals.append((predicate, len(self.terms)))
        self.terms.extend(terms)
        return len(self.literals) - 1

    def row(self, predicate: int, i: int, j: int, x: int = 0) -> int:
        """The row of objects at position j given object x at position i."""
        arity, num_objects = self.arity[predicate], len(self.names.objects)
        pair = i * (arity - 1) + (j if j < i else j - 1)
        return self.first_row[predicate] + arity + pair * num_objects + x


def build_program(
    domain: Domain, problem: Problem, normal: NormalForm, names: Names
) -> JoinProgram:
    """The join program; predicate number `len(names.predicates)` is the start signal.

    The start signal is a precondition of operators that have none on predicates that change.
    """
    num_objects = len(names.objects)
    arity = [*normal.arity.values(), 0]
    first_row, num_rows = [], 0
    for size in arity:
        first_row.append(num_rows)
        num_rows += size + size * (size - 1) * num_objects
    first_row.append(num_rows)
    tables = _Tables(names, arity, first_row)
    type_sets = _type_sets(domain, problem, names)
    for number, operator in enumerate(normal.operators):
        _add_operator(tables, number, operator, type_sets)
    num_words = max(1, -(-num_objects // 64))
    domains = b"".join(bits.to_bytes(8 * num_words, "little") for bits in tables.domains)
    return JoinProgram(
        num_objects=num_objects,
        domains=np.frombuffer(domains, np.uint64),
        first_parameter=array("i", tables.first_parameter),
        initial=_flat(tables.initial),
        first_initial=array("i", tables.first_initial),
        edges=_flat(tables.edges),
        first_edge=array("i", tables.first_edge),
        literals=_flat(tables.literals),
        terms=array("i", tables.terms),
        sections=array("i", tables.sections),
        arity=array("i", arity),
        first_row=array("i", first_row),
        whole=_whole(normal),
        triggers=_flat(chain.from_iterable(tables.triggers)),
        first_trigger=array("i", accumulate(map(len, tables.triggers), initial=0)),
    )


def _whole(normal: NormalForm) -> "array[int]":
    """Per operator, 1 for actions with conditional effects and for these."""
    whole = array("i", bytes(4 * len(normal.operators)))
    for effect, action in enumerate(normal.action_of):
        whole[action] = whole[normal.num_actions + effect] = 1
    return whole


def _flat(rows: Iterable[Iterable[int]]) -> "array[int]":
    return array("i", chain.from_iterable(rows))


def _type_sets(domain: Domain, problem: Problem, names: Names) -> dict[str, int]:
    """Type -> its objects, as the bits of an integer."""
    sets = dict.fromkeys(domain.types, 0)
    above: dict[tuple[str, ...], frozenset[str]] = {}
    for item in (*domain.constants, *problem.objects):
        bit = 1 << names.object_ids[item.name]
        if item.types not in above:
            above[item.types] = frozenset().union(*map(domain.supertypes, item.types))
        for type_name in above[item.types]:
            sets[type_name] |= bit
    sets[OBJECT] = (1 << len(names.objects)) - 1
    return sets


def _candidates(parameter: Parameter, type_sets: dict[str, int]) -> int:
    bits = 0
    for type_name in parameter.types:
        bits |= type_sets[type_name]
    return bits


def _add_operator(
    tables: _Tables, number: int, operator: Operator, type_sets: dict[str, int]
) -> None:
    names = tables.names
    position = {parameter.name: v for v, parameter in enumerate(operator.parameters)}
    tables.domains.extend(_candidates(parameter, type_sets) for parameter in operator.parameters)

    def terms_of(atom: Atom) -> list[int]:
        return [position[arg] if arg in position else ~names.object_ids[arg] for arg in atom.args]

    edges: list[list[_Edge]] = [[] for _ in operator.parameters]
    changing: list[Atom] = []
    negative: list[Atom] = []
    for literal in operator.precondition:
        atom = literal.atom
        if atom.predicate == EQUALS:
            _add_equality(tables, edges, terms_of(atom), literal.positive)
        elif atom.predicate not in names.changing:
            fixed = tables.add_literal(names.predicate_ids[atom.predicate], terms_of(atom))
            _add_condition(tables, edges, fixed, terms_of(atom), literal.positive)
        else:
            (changing if literal.positive else negative).append(atom)
    adds = [literal.atom for literal in operator.effect if literal.positive]
    deletes = [literal.atom for literal in operator.effect if not literal.positive]
    for sort in (changing, negative, adds, deletes):
        tables.sections.append(len(tables.literals))
        for atom in dict.fromkeys(sort):
            predicate = names.predicate_ids[atom.predicate]
            added = tables.add_literal(predicate, terms_of(atom))
            if sort is changing:
                _add_condition(tables, edges, added, terms_of(atom), True)
                tables.triggers[predicate].append((number, added))
    tables.sections.append(len(tables.literals))
    if not changing:
        start = tables.add_literal(len(names.predicates), [])
        tables.triggers[-1].append((number, start))
    for own in edges:
        tables.edges.extend(own)
        tables.first_edge.append(len(tables.edges))
    tables.first_parameter.append(len(tables.domains))
    tables.first_initial.append(len(tables.initial))


def _add_equality(tables: _Tables, edges: list[list[_Edge]], terms: list[int], equal: bool) -> None:
    """`(= a b)` or its negation. One that can never hold empties the candidates of nobody: a test
    of the start signal, which always holds."""
    left, right = terms
    if (left < 0 and right < 0) or left == right:
        if (left == right) != equal:
            start = tables.add_literal(len(tables.names.predicates), [])
            tables.initial.append((EdgeKind.FAILS, start, 0))
        return
    if left >= 0 and right >= 0:
        kind = EdgeKind.SAME if equal else EdgeKind.DIFFERENT
        edges[left].append((kind, 0, right))
        edges[right].append((kind, 0, left))
        return
    parameter, constant = (left, ~right) if left >= 0 else (right, ~left)
    row = len(tables.domains) - len(edges) + parameter
    bit = 1 << constant
    tables.domains[row] &= bit if equal else ~bit


def _add_condition(
    tables: _Tables, edges: list[list[_Edge]], literal: int, terms: list[int], positive: bool
) -> None:
    """Edges for one literal: exact for one or two arguments, else pairwise and tested in full."""
    predicate = tables.literals[literal][0]
    size = len(terms)
    variables = [(i, term) for i, term in enumerate(terms) if term >= 0]
    distinct = len({term for _, term in variables})
    exact = size <= 2 and distinct == len(variables) and distinct > 0
    if positive:
        for i, term in variables:
            tables.initial.append((EdgeKind.KEEP, tables.first_row[predicate] + i, term))
    elif exact and size == 1:
        tables.initial.append((EdgeKind.DROP, tables.first_row[predicate], terms[0]))
    if positive or exact:
        kind = EdgeKind.KEEP if positive else EdgeKind.DROP
        for j, other in variables:
            for i, term in enumerate(terms):
                if i == j or term == other:
                    continue
                if term < 0:
                    tables.initial.append((kind, tables.row(predicate, i, j, ~term), other))
                else:
                    edges[term].append((kind, tables.row(predicate, i, j), other))
    if not exact:
        test = EdgeKind.HOLDS if positive else EdgeKind.FAILS
        if not variables:
            tables.initial.append((test, literal, 0))
        for term in {term for _, term in variables}:
            edges[term].append((test, literal, 0))


def encode_atoms(atoms: Iterable[Atom], names: Names, width: int) -> npt.NDArray[np.int32]:
    """int32[atoms, 1 + width]: predicate and objects, padded with zeros."""
    predicate_ids, object_ids = names.predicate_ids, names.object_ids
    flat: list[int] = []
    padding = [0] * width
    for atom in atoms:
        flat.append(predicate_ids[atom.predicate])
        flat.extend(map(object_ids.__getitem__, atom.args))
        flat.extend(padding[len(atom.args) :])
    return np.array(flat, np.int32).reshape(-1, 1 + width)
