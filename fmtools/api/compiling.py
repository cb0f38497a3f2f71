"""`fmtools.compile`, `fmtools.unfold`, `fmtools.validate`: macros in PDDL and back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from fmtools.api.tasks import Macros, library_of
from fmtools.errors import InputError, UsageError
from fmtools.files import write_whole
from fmtools.pddl.augmented_text import AugmentedText, augmented_text
from fmtools.pddl.macro_file import compile_macros
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import Step, parse_step, read_plan
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.unfold import Unfolded, table_of_augmented, table_of_library
from fmtools.pddl.unfold import unfold as unfold_plan
from fmtools.pddl.validate import ValidationResult
from fmtools.pddl.validate import validate as execute
from fmtools.policy import RECORDED, overruled
from fmtools.results import SearchResult

File = str | PathLike[str]
Plan = File | SearchResult | Sequence[str]
"""A file, the result of a search, or the actions themselves: `["(move a b)", …]`."""


@dataclass(frozen=True)
class Augmented:
    """A domain with macro operators: `print` shows its text, `save` writes it."""

    texts: AugmentedText
    compilation: Compilation

    @property
    def domain(self) -> str:
        return self.texts.domain

    @property
    def problems(self) -> tuple[str, ...]:
        """A text for every problem given, where problems had to change; else none."""
        return self.texts.problems

    def save(self, path: File, problems: Sequence[File] = ()) -> None:
        """Write the domain, and the problems that go with it, where there are any."""
        if len(problems) != len(self.problems):
            raise UsageError(
                f"{len(self.problems)} problems had to change with the domain; give a file for each"
            )
        for target, text in zip(problems, self.problems, strict=True):
            write_whole(Path(target), text)
        write_whole(Path(path), self.domain)

    def __str__(self) -> str:
        return self.domain

    def __repr__(self) -> str:
        kept, dropped = len(self.compilation.macros), len(self.compilation.dropped)
        return f"<Augmented {self.compilation.domain.name}: {kept} macros, {dropped} dropped>"


def compile(
    domain: File,
    macros: Macros,
    *,
    problems: Iterable[File] = (),
    max_growth: float | str | None = RECORDED,
    max_parameters: int | None = None,
    guards: str | None = None,
) -> Augmented:
    """Compile macros into PDDL operators, each proved sound; see `fmtools compile --help`.

    `problems` are where ground operators are counted; where macros need facts or costs of their
    own, the result has texts of these problems, too.
    """
    original = read_domain(domain)
    library, path = library_of(macros)
    tasks = [read_problem(problem, original) for problem in problems]
    given = overruled(max_growth, max_parameters=max_parameters, guards=guards)
    compilation = compile_macros(original, library, path, problems=tasks, given=given)
    if (compilation.predicates or compilation.joins) and not tasks:
        raise UsageError("guarded macros change problems too; give them with --problems")
    return Augmented(augmented_text(compilation, tasks), compilation)


def unfold(
    domain: File,
    macros: Macros | None,
    plan: Plan,
    *,
    problem: File | None = None,
    shorten: bool = False,
) -> tuple[str, ...]:
    """A plan with every macro replaced by its primitive actions.

    `domain` is the one that the macros were learned in; with `macros=None`, the augmented one. With
    a problem the result is validated there, and `shorten` drops loops and steps that undo each
    other.
    """
    found = unfolded(domain, macros, plan, problem, shorten)
    if found.validation is not None and not found.validation.valid:
        raise InputError(f"invalid plan: {found.validation.reason}")
    return tuple(map(str, found.steps))


def unfolded(
    domain: File, macros: Macros | None, plan: Plan, problem: File | None, shorten: bool
) -> Unfolded:
    """The same with what there is to tell about it; an invalid plan is no error here."""
    if shorten and problem is None:
        raise UsageError("--shorten runs the plan; give --problem")
    model = read_domain(domain)
    if macros is None:
        table = table_of_augmented(model)
    else:
        table = table_of_library(model, *library_of(macros))
    task = None if problem is None else read_problem(problem, model)
    path = Path(plan) if isinstance(plan, str | PathLike) else Path("plan")
    return unfold_plan(table, _steps(plan), path, task, shorten)


def validate(domain: File, problem: File, plan: Plan) -> ValidationResult:
    """Execute a plan step by step; `result.valid`, and why not. Shares no code with the search."""
    model = read_domain(domain)
    return execute(model, read_problem(problem, model), _steps(plan))


def _steps(plan: Plan) -> tuple[Step, ...]:
    if isinstance(plan, str | PathLike):
        return read_plan(plan)
    if isinstance(plan, SearchResult):
        if plan.primitive_plan is None:
            raise InputError(f"there is no plan: the search ended as {plan.outcome}")
        return tuple(map(parse_step, plan.primitive_plan))
    return tuple(map(parse_step, plan))
