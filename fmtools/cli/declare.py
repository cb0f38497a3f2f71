"""Commands as data: functions whose parameters have `option` and `argument` as defaults.

From these declarations come the parser (`parse.py`), help (`help.py`) and completion
(`completion.py`).
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin

from fmtools.simulators.kind import WorldKind
from fmtools.simulators.registry import PDDL, USER, WORLDS

REQUIRED: Any = ...
"""As a default: it must be given."""


class Declared(NamedTuple):
    """What is said of a parameter where its function has the default."""

    default: Any
    flags: tuple[str, ...]
    help: str
    min: float | None = None
    metavar: str | None = None
    panel: str | None = None
    """Under which title help shows it; unless given, `help.py` goes by its name."""
    shown: str | None = None
    """What help says of the default where that is no plain value."""
    values: str | tuple[str, ...] = ()
    """What shells complete: texts, or the name of a list in `completion.py`."""
    bare: str | None = None
    """The value that the option alone stands for; others must begin with a digit, or follow `=`."""
    takes_rest: bool = False
    """Once given, words beyond the arguments are values of it, too: `--problems P1 P2 P3`."""
    renamed: tuple[str, ...] = ()
    """Names of earlier versions, accepted with a warning."""
    removed: str | None = None
    """Accepted, does nothing, and this is why."""
    is_argument: bool = False


class OfWorlds(NamedTuple):
    """Stands for the options of all these worlds; the function gets a dict of those given."""

    kinds: tuple[WorldKind, ...]
    of_instance: bool


class Parameter(NamedTuple):
    name: str
    type: type
    """str, int, float, bool or Path."""
    many: bool
    said: Declared
    of_worlds: str | None = None
    """The function's parameter that gathers it, of an option of worlds."""


def option(default: Any, *flags: str, help: str = "", **more: Any) -> Any:
    """`--name`, or as the flags say; `more` are fields of Declared."""
    return Declared(default, flags, help, **more)


def argument(default: Any = REQUIRED, *, help: str = "", **more: Any) -> Any:
    return Declared(default, (), help, is_argument=True, **more)


def task_argument(*more: str) -> Any:
    """A built-in world, or what else is told."""
    return argument(help=" | ".join([*WORLDS, *more]), metavar="TASK…", values="tasks")


def any_task() -> Any:
    return task_argument(USER.title, PDDL.title)


def world_options(of_instance: bool = True) -> Any:
    """Of every kind of world; `of_instance`: those that choose start or goal, too."""
    return OfWorlds((*WORLDS.values(), USER, PDDL), of_instance)


def exported_options() -> Any:
    """Of the worlds that can be exported."""
    return OfWorlds(tuple(kind for kind in WORLDS.values() if kind.exporter is not None), True)


def declared_by(function: Callable[..., Any]) -> dict[str, "Declared | OfWorlds"]:
    """What is said of each of its parameters, in their order; to load `inspect` takes longer than
    to read a small task."""
    code, said = function.__code__, function.__defaults__
    return dict(zip(code.co_varnames[: code.co_argcount], said or (), strict=True))


@cache
def parameters_of(function: Callable[..., Any]) -> list[Parameter]:
    found: dict[str, Parameter] = {}
    for name, said in declared_by(function).items():
        if isinstance(said, OfWorlds):
            for one in world_parameters(said, name):
                found.setdefault(one.name, one)
        else:
            found[name] = Parameter(name, *_type_of(function.__annotations__[name]), said)
    return list(found.values())


def world_parameters(said: OfWorlds, name: str) -> Iterable[Parameter]:
    """World by world; several may have the same."""
    for kind in said.kinds:
        for one in kind.options:
            if not one.hidden and (said.of_instance or not one.of_instance):
                many = one.type is list
                shown = None if one.default is None else str(one.default)
                title = f"Options of {kind.title or kind.name}"
                declared = Declared(
                    None, (one.flag,), one.help, min=one.least, shown=shown, panel=title,
                    values=one.values,
                )  # fmt: skip
                yield Parameter(one.name, str if many else one.type, many, declared, name)


def _type_of(annotation: Any) -> tuple[type, bool]:
    """`list[Path] | None`: Path, many of them."""
    of_union = [one for one in get_args(annotation) if one is not NoneType]
    if NoneType in get_args(annotation):
        annotation = of_union[0]
    if get_origin(annotation) is list:
        return get_args(annotation)[0], True
    return annotation, False


def call(function: Callable[..., Any], values: Mapping[str, Any]) -> Any:
    """With values by name; those of worlds, where they are given, as one dict."""
    keywords: dict[str, Any] = {
        name: {} for name, said in declared_by(function).items() if isinstance(said, OfWorlds)
    }
    for parameter in parameters_of(function):
        value = values[parameter.name]
        if parameter.of_worlds is None:
            keywords[parameter.name] = value
        elif value is not None:
            keywords[parameter.of_worlds][parameter.name] = value
    return function(**keywords)


def flags_of(parameter: Parameter) -> tuple[str, ...]:
    if parameter.said.is_argument:
        return ()
    return parameter.said.flags or (f"--{parameter.name.replace('_', '-')}",)
