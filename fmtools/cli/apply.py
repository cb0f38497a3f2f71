"""`fmtools apply`: a new problem for a domain that `fmtools augment` has augmented."""

import json
from pathlib import Path

from fmtools.cli.declare import argument, option
from fmtools.cli.options import FORCE, JSON, STDOUT, check_writable, takes_stdout, write_output
from fmtools.cli.process import summary


def apply(
    folder: Path = argument(help="As fmtools augment wrote it."),
    problem: Path = argument(help="A problem of the original domain."),
    output: Path = option(..., "-o", "--output", help="Write the problem here."),
    force: bool = FORCE,
    json_output: bool = JSON,
) -> None:
    """Write a problem as an augmented domain needs it.

    It gets the facts that the macros need. The result goes with FOLDER/domain.pddl. Of the problems
    given to augment, it writes what augment wrote, byte for byte.

    Example: fmtools apply faster new.pddl -o new-augmented.pddl
    """
    for_programs = takes_stdout(json_output, output)
    check_writable(output, force, [problem])

    from fmtools.augment.output import DOMAIN, load_recipe
    from fmtools.augment.recipe import recipe_texts
    from fmtools.pddl.read import read_problem

    recipe = load_recipe(folder)
    task = read_problem(problem, recipe.original)
    _, (text,) = recipe_texts(recipe, [task])
    write_output(output, text)
    if json_output:
        record = {
            "domain": str(folder / DOMAIN),
            "problem": str(output),
            "macros": [macro.name for macro in recipe.macros],
            "facts": len(recipe.facts(task)),
        }
        print(json.dumps(record))
        return
    name = "it" if output == STDOUT else output
    told = f"nothing to add: {folder} has the original domain; {name} is {problem}"
    if recipe.macros:
        told = f"{len(recipe.facts(task))} facts added; use {name} with {folder / DOMAIN}"
    with summary(for_programs, written=True):
        print(told)
