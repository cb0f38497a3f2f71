"""`fmtools validate`: does a plan solve a problem?"""

import json
import sys
from pathlib import Path

from fmtools.cli.declare import argument
from fmtools.cli.options import JSON
from fmtools.errors import EXIT_INVALID_PLAN, EXIT_OK


def validate(
    domain_path: Path = argument(metavar="DOMAIN", help="A PDDL domain."),
    problem_path: Path = argument(metavar="PROBLEM", help="A PDDL problem."),
    plan_path: Path = argument(metavar="PLAN", help="One (action arg ...) per line."),
    json_output: bool = JSON,
) -> None:
    """Execute a plan step by step; say where and why it fails.

    Exit code: 0 valid, 1 invalid. The check shares no code with grounding and search.

    Example: fmtools validate domain.pddl problem.pddl found.plan
    """
    from fmtools.api.compiling import validate as validated

    result = validated(domain_path, problem_path, plan_path)
    if json_output:
        unmet = [str(literal) for literal in result.unmet_goals]
        found = {
            "valid": result.valid,
            "length": result.length,
            "cost": result.cost,
            "failed_step": result.failed_step,
            "reason": result.reason,
            "unmet_goals": unmet,
        }
        print(json.dumps(found))
    elif result.valid:
        steps = f"{result.length} step{'s' if result.length != 1 else ''}"
        print(f"valid: {steps}, cost {result.cost}")
    else:
        print(f"invalid: {result.reason}")
    sys.exit(EXIT_OK if result.valid else EXIT_INVALID_PLAN)
