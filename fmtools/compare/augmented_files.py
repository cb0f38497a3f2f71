"""The files of a comparison: each problem as it is, and with macros in the form a planner reads."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fmtools.drivers.driver import Reads
from fmtools.drivers.run import AUGMENTED, ORIGINAL, PlannerTask
from fmtools.errors import InputError
from fmtools.macros import MacroLibrary, check_world
from fmtools.pddl.augmented_text import AugmentedText, augmented_text
from fmtools.pddl.compile import Compilation, compile_library, pddl_world
from fmtools.pddl.model import EQUALS, Domain, Literal, Problem
from fmtools.pddl.plan_file import Step
from fmtools.pddl.read import parse_domain
from fmtools.pddl.unfold import KnownMacros
from fmtools.pddl.unfold import unfold as unfold_steps


class NoMacroLeftError(InputError):
    """No macro of the library becomes an operator, by the compiler or by the growth limit."""


@dataclass(frozen=True)
class ComparedFiles:
    """The augmented texts in both forms: guards by equality, and by a static predicate."""

    compilation: Compilation
    problems: tuple[Problem, ...]
    names: tuple[str, ...]
    equality: AugmentedText
    static: AugmentedText

    def task(self, number: int, kind: str, reads: Reads) -> PlannerTask:
        """Problem `number` for a planner that reads so much."""
        domain, problem = self.compilation.domain, self.problems[number]
        if kind == ORIGINAL:
            return PlannerTask(kind, self.names[number], domain.text, problem.text, domain, problem)
        text = self.equality if reads.equality else self.static
        table = KnownMacros(domain, self.compilation.sequences)
        return PlannerTask(
            AUGMENTED,
            self.names[number],
            text.domain,
            text.problems[number] if text.problems else problem.text,
            domain,
            problem,
            partial(unfold_plan, table),
        )


def unfold_plan(table: KnownMacros, steps: Sequence[Step], path: Path) -> tuple[Step, ...]:
    """Primitive actions only; InputError for a step that is neither action nor macro."""
    return unfold_steps(table, steps, path).steps


def compared_files(
    domain: Domain,
    problems: Sequence[Problem],
    library: MacroLibrary,
    library_path: Path,
    max_growth: float | None = None,
) -> ComparedFiles:
    """InputError where the macros are not of this domain, or none of them can be compiled."""
    check_world(library, pddl_world(domain), library_path)
    try:
        compilation = compile_library(domain, library, problems, max_growth)
    except InputError as error:
        raise InputError(f"{library_path}: {error}") from None
    if not compilation.macros:
        dropped = compilation.dropped
        reason = f": {dropped[0].name}: {dropped[0].reason}" if dropped else ""
        raise NoMacroLeftError(f"{library_path}: no macro in it becomes an operator{reason}")
    return ComparedFiles(
        compilation,
        tuple(problems),
        # Bytes in a path that are no UTF-8 could not be written to the records.
        tuple(
            os.fsencode(problem.path or problem.name).decode(errors="replace")
            for problem in problems
        ),
        augmented_text(compilation, problems, "equality"),
        augmented_text(compilation, problems, "static"),
    )


def unreadable(task: PlannerTask, reads: Reads) -> str:
    """What in the files of a task is beyond a planner, or nothing."""
    domain = parse_domain(task.domain_text)
    literals = [x for operator in domain.operators.values() for x in operator.precondition]
    literals += task.problem.goal
    if not reads.costs and (domain.functions or task.problem.minimize_cost):
        return "action costs"
    if not reads.adl and (not domain.is_strips or task.problem.goal_conditions):
        return "conditional effects, quantifiers, disjunctions or axioms"
    if not reads.equality and any(x.atom.predicate == EQUALS for x in literals):
        return "equality"
    if not reads.negation and any(_is_negation(x) for x in literals):
        return "negative preconditions or goals"
    return ""


def _is_negation(literal: Literal) -> bool:
    return not literal.positive and literal.atom.predicate != EQUALS
