"""Compiling a macro library into a domain: sound operators, none superfluous, with reasons.

`compile_library` decides which macros become operators; `fmtools.pddl.augmented_text` writes them.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fmtools.core.limits import WorkLimits
from fmtools.errors import InputError
from fmtools.macros import MacroLibrary, World
from fmtools.pddl.growth import GroundCounts, count_instances, largest
from fmtools.pddl.lift import LiftedSequence, lift
from fmtools.pddl.macro_names import macro_name
from fmtools.pddl.macro_operator import (
    CannotCompileError,
    MacroOperator,
    make_operator,
    without_idle_parameters,
)
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import parse_step
from fmtools.pddl.static_facts import StaticFacts
from fmtools.pddl.subsume import subsumes

KIND = "pddl"
MANY_TIMES = 10
"""Growth of the ground operators above which people should be warned."""
MANY_OPERATORS = 100_000
"""Ground operators above which they should be, too: LAMA took minutes to read twice as many."""


@dataclass(frozen=True)
class CompiledMacro:
    """`number` is the macro's place in its library, from 1."""

    number: int
    actions: tuple[str, ...]
    effect_size: int
    macro: MacroOperator

    @property
    def name(self) -> str:
        return self.macro.operator.name


@dataclass(frozen=True)
class DroppedMacro:
    number: int
    name: str
    reason: str


@dataclass(frozen=True)
class Compilation:
    domain: Domain
    library: MacroLibrary
    macros: tuple[CompiledMacro, ...]
    dropped: tuple[DroppedMacro, ...]
    counts: tuple[GroundCounts, ...] = ()
    """One per given problem; the macros in it are those kept and those that were too many."""

    @property
    def augmented(self) -> Domain:
        """The domain with the macro operators after its own."""
        added = {item.name: item.macro.operator for item in self.macros}
        return replace(self.domain, operators={**self.domain.operators, **added})

    @property
    def sequences(self) -> Mapping[str, LiftedSequence]:
        return {item.name: item.macro.sequence for item in self.macros}

    def growth(self) -> tuple[float, ...]:
        """For each problem, how many times the original's ground operators there are."""
        names = [item.name for item in self.macros]
        return tuple(counts.growth(names) for counts in self.counts)


def pddl_world(domain: Domain) -> World:
    """Which world the macros of this domain belong to."""
    return World(KIND, domain.name, hashlib.sha256(domain.text.encode()).hexdigest())


def lift_library(domain: Domain, library: MacroLibrary) -> dict[str, LiftedSequence]:
    """Every macro's sequence by the name that its operator would have, in library order."""
    lifted = {}
    for number, macro in enumerate(library.macros, start=1):
        try:
            steps = [parse_step(action) for action in macro.actions]
            sequence = lift(domain, steps)
        except InputError as error:
            raise InputError(f"macro {number}: {error}") from None
        lifted[macro_name(domain, number, steps)] = without_idle_parameters(domain, sequence)
    return lifted


def compile_library(
    domain: Domain,
    library: MacroLibrary,
    problems: Sequence[Problem] = (),
    max_growth: float | None = None,
    max_parameters: int | None = None,
    limits: WorkLimits | None = None,
) -> Compilation:
    """InputError for macros that are not of this domain; what else is wrong, `dropped` says.

    Static facts of `problems` save guards; ground operators are counted in the largest of them.
    LimitError where `limits` are reached.
    """
    limits = WorkLimits() if limits is None else limits
    static = StaticFacts(domain, problems)
    kept: list[CompiledMacro] = []
    dropped: list[DroppedMacro] = []
    lifted = lift_library(domain, library)
    for number, (name, sequence) in enumerate(lifted.items(), start=1):
        macro = library.macros[number - 1]
        num_parameters = len(sequence.parameters)
        limits.check()
        try:
            if max_parameters is not None and num_parameters > max_parameters:
                raise CannotCompileError(f"{num_parameters} parameters, more than {max_parameters}")
            made = make_operator(domain, sequence, name, static)
            compiled = CompiledMacro(number, macro.actions, macro.effect_size, made)
            _refuse_superfluous(domain, compiled, kept)
        except CannotCompileError as error:
            dropped.append(DroppedMacro(number, name, str(error)))
            continue
        for other in [x for x in kept if _is_covered(domain, x, compiled)]:
            kept.remove(other)
            reason = f"macro {number} does the same and needs no more"
            dropped.append(DroppedMacro(other.number, other.name, reason))
        kept.append(compiled)
    counts = tuple(
        count_instances(domain, problem, [item.macro for item in kept], max_growth, limits)
        for problem in largest(problems)
    )
    if max_growth is not None:
        kept, too_many = _within_growth(kept, counts, max_growth)
        dropped += too_many
    return Compilation(
        domain, library, tuple(kept), tuple(sorted(dropped, key=lambda x: x.number)), counts
    )


def with_macros(
    domain: Domain, library: MacroLibrary, limits: WorkLimits | None = None
) -> tuple[Domain, Mapping[str, LiftedSequence]]:
    """The domain with a library's macro operators, and the primitive sequence behind each."""
    compilation = compile_library(domain, library, limits=limits)
    return compilation.augmented, compilation.sequences


def _refuse_superfluous(
    domain: Domain, compiled: CompiledMacro, kept: Sequence[CompiledMacro]
) -> None:
    operator = compiled.macro.operator
    for own in domain.operators.values():
        if subsumes(domain, own, operator):
            raise CannotCompileError(f"the domain's own {own.name} does the same")
    for other in kept:
        if _is_covered(domain, compiled, other):
            same = subsumes(domain, operator, other.macro.operator)
            raise CannotCompileError(
                f"the same as macro {other.number}"
                if same
                else f"macro {other.number} does the same and needs no more"
            )


def _is_covered(domain: Domain, special: CompiledMacro, general: CompiledMacro) -> bool:
    """Whether `general` serves wherever `special` would, in no more primitive actions."""
    shorter = len(general.actions) <= len(special.actions)
    return shorter and subsumes(domain, general.macro.operator, special.macro.operator)


def _within_growth(
    macros: Sequence[CompiledMacro], counts: Sequence[GroundCounts], limit: float
) -> tuple[list[CompiledMacro], list[DroppedMacro]]:
    """Smallest effects first, those that keep every problem within `limit` times its operators."""
    chosen: list[CompiledMacro] = []
    dropped: list[DroppedMacro] = []
    for item in sorted(macros, key=lambda x: (x.effect_size, x.number)):
        names = [other.name for other in (*chosen, item)]
        worst = max(counts, key=lambda c: c.growth(names))
        growth = worst.growth(names)
        if growth <= limit:
            chosen.append(item)
            continue
        num_instances = worst.macros[item.name]
        reason = (
            f"{num_instances} ground operators in {worst.problem} would make it {growth:.2f} "
            f"times the original's {worst.original}; the limit is {limit:g}"
        )
        dropped.append(DroppedMacro(item.number, item.name, reason))
    return sorted(chosen, key=lambda x: x.number), dropped
