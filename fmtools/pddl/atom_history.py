"""What a sequence needs of and does to each atom, one atom at a time.

The same as composing (compose.py), arranged so that it can be asked again and again which atoms are
one: atoms that coincide merge their histories, all others keep what they had.
"""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import NamedTuple

from fmtools.pddl.compose import BoundStep
from fmtools.pddl.model import EQUALS, Atom

_NEED, _DELETE, _ADD = 0, 1, 2


class AtomUse(NamedTuple):
    """The value that an atom must have first, and the one that it is given; None if neither."""

    required: bool | None
    written: bool | None


Event = tuple[int, int, bool]
"""(step, phase, value): in a step, conditions come before deletes and those before adds."""


class Histories:
    """Conditions that compare objects are no part of this: patterns decide them."""

    def __init__(self, steps: Iterable[BoundStep]) -> None:
        self._events: dict[Atom, list[Event]] = {}
        for number, step in enumerate(steps):
            for literal in step.precondition:
                if literal.atom.predicate != EQUALS:
                    self._add(literal.atom, (number, _NEED, literal.positive))
            for literal in step.effect:
                phase = _ADD if literal.positive else _DELETE
                self._add(literal.atom, (number, phase, literal.positive))
        self._outcomes: dict[tuple[Atom, ...], AtomUse | None] = {}

    def meaning(self, terms: Mapping[str, str]) -> dict[Atom, AtomUse] | None:
        """By atom, after other terms were put in for some; None if the sequence cannot run.

        Equal exactly if the same states let both run and change in the same way.
        """
        members: dict[Atom, list[Atom]] = {}
        for atom in self._events:
            members.setdefault(atom.bound(terms), []).append(atom)
        meaning = {}
        for bound, atoms in members.items():
            outcome = self._outcome(tuple(atoms))
            if outcome is None:
                return None
            meaning[bound] = outcome
        return meaning

    def _add(self, atom: Atom, event: Event) -> None:
        self._events.setdefault(atom, []).append(event)

    def _outcome(self, atoms: tuple[Atom, ...]) -> AtomUse | None:
        if atoms not in self._outcomes:
            events = [event for atom in atoms for event in self._events[atom]]
            self._outcomes[atoms] = _outcome(sorted(events, key=itemgetter(0, 1)))
        return self._outcomes[atoms]


def _outcome(events: Iterable[Event]) -> AtomUse | None:
    required: bool | None = None
    written: bool | None = None
    for _, phase, value in events:
        if phase != _NEED:
            written = value
            continue
        known = required if written is None else written
        if known is None:
            required = value
        elif known != value:
            return None
    return AtomUse(required, None if written == required else written)
