"""The recipe: a macro library with guards, from which the augmented files are made, now or later.

It is an ordinary library (`macros.json`; `fmtools show` reads it) whose provenance names the guards
of each macro. The same recipe, domain and problem give the same bytes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from fmtools.augment.candidates import GuardedMacro, make_guarded
from fmtools.augment.causal import merged, step_units
from fmtools.augment.static_guards import (
    GuardNames,
    GuardPredicate,
    guard_facts,
    with_guard_facts,
    with_guard_predicates,
)
from fmtools.drivers.driver import Reads
from fmtools.drivers.run import AUGMENTED, ORIGINAL, PlannerTask
from fmtools.errors import FmtoolsError, InputError
from fmtools.experiments.augmented_files import unfold_plan
from fmtools.macros import Macro, MacroLibrary, check_world
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.compile import Compilation, CompiledMacro, pddl_world
from fmtools.pddl.lift import lift
from fmtools.pddl.macro_names import macro_name
from fmtools.pddl.macro_operator import CannotCompileError, without_idle_parameters
from fmtools.pddl.model import Atom, Domain, Problem
from fmtools.pddl.plan_file import Step, parse_step
from fmtools.pddl.static_facts import StaticFacts
from fmtools.pddl.unfold import MacroTable

SOURCE = "augment"


@dataclass(frozen=True)
class ChosenMacro:
    """A macro by an example of its use, and its guards in terms of its parameters."""

    steps: tuple[Step, ...]
    guards: tuple[Atom, ...]
    num_changed: int


def recipe_library(
    domain: Domain, chosen: Sequence[ChosenMacro], form: str, provenance: Mapping[str, Any]
) -> MacroLibrary:
    """`form` is how inequalities are written: `equality` or `static`."""
    units = [merged(step_units(domain, item.steps)) for item in chosen]
    atoms = sorted({atom for unit in units for atom in unit.changed})
    number = {atom: variable for variable, atom in enumerate(atoms)}
    macros = []
    for item, unit in zip(chosen, units, strict=True):
        effect = tuple(
            (number[a], int(a not in unit.adds), int(a in unit.adds)) for a in sorted(unit.changed)
        )
        size = max(item.num_changed, len(effect))
        macros.append(Macro(tuple(map(str, item.steps)), size, effect))
    return MacroLibrary(
        pddl_world(domain),
        tuple(macros),
        {
            "source": SOURCE,
            "guards": [[str(guard) for guard in item.guards] for item in chosen],
            "form": form,
            **provenance,
        },
        {variable: str(atom) for atom, variable in number.items()},
    )


class Recipe:
    """A library and the domain it belongs to, ready to be applied to problems."""

    def __init__(self, domain: Domain, library: MacroLibrary, path: Path) -> None:
        """InputError where the library is for another domain, or no recipe."""
        check_world(library, pddl_world(domain), path)
        self.original = domain
        self.library = library
        self.form, self.macros = _guarded_macros(domain, library, path)
        names = GuardNames(domain)
        try:
            guards = [guard for macro in self.macros for guard in macro.guards]
            self.predicates: tuple[GuardPredicate, ...] = names.used(guards)
            self.domain = with_guard_predicates(domain, self.predicates)
            static = StaticFacts(self.domain)
            self._compiled = tuple(
                CompiledMacro(
                    number,
                    library.macros[number - 1].actions,
                    library.macros[number - 1].effect_size,
                    make_guarded(self.domain, macro, static),
                )
                for number, macro in enumerate(self.macros, start=1)
            )
        except (CannotCompileError, InputError) as error:
            raise InputError(f"{path}: {error}") from None

    @property
    def table(self) -> MacroTable:
        """Unfolds plans to primitive actions of the original domain."""
        return MacroTable(self.original, {macro.name: macro.sequence for macro in self.macros})

    def facts(self, problem: Problem) -> tuple[Atom, ...]:
        """What guards need to know of a problem."""
        return guard_facts(problem, self.predicates)

    def task(self, problem: Problem, reads: Reads) -> PlannerTask:
        """The augmented files for a planner that reads so much."""
        form = "equality" if reads.equality else "static"
        domain_text, (problem_text,) = self.texts([problem], form)
        return PlannerTask(
            AUGMENTED,
            problem_name(problem),
            domain_text,
            problem_text,
            self.original,
            problem,
            partial(unfold_plan, self.table),
        )

    def original_task(self, problem: Problem) -> PlannerTask:
        return original_task(self.original, problem)

    def texts(
        self, problems: Sequence[Problem], form: str | None = None
    ) -> tuple[str, tuple[str, ...]]:
        """The augmented domain, and a text for every problem; `form` other than its own if given.

        Without macros, all are as they were.
        """
        if not self.macros:
            return self.original.text, tuple(problem.text for problem in problems)
        guarded = [with_guard_facts(self.domain, p, self.predicates) for p in problems]
        compilation = Compilation(self.domain, self.library, self._compiled, ())
        text = augmented_text(compilation, guarded, form or self.form)
        return text.domain, text.problems or tuple(problem.text for problem in guarded)


def original_task(domain: Domain, problem: Problem) -> PlannerTask:
    return PlannerTask(ORIGINAL, problem_name(problem), domain.text, problem.text, domain, problem)


def problem_name(problem: Problem) -> str:
    return str(problem.path or problem.name)


def _guarded_macros(
    domain: Domain, library: MacroLibrary, path: Path
) -> tuple[str, list[GuardedMacro]]:
    guards = library.provenance.get("guards")
    form = library.provenance.get("form")
    if (
        library.provenance.get("source") != SOURCE
        or not isinstance(form, str)
        or not isinstance(guards, list)
        or len(guards) != len(library.macros)
    ):
        raise InputError(f"{path}: not written by fmtools augment; give its output folder")
    macros = []
    for number, (macro, own) in enumerate(zip(library.macros, guards, strict=True), start=1):
        try:
            steps = [parse_step(action) for action in macro.actions]
            sequence = without_idle_parameters(domain, lift(domain, steps))
            atoms = tuple(_guard(text) for text in own)
        except FmtoolsError as error:
            raise InputError(f"{path}: macro {number}: {error}") from None
        macros.append(GuardedMacro(macro_name(domain, number, steps), sequence, atoms))
    return form, macros


def _guard(text: str) -> Atom:
    step = parse_step(text)
    return Atom(step.operator, step.args)
