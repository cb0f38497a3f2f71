"""A plan as a partial order: which steps depend on which, and which could stand side by side.

A unit is one step, or a macro's steps taken as one. Two units are ordered where swapping them might
change what they do. A set of units is convex if nothing outside of it must come between two of its
members: the plan can then be reordered so that they follow each other. Sets are bit masks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fmtools.pddl.execute import ground_step
from fmtools.pddl.model import Atom, Domain
from fmtools.pddl.plan_file import Step

Mask = int
"""A set of units: bit `i` for unit `i`."""


@dataclass(frozen=True)
class Unit:
    """Steps that run as one, with what they need before and leave behind."""

    steps: tuple[Step, ...]
    true: frozenset[Atom]
    false: frozenset[Atom]
    adds: frozenset[Atom]
    deletes: frozenset[Atom]
    changed: frozenset[Atom]
    """Atoms that, as far as the steps tell, have another value at the end than at the start."""


def step_units(domain: Domain, plan: Iterable[Step]) -> list[Unit]:
    """Every step of a valid plan as a unit of its own."""
    units = []
    for step in plan:
        ground = ground_step(domain, step)
        deletes = ground.deletes - ground.adds
        changed = (ground.adds - ground.true) | (deletes - ground.false)
        units.append(
            Unit((step,), ground.true, ground.false, ground.adds, deletes, frozenset(changed))
        )
    return units


def merged(units: Sequence[Unit]) -> Unit:
    """Units, in an order in which they can run, as one.

    The value of an atom that is written but not asked for is taken to have been the opposite of the
    first write: steps seldom write what is so already.
    """
    before: dict[Atom, bool] = {}
    asked: dict[Atom, bool] = {}
    after: dict[Atom, bool] = {}
    for unit in units:
        for atoms, value in ((unit.true, True), (unit.false, False)):
            for atom in atoms:
                if atom not in after:
                    asked.setdefault(atom, value)
                    before.setdefault(atom, value)
        for atoms, value in ((unit.deletes, False), (unit.adds, True)):
            for atom in atoms:
                before.setdefault(atom, not value if atom in unit.changed else value)
                after[atom] = value
    return Unit(
        steps=tuple(step for unit in units for step in unit.steps),
        true=frozenset(atom for atom, value in asked.items() if value),
        false=frozenset(atom for atom, value in asked.items() if not value),
        adds=frozenset(atom for atom, value in after.items() if value),
        deletes=frozenset(atom for atom, value in after.items() if not value),
        changed=frozenset(atom for atom, value in after.items() if before[atom] != value),
    )


class PartialOrder:
    """The units of one plan, what must come before what, and who supports whom."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = tuple(units)
        count = len(self.units)
        self.linked: list[Mask] = [0] * count
        """Units that a unit gives a precondition to, or gets one from."""
        self.above: list[Mask] = [0] * count
        """Units that must come before."""
        self.below: list[Mask] = [0] * count
        """Units that must come after."""
        self._sort_out()

    def _sort_out(self) -> None:
        writer: dict[Atom, int] = {}
        readers: dict[Atom, list[int]] = {}
        for place, unit in enumerate(self.units):
            earlier: set[int] = set()
            for atom in (*unit.true, *unit.false):
                if atom in writer:
                    source = writer[atom]
                    earlier.add(source)
                    self.linked[source] |= 1 << place
                    self.linked[place] |= 1 << source
            for atom in (*unit.adds, *unit.deletes):
                if atom in writer:
                    earlier.add(writer[atom])
                earlier.update(readers.get(atom, ()))
            for atom in (*unit.true, *unit.false):
                readers.setdefault(atom, []).append(place)
            for atom in (*unit.adds, *unit.deletes):
                writer[atom] = place
                readers[atom] = []
            earlier.discard(place)
            for other in earlier:
                self.above[place] |= self.above[other] | 1 << other
        for place in range(len(self.units) - 1, -1, -1):
            for other in members(self.above[place]):
                self.below[other] |= 1 << place

    def closed(self, mask: Mask) -> Mask:
        """The smallest convex set around `mask`."""
        above = below = 0
        for place in members(mask):
            above |= self.above[place]
            below |= self.below[place]
        return mask | (above & below)

    def neighbours(self, mask: Mask) -> Mask:
        """Units outside of `mask` that have a causal link with one in it."""
        found = 0
        for place in members(mask):
            found |= self.linked[place]
        return found & ~mask

    def merge(self, mask: Mask) -> Unit:
        """A convex set as one unit, its members in a canonical order."""
        return merged([self.units[place] for place in self.ordered(mask)])

    def ordered(self, mask: Mask) -> list[int]:
        """Members so that all constraints hold, and alike for sets that are alike.

        Among the members that may come next, the one that reads first: by names of operators, then
        by when its objects were met.
        """
        met: dict[str, int] = {}
        order = []
        rest = mask
        while rest:
            free = [place for place in members(rest) if not self.above[place] & rest]
            best = free[0]
            if len(free) > 1:
                best = min(free, key=lambda place: _reading(self.units[place], met))
            for step in self.units[best].steps:
                for name in step.args:
                    met.setdefault(name, len(met))
            order.append(best)
            rest ^= 1 << best
        return order

    def collapsed(self, groups: Sequence[Mask]) -> "PartialOrder":
        """The plan with each of these disjoint convex sets as one unit.

        Groups that would have to come both before and after another are left as they are.
        """
        current: list[tuple[Mask, Unit]] = [(1 << p, unit) for p, unit in enumerate(self.units)]
        order = self
        for group in groups:
            mask = 0
            for place, (covered, _) in enumerate(current):
                if covered & group:
                    mask |= 1 << place
            if order.closed(mask) != mask:
                continue
            others = [place for place in range(len(current)) if not mask >> place & 1]
            front = [current[place] for place in others if order.below[place] & mask]
            back = [current[place] for place in others if not order.below[place] & mask]
            current = [*front, (group, order.merge(mask)), *back]
            order = PartialOrder([unit for _, unit in current])
        return order


def members(mask: Mask) -> Iterable[int]:
    """The units of a set, first to last."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _reading(unit: Unit, met: dict[str, int]) -> tuple[object, ...]:
    last = len(met)
    return (
        tuple(step.operator for step in unit.steps),
        tuple(met.get(name, last) for step in unit.steps for name in step.args),
        tuple(name for step in unit.steps for name in step.args),
    )
