"""From the words of a command line to a simulator: `cube`, `module:Class`, `DOMAIN PROBLEM`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.cli.own_stdout import keep_stdout
from fmtools.errors import InputError, UsageError

if TYPE_CHECKING:
    from fmtools.core.limits import WorkLimits
    from fmtools.macros import MacroLibrary
    from fmtools.simulator import Simulator

INSTANCE_OPTIONS = {"cube": "scramble", "npuzzle": "start"}
"""The worlds that `--instances` serves, and the option that a line stands for."""

_PDDL_OPTIONS = ("simulator",)

_LIBRARIES: dict[tuple[Path, int, int], "MacroLibrary"] = {}

WorldOptions = Mapping[str, Any]
"""What the command line said about the world; None where it said nothing."""


@dataclass(frozen=True)
class InstanceLine:
    number: int
    text: str


def load_task(
    words: list[str],
    options: WorldOptions,
    seed: int,
    macros: Path | None = None,
    limits: "WorkLimits | None" = None,
    policy: Mapping[str, Any] | None = None,
) -> "Simulator":
    """The simulator for a task, with the macros of a library where one is given.

    `policy` has what is to be other than in the library's own, for PDDL.

    LimitError where compiling macros and grounding reach `limits`.
    """
    if macros is None:
        return load_world(words, options, seed, limits)
    from fmtools.macros import check_world

    library = _library(macros)
    if len(words) == 2:
        from fmtools.cli.macro_policy import tell_left_out
        from fmtools.simulators.augmented import load_augmented

        if options.get("simulator") not in (None, "grounded"):
            raise UsageError("--macros needs --simulator grounded")
        paths = Path(words[0]), Path(words[1])
        return load_augmented(*paths, library, macros, limits, policy, tell_left_out)
    if policy:
        raise UsageError("--max-growth is for macros of PDDL domains")
    from fmtools.simulators.identity import world_of
    from fmtools.simulators.with_macros import add_macros

    simulator = load_world(words, options, seed)
    check_world(library, world_of(simulator, words), macros)
    return add_macros(simulator, library, macros)


def _library(path: Path) -> "MacroLibrary":
    """Read once for all instances of a run; again where the file has changed."""
    from fmtools.pddl.macro_file import load_macros

    try:
        stamp = (path.resolve(), path.stat().st_mtime_ns, path.stat().st_size)
    except OSError:
        return load_macros(path)
    if stamp not in _LIBRARIES:
        library = load_macros(path)
        _LIBRARIES.clear()
        _LIBRARIES[stamp] = library
    return _LIBRARIES[stamp]


def load_world(
    words: list[str], options: WorldOptions, seed: int, limits: "WorkLimits | None" = None
) -> "Simulator":
    """The simulator for a task; without a given start, one of the seed's."""
    given = {name: value for name, value in options.items() if value is not None}
    if len(words) > 2:
        raise UsageError(f"a task is one world, or DOMAIN PROBLEM; got {len(words)} words")
    if len(words) == 2:
        for name in given:
            if name not in _PDDL_OPTIONS:
                raise UsageError(f"--{_dashed(name)} is not for PDDL tasks")
        simulator = given.get("simulator", "grounded")
        return _load_pddl(Path(words[0]), Path(words[1]), simulator, limits)
    world = words[0]
    if world.endswith(".pddl"):
        raise UsageError(f"{world}: a PDDL task is two files, DOMAIN PROBLEM")

    from fmtools.simulators.registry import build_world

    own = _parse_options(given.pop("option", ()))
    if ":" in world:
        for name in given:
            raise UsageError(f"--{_dashed(name)} is for built-in worlds; use --option name=value")
        keep_stdout()
        return build_world(world, {"seed": str(seed), **own} if world.startswith("gym:") else own)
    if own:
        raise UsageError(f"--option is for your own simulators, not for {world}")
    if "steps" in given and INSTANCE_OPTIONS.get(world) in given:
        raise UsageError(f"--{INSTANCE_OPTIONS[world]} and --scramble-steps exclude each other")
    return build_world(world, {**given, "seed": seed})


def read_instances(path: Path, words: list[str], options: WorldOptions) -> list[InstanceLine]:
    """The lines of an instance file; every one is checked before any is searched.

    Empty lines and lines that begin with `#` are passed over.
    """
    world = " ".join(words)
    if world not in INSTANCE_OPTIONS:
        raise UsageError(f"--instances is for {' and '.join(INSTANCE_OPTIONS)}, not {world}")
    if options.get(INSTANCE_OPTIONS[world]) is not None or options.get("steps") is not None:
        raise UsageError("--instances gives the starts; leave out the option for a single start")
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text; write one scramble or start per line") from None
    lines = [
        InstanceLine(number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise InputError(f"{path}: no instances in it; write one scramble or start per line")
    for line in lines:
        try:
            load_instance(words, options, None, line.text)
        except InputError as error:
            raise InputError(f"{path}:{line.number}: {error}") from None
    return lines


def load_instance(
    words: list[str], options: WorldOptions, macros: Path | None, text: str
) -> "Simulator":
    """The simulator for one line of an instance file."""
    return load_task(words, {**options, INSTANCE_OPTIONS[words[0]]: text}, 0, macros)


def _dashed(name: str) -> str:
    return "scramble-steps" if name == "steps" else name.replace("_", "-")


def _parse_options(options: tuple[str, ...]) -> dict[str, str]:
    parsed = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--option {text!r} is not of the form name=value")
        parsed[name] = value
    return parsed


def _load_pddl(
    domain: Path, problem: Path, simulator: str, limits: "WorkLimits | None"
) -> "Simulator":
    if simulator == "grounded":
        from fmtools.simulators.grounded import load_grounded

        return load_grounded(domain, problem, limits)
    if simulator == "pddlgym":
        from fmtools.simulators.pddlgym import load_pddlgym

        return load_pddlgym(domain, problem)
    raise UsageError(f"no simulator {simulator!r}; choose grounded or pddlgym")
