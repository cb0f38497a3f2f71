"""`fmtools`: finds the command, turns errors into one line and an exit code.

Only the command that was asked for is imported; `fmtools --help` imports none.
"""

import importlib
import os
import sys
from collections.abc import Callable

from fmtools.cli.declare import call, parameters_of, parse
from fmtools.cli.process import end_despite_threads, guard_streams, printable
from fmtools.errors import (
    EXIT_CRASH,
    EXIT_INPUT,
    EXIT_INTERRUPTED,
    EXIT_MEMORY,
    FmtoolsError,
)

TRACEBACK = "FMTOOLS_TRACEBACK"
"""Set in the environment, errors come with a traceback."""
DEBUG = "--debug"
"""The same for one command."""
MOST_SHOWN = 200
"""Characters of an unexpected error's text."""

COMPLETING = "_FMTOOLS_COMPLETE"
"""Set by the shell while it completes a command line."""

COMMANDS: dict[str, str] = {
    "demo": "Run the main story in about a minute, each command shown.",
    "examples": "Write domains, problems and a simulator to try into a folder.",
    "learn": "Learn macro-actions with focused effects, by simulation alone.",
    "show": "Show a library's macros: length, effect size, what each does.",
    "compile": "Compile macros into PDDL operators, each proved sound.",
    "plan": "Search for a plan; it is replayed before it is shown.",
    "unfold": "Replace every macro in a plan by its primitive actions.",
    "validate": "Execute a plan step by step; say where and why it fails.",
    "check": "Check a simulator of yours on random walks: rules, speed, advice.",
    "new-simulator": "Write a simulator to begin with, which keeps all rules.",
    "info": "Show what a domain declares and what a problem grounds to.",
    "compare": "Run planners with and without macros; say what those bought.",
    "augment": "Learn macros, measure them with your planner, keep what pays.",
    "apply": "Write a problem with the facts that an augmented domain needs.",
    "run": "Solve a problem with augmented files; the plan is validated.",
    "planners": "List planners for compare: what is here, how to get the rest.",
    "export": "Write a built-in world for external planners: SAS+ or PDDL.",
    "generate": "Write a domain and problem instances into a folder.",
    "bench": "Measure: ours against others, in one run on this machine.",
    "records": "List recorded runs by experiment and outcome; export them.",
    "report": "Make tables, figures and one page from recorded runs.",
}
"""Names of commands and their summaries, which are the first lines of their help: each is the
function of that name (dashes are underscores) in the module of that name in this package."""


OWN_OPTIONS = {
    ("bench", "ipc"): ("bench.ipc", "bench_ipc"),
    ("bench", "grounding"): ("bench.grounding", "bench_grounding"),
}
"""Benchmarks with options of their own: first words -> module and function."""


def main() -> None:
    """Run the command; every way to end has its exit code, and at most one line on stderr."""
    guard_streams()
    try:
        _main()
    except SystemExit as end:
        end_despite_threads(end.code if isinstance(end.code, int) else int(end.code is not None))
        raise


def _main() -> None:
    code: str | int | None = 0
    if DEBUG in sys.argv:
        sys.argv.remove(DEBUG)
        os.environ[TRACEBACK] = "1"
    try:
        _run(sys.argv[1:])
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


def _run(words: list[str]) -> None:
    """Command lines that are right need no typer, which takes longer to import than a small task
    takes to solve; whatever is not, and help, goes to it."""
    asked_for = words[0] if words else None
    is_completing = COMPLETING in os.environ
    if asked_for in COMMANDS and not is_completing:
        command = command_of(words)
        values = parse(parameters_of(command), words[1:])
        if values is not None:
            call(command, values)
            return
    from fmtools.cli.typer_app import make_app

    make_app(COMMANDS, lambda name: command_of([name, *words[1:]]), asked_for, is_completing)()


def command_of(words: list[str]) -> Callable[..., None]:
    """The function behind a command's name; its first word may say more."""
    then = words[1] if len(words) > 1 else ""
    name = words[0].replace("-", "_")
    module, function = OWN_OPTIONS.get((words[0], then), (name, name))
    found: Callable[..., None] = getattr(importlib.import_module(f"fmtools.cli.{module}"), function)
    return found


def _told(error: BaseException) -> int:
    """Say in one line what happened; the exit code."""
    if _is_interrupt(error):
        return EXIT_INTERRUPTED
    if os.environ.get(TRACEBACK):
        import traceback

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
            code, said = EXIT_CRASH, f"a bug in fmtools: {what}; {DEBUG} shows where"
    print(f"fmtools: error: {printable(said)}", file=sys.stderr)
    return code


def _is_interrupt(error: BaseException | None) -> bool:
    """Ctrl-C, or what became of it in the library that it hit while that was being imported."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
