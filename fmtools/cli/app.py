"""`fmtools`: finds the command, turns errors into one line and an exit code.

Only the command that was asked for is imported; `fmtools --help` imports none.
"""

import contextlib
import importlib
import os
import sys
from collections.abc import Callable

from fmtools.cli.declare import call, parameters_of
from fmtools.cli.parse import common_flags, parse
from fmtools.cli.process import (
    be_quiet,
    display,
    end_despite_threads,
    guard_streams,
    own_stdout,
    printable,
    say,
)
from fmtools.errors import (
    EXIT_CRASH,
    EXIT_INPUT,
    EXIT_INTERRUPTED,
    EXIT_MEMORY,
    FmtoolsError,
    UsageError,
    did_you_mean,
)
from fmtools.progress import showing

TRACEBACK = "FMTOOLS_TRACEBACK"
"""Set in the environment, errors come with a traceback; as with --debug."""
MOST_SHOWN = 200
"""Characters of an unexpected error's text."""

COMPLETING = "_FMTOOLS_COMPLETE"
"""Set by the shell while it completes a command line."""

COMMANDS: dict[str, str] = {
    "demo": "Run the main story in about a minute, each command shown.",
    "examples": "Write problems and a simulator to try into a folder.",
    "learn": "Learn macro-actions with focused effects in a world.",
    "show": "Show a library's macros: what each needs, does and costs.",
    "compile": "Compile macros into PDDL operators, each proved sound.",
    "unfold": "Replace every macro in a plan by its primitive actions.",
    "plan": "Search for a plan; it is replayed before it is shown.",
    "validate": "Execute a plan step by step; say where and why it fails.",
    "info": "Show what a domain declares and what a problem grounds to.",
    "compare": "Run planners with and without macros; say what those buy.",
    "augment": "Find the planner and the macros that pay, by measuring.",
    "apply": "Write a problem as an augmented domain needs it.",
    "run": "Solve a problem with what augment found; validate the plan.",
    "planners": "List planners: what is here, and how to get the rest.",
    "check": "Check a simulator of yours: rules, speed, advice.",
    "new-simulator": "Write a simulator to begin with, which keeps all rules.",
    "export": "Write a task for other planners: SAS+ or PDDL.",
    "generate": "Write a domain and problem instances into a folder.",
    "bench": "Measure: ours against others, in one run on this machine.",
    "records": "List recorded runs by experiment and outcome; export them.",
    "report": "Make tables, figures and one page from recorded runs.",
    "doctor": "Say what is installed, where things are, what is missing.",
    "completion": "Print what a shell needs to complete command lines.",
    "help": "Show every command with an example, or one command's help.",
}
"""Names of commands and their summaries, which are the first lines of their help: each is the
function of that name (dashes are underscores) in the module of that name in this package."""

GROUPS: dict[str, tuple[str, ...]] = {
    "First steps": ("demo", "examples"),
    "Macros": ("learn", "show", "compile", "unfold"),
    "Plans": ("plan", "validate", "info"),
    "Other planners": ("compare", "augment", "apply", "run", "planners"),
    "Worlds": ("check", "new-simulator", "export", "generate"),
    "Experiments": ("bench", "records", "report"),
}
"""In which help lists them; what is named nowhere comes last."""

OWN_OPTIONS = {
    ("bench", "augment"): ("bench.augment", "bench_augment"),
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
    flags, words = common_flags(sys.argv[1:])
    if "--debug" in flags:
        os.environ[TRACEBACK] = "1"
    if "--quiet" in flags:
        be_quiet()
    try:
        _run(words, flags)
    except SystemExit as end:
        code = end.code
    except BaseException as error:
        code = _told(error, as_json="--json" in words)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _told(error)
    if code == EXIT_INTERRUPTED:
        print("fmtools: interrupted", file=sys.stderr)
    sys.exit(code)


def _run(words: list[str], flags: set[str]) -> None:
    if COMPLETING in os.environ:
        from fmtools.cli.completion import complete

        print("\n".join(complete(os.environ)))
    elif not words or words[0].startswith("-"):
        _run_without_command(words, flags)
    else:
        name = words[0]
        if name not in COMMANDS:
            near = did_you_mean(name, COMMANDS)
            raise UsageError(f"no command {name!r}{near}; fmtools --help lists them")
        command = command_of(words)
        if "--help" in flags:
            from fmtools.cli.help import command_page

            print(command_page(name, command), end="")
            return
        values, warnings = parse(name, parameters_of(command), words[1:])
        for warning in warnings:
            say(warning)
        quiet = "--quiet" in flags
        with contextlib.nullcontext() if quiet else showing(display("--verbose" in flags)):
            call(command, values)


def _run_without_command(words: list[str], flags: set[str]) -> None:
    from fmtools.cli.completion import OLD_OPTIONS

    if words == ["--version"]:
        from fmtools.version import __version__

        print(f"fmtools {__version__}")
    elif not words:
        from fmtools.cli.help import overview

        print(overview(groups(), COMMANDS), end="")
        if "--help" not in flags:
            raise UsageError("which command?")
    else:
        near = did_you_mean(words[0], ("--version", "--help"))
        hint = f"; {OLD_OPTIONS}" if "completion" in words[0] else near
        raise UsageError(f"no option {words[0]}{hint or '; options come after a command'}")


def groups() -> dict[str, tuple[str, ...]]:
    """Every command, under the title of its group."""
    named = {name for names in GROUPS.values() for name in names}
    return {**GROUPS, "More": tuple(name for name in COMMANDS if name not in named)}


def command_of(words: list[str]) -> Callable[..., None]:
    """The function behind a command's name; its first word may say more."""
    then = words[1] if len(words) > 1 else ""
    name = words[0].replace("-", "_")
    module, function = OWN_OPTIONS.get((words[0], then), (name, name))
    found: Callable[..., None] = getattr(importlib.import_module(f"fmtools.cli.{module}"), function)
    return found


def _told(error: BaseException, as_json: bool = False) -> int:
    """Say in one line what happened, and to programs as JSON; the exit code."""
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
            code, said = EXIT_CRASH, f"a bug in fmtools: {what}; --debug shows where"
    print(f"fmtools: error: {printable(said)}", file=sys.stderr)
    if as_json:
        import json

        with own_stdout(), contextlib.suppress(OSError):
            print(json.dumps({"error": said, "exit_code": code}))
    return code


def _is_interrupt(error: BaseException | None) -> bool:
    """Ctrl-C, or what became of it in the library that it hit while that was being imported."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
