"""The files of a comparison: each problem as it is, and with macros in the form a planner reads."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fmtools.drivers.driver import Reads
from fmtools.drivers.run import AUGMENTED, ORIGINAL, PlannerTask
from fmtools.errors import InputError
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.model import EQUALS, Domain, Literal, Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import Step
from fmtools.pddl.read import parse_domain
from fmtools.pddl.unfold import KnownMacros
from fmtools.pddl.unfold import unfold as unfold_steps


class NoMacroLeftError(InputError):
    """No macro of the library becomes an operator, by the compiler or by the growth limit."""


@dataclass(frozen=True)
class ComparedFiles:
    """Problems of the original domain, and the macros to compare with."""

    compilation: Compilation
    problems: tuple[Problem, ...]

    def task(self, number: int, kind: str, reads: Reads) -> PlannerTask:
        """Problem `number` for a planner that reads so much."""
        problem = self.problems[number]
        if kind == ORIGINAL:
            return original_task(self.compilation.original, problem)
        return augmented_task(self.compilation, problem, reads)


def original_task(domain: Domain, problem: Problem) -> PlannerTask:
    name = problem_name(problem)
    return PlannerTask(ORIGINAL, name, domain.text, problem.text, domain, problem)


def augmented_task(compilation: Compilation, problem: Problem, reads: Reads) -> PlannerTask:
    """The augmented files: guards by equality, or by a static predicate where it must be so."""
    text = augmented_text(compilation, [problem], "equality" if reads.equality else "static")
    return PlannerTask(
        AUGMENTED,
        problem_name(problem),
        text.domain,
        text.problems[0] if text.problems else problem.text,
        compilation.original,
        problem,
        partial(unfold_plan, KnownMacros(compilation.original, compilation.sequences)),
    )


def problem_name(problem: Problem) -> str:
    """Bytes in a path that are no UTF-8 could not be written to the records."""
    return os.fsencode(problem.path or problem.name).decode(errors="replace")


def unfold_plan(table: KnownMacros, steps: Sequence[Step], path: Path) -> tuple[Step, ...]:
    """Primitive actions only; InputError for a step that is neither action nor macro."""
    return unfold_steps(table, steps, path).steps


def compared_files(
    compilation: Compilation, problems: Sequence[Problem], path: Path
) -> ComparedFiles:
    """NoMacroLeftError where there is nothing to compare with; `path` is that of the macros."""
    if not compilation.macros:
        dropped = compilation.dropped
        reason = f": {dropped[0].name}: {dropped[0].reason}" if dropped else ""
        raise NoMacroLeftError(f"{path}: no macro in it becomes an operator{reason}")
    return ComparedFiles(compilation, tuple(problems))


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
