"""A macro operator as text: comments that explain it to people and to `unfold`, then the action."""

import re
import textwrap
from collections.abc import Iterable

from fmtools.errors import InputError, SoundnessError
from fmtools.pddl.alias import GUARDS, REASONS, STATIC_FACTS, Proof
from fmtools.pddl.compose import BoundStep, Contradiction, bind_sequence, compose, says_all
from fmtools.pddl.lift import LiftedSequence, check_step
from fmtools.pddl.macro_costs import is_readable
from fmtools.pddl.model import ConditionalEffect, Cost, Domain, Literal, Operator, typed_words
from fmtools.pddl.plan_file import Step, parse_step
from fmtools.pddl.regress import CannotRegressError, regress

_WIDTH = 98
_MACRO = re.compile(r"\s*; fmtools macro (\S+):")
_STEP = re.compile(r"\s*; fmtools step (\(.*\))\s*")


def operator_text(operator: Operator, sequence: LiftedSequence, notes: Iterable[str]) -> str:
    """The block for one macro, indented by two, without a line break at its end."""
    lines = [
        f"  ; fmtools macro {operator.name}: {counted(len(sequence.steps), 'primitive action')}",
        *(f"  ; fmtools step {step}" for step in sequence.steps),
        *(f"  ; {note}" for note in notes),
        f"  (:action {operator.name}",
        _wrapped(":parameters (", typed_words(operator.parameters)),
        _wrapped(":precondition (and ", map(str, (*operator.precondition, *operator.conditions))),
        _wrapped(
            ":effect (and ",
            [*map(str, (*operator.effect, *operator.conditional)), *_cost_words(operator.cost)],
        ),
    ]
    return "\n".join(lines) + ")"


def proof_text(proof: Proof) -> str:
    """One line, as in the comment of a macro."""
    guards = counted(len(proof.guards), "guard")
    if not proof.num_compared and not proof.excluded:
        return f"proof: conditions regressed through its steps, under {guards}"
    words = {
        STATIC_FACTS: f"static facts of {counted(proof.num_problems, 'given problem')}",
        GUARDS: guards,
    }
    reasons = ", ".join(
        f"{proof.excluded[reason]} by {words.get(reason, reason)}"
        for reason in REASONS
        if reason in proof.excluded
    )
    return (
        f"proof: same as its steps under {counted(proof.num_compared, 'alias pattern')}"
        + (f"; excluded: {reasons}" if reasons else "")
        + ("; holds for those problems only" if proof.num_problems else "")
    )


def counted(number: int, noun: str) -> str:
    """`1 guard`, `2 guards`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def read_macros(domain: Domain) -> dict[str, LiftedSequence]:
    """The macros that the comments of an augmented domain describe, by name.

    InputError where a comment does not fit the action that it belongs to.
    """
    return {
        name: _checked(
            domain, name, tuple(parse_step(m[1]) for line in lines if (m := _STEP.fullmatch(line)))
        )
        for name, lines in macro_comments(domain.text).items()
    }


def macro_comments(text: str) -> dict[str, list[str]]:
    """The lines of comment above each macro operator of an augmented domain, by its name."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        if match := _MACRO.match(line):
            current = found.setdefault(match[1].lower(), [])
        elif not line.lstrip().startswith(";"):
            current = None
        elif current is not None:
            current.append(line)
    return found


def _checked(domain: Domain, name: str, steps: tuple[Step, ...]) -> LiftedSequence:
    """`steps` as the sequence behind the operator `name`, after a look whether they agree."""
    operator = domain.operators.get(name)
    where = domain.path or "<text>"
    if operator is None or not steps:
        raise InputError(f"{where}: the comment of macro {name!r} has no action or no steps")
    known = {item.name for item in (*operator.parameters, *domain.constants)}
    for step in steps:
        try:
            check_step(domain, step)
        except InputError as error:
            raise InputError(f"{where}: macro {name!r}: {error}") from None
        for arg in step.args:
            if arg not in known:
                raise InputError(f"{where}: macro {name!r}: {step} uses the unknown {arg!r}")
    sequence = LiftedSequence(operator.parameters, steps)
    if not says_all(domain, sequence):
        if not _is_regressed(domain, operator, sequence):
            raise InputError(
                f"{where}: action {name!r} does not do what the steps in its comment do"
            )
        return sequence
    composed = compose(bind_sequence(domain, sequence))
    own = compose([BoundStep(operator.precondition, operator.effect)])
    if (
        isinstance(composed, Contradiction)
        or isinstance(own, Contradiction)
        or not composed.meaning.precondition <= own.meaning.precondition
        or composed.meaning.changes != own.meaning.changes
    ):
        raise InputError(f"{where}: action {name!r} does not do what the steps in its comment do")
    return sequence


def _is_regressed(domain: Domain, operator: Operator, sequence: LiftedSequence) -> bool:
    """Whether an operator is what regression makes of the steps; it may have further guards."""
    try:
        made, guards = regress(domain, sequence, operator.name, operator.cost)
    except CannotRegressError:
        return False
    apart = {Literal(pair, False) for pair in guards}
    return (
        set(made.precondition) - apart <= set(operator.precondition)
        and set(made.effect) == set(operator.effect)
        and set(made.conditions) == set(operator.conditions)
        and set(map(_unordered, made.conditional)) == set(map(_unordered, operator.conditional))
    )


def _unordered(effect: ConditionalEffect) -> tuple[object, ...]:
    return effect.variables, frozenset(effect.condition), frozenset(effect.effect)


def _cost_words(cost: Cost | None) -> list[str]:
    """`increase` with one amount: all that Fast Downward reads."""
    if cost is None:
        return []
    if not is_readable(cost):
        raise SoundnessError(f"a cost of several amounts: {cost}")
    amount = str(cost.terms[0]) if cost.terms else str(cost.constant)
    return [f"(increase (total-cost) {amount})"]


def _wrapped(head: str, words: Iterable[str]) -> str:
    """`    head word word …)`, broken between words."""
    indent = " " * (4 + len(head))
    glued = " ".join(word.replace(" ", "\N{NO-BREAK SPACE}") for word in words)
    text = textwrap.fill(
        glued,
        _WIDTH,
        initial_indent="    " + head,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
    return (text or f"    {head}").replace("\N{NO-BREAK SPACE}", " ").rstrip() + ")"
