"""`fmtools info`: what a domain and a problem contain."""

import json
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools.cli.declare import argument
from fmtools.cli.options import JSON
from fmtools.pddl.model import OBJECT

if TYPE_CHECKING:
    from rich.console import Console

    from fmtools.pddl.describe import DomainInfo, TaskInfo

_NO_BREAK = "\N{NO-BREAK SPACE}"


def info(
    domain_path: Path = argument(metavar="DOMAIN", help="A PDDL domain."),
    problem_path: Path | None = argument(None, metavar="PROBLEM", help="A PDDL problem."),
    json_output: bool = JSON,
) -> None:
    """Show what a domain declares and what a problem grounds to.

    Effect size: how many facts a ground action changes.

    Example: fmtools info pddl/hanoi/domain.pddl pddl/hanoi/problem-000.pddl
    """
    from fmtools.pddl.describe import describe_domain, describe_task
    from fmtools.pddl.read import read_domain, read_problem

    domain = read_domain(domain_path)
    about = describe_domain(domain)
    task = None
    if problem_path is not None:
        task = describe_task(domain, read_problem(problem_path, domain))
    if json_output:
        print(
            json.dumps(
                {"domain": asdict(about), **({} if task is None else {"task": asdict(task)})}
            )
        )
        return
    from fmtools.cli.shown.console import console

    screen = console(markup=False)
    _show_domain(about, screen)
    if task is not None:
        _show_task(task, screen)


def _show_domain(domain: "DomainInfo", screen: "Console") -> None:
    from fmtools.cli.shown.console import plain_table

    facts = plain_table()
    facts.add_row("domain", domain.name)
    facts.add_row("requirements", " ".join(domain.requirements) or "none")
    if domain.types:
        facts.add_row("types", _types_text(domain.types))
    if domain.constants:
        facts.add_row("constants", domain.constants)
    screen.print(facts)

    screen.print()
    predicates = plain_table("predicate", "parameters", "")
    for predicate in domain.predicates:
        predicates.add_row(
            predicate.name,
            predicate.parameters,
            "static" if predicate.static else "derived" if predicate.derived else "",
        )
    screen.print(predicates)

    screen.print()
    costs = any(operator.cost for operator in domain.operators)
    longest = max((len(operator.name) for operator in domain.operators), default=0)
    longest_cost = max((len(operator.cost) + 2 for operator in domain.operators), default=0)
    conditional = any(operator.num_conditional for operator in domain.operators)
    room = max(screen.width - longest - 26 - costs * longest_cost - conditional * 13, 30)
    operators = plain_table(
        *("operator", "parameters", ">needs", ">adds", ">deletes"),
        *([">conditional"] if conditional else []),
        *(["cost"] if costs else []),
    )
    operators.columns[1].no_wrap = True
    for operator in domain.operators:
        operators.add_row(
            operator.name,
            _wrapped(operator.parameters, room),
            str(operator.num_preconditions),
            str(operator.num_adds),
            str(operator.num_deletes),
            *([str(operator.num_conditional)] if conditional else []),
            *([operator.cost] if costs else []),
        )
    screen.print(operators)


def _wrapped(parameters: str, width: int) -> str:
    """Broken into lines, but never between a variable and its type."""
    joined = parameters.replace(" - ", f"{_NO_BREAK}-{_NO_BREAK}")
    lines = textwrap.wrap(joined, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(_NO_BREAK, " ")


def _types_text(types: dict[str, tuple[str, ...]]) -> str:
    """`disc peg - place`, one line for each supertype; those right below the root stand alone."""
    below: dict[tuple[str, ...], list[str]] = {}
    for name, parents in types.items():
        below.setdefault(() if parents in ((), (OBJECT,)) else parents, []).append(name)
    return "\n".join(
        " ".join(names) + (f" - {' or '.join(parents)}" if parents else "")
        for parents, names in below.items()
    )


def _show_task(task: "TaskInfo", screen: "Console") -> None:
    from fmtools.cli.shown.console import plain_table

    screen.print()
    facts = plain_table()
    facts.add_row("problem", task.name)
    objects = ", ".join(f"{count} {name}" for name, count in task.objects.items())
    facts.add_row("objects", f"{task.num_objects:,}: {objects}" if objects else "0")
    facts.add_row("facts", f"{task.num_facts:,}, and {task.num_constant_facts:,} that never change")
    if task.num_axioms:
        derived = f"{task.num_derived_facts:,} of them, by {task.num_axioms:,} ground axioms"
        facts.add_row("derived facts", derived)
    facts.add_row("ground actions", f"{task.num_actions:,}")
    if task.num_conditional_effects:
        facts.add_row("conditional effects", f"{task.num_conditional_effects:,}")
    facts.add_row("effect size", f"mean {task.mean_effect_size:.2f}, max {task.max_effect_size}")
    facts.add_row("static predicates", ", ".join(task.static_predicates) or "none")
    facts.add_row("goal", f"{task.goal_size} literal{'s' if task.goal_size != 1 else ''}")
    if task.goal_unreachable:
        facts.add_row("no plan exists", task.goal_unreachable)
    screen.print(facts)

    screen.print()
    actions = plain_table("operator", ">ground actions", ">mean effect size", ">max")
    for row in task.actions:
        actions.add_row(
            row.operator,
            f"{row.num_actions:,}",
            f"{row.mean_effect_size:.2f}" if row.num_actions else "-",
            str(row.max_effect_size) if row.num_actions else "-",
        )
    screen.print(actions)
