"""What fmtools knows of a world apart from its simulator, declared once, as one object.

To add a world, write its simulator and a `WorldKind`, and name that in `registry.WORLDS`: commands
and their help, experiments, libraries and pictures find all they need in it. Declarations are read
at every start, so what they point to imports its own modules when it is called, and they are named
tuples: a dataclass takes several times as long to make.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np

    from fmtools.learn.presets import Presets
    from fmtools.macros import Frames, Macro, MacroLibrary, OptionValue, World
    from fmtools.policy import Policy
    from fmtools.simulator import ActionId, Simulator
    from fmtools.simulators.macro_words import Words
    from fmtools.simulators.sas_task import SasTask

    Distances = tuple[np.typing.NDArray[np.int64], np.typing.NDArray[np.int64]]
    """Of every difference of two states: how far they are apart, and the goal count."""

Sequences = Sequence[tuple[str, ...]]


@runtime_checkable
class OfKind(Protocol):
    """A simulator that says which kind of world it is: the name of a `WorldKind`."""

    kind: str


class Option(NamedTuple):
    """An option of a world: keyword of its `build`, `--name` on the command line."""

    name: str
    type: type = str
    """str, int or list (of texts, repeatable)."""
    help: str = ""
    default: Any = None
    """What the world takes where nothing is said, for help."""
    of_instance: bool = False
    """It chooses start or goal alone: macros learned without it fit, so `learn` has none of it."""
    hidden: bool = False
    """Not for the command line."""
    least: int | None = None
    values: tuple[str, ...] = ()
    """What shells complete."""

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")


class Exporter(NamedTuple):
    """A world for external planners."""

    actions: Callable[[Any], Mapping[str, "ActionId"]]
    """Simulator -> the action behind each step of a plan, both formats alike."""
    to_sas: Callable[[Any], "SasTask"]
    to_pddl: Callable[[Any], tuple[str, str]] | None = None
    """Simulator -> the texts of domain and problem."""


class Drawing(NamedTuple):
    """What a macro moves."""

    picture: Callable[["MacroLibrary", "Macro", bool, int], str]
    """For a terminal: in colour or not, so many columns wide where that is possible."""
    svg: Callable[["MacroLibrary", "Macro"], str]
    frames: Callable[["MacroLibrary", "Macro"], "Frames"]
    """Step by step."""


class Views(NamedTuple):
    """How people see a macro of the world."""

    words: Callable[["MacroLibrary", "Macro"], "Words"]
    """What it does."""
    sequence: Callable[["Macro"], str]
    """Its actions on one short line; of a macro for which there are words."""
    drawing: Drawing | None = None
    steps: Callable[["MacroLibrary", "Macro"], tuple[list[str], Mapping[str, list[str]]]] | None = (
        None
    )
    """Where actions are too long to stand side by side: one line for each, and what they need and
    change."""


class Experts(NamedTuple):
    """Macros that people know; and random ones of their kind, for comparison."""

    sequences: Callable[[bool], Sequences]
    """All of them, or those that differ in what they do."""
    random: Callable[["np.random.Generator"], Sequences]


class WorldKind(NamedTuple):
    name: str
    """Of the world on the command line, and of its kind in libraries; simulators have it as
    `kind`."""
    build: Callable[..., "Simulator"]
    """Takes the options by keyword, and `seed`, from which it draws a start where none is named."""
    identity: Callable[[Any], "World"]
    """Simulator -> the world that a library says it is for; `identified` makes one."""
    options: tuple[Option, ...] = ()
    title: str = ""
    """Of its options in help; its name unless given."""
    instance: str | None = None
    """The option that a line of an instance file stands for."""
    learn_from: Mapping[str, Any] = MappingProxyType({})
    """Options with which macros are learned."""
    presets: Callable[[], "Presets"] | None = None
    """For learning; where there are none, those of any world."""
    exporter: Callable[[], Exporter] | None = None
    views: Callable[[], Views] | None = None
    """Where there are none, variables and their values are told."""
    experts: Callable[[], Experts] | None = None
    read_name: Callable[[str], Mapping[str, Any] | None] | None = None
    """What an experiment calls the world -> options, or None; unless given, its name alone."""
    example: str = ""
    """Such a name, for messages; its own unless given."""
    same_by_states: bool = False
    """Tasks of experiments are one where actions, start and goal are, however described."""
    policy: Callable[[Any], "Policy | None"] = lambda simulator: None
    """How macros learned in one of its worlds become operators; None where they never do."""
    keeps_actions: bool = True
    """Whether all instances have the same actions, so that macros fit them all."""
    varied: Mapping[str, str] = MappingProxyType({})
    """Options that experiments vary, by what their files call them."""
    about: Callable[[Any], Mapping[str, float]] = lambda simulator: {}
    """What records tell of a simulator."""
    distances: "Callable[[Any], Distances] | None" = None
    """For worlds in which both depend on the difference of two states alone."""

    def takes(self, option: str) -> bool:
        return any(known.name == option for known in self.options)

    def option(self, name: str) -> Option:
        return next(known for known in self.options if known.name == name)

    def named(self, name: str) -> Mapping[str, Any] | None:
        """Options, where an experiment means this world by `name`."""
        if self.read_name is not None:
            return self.read_name(name)
        return {} if name == self.name else None


def identified(
    kind: str, name: str, data: bytes, options: "Mapping[str, OptionValue] | None" = None
) -> "World":
    """A library's world; `data` is what defines its actions."""
    from fmtools.macros import World, digest

    return World(kind, name, digest(data), options)
