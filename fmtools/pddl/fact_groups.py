"""Proposes groups of facts of which at most one is true, from the lifted operators.

As in the invariant synthesis of Helmert (2009), simplified: a template is a set of predicates whose
arguments are parameters of the group, but for at most one, which is counted. An action that adds a
fact to a group should take one away; where none of the template does, one that the action takes
away is tried as a further predicate. What comes out is a guess (the same variable may stand for two
parameters, constants for either): `fmtools.core.fact_groups` proves it on the ground actions.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fmtools.core.operator_arrays import IntArray
from fmtools.pddl.flat_sets import sorted_set
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.model import Atom, Operator

MOST_TEMPLATES = 300
"""That are looked at; as many as Fast Downward looks at."""


class Part(NamedTuple):
    """Facts of one predicate; `positions`: the arguments that are the group's parameters."""

    predicate: str
    positions: tuple[int, ...]

    def parameters(self, atom: Atom) -> tuple[str, ...]:
        return tuple(atom.args[position] for position in self.positions)


Template = frozenset[Part]


class Moves(NamedTuple):
    """What an operator adds, and what it needs and deletes."""

    added: tuple[Atom, ...]
    taken: tuple[Atom, ...]


def propose_groups(task: GroundTask) -> list[IntArray]:
    """int32[facts] each: the group of every fact, -1 for none."""
    operators = [moves_of(operator) for operator in task.domain.operators.values()]
    changing = {atom.predicate: len(atom.args) for moves in operators for atom in moves.added}
    todo = [
        frozenset([Part(name, tuple(k for k in range(arity) if k != counted))])
        for name, arity in sorted(changing.items())
        for counted in range(-1, arity)
    ]
    seen = set(todo)
    found = []
    for template in todo:  # grows while it is walked
        more = refinements(template, operators)
        if more is None:
            found.append(template)
            continue
        fresh = [t for t in more if t not in seen][: MOST_TEMPLATES - len(todo)]
        seen.update(fresh)
        todo.extend(fresh)
    return [group for template in found if (group := _ground(task, template)) is not None]


def moves_of(operator: Operator) -> Moves:
    needed = {literal.atom for literal in operator.precondition if literal.positive}
    added = {literal.atom for literal in operator.effect if literal.positive}
    deleted = {literal.atom for literal in operator.effect if not literal.positive}
    return Moves(tuple(sorted(added - needed)), tuple(sorted(deleted & needed - added)))


def refinements(template: Template, operators: list[Moves]) -> list[Template] | None:
    """None where every operator takes away as much as it adds; else what may mend that."""
    parts = {part.predicate: part for part in template}
    for added, taken in operators:
        keys = [parts[atom.predicate].parameters(atom) for atom in added if atom.predicate in parts]
        if len(set(keys)) < len(keys):
            return []
        for key in keys:
            if not any(
                atom.predicate in parts and parts[atom.predicate].parameters(atom) == key
                for atom in taken
            ):
                return [
                    template | {part}
                    for atom in taken
                    if atom.predicate not in parts
                    for part in _parts(atom, key)
                ]
    return None


def _parts(atom: Atom, key: tuple[str, ...]) -> Iterator[Part]:
    """The part in which the atom has these parameters and at most one argument more."""
    if len(atom.args) - len(key) in (0, 1) and all(term in atom.args for term in key):
        yield Part(atom.predicate, tuple(atom.args.index(term) for term in key))


def _ground(task: GroundTask, template: Template) -> IntArray | None:
    """The groups of a template, numbered; None where there are too many parameters to number."""
    base = len(task.objects) + 1
    num_parameters = len(next(iter(template)).positions)
    if base**num_parameters >= 1 << 62:
        return None
    key = np.full(task.num_facts, -1, np.int64)
    for part in sorted(template):
        predicate = task.fact_predicates.index(part.predicate)
        facts = np.flatnonzero(task.fact_atoms[:, 0] == predicate)
        key[facts] = 0
        for position in part.positions:
            key[facts] = key[facts] * base + task.fact_atoms[facts, 1 + position]
    group = np.full(task.num_facts, -1, np.int32)
    covered = np.flatnonzero(key >= 0)
    group[covered] = np.searchsorted(sorted_set(key[covered]), key[covered])
    return group
