"""`fmtools`: collects the commands, turns errors into one line and an exit code."""

import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand

from fmtools.cli.apply import apply
from fmtools.cli.augment import augment
from fmtools.cli.bench import bench
from fmtools.cli.compare import compare
from fmtools.cli.compile import compile_macros
from fmtools.cli.export import export
from fmtools.cli.generate import generate
from fmtools.cli.info import info
from fmtools.cli.learn import learn
from fmtools.cli.leftover_threads import end_despite_threads
from fmtools.cli.plan import plan
from fmtools.cli.planners import planners
from fmtools.cli.printable import printable
from fmtools.cli.records import records
from fmtools.cli.report import report
from fmtools.cli.run import run
from fmtools.cli.show import show
from fmtools.cli.streams import guard_streams
from fmtools.cli.unfold import unfold
from fmtools.cli.validate import validate
from fmtools.errors import (
    EXIT_CRASH,
    EXIT_INPUT,
    EXIT_INTERRUPTED,
    EXIT_MEMORY,
    FmtoolsError,
    UsageError,
)
from fmtools.odd_text import MOST

TRACEBACK = "FMTOOLS_TRACEBACK"
"""Set in the environment, errors come with a traceback."""
MOST_SHOWN = 200
"""Characters of an unexpected error's text."""

app = typer.Typer(
    name="fmtools",
    help="Focused macro-actions for black-box planning.",
    epilog="Exit codes: 0 done or solved · 1 invalid plan · 2 usage · 11 exhausted · 12 budget "
    "spent · 22 memory limit · 23 time limit · 31 bad input · 32 simulator broke a rule · "
    "34 unsupported PDDL · 35 a bug in fmtools (FMTOOLS_TRACEBACK=1 shows where) · "
    "130 interrupted · 141 the reader of the output left.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
COMMANDS: dict[str, Callable[..., None]] = {
    "learn": learn,
    "show": show,
    "compile": compile_macros,
    "plan": plan,
    "unfold": unfold,
    "validate": validate,
    "info": info,
    "compare": compare,
    "augment": augment,
    "apply": apply,
    "run": run,
    "planners": planners,
    "export": export,
    "generate": generate,
    "bench": bench,
    "records": records,
    "report": report,
}


class Command(TyperCommand):
    """A command whose whole numbers fit into 64 bits, whatever the option."""

    def invoke(self, ctx: Any) -> Any:
        for name, value in ctx.params.items():
            if isinstance(value, int) and not -MOST <= value <= MOST:
                raise UsageError(f"--{name.replace('_', '-')} is too large; give at most {MOST}")
        return super().invoke(ctx)


for name, command in COMMANDS.items():
    app.command(name, cls=Command)(command)


def version(value: bool) -> None:
    if value:
        from fmtools.version import __version__

        print(f"fmtools {__version__}")
        raise typer.Exit


@app.callback()
def options(
    show_version: bool = typer.Option(
        False, "--version", callback=version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    pass


def main() -> None:
    """Run the command; every way to end has its exit code, and at most one line on stderr."""
    guard_streams()
    try:
        _main()
    except SystemExit as end:
        end_despite_threads(end.code if isinstance(end.code, int) else int(end.code is not None))
        raise


def _main() -> None:
    try:
        app()
    except SystemExit as end:
        code = end.code
    except BaseException as error:
        code = _told(error)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _told(error)
    if code == EXIT_INTERRUPTED:
        print("fmtools: interrupted", file=sys.stderr)
    sys.exit(code)


def _told(error: BaseException) -> int:
    """Say in one line what happened; the exit code."""
    if _is_interrupt(error):
        return EXIT_INTERRUPTED
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    match error:
        case FmtoolsError():
            code, said = error.exit_code, str(error)
        case OSError():
            reason = error.strerror or str(error)
            code, said = EXIT_INPUT, f"{error.filename}: {reason}" if error.filename else reason
        case MemoryError():
            code, said = EXIT_MEMORY, "no memory left"
        case _:
            what = " ".join(f"{type(error).__name__}: {error}".split())[:MOST_SHOWN]
            code, said = EXIT_CRASH, f"a bug in fmtools: {what}; {TRACEBACK}=1 shows where"
    print(f"fmtools: error: {printable(said)}", file=sys.stderr)
    return code


def _is_interrupt(error: BaseException | None) -> bool:
    """Ctrl-C, or what became of it in the library that it hit while that was being imported."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
