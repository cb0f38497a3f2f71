"""`fmtools unfold`: a plan with macros into a plan of primitive actions."""

import json
from pathlib import Path

from fmtools.cli.declare import argument, option
from fmtools.cli.options import FORCE, JSON, STDOUT, check_writable, output_option
from fmtools.cli.process import summary
from fmtools.errors import InvalidPlanError, UsageError
from fmtools.files import write_whole


def unfold(
    files: list[Path] = argument(help="DOMAIN.pddl macros.json PLAN, or AUGMENTED.pddl PLAN."),
    problem: Path | None = option(None, help="Validate the result against this problem."),
    shorten: bool = option(
        False, "--shorten", help="Remove loops and steps that undo each other; needs --problem."
    ),
    output: Path | None = output_option(None, "Write the plan here.", shown="- (stdout)"),
    force: bool = FORCE,
    json_output: bool = JSON,
) -> None:
    """Replace every macro in a plan by its primitive actions.

    Example: fmtools unfold domain.pddl macros.json plan -o primitive.plan --problem p01.pddl
    """
    if len(files) not in (2, 3):
        raise UsageError("give DOMAIN macros.json PLAN, or AUGMENTED.pddl PLAN")
    check_writable(output, force, [*files, *([problem] if problem else [])])

    from fmtools.api.compiling import unfolded
    from fmtools.pddl.plan_file import format_plan

    plan = files[-1]
    result = unfolded(files[0], files[1] if len(files) == 3 else None, plan, problem, shorten)
    validation = result.validation
    if validation is not None and not validation.valid:
        raise InvalidPlanError(f"{plan}: invalid plan: {validation.reason}")
    cost = len(result.steps) if validation is None else validation.cost
    text = format_plan(result.steps, cost, result.unit_cost)
    output = None if output == STDOUT else output
    if output is not None:
        write_whole(output, text)
    if json_output:
        record = {
            "plan_length": result.num_planned,
            "primitive_plan_length": len(result.steps),
            "primitive_plan": [str(step) for step in result.steps],
            "removed": result.num_removed,
            "cost": cost,
            "valid": None if validation is None else validation.valid,
        }
        print(json.dumps(record))
    elif output is None:
        print(text, end="")
    else:
        checked = "" if validation is None else ", valid"
        shorter = f", {result.num_removed} removed" if shorten else ""
        with summary(False, written=True):
            print(
                f"{result.num_planned} actions unfolded into {len(result.steps)}"
                f"{shorter}{checked}: {output}"
            )
