"""Worlds by name: the built-in ones in a visible dict, beside PDDL tasks and the user's own.

To add a world, write its simulator and its `WorldKind` (`kind.py`), and name that here.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fmtools.errors import SimulatorError, UsageError, did_you_mean
from fmtools.simulators.cube_world import CUBE
from fmtools.simulators.kind import OfKind, WorldKind
from fmtools.simulators.lock_world import LOCK
from fmtools.simulators.npuzzle_world import NPUZZLE
from fmtools.simulators.pddl_world import PDDL
from fmtools.simulators.user_world import USER

if TYPE_CHECKING:
    from fmtools.learn.presets import Presets
    from fmtools.macros import World
    from fmtools.simulator import Simulator

__all__ = ["PDDL", "USER", "WORLDS"]

WORLDS: dict[str, WorldKind] = {"cube": CUBE, "npuzzle": NPUZZLE, "lock": LOCK}


def kinds() -> dict[str, WorldKind]:
    """Every kind of world that a library may be for."""
    return {**WORLDS, USER.name: USER, PDDL.name: PDDL}


def kind_named(name: str) -> WorldKind:
    """Of the kind in a library or a simulator; what nobody knows is the user's own."""
    return kinds().get(name, USER)


def kind_of(simulator: "Simulator") -> WorldKind:
    """A simulator says it by its `kind`; those that do not are the user's own."""
    return kind_named(simulator.kind) if isinstance(simulator, OfKind) else USER


def world_of(simulator: "Simulator") -> "World":
    """Which world a simulator is, for macro libraries: kind, name, and a digest of its actions."""
    return kind_of(simulator).identity(simulator)


def presets_of(kind: str) -> "Presets":
    """The parameters of learning in worlds of a kind."""
    from fmtools.learn.presets import Presets

    presets = kind_named(kind).presets
    return Presets() if presets is None else presets()


def find_world(words: list[str]) -> tuple[WorldKind, dict[str, Any]]:
    """The kind of world that a task names, and what the words themselves say for its `build`."""
    from pathlib import Path

    if len(words) > 2:
        raise UsageError(f"a task is one world, or DOMAIN PROBLEM; got {len(words)} words")
    if len(words) == 2:
        return PDDL, {"domain": Path(words[0]), "problem": Path(words[1])}
    if words[0].endswith(".pddl"):
        raise UsageError(f"{words[0]}: a PDDL task is two files, DOMAIN PROBLEM")
    if ":" in words[0]:
        return USER, {"name": words[0]}
    if words[0] not in WORLDS:
        raise UsageError(
            f"unknown world {words[0]!r}{did_you_mean(words[0], WORLDS)}; choose "
            f"{', '.join(WORLDS)}, package.module:Class for your own, or give DOMAIN.pddl "
            "PROBLEM.pddl"
        )
    return WORLDS[words[0]], {}


def build_world(words: list[str], options: Mapping[str, Any], **fixed: Any) -> "Simulator":
    """The simulator of a task; options are checked to be the world's own, `fixed` are passed on."""
    kind, said = find_world(words)
    known = {option.name: option.flag for option in kind.options}
    for name in options:
        if name not in known:
            flag = "--" + name.replace("_", "-")
            takes = ", ".join(option.flag for option in kind.options if not option.hidden)
            raise UsageError(
                f"{flag} is not for {kind.title or kind.name}"
                f"{did_you_mean(flag, known.values())}; it takes {takes or 'no options'}"
            )
    simulator = kind.build(**said, **options, **fixed)
    if kind_of(simulator) is not kind:
        raise SimulatorError(f"a simulator of {kind.name!r} must say so: kind = {kind.name!r}")
    return simulator
