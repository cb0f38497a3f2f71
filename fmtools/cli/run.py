"""`fmtools run`: solve a new problem with what `fmtools augment` found."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools import errors
from fmtools.cli.declare import argument, option
from fmtools.cli.options import (
    FORCE,
    JSON,
    SEED,
    STDOUT,
    check_writable,
    takes_stdout,
    write_output,
)
from fmtools.quantities import parse_bytes, parse_seconds

if TYPE_CHECKING:
    from fmtools.augment.solve import Solved

_EXIT_CODES = {
    "solved": errors.EXIT_OK,
    "invalid-plan": errors.EXIT_INVALID_PLAN,
    "unsolvable": errors.EXIT_EXHAUSTED,
    "no-plan": errors.EXIT_BUDGET,
    "out-of-memory": errors.EXIT_MEMORY,
    "timeout": errors.EXIT_TIME,
    "crash": errors.EXIT_INPUT,
    "unsupported": errors.EXIT_UNSUPPORTED,
}


def run(
    folder: Path = argument(help="As fmtools augment wrote it."),
    problem: Path = argument(help="A problem of the original domain."),
    planner: str | None = option(None, help="The one of fmtools augment unless given."),
    time_limit: str | None = option(None, help="Wall time of all of it: 60, 30m."),
    memory_limit: str = option("4G", help="For each run, all its processes: 500M, 4G."),
    safe: bool = option(
        False, "--safe", help="Augmented and original files in turn, in growing slices."
    ),
    shorten: bool = option(False, "--shorten", help="Remove loops and steps that undo each other."),
    output: Path | None = option(None, "-o", "--output", help="Write the plan here."),
    fast_downward: Path | None = option(None, help="A Fast Downward of your own."),
    planners_file: Path | None = option(None, help="A TOML file with commands of your own."),
    seed: int = SEED,
    force: bool = FORCE,
    json_output: bool = JSON,
) -> None:
    """Solve a problem with what augment found; validate the plan.

    With --safe, the planner works on augmented and original files in turn, so that a problem which
    the macros make harder takes about twice the original's time, and nothing that the original
    solves is lost. Both need their memory.

    Example: fmtools run faster new.pddl -o plan --safe
    """
    seconds = None if time_limit is None else parse_seconds(time_limit)
    memory = parse_bytes(memory_limit)
    takes_stdout(json_output, output)
    check_writable(output, force, [problem])

    from fmtools.augment.output import changed_since, load_recipe
    from fmtools.augment.solve import solve
    from fmtools.drivers.command import load_commands
    from fmtools.drivers.interrupts import interrupt_once
    from fmtools.drivers.process import ProcessLimits
    from fmtools.drivers.registry import find_driver
    from fmtools.pddl.read import read_problem

    recipe = load_recipe(folder)
    changed = changed_since(folder)
    if changed:
        print(
            f"fmtools: {changed} has changed since {folder} was made, which has the old domain; "
            "run fmtools augment again",
            file=sys.stderr,
        )
    commands = {} if planners_file is None else load_commands(planners_file)
    name = planner or str(recipe.library.provenance.get("planner", "lama-first"))
    driver = find_driver(name, fast_downward, commands, seed)
    task = read_problem(problem, recipe.original)
    with interrupt_once():
        solved = solve(recipe, task, driver, ProcessLimits(seconds, memory), safe, shorten)
    if output is None and not json_output:
        output = STDOUT
    if output is not None and solved.plan is not None:
        write_output(output, solved.text)
    if json_output:
        print(json.dumps(solved.to_dict()))
    _tell(solved, output)
    sys.exit(_EXIT_CODES[solved.outcome])


def _tell(solved: "Solved", output: Path | None) -> None:
    """On stderr: stdout is the plan, or JSON."""
    record = solved.record
    if solved.plan is None:
        print(f"fmtools: {solved.outcome}: {solved.reason}", file=sys.stderr)
        return
    removed = f", {solved.num_removed} removed" if solved.num_removed else ""
    where = "" if output in (None, STDOUT) else f": {output}"
    who = f"by {record.planner} with the {record.domain} files " if record else ""
    print(
        f"fmtools: {solved.outcome} {who}in {solved.seconds:.2f} s: {len(solved.plan)} actions"
        f"{removed}, valid{where}",
        file=sys.stderr,
    )
