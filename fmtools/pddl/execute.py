"""Running ground steps on sets of atoms: what unfolding needs to shorten plans."""

from collections.abc import Iterable
from dataclasses import dataclass

from fmtools.pddl.compose import bind_operator
from fmtools.pddl.model import EQUALS, Atom, Domain, Literal
from fmtools.pddl.plan_file import Step

State = frozenset[Atom]


@dataclass(frozen=True)
class GroundStep:
    """A step with its conditions and effects as sets; deletes come before adds."""

    step: Step
    true: State
    false: State
    adds: State
    deletes: State
    never: bool = False
    """An equality among its conditions fails."""

    def applies(self, state: State) -> bool:
        return not self.never and self.true <= state and self.false.isdisjoint(state)

    def after(self, state: State) -> State:
        return (state - self.deletes) | self.adds


def ground_step(domain: Domain, step: Step) -> GroundStep:
    """For a step of the domain with the right number of arguments."""
    bound = bind_operator(domain.operators[step.operator], step.args)
    equalities = [x for x in bound.precondition if x.atom.predicate == EQUALS]
    return GroundStep(
        step,
        true=_atoms(bound.precondition, True),
        false=_atoms(bound.precondition, False),
        adds=_atoms(bound.effect, True),
        deletes=_atoms(bound.effect, False),
        never=any((x.atom.args[0] == x.atom.args[1]) != x.positive for x in equalities),
    )


def holds(goal: Iterable[Literal], state: State) -> bool:
    return all(
        (x.atom.args[0] == x.atom.args[1] if x.atom.predicate == EQUALS else x.atom in state)
        == x.positive
        for x in goal
    )


def _atoms(literals: Iterable[Literal], positive: bool) -> State:
    return frozenset(
        x.atom for x in literals if x.positive == positive and x.atom.predicate != EQUALS
    )
