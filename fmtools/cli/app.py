"""`fmtools`: collects the commands, turns errors into one line and an exit code."""

import sys
from collections.abc import Callable

import typer

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
from fmtools.cli.records import records
from fmtools.cli.report import report
from fmtools.cli.run import run
from fmtools.cli.show import show
from fmtools.cli.unfold import unfold
from fmtools.cli.validate import validate
from fmtools.errors import EXIT_INPUT, EXIT_INTERRUPTED, FmtoolsError

app = typer.Typer(
    name="fmtools",
    help="Focused macro-actions for black-box planning.",
    epilog="Exit codes: 0 done or solved · 1 invalid plan · 2 usage · 11 exhausted · 12 budget "
    "spent · 22 memory limit · 23 time limit · 31 bad input · 32 simulator broke a rule · "
    "34 unsupported PDDL · 130 interrupted.",
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
for name, command in COMMANDS.items():
    app.command(name)(command)


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
    try:
        _main()
    except SystemExit as end:
        end_despite_threads(end.code if isinstance(end.code, int) else int(end.code is not None))
        raise


def _main() -> None:
    try:
        app()
    except FmtoolsError as error:
        print(f"fmtools: error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        print(f"fmtools: error: {reason}", file=sys.stderr)
        sys.exit(EXIT_INPUT)
    except KeyboardInterrupt:
        print("fmtools: interrupted", file=sys.stderr)
        sys.exit(EXIT_INTERRUPTED)
