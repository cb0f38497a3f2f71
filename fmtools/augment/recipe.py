"""The recipe: a macro library with guards, from which the augmented files are made, now or later.

It is an ordinary library (`macros.json`; `fmtools show` reads it), its guards are fields of its
macros, and the pipeline of `fmtools compile` compiles it. The same recipe, domain and problem give
the same bytes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fmtools.augment.causal import merged, step_units
from fmtools.errors import InputError
from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.lifted_library import pddl_world
from fmtools.pddl.macro_file import compile_macros
from fmtools.pddl.model import Atom, Domain, Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import Step
from fmtools.policy import Policy

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
        macros.append(
            Macro(
                tuple(map(str, item.steps)),
                max(item.num_changed, len(effect)),
                effect,
                guards=tuple(map(str, item.guards)),
                joined=item.joined,
            )
        )
    return MacroLibrary(
        pddl_world(domain),
        tuple(macros),
        {"source": SOURCE, **provenance},
        {variable: str(atom) for atom, variable in number.items()},
        # What is chosen has been measured: nothing is left to a limit.
        policy=Policy(max_growth=None, guards=form, lean=True),
    )


def compile_recipe(domain: Domain, library: MacroLibrary, path: Path) -> Compilation:
    """InputError where the library is for another domain, or no recipe."""
    if library.provenance.get("source") != SOURCE:
        raise InputError(f"{path}: not written by fmtools augment; give its output folder")
    return compile_macros(domain, library, path)


def recipe_texts(
    recipe: Compilation, problems: Sequence[Problem], form: str | None = None
) -> tuple[str, tuple[str, ...]]:
    """The augmented domain, and a text for every problem; `form` other than its own if given.

    Without macros, all are as they were.
    """
    own = tuple(problem.text for problem in problems)
    if not recipe.macros:
        return recipe.original.text, own
    text = augmented_text(recipe, problems, form)
    return text.domain, text.problems or own
