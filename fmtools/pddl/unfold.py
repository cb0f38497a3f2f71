"""Macro plans back to primitive plans: by a library, or by an augmented domain's comments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fmtools.errors import InputError, SoundnessError
from fmtools.macros import MacroLibrary, check_world
from fmtools.pddl.lift import LiftedSequence, check_step
from fmtools.pddl.lifted_library import lift_library, pddl_world
from fmtools.pddl.macro_text import read_macros
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.names import expectation
from fmtools.pddl.plan_file import Step
from fmtools.pddl.sexpr import shown
from fmtools.pddl.shorten import shorten
from fmtools.pddl.validate import ValidationResult, validate


@dataclass(frozen=True)
class KnownMacros:
    """The domain without macro operators, and the sequences behind their names."""

    domain: Domain
    sequences: Mapping[str, LiftedSequence]


@dataclass(frozen=True)
class Unfolded:
    """`validation` is None without a problem; `num_removed` counts what shortening took out.

    `unit_cost`: no problem says that actions cost anything but 1 each.
    """

    steps: tuple[Step, ...]
    num_planned: int
    num_removed: int = 0
    validation: ValidationResult | None = None
    unit_cost: bool = True


def table_of_library(domain: Domain, library: MacroLibrary, path: Path) -> KnownMacros:
    """By the library that the domain was augmented with; `domain` is the original."""
    check_world(library, pddl_world(domain), path)
    try:
        lifted = lift_library(domain, library)
        return KnownMacros(domain, {item.name: item.sequence for item in lifted})
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def table_of_augmented(domain: Domain) -> KnownMacros:
    """By the comments of an augmented domain alone; macros of macros are flat here."""
    sequences = read_macros(domain)
    own = {name: op for name, op in domain.operators.items() if name not in sequences}
    flat: dict[str, LiftedSequence] = {}
    table = KnownMacros(replace(domain, operators=own), flat)
    for name, sequence in sequences.items():  # in a domain augmented twice, of macros before it
        where = f"{domain.path or '<text>'}: macro {name!r}"
        steps = (p for step in sequence.steps for p in _primitives(table, step, where))
        flat[name] = replace(sequence, steps=tuple(steps))
    return table


def unfold(
    table: KnownMacros, plan: Sequence[Step], path: Path, problem: Problem | None = None,
    shortened: bool = False,
) -> Unfolded:  # fmt: skip
    """The primitive plan; with a problem, executed and found valid or not.

    InputError where a step is no macro and no action. An invalid plan is not shortened.
    """
    steps = tuple(
        primitive for step in plan for primitive in _primitives(table, step, f"{path}:{step.line}")
    )
    if problem is None:
        return Unfolded(steps, len(plan))
    unit_cost = not problem.minimize_cost
    validation = validate(table.domain, problem, steps)
    if not (shortened and validation.valid):
        return Unfolded(steps, len(plan), 0, validation, unit_cost)
    shorter = shorten(table.domain, problem, steps)
    validation = validate(table.domain, problem, shorter)
    if not validation.valid:
        raise SoundnessError(f"shortening broke the plan: {validation.reason}")
    return Unfolded(shorter, len(plan), len(steps) - len(shorter), validation, unit_cost)


def _primitives(table: KnownMacros, step: Step, where: str) -> tuple[Step, ...]:
    sequence = table.sequences.get(step.operator)
    if sequence is None:
        if step.operator not in table.domain.operators:
            known = {*table.domain.operators, *table.sequences}
            hint = expectation(step.operator, known, "action or macro")
            raise InputError(f"{where}: unknown macro or action {shown(step.operator)}; {hint}")
        try:
            check_step(table.domain, step)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        return (step,)
    if len(step.args) != len(sequence.parameters):
        raise InputError(
            f"{where}: {step} has {len(step.args)} arguments; expected {len(sequence.parameters)}"
        )
    return sequence.unfold(step.args)
