"""One macro operator: a lifted sequence as a PDDL action, with the proof that they are the same.

The rule: for every choice of objects that fits the types and guards, the operator is applicable if
and only if the primitive sequence is, and both end in the same state. Choices that a guard excludes
are no instances of the macro. An operator that cannot be proved is not made.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from fmtools.pddl.alias import STATIC_FACTS, AliasCheck, Proof, TooManyPatternsError
from fmtools.pddl.alias_pattern import Pair
from fmtools.pddl.compose import (
    BoundStep,
    Composition,
    Contradiction,
    bind_sequence,
    compose,
    says_all,
    total_cost,
)
from fmtools.pddl.condition_order import grounding_order
from fmtools.pddl.guards import choose_guards, guard_literal
from fmtools.pddl.lift import LiftedSequence
from fmtools.pddl.model import Atom, Domain, Literal, Operator
from fmtools.pddl.regress import CannotRegressError, regress
from fmtools.pddl.static_facts import StaticFacts

_MAX_SUBSETS_OF = 4
"""So many guaranteed effects have each subset of them tried; of more, all and none."""


class CannotCompileError(Exception):
    """Why a sequence does not become an operator; the text completes `dropped: …`."""


@dataclass(frozen=True)
class MacroOperator:
    operator: Operator
    """Guards are the last of its preconditions."""
    sequence: LiftedSequence
    proof: Proof


def make_operator(
    domain: Domain, sequence: LiftedSequence, name: str, static: StaticFacts, lean: bool = False
) -> MacroOperator:
    """The operator for a sequence, with the fewest guards; CannotCompileError if there is none.

    With `lean`, no effect that the precondition guarantees, whatever guards that takes: an operator
    that adds what is true already hides invariants (at one place at a time) from Fast Downward.
    """
    if not says_all(domain, sequence):
        return _regressed(domain, sequence, name, static)
    steps = bind_sequence(domain, sequence)
    composed = compose(steps)
    if isinstance(composed, Contradiction):
        step = sequence.steps[composed.step - 1]
        raise CannotCompileError(
            f"step {composed.step}, {step}, needs {composed.literal}, which cannot hold there"
        )
    if not composed.meaning.changes:
        raise CannotCompileError("it changes nothing")
    check = AliasCheck(domain, sequence.parameters, steps, static)
    try:
        operator, guards = _leanest(sequence, steps, composed, name, check, lean)
        survey = check.survey(operator)
    except TooManyPatternsError:
        raise CannotCompileError("it has too many alias patterns to prove it sound") from None
    if survey.differing:
        raise CannotCompileError("it cannot be proved sound")
    ordered = grounding_order(operator.precondition, static.predicates)
    num_problems = static.num_problems if survey.excluded[STATIC_FACTS] else 0
    proof = Proof(guards, survey.num_compared, survey.excluded, num_problems)
    return MacroOperator(replace(operator, precondition=ordered), sequence, proof)


def _regressed(
    domain: Domain, sequence: LiftedSequence, name: str, static: StaticFacts
) -> MacroOperator:
    """For steps that literals do not describe."""
    cost = total_cost(bind_sequence(domain, sequence))
    try:
        operator, guards = regress(domain, sequence, name, cost)
    except CannotRegressError as error:
        raise CannotCompileError(str(error)) from None
    ordered = grounding_order(operator.precondition, static.predicates)
    proof = Proof(tuple((x.args[0], x.args[1]) for x in guards))
    return MacroOperator(replace(operator, precondition=ordered), sequence, proof)


def _leanest(
    sequence: LiftedSequence,
    steps: Sequence[BoundStep],
    composed: Composition,
    name: str,
    check: AliasCheck,
    lean: bool,
) -> tuple[Operator, tuple[Pair, ...]]:
    """The operator with fewest guards, then with fewest effects.

    An effect that the precondition guarantees may stay or go; which of the two needs fewer guards
    depends on what else may coincide with it.
    """
    precondition = [Literal(atom, value) for atom, value in composed.required.items()]
    precondition += [
        Literal(atom, positive=False)
        for atom in composed.distinct
        if any(term in check.names for term in atom.args)
    ]
    cost = total_cost(steps)
    best: tuple[tuple[int, int], Operator, tuple[Pair, ...]] | None = None
    for kept in [()] if lean else _choices(composed.guaranteed):
        dropped = set(composed.guaranteed) - set(kept)
        effect = tuple(
            Literal(atom, value)
            for atom, value in sorted(composed.written.items(), key=lambda item: item[1])
            if atom not in dropped
        )
        operator = Operator(name, sequence.parameters, tuple(precondition), effect, cost)
        guards = choose_guards(check.survey(operator), check.num_objects)
        rank = (len(guards), len(effect))
        if best is None or rank < best[0]:
            best = (rank, operator, guards)
        if not guards:
            break
    assert best is not None
    _, operator, guards = best
    literals = (*operator.precondition, *(guard_literal(pair) for pair in guards))
    return replace(operator, precondition=literals), guards


def _choices(guaranteed: Sequence[Atom]) -> Iterator[tuple[Atom, ...]]:
    """Which guaranteed effects to keep, fewest first."""
    every = len(guaranteed) <= _MAX_SUBSETS_OF
    for size in range(len(guaranteed) + 1) if every else (0, len(guaranteed)):
        yield from combinations(guaranteed, size)
