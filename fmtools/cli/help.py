"""Help, from what commands declare: one page per command, and the list of all.

A page has the summary and the example first, then the options in groups, then what there is to
explain. Nothing is cut: what does not fit goes on in the next line.
"""

import inspect
import json
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fmtools.cli.declare import (
    REQUIRED,
    Declared,
    OfWorlds,
    Parameter,
    argument,
    declared_by,
    flags_of,
    parameters_of,
    world_parameters,
)
from fmtools.cli.options import JSON
from fmtools.cli.parse import EVERYWHERE, SHORT
from fmtools.cli.process import columns
from fmtools.errors import UsageError, did_you_mean

EXIT_CODES = (
    "Exit codes: 0 done or solved · 1 invalid plan · 2 usage · 11 exhausted · 12 budget "
    "spent · 13 no macro pays · 22 memory limit · 23 time limit · 31 bad input · 32 simulator "
    "broke a rule · 34 unsupported PDDL · 35 a bug in fmtools (--debug shows where) · "
    "36 too many ground actions · 130 interrupted · 141 the reader of the output left."
)
LIMITS, OUTPUT, PLANNER = "Limits", "Output", "Planner"
PANELS = {
    **dict.fromkeys(("budget", "time", "time_limit", "run_limit", "memory_limit"), LIMITS),
    **dict.fromkeys(("max_growth", "max_parameters", "learn_limit", "jobs", "scheduler"), LIMITS),
    **dict.fromkeys(("output", "force", "json_output", "csv", "lab", "svg", "pictures"), OUTPUT),
    **dict.fromkeys(("planner", "planners_file", "fast_downward"), PLANNER),
}
"""Where options are shown that do not say it themselves, by name; all others are the command's
own."""
OWN_PANELS = {"plan": "Search", "learn": "Learning"}
"""What a command calls its own options."""
METAVARS = {
    "budget": "N",
    "time": "TIME",
    "time_limit": "TIME",
    "learn_limit": "TIME",
    "memory_limit": "SIZE",
    "planner": "NAME",
}
"""Of options that do not say it themselves, by name; then by type."""
_BY_TYPE: dict[type, str] = {int: "N", float: "X", Path: "FILE", str: "TEXT"}
MOST_COLUMNS = 100
FIRST_COLUMN = 26
"""Names of options that are longer stand alone on their line."""


def help(
    command: str | None = argument(
        None, metavar="COMMAND", values="commands", help="Whose page to show."
    ),
    json_output: bool = JSON,
) -> None:
    """Show every command with an example, or one command's help.

    Example: fmtools help plan
    """
    from fmtools.cli.app import COMMANDS, command_of, groups

    if command is not None:
        if command not in COMMANDS:
            raise UsageError(f"no command {command!r}{did_you_mean(command, COMMANDS)}")
        print(command_page(command, command_of([command])), end="")
        return
    examples = {name: said_of(command_of([name]))[2] for name in COMMANDS}
    if json_output:
        rows = [{"command": k, "summary": v, "example": examples[k]} for k, v in COMMANDS.items()]
        print(json.dumps({"commands": rows}))
        return
    for title, names in groups().items():
        print(f"{title}:")
        for name in names:
            lines = _rows([(name, COMMANDS[name])], max(map(len, COMMANDS)))
            lines += wrapped(examples[name], " " * 8, " " * 12)
            print("\n".join(lines))
        print()
    print("fmtools COMMAND --help shows the options; fmtools doctor what is installed.")


def command_page(name: str, function: Callable[..., Any]) -> str:
    summary, notes, example = said_of(function)
    places = [metavar_of(p) for p in parameters_of(function) if p.said.is_argument]
    lines = [" ".join(["Usage: fmtools", name, *places, "[OPTIONS]"]), ""]
    lines += wrapped(summary, "  ")
    lines += ["", *wrapped(f"Example: {example}", "  ", "           ")] if example else []
    panels = panels_of(name, function)
    widest = max(len(first) for rows in panels.values() for first, _ in rows)
    for title, rows in panels.items():
        lines += ["", f"{title}:", *_rows(rows, min(widest, FIRST_COLUMN))]
    for note in notes:
        lines += ["", *_note(note)]
    return "\n".join(lines) + "\n"


def overview(groups: Mapping[str, Sequence[str]], commands: Mapping[str, str]) -> str:
    lines = ["Usage: fmtools COMMAND … [OPTIONS]", ""]
    lines += ["  Focused macro-actions for black-box planning."]
    widest = max(map(len, commands))
    for title, names in groups.items():
        lines += ["", f"{title}:", *_rows([(name, commands[name]) for name in names], widest)]
    lines += ["", "Options:", *_rows([("--version", "Print the version."), *_everywhere()], widest)]
    lines += ["", *wrapped(EXIT_CODES, "  ")]
    return "\n".join(lines) + "\n"


def said_of(function: Callable[..., Any]) -> tuple[str, list[str], str]:
    """Summary, notes and example of a command."""
    first, *notes = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    is_example = bool(notes) and notes[-1].startswith("Example: ")
    example = " ".join(notes.pop().split()).removeprefix("Example: ") if is_example else ""
    return first, notes, example


def panels_of(name: str, function: Callable[..., Any]) -> dict[str, list[tuple[str, str]]]:
    """Title -> options, as they are written and what they do."""
    own = OWN_PANELS.get(name, "Options")
    panels: dict[str, list[tuple[str, str]]] = {
        title: [] for title in ("Arguments", own, PLANNER, "Macros", LIMITS, OUTPUT)
    }
    for parameter in _shown(function):
        said = parameter.said
        is_place = said.is_argument
        title = "Arguments" if is_place else said.panel or PANELS.get(parameter.name, own)
        panels.setdefault(title, []).append((_written(parameter), _told(said)))
    panels["Every command"] = _everywhere()
    return {title: rows for title, rows in panels.items() if rows}


def _shown(function: Callable[..., Any]) -> Iterable[Parameter]:
    """All that help tells of: options that two worlds have, twice."""
    for parameter in parameters_of(function):
        if parameter.of_worlds is None and parameter.said.removed is None:
            yield parameter
    for name, said in declared_by(function).items():
        if isinstance(said, OfWorlds):
            yield from world_parameters(said, name)


def _everywhere() -> list[tuple[str, str]]:
    short = {long: f"{flag}, " for flag, long in SHORT.items()}
    return [(short.get(flag, "") + flag, text) for flag, text in EVERYWHERE.items()]


def metavar_of(parameter: Parameter) -> str:
    """`TASK…`, `[PROBLEM]`, `N`."""
    said = parameter.said
    if said.is_argument:
        name = said.metavar or parameter.name.upper() + "…" * parameter.many
        return name if said.default is REQUIRED else f"[{name}]"
    found = said.metavar or METAVARS.get(parameter.name) or _BY_TYPE[parameter.type]
    return found + "…" * said.takes_rest


def _written(parameter: Parameter) -> str:
    """`-o, --output FILE`."""
    if parameter.said.is_argument:
        return metavar_of(parameter)
    flags = ", ".join(flags_of(parameter))
    if parameter.type is bool:
        return flags
    value = metavar_of(parameter)
    return f"{flags} [{value}]" if parameter.said.bare is not None else f"{flags} {value}"


def _told(said: Declared) -> str:
    default = said.default
    if said.shown is not None:
        shown = said.shown
    elif default is None or default is False or (said.is_argument and default is REQUIRED):
        return said.help
    elif default is REQUIRED:
        return f"{said.help}  [required]"
    else:
        shown = ", ".join(map(str, default)) if isinstance(default, list) else str(default)
    return f"{said.help}  [default: {shown}]"


def _rows(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    lines: list[str] = []
    indent = " " * (width + 4)
    for first, text in rows:
        filled = wrapped(text, indent) or [""]
        if len(first) <= width:
            filled[0] = f"  {first:{width}}  {filled[0].lstrip()}".rstrip()
        else:
            lines.append(f"  {first}")
        lines += filled
    return lines


def _note(text: str) -> list[str]:
    """A paragraph; lines that begin with a dash are items of a list."""
    items = ("\n" + text).split("\n- ")
    lines = wrapped(items[0], "  ") if items[0].strip() else []
    for item in items[1:]:
        lines += wrapped(f"- {item}", "  ", "    ")
    return lines


def wrapped(text: str, indent: str, further: str | None = None) -> list[str]:
    return textwrap.wrap(
        " ".join(text.split()),
        min(columns(), MOST_COLUMNS),
        initial_indent=indent,
        subsequent_indent=indent if further is None else further,
        break_on_hyphens=False,
        break_long_words=False,
    )
