"""The recipe: a macro library with guards, from which the augmented files are made, now or later.

It is an ordinary library (`macros.json`; `fmtools show` reads it) whose provenance names the guards
of each macro. The same recipe, domain and problem give the same bytes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from fmtools.augment.candidates import GuardedMacro, make_guarded
from fmtools.augment.causal import merged, step_units
from fmtools.augment.static_guards import (
    GuardNames,
    GuardPredicate,
    guard_facts,
    guard_signatures,
    with_facts,
    with_predicates,
)
from fmtools.augment.static_joins import StaticJoin, join_facts, joins_of
from fmtools.compare.augmented_files import unfold_plan
from fmtools.drivers.driver import Reads
from fmtools.drivers.run import AUGMENTED, ORIGINAL, PlannerTask
from fmtools.errors import FmtoolsError, InputError
from fmtools.macros import Macro, MacroLibrary, check_world
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.compile import Compilation, CompiledMacro, pddl_world
from fmtools.pddl.condition_order import grounding_order
from fmtools.pddl.lift import lift
from fmtools.pddl.macro_names import macro_name
from fmtools.pddl.macro_operator import (
    CannotCompileError,
    MacroOperator,
    without_idle_parameters,
)
from fmtools.pddl.model import Atom, Domain, Literal, Problem
from fmtools.pddl.plan_file import Step, parse_step
from fmtools.pddl.static_facts import StaticFacts
from fmtools.pddl.unfold import KnownMacros

SOURCE = "augment"


@dataclass(frozen=True)
class ChosenMacro:
    """A macro by an example of its use, and its guards in terms of its parameters."""

    steps: tuple[Step, ...]
    guards: tuple[Atom, ...]
    num_changed: int
    joined: bool = False
    """Whether its static conditions are worked out for each problem."""


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
            "joined": [item.joined for item in chosen],
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
            guarded = with_predicates(domain, guard_signatures(domain, self.predicates))
            static = StaticFacts(guarded)
            made = [make_guarded(guarded, macro, static) for macro in self.macros]
        except (CannotCompileError, InputError) as error:
            raise InputError(f"{path}: {error}") from None
        taken = {*guarded.predicates, *domain.operators, *domain.functions, *domain.types}
        joins = joins_of([x.operator for x in made], static.predicates, taken)
        wanted = [
            own if macro.joined else [] for macro, own in zip(self.macros, joins, strict=True)
        ]
        self.joins = tuple(join for own in wanted for join in own)
        self.domain = with_predicates(guarded, [join.signature for join in self.joins])
        self._compiled = tuple(
            CompiledMacro(
                number, macro.actions, macro.effect_size, _with_joins(operator, own, static)
            )
            for number, (macro, operator, own) in enumerate(
                zip(library.macros, made, wanted, strict=True), start=1
            )
        )

    @property
    def table(self) -> KnownMacros:
        """Unfolds plans to primitive actions of the original domain."""
        return KnownMacros(self.original, {macro.name: macro.sequence for macro in self.macros})

    def facts(self, problem: Problem) -> tuple[Atom, ...]:
        """What guards and joins need to know of a problem."""
        guards = guard_facts(problem, self.predicates)
        known = replace(problem, init=problem.init | set(guards))
        joins = (fact for join in self.joins for fact in join_facts(self.domain, known, join))
        return (*guards, *joins)

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
        guarded = [with_facts(self.domain, p, self.facts(p)) for p in problems]
        compilation = Compilation(self.domain, self.library, self._compiled, ())
        text = augmented_text(compilation, guarded, form or self.form)
        return text.domain, text.problems or tuple(problem.text for problem in guarded)


def _with_joins(
    made: MacroOperator, joins: Sequence[StaticJoin], static: StaticFacts
) -> MacroOperator:
    literals = (*made.operator.precondition, *(Literal(join.atom) for join in joins))
    ordered = grounding_order(literals, {*static.predicates, *(join.name for join in joins)})
    return replace(made, operator=replace(made.operator, precondition=ordered))


def original_task(domain: Domain, problem: Problem) -> PlannerTask:
    return PlannerTask(ORIGINAL, problem_name(problem), domain.text, problem.text, domain, problem)


def problem_name(problem: Problem) -> str:
    return str(problem.path or problem.name)


def _guarded_macros(
    domain: Domain, library: MacroLibrary, path: Path
) -> tuple[str, list[GuardedMacro]]:
    guards = library.provenance.get("guards")
    form = library.provenance.get("form")
    joined = library.provenance.get("joined")
    if (
        library.provenance.get("source") != SOURCE
        or not isinstance(form, str)
        or not isinstance(guards, list)
        or not all(map(_are_texts, guards))
        or not isinstance(joined, list)
        or not len(guards) == len(joined) == len(library.macros)
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
        name = macro_name(domain, number, steps)
        macros.append(GuardedMacro(name, sequence, atoms, bool(joined[number - 1])))
    return form, macros


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _guard(text: str) -> Atom:
    step = parse_step(text)
    return Atom(step.operator, step.args)
