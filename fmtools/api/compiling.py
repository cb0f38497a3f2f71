"""`fmtools.compile`, `fmtools.unfold`, `fmtools.validate`: macros in PDDL and back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from fmtools.api.tasks import Macros, library_of
from fmtools.errors import InputError
from fmtools.files import write_whole
from fmtools.pddl.augmented_text import AugmentedText, augmented_text
from fmtools.pddl.macro_file import compile_macros
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import Step, parse_step, read_plan
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.unfold import table_of_augmented, table_of_library
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

    def save(self, path: File) -> None:
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
    """Compile macros into PDDL operators, each proved sound; see `fmtools compile --help`."""
    original = read_domain(domain)
    library, path = library_of(macros)
    tasks = [read_problem(problem, original) for problem in problems]
    given = overruled(max_growth, max_parameters=max_parameters, guards=guards)
    compilation = compile_macros(original, library, path, problems=tasks, given=given)
    return Augmented(augmented_text(compilation, tasks), compilation)


def unfold(domain: File, macros: Macros | None, plan: Plan) -> tuple[str, ...]:
    """A plan with every macro replaced by its primitive actions.

    `domain` is the one that the macros were learned in; with `macros=None`, the augmented one.
    """
    model = read_domain(domain)
    if macros is None:
        table = table_of_augmented(model)
    else:
        table = table_of_library(model, *library_of(macros))
    path = Path(plan) if isinstance(plan, str | PathLike) else Path("plan")
    return tuple(map(str, unfold_plan(table, _steps(plan), path).steps))


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
