"""From the words of a command line to a simulator: `cube`, `module:Class`, `DOMAIN PROBLEM`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.cli.process import keep_stdout
from fmtools.errors import InputError, UsageError
from fmtools.simulators.registry import PDDL, USER, WORLDS, build_world, find_world, world_of

if TYPE_CHECKING:
    from fmtools.core.limits import WorkLimits
    from fmtools.macros import MacroLibrary
    from fmtools.simulator import Simulator

_LIBRARIES: dict[tuple[Path, int, int], "MacroLibrary"] = {}

WorldOptions = Mapping[str, Any]
"""What the command line said about the world, by the names of its options."""


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
    kind, files = find_world(words)
    if kind is PDDL:
        from fmtools.cli.macro_policy import tell_left_out
        from fmtools.simulators.augmented import load_augmented

        if options.get("simulator", "grounded") != "grounded":
            raise UsageError("--macros needs --simulator grounded")
        paths = files["domain"], files["problem"]
        return load_augmented(*paths, library, macros, limits, policy, tell_left_out)
    if policy:
        raise UsageError("--max-growth is for macros of PDDL domains")
    from fmtools.simulators.with_macros import add_macros

    simulator = load_world(words, options, seed)
    check_world(library, world_of(simulator), macros)
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
    kind, _ = find_world(words)
    if kind is PDDL:
        return build_world(words, options, limits=limits)
    if kind is USER:
        keep_stdout()
    return build_world(words, options, seed=seed)


def read_instances(path: Path, words: list[str], options: WorldOptions) -> list[InstanceLine]:
    """The lines of an instance file; every one is checked before any is searched.

    Empty lines and lines that begin with `#` are passed over.
    """
    kind, _ = find_world(words)
    if kind.instance is None:
        known = " and ".join(name for name, world in WORLDS.items() if world.instance is not None)
        raise UsageError(f"--instances is for {known}, not {' '.join(words)}")
    if kind.instance in options:
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
    kind, _ = find_world(words)
    return load_task(words, {**options, str(kind.instance): text}, 0, macros)
