"""What shells complete: commands, options, and values such as planners, worlds and files.

The scripts hand over the words so far, one per line, and where the cursor is; where nothing is
answered, the shell completes files.
"""

import contextlib
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from fmtools.cli.declare import Parameter, argument, flags_of, parameters_of
from fmtools.cli.parse import EVERYWHERE, SHORT
from fmtools.errors import UsageError

OLD_OPTIONS = 'completion is now a command: eval "$(fmtools completion bash)"'

SCRIPTS = {
    "bash": """_fmtools() {
    local IFS=$'\\n'
    COMPREPLY=( $(
        _FMTOOLS_COMPLETE=1 COMP_CWORD=$COMP_CWORD COMP_WORDS="${COMP_WORDS[*]}" "$1" 2>/dev/null
    ) )
}
complete -o default -F _fmtools fmtools
""",
    "zsh": """_fmtools() {
    local -a found
    found=("${(@f)$(
        _FMTOOLS_COMPLETE=1 COMP_CWORD=$((CURRENT - 1)) COMP_WORDS="${(F)words}" \\
            $words[1] 2>/dev/null
    )}")
    if [[ -n $found[1] ]]; then compadd -- $found; else _files; fi
}
compdef _fmtools fmtools
""",
    "fish": """function _fmtools
    set -lx _FMTOOLS_COMPLETE 1
    set -lx COMP_CWORD (count (commandline -cop))
    set -lx COMP_WORDS (string join \\n -- (commandline -cop) (commandline -ct) | string collect)
    fmtools 2>/dev/null
end
complete -c fmtools -a "(_fmtools)"
""",
}
PLACES = {
    "bash": 'into ~/.bashrc: eval "$(fmtools completion bash)"',
    "zsh": 'into ~/.zshrc, after compinit: eval "$(fmtools completion zsh)"',
    "fish": "into ~/.config/fish/config.fish: fmtools completion fish | source",
}


def completion(
    shell: str = argument(help="bash | zsh | fish", metavar="SHELL", values=tuple(SCRIPTS)),
) -> None:
    """Print what a shell needs to complete command lines.

    Put this line into the file that your shell reads at its start:

    - bash, ~/.bashrc: eval "$(fmtools completion bash)"
    - zsh, ~/.zshrc, after compinit: eval "$(fmtools completion zsh)"
    - fish, ~/.config/fish/config.fish: fmtools completion fish | source

    Example: eval "$(fmtools completion bash)"
    """
    if shell not in SCRIPTS:
        raise UsageError(f"no script for {shell!r}; choose {' | '.join(SCRIPTS)}")
    print(SCRIPTS[shell], end="")
    if sys.stdout.isatty():
        print(f"# This goes {PLACES[shell]}", file=sys.stderr)


def complete(environment: Mapping[str, str]) -> list[str]:
    """What may stand where the cursor is."""
    from fmtools.cli.app import COMMANDS, command_of

    text = environment.get("COMP_WORDS", "")
    words = text.split("\n") if "\n" in text else text.split()
    at = int(environment.get("COMP_CWORD", "0"))
    before, begun = words[1:at], words[at] if at < len(words) else ""
    before = [word for word in before if word != "="]  # bash makes it a word of its own
    begun = "" if begun == "=" else begun
    if not before:
        found: Iterable[str] = COMMANDS if not begun.startswith("-") else ("--version", "--help")
    elif before[0] in COMMANDS:
        found = _in_command(parameters_of(command_of(before)), before[1:], begun)
    else:
        found = ()
    return sorted(word for word in dict.fromkeys(found) if word.startswith(begun))


def _in_command(parameters: list[Parameter], before: list[str], begun: str) -> Iterable[str]:
    by_flag = {flag: p for p in parameters for flag in flags_of(p)}
    waiting: Parameter | None = None
    num_places = 0
    for word in before:
        if waiting is not None:
            waiting = None
        elif word.startswith("-"):
            known = by_flag.get(word)
            waiting = None if known is None or known.type is bool else known
        else:
            num_places += 1
    if waiting is not None:
        return _values(waiting, begun)
    if begun.startswith("-"):
        shown = (f for f, p in by_flag.items() if p.said.removed is None)
        return (*shown, *EVERYWHERE, *SHORT)
    places = [p for p in parameters if p.said.is_argument]
    if not places:
        return ()
    return _values(places[min(num_places, len(places) - 1)], begun)


def _values(parameter: Parameter, begun: str) -> Iterable[str]:
    said = parameter.said.values or BY_NAME.get(parameter.name, ())
    return LISTS[said](begun) if isinstance(said, str) else said


def _tasks(begun: str) -> Iterable[str]:
    from fmtools.simulators.registry import WORLDS

    return (*WORLDS, *_files(begun, ".pddl"))


def _planners(begun: str) -> Iterable[str]:
    from fmtools.search.planners import PLANNERS

    return PLANNERS


def _drivers(begun: str) -> Iterable[str]:
    from fmtools.drivers.registry import planner_names

    return planner_names()


def _domains(begun: str) -> Iterable[str]:
    from fmtools.generators.registry import GENERATORS

    return GENERATORS


def _commands(begun: str) -> Iterable[str]:
    from fmtools.cli.app import COMMANDS

    return COMMANDS


def _benches(begun: str) -> Iterable[str]:
    from fmtools.cli.bench import bench_names

    return (*bench_names(), *_files(begun, ".toml"))


def _files(begun: str, ending: str) -> list[str]:
    """And folders, through which they are reached."""
    folder, slash, _ = begun.rpartition("/")
    found = []
    with contextlib.suppress(OSError):
        for path in Path(folder + slash or ".").expanduser().iterdir():
            if path.is_dir() or path.name.endswith(ending):
                found.append(folder + slash + path.name + "/" * path.is_dir())
    return found


BY_NAME = {"planner": "drivers"}
"""Of parameters that do not say it themselves."""
LISTS: dict[str, Callable[[str], Iterable[str]]] = {
    "tasks": _tasks,
    "planners": _planners,
    "drivers": _drivers,
    "domains": _domains,
    "commands": _commands,
    "benches": _benches,
}
