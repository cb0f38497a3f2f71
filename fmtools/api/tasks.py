"""From a task, named as on the command line or given as an object, to a simulator of it."""

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from fmtools.errors import UsageError
from fmtools.frozen import frozen
from fmtools.progress import stage
from fmtools.simulators.registry import PDDL, build_world, find_world, world_of

if TYPE_CHECKING:
    from fmtools.core.limits import WorkLimits
    from fmtools.macros import MacroLibrary
    from fmtools.simulator import Simulator
    from fmtools.task import Task

Word: TypeAlias = Union[str, PathLike[str], "Simulator", "Task"]
"""A task is one of: the name of a world, two PDDL files, a simulator, what `fmtools.load` gave."""
Macros: TypeAlias = Union[str, PathLike[str], "MacroLibrary"]

_LIBRARIES: dict[tuple[Path, int, int], "MacroLibrary"] = {}


@frozen
class Asked:
    """What there is to plan for: a task, and the macros that go with it."""

    task: "tuple[Word, ...]"
    options: Mapping[str, Any]
    macros: Macros | None = None
    policy: Mapping[str, Any] | None = None
    """What is to be other than in the library's own, for PDDL."""

    @stage("load")
    def load(
        self, seed: int, joined: bool = False, limits: "WorkLimits | None" = None
    ) -> "Simulator":
        """The simulator, with macros where they are given, or a domain has its own.

        `joined`: macros of PDDL domains are found in states, where no policy says which of them are
        to be ground. LimitError where compiling macros and grounding reach `limits`.
        """
        words = _words(self.task)
        is_pddl = words is not None and find_world(words)[0] is PDDL
        grounded = is_pddl and self.options.get("simulator", "grounded") == "grounded"
        if self.macros is None:
            if words is not None and grounded and has_macros(words[0]):
                from fmtools.simulators.augmented import load_own_macros

                return load_own_macros(words[0], words[1], limits, joined)
            return load_world(self.task, self.options, seed, limits)
        library, path = library_of(self.macros)
        if words is not None and is_pddl:
            if not grounded:
                raise UsageError("--macros needs --simulator grounded")
            if joined and not self.policy:
                from fmtools.simulators.joined import load_joined

                return load_joined(words[0], words[1], library, path, limits)
            from fmtools.simulators.augmented import load_augmented

            return load_augmented(words[0], words[1], library, path, limits, self.policy)
        if self.policy:
            raise UsageError("--max-growth is for macros of PDDL domains")
        from fmtools.macros import check_world
        from fmtools.simulators.with_macros import add_macros

        simulator = load_world(self.task, self.options, seed)
        check_world(library, world_of(simulator), path)
        return add_macros(simulator, library, path)


def has_macros(domain: str) -> bool:
    """Whether `fmtools compile` or `augment` wrote it, by its comments (`pddl/macro_text.py`)."""
    from fmtools.pddl.text import load_text

    return "; fmtools macro " in load_text(Path(domain))


def load_world(
    task: "tuple[Word, ...]",
    options: Mapping[str, Any],
    seed: int,
    limits: "WorkLimits | None" = None,
) -> "Simulator":
    """The simulator for a task; without a given start, one of the seed's."""
    words = _words(task)
    if words is None:
        return _given(task, options)
    kind, _ = find_world(words)
    if kind is PDDL:
        return build_world(words, options, limits=limits)
    return build_world(words, options, seed=seed)


def _words(task: "tuple[Word, ...]") -> list[str] | None:
    """The task as the command line has it; None where it is an object."""
    if not task:
        raise UsageError("no task; give a simulator, a world such as 'cube', or two PDDL files")
    if all(isinstance(word, str | PathLike) for word in task):
        return [str(word) for word in task]
    return None


def _given(task: "tuple[Word, ...]", options: Mapping[str, Any]) -> "Simulator":
    """A simulator that somebody made: held to the rules unless it is one of ours."""
    from fmtools.simulator import Simulator
    from fmtools.simulators.checked import CheckedSimulator
    from fmtools.simulators.grounded import GroundedSimulator
    from fmtools.simulators.kind import OfKind
    from fmtools.task import Task

    if len(task) > 1:
        raise UsageError(f"a task is one simulator, or two PDDL files; got {len(task)} things")
    if options:
        raise UsageError(f"{', '.join(options)}: options are for worlds given by name")
    [simulator] = task
    if isinstance(simulator, Task):
        return GroundedSimulator(simulator.grounded)
    is_ours = isinstance(simulator, CheckedSimulator | OfKind)
    return (
        simulator if is_ours and isinstance(simulator, Simulator) else CheckedSimulator(simulator)
    )


def library_of(macros: Macros) -> "tuple[MacroLibrary, Path]":
    """Of a file: read once for all instances of a run, and again where it has changed."""
    from fmtools.macros import MacroLibrary

    if isinstance(macros, MacroLibrary):
        return macros, Path("macros")
    path = Path(macros)
    try:
        stamp = (path.resolve(), path.stat().st_mtime_ns, path.stat().st_size)
    except OSError:
        return _read_macros(path), path
    if stamp not in _LIBRARIES:
        library = _read_macros(path)
        _LIBRARIES.clear()
        _LIBRARIES[stamp] = library
    return _LIBRARIES[stamp], path


def _read_macros(path: Path) -> "MacroLibrary":
    """What compiling needs is loaded only for domains that hold macros."""
    if path.suffix != ".pddl":
        from fmtools.library_file import load_library

        return load_library(path)
    from fmtools.pddl.macro_file import load_macros

    return load_macros(path)
