"""Running ground steps on sets of atoms: what unfolding needs to shorten plans."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from fmtools.errors import UnsupportedError
from fmtools.pddl.compose import bind_operator
from fmtools.pddl.interpret import Interpreter
from fmtools.pddl.interpret import State as FullState
from fmtools.pddl.model import EQUALS, Atom, Domain, Literal, Operator, Problem
from fmtools.pddl.plan_file import Step

State = frozenset[Atom]


class RunStep(Protocol):
    """A step that can be run."""

    step: Step

    def applies(self, state: State) -> bool: ...

    def after(self, state: State) -> State: ...


@dataclass
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
    if not domain.is_strips:
        raise UnsupportedError(
            f"{domain.path or domain.name}: plans with conditional effects, quantifiers or axioms "
            "cannot be taken apart for macros; use `fmtools learn` and `fmtools compile`"
        )
    bound = bind_operator(domain.operators[step.operator], step.args)
    equalities = [x for x in bound.precondition if x.atom.predicate == EQUALS]
    return GroundStep(
        step,
        true=_atoms(bound.precondition, True),
        false=_atoms(bound.precondition, False),
        adds=_atoms(bound.effect, True),
        deletes=_atoms(bound.effect, False),
        never=not all(x.holds_in(()) for x in equalities),
    )


@dataclass
class InterpretedStep:
    """A step of any classical domain; states hold no derived atoms."""

    step: Step
    operator: Operator
    meaning: Interpreter
    complete: Callable[[State], FullState]

    def __post_init__(self) -> None:
        names = (parameter.name for parameter in self.operator.parameters)
        self.binding = dict(zip(names, self.step.args, strict=True))

    def applies(self, state: State) -> bool:
        full = self.complete(state)
        conditions = (*self.operator.precondition, *self.operator.conditions)
        return all(self.meaning.holds(x, self.binding, full) for x in conditions)

    def after(self, state: State) -> State:
        changes = self.meaning.changes(self.operator, self.binding, self.complete(state))
        deleted = {literal.atom for literal in changes if not literal.positive}
        return (state - deleted) | {literal.atom for literal in changes if literal.positive}


def runnable(
    domain: Domain, problem: Problem, steps: Sequence[Step]
) -> tuple[list[RunStep], Callable[[State], bool]]:
    """Steps of the domain, and whether a state satisfies the problem's goal."""
    if domain.is_strips and not problem.goal_conditions:
        return [ground_step(domain, step) for step in steps], lambda state: all(
            goal.holds_in(state) for goal in problem.goal
        )
    meaning = Interpreter(domain, problem)
    complete = lru_cache(maxsize=4 * len(steps) + 4)(meaning.complete)
    goals = (*problem.goal, *problem.goal_conditions)
    return (
        [InterpretedStep(x, domain.operators[x.operator], meaning, complete) for x in steps],
        lambda state: all(meaning.holds(goal, {}, complete(state)) for goal in goals),
    )


def _atoms(literals: Iterable[Literal], positive: bool) -> State:
    return frozenset(
        x.atom for x in literals if x.positive == positive and x.atom.predicate != EQUALS
    )
