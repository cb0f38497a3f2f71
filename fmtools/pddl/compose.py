"""What a sequence of actions does as one: precondition and effect (second half of Algorithm 2).

Effects compose by last write: the paper cancels opposite effects instead, which is wrong. Different
terms are taken for different objects here; alias.py asks what happens when they are not.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fmtools.frozen import frozen
from fmtools.pddl.formulas import sum_costs
from fmtools.pddl.lift import LiftedSequence
from fmtools.pddl.model import EQUALS, Atom, Cost, Domain, Literal, Operator


class BoundStep(NamedTuple):
    """One action's literals, with terms for its parameters."""

    precondition: tuple[Literal, ...]
    effect: tuple[Literal, ...]
    cost: Cost | None = None


class Meaning(NamedTuple):
    """Equal exactly if the same states satisfy the precondition and change in the same way."""

    precondition: frozenset[tuple[Atom, bool]]
    changes: frozenset[tuple[Atom, bool]]


@frozen
class Composition:
    """`distinct` holds the pairs of terms that a step wants to be different objects."""

    required: Mapping[Atom, bool]
    written: Mapping[Atom, bool]
    distinct: tuple[Atom, ...]

    @property
    def guaranteed(self) -> tuple[Atom, ...]:
        """Written atoms that have their final value already wherever the precondition holds."""
        return tuple(a for a, value in self.written.items() if self.required.get(a) == value)

    @property
    def meaning(self) -> Meaning:
        kept = self.written.keys() - set(self.guaranteed)
        return Meaning(
            frozenset(self.required.items()), frozenset((a, self.written[a]) for a in kept)
        )


@frozen
class Contradiction:
    """No state lets the sequence run: `literal`, which step `step` (from 1) needs, is false."""

    step: int
    literal: Literal


def bind_operator(operator: Operator, args: Sequence[str]) -> BoundStep:
    names = (parameter.name for parameter in operator.parameters)
    terms = dict(zip(names, args, strict=True))
    cost = operator.cost
    if cost is not None:
        cost = Cost(cost.constant, tuple(term.bound(terms) for term in cost.terms))
    return BoundStep(
        tuple(literal.bound(terms) for literal in operator.precondition),
        tuple(literal.bound(terms) for literal in operator.effect),
        cost,
    )


def bind_sequence(domain: Domain, sequence: LiftedSequence) -> tuple[BoundStep, ...]:
    return tuple(bind_operator(domain.operators[s.operator], s.args) for s in sequence.steps)


def says_all(domain: Domain, sequence: LiftedSequence) -> bool:
    """Whether literals say all that the steps need and do; else regress.py has to look."""
    operators = [domain.operators[step.operator] for step in sequence.steps]
    return all(
        operator.is_strips
        and not any(x.atom.predicate in domain.derived for x in operator.precondition)
        for operator in operators
    )


def compose(steps: Iterable[BoundStep]) -> Composition | Contradiction:
    """A step needs what earlier steps did not write; the last write of an atom wins."""
    required: dict[Atom, bool] = {}
    written: dict[Atom, bool] = {}
    distinct: dict[Atom, None] = {}
    for number, step in enumerate(steps, start=1):
        for literal in step.precondition:
            atom = literal.atom
            if atom.predicate == EQUALS:
                if (atom.args[0] == atom.args[1]) != literal.positive:
                    return Contradiction(number, literal)
                if not literal.positive:
                    distinct[Atom(EQUALS, tuple(sorted(atom.args)))] = None
                continue
            known = written.get(atom)
            if known is None:
                known = required.setdefault(atom, literal.positive)
            if known != literal.positive:
                return Contradiction(number, literal)
        written.update((x.atom, False) for x in step.effect if not x.positive)
        written.update((x.atom, True) for x in step.effect if x.positive)
    return Composition(required, written, tuple(distinct))


def total_cost(steps: Iterable[BoundStep]) -> Cost | None:
    """The sum; None where no step says what it costs. A step that does not, costs nothing."""
    costs = [step.cost for step in steps if step.cost is not None]
    return sum_costs(costs) if costs else None
