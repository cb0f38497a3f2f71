"""`fmtools compile`: a macro library into a domain, as operators that any planner reads."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.cli.declare import argument, option
from fmtools.cli.options import (
    FORCE,
    JSON,
    STDOUT,
    check_writable,
    output_option,
    takes_stdout,
    write_output,
)
from fmtools.cli.process import say, summary
from fmtools.errors import UsageError
from fmtools.policy import RECORDED

MANY_TIMES = 10
"""Growth of the ground operators above which people are warned."""
MANY_OPERATORS = 100_000
"""Ground operators above which they are, too: LAMA took minutes to read twice as many."""
MANY_PARAMETERS = 2
"""Where nothing is counted, so many times the parameters of the domain's own actions are many."""

if TYPE_CHECKING:
    from fmtools.pddl.pipeline import Compilation


def compile(
    domain: Path = argument(help="The domain that the macros were learned in."),
    macros: Path = argument(help="The library, as fmtools learn writes it."),
    problems: list[Path] | None = option(
        None,
        metavar="P",
        takes_rest=True,
        help="Count ground operators in these, and use their static facts.",
    ),
    guards: str | None = option(
        None,
        metavar="WORD",
        values=("equality", "static"),
        shown="equality",
        help="equality | static: for planners without :equality; needs --problems.",
    ),
    max_growth: str = option(
        RECORDED,
        metavar="X",
        shown="recorded, or 10",
        help="Ground operators: within so many times the original's, or none.",
    ),
    max_parameters: int | None = option(None, min=0, help="Drop macros with more."),
    output: Path = output_option(..., "Write the augmented domain here; - is stdout."),
    force: bool = FORCE,
    json_output: bool = JSON,
) -> None:
    """Compile macros into PDDL operators, each proved sound.

    With --problems, guards that static facts of these problems make superfluous are left out:
    the result is then for these problems, and its comments say so. Ground operators are counted in
    the three largest of them; without --problems, in the one that the macros were learned in, if
    it still lies where it did beside the domain. Macros beyond --max-growth are dropped, those with
    the smallest effects last.

    All this is the policy of the macros: the library's own, but for the options given. It is
    recorded in the output, which plan and compare take as --macros, too.

    Problems that need facts or costs for the macros are written beside the domain: p01.pddl, or
    augmented-p01.pddl where that would be on top of an input.

    The table: primitive steps, effect size, parameters, guards, alias cases compared in the proof,
    and ground operators.

    Example: fmtools compile domain.pddl macros.json -o augmented.pddl --problems p01.pddl
    """
    paths = problems or []
    to_stderr = takes_stdout(json_output, output)
    inputs = [domain, macros, *paths]
    check_writable(output, force, inputs)
    from fmtools.api.compiling import compile as compile_domain

    augmented = compile_domain(
        domain,
        macros,
        problems=paths,
        max_growth=max_growth,
        max_parameters=max_parameters,
        guards=guards,
    )
    compilation = augmented.compilation
    if augmented.problems and output == STDOUT:
        raise UsageError("problems are written beside the domain, too; name a file instead of -")
    targets = [_beside(output, path, inputs) for path in paths] if augmented.problems else []
    if len({output, *targets}) < 1 + len(targets):
        raise UsageError("problems are written beside the domain; give them different names")
    for target in targets:
        check_writable(target, force, inputs)
    _warn(compilation)
    if output == STDOUT:
        write_output(output, augmented.domain)
    else:
        augmented.save(output, targets)
    written = [str(path) for path in (output, *targets)]
    if json_output:
        print(json.dumps({**_record(compilation), "written": written}))
    with summary(to_stderr, written=True):
        _tell(compilation, written)


def _beside(output: Path, problem: Path, inputs: list[Path]) -> Path:
    """Where a problem for the augmented domain goes: never on top of an input."""
    target = output.parent / problem.name
    if any(target.exists() and target.samefile(given) for given in inputs if given.exists()):
        return output.parent / f"{output.stem}-{problem.name}"
    return target


def _warn(compilation: "Compilation") -> None:
    """Before anything is written: of more ground operators than planners can use."""
    names = [item.name for item in compilation.macros]
    for counts, growth in zip(compilation.counts, compilation.growth(), strict=True):
        total = counts.total(names)
        if growth > MANY_TIMES or total > MANY_OPERATORS:
            more = f"{total:,} ground operators in {counts.problem}, {growth:.1f} times as many"
            say(
                f"warning: {more} as without macros; planners may not get through them: "
                "see --max-growth"
            )
    if not compilation.counts and compilation.policy.max_growth is not None:
        say(
            "warning: no ground operators were counted, so no macro was dropped for them: "
            "the problem that the macros were learned in is not known, or not found beside the "
            "domain; give --problems, or --max-growth none"
        )
    own = max((len(op.parameters) for op in compilation.domain.operators.values()), default=0)
    most = max(compilation.macros, key=lambda x: len(x.macro.operator.parameters), default=None)
    if not compilation.counts and most is not None:
        num_parameters = len(most.macro.operator.parameters)
        if num_parameters > MANY_PARAMETERS * max(own, 1):
            say(
                f"warning: {most.name} has {num_parameters} parameters, the domain's own "
                f"actions at most {own}; planners may not get through its ground operators: give "
                "--problems to count them, or --max-parameters"
            )


def _record(compilation: "Compilation") -> dict[str, Any]:
    """What `--json` prints."""
    from fmtools.pddl.alias import REASONS

    return {
        "macros": [
            {
                "name": item.name,
                "number": item.number,
                "parameters": len(item.macro.operator.parameters),
                "steps": [str(step) for step in item.macro.sequence.steps],
                "effect_size": item.effect_size,
                "guards": [list(pair) for pair in item.macro.proof.guards],
                "proof": {
                    "compared": item.macro.proof.num_compared,
                    **{
                        f"excluded_by_{reason.replace(' ', '_')}": item.macro.proof.excluded[reason]
                        for reason in REASONS
                    },
                    "relies_on_problems": item.macro.proof.num_problems,
                },
                "instances": [counts.macros[item.name] for counts in compilation.counts],
            }
            for item in compilation.macros
        ],
        "dropped": [
            {"number": item.number, "name": item.name, "reason": item.reason}
            for item in compilation.dropped
        ],
        "policy": compilation.policy.to_dict(),
        "problems": [
            {
                "problem": counts.problem,
                "original": counts.original,
                "augmented": counts.total([item.name for item in compilation.macros]),
                "growth": round(growth, 3),
            }
            for counts, growth in zip(compilation.counts, compilation.growth(), strict=True)
        ],
    }


def _tell(compilation: "Compilation", written: list[str]) -> None:
    from fmtools.cli.shown.console import console, plain_table
    from fmtools.pddl.macro_text import counted

    headings = ("macro", ">steps", ">effect", ">args", ">guards", ">cases", ">ground")
    table = plain_table(*headings[: None if compilation.counts else -1], gap=1)
    for item in compilation.macros:
        proof = item.macro.proof
        instances = [counts.macros[item.name] for counts in compilation.counts]
        table.add_row(
            item.name,
            str(len(item.actions)),
            str(item.effect_size),
            str(len(item.macro.operator.parameters)),
            str(len(proof.guards)),
            str(proof.num_compared),
            *([f"{max(instances):,}"] if instances else []),
        )
    if compilation.macros:
        console(soft_wrap=True).print(table)
    for dropped in compilation.dropped:
        print(f"dropped {dropped.name}: {dropped.reason}")
    names = [item.name for item in compilation.macros]
    for counts, growth in zip(compilation.counts, compilation.growth(), strict=True):
        print(
            f"{counts.problem}: {counts.original:,} ground operators, {counts.total(names):,} "
            f"with macros, {growth:.1f} times as many"
        )
    where = written[0]
    if len(written) > 1:
        others = f", … {written[-1]}" if len(written) > 2 else ""
        where += f", for use with {written[1]}{others}"
    print(f"{counted(len(names), 'macro')} written to {where}")
