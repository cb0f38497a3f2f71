"""From the words of a command line to a simulator: `cube`, `module:Class`, `DOMAIN PROBLEM`."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fmtools.api.tasks import Asked
from fmtools.api.tasks import load_world as load
from fmtools.cli.process import keep_stdout
from fmtools.errors import InputError, UsageError
from fmtools.simulators.registry import USER, WORLDS, find_world

if TYPE_CHECKING:
    from fmtools.simulator import Simulator

WorldOptions = Mapping[str, Any]
"""What the command line said about the world, by the names of its options."""


class InstanceLine(NamedTuple):
    number: int
    text: str


def load_world(words: list[str], options: WorldOptions, seed: int) -> "Simulator":
    """The simulator for a task; what the user's own prints is kept from stdout."""
    guard_stdout(words)
    return load(tuple(words), options, seed)


def guard_stdout(words: list[str]) -> None:
    """Before the user's code runs, if the task names such."""
    if find_world(words)[0] is USER:
        keep_stdout()


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
    return Asked(tuple(words), {**options, str(kind.instance): text}, macros).load(0)
