"""Commands as data: functions whose parameters have `option` and `argument` as defaults.

From one declaration come a plain parser for command lines that are right (`parse`), which starts in
no time, and typer's, for help, completion and everything that is wrong (`typer_app.py`).
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin

from fmtools.odd_text import MOST
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
    hidden: bool = False
    metavar: str | None = None
    callback: Callable[[Any], Any] | None = None
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
    return argument(help=" | ".join([*WORLDS, *more]))


def any_task() -> Any:
    return task_argument(USER.title, PDDL.title)


def world_options(of_instance: bool = True) -> Any:
    """Of every kind of world; `of_instance`: those that choose start or goal, too."""
    return OfWorlds((*WORLDS.values(), USER, PDDL), of_instance)


def exported_options() -> Any:
    """Of the worlds that can be exported."""
    return OfWorlds(tuple(kind for kind in WORLDS.values() if kind.exporter is not None), True)


@cache
def parameters_of(function: Callable[..., Any]) -> list[Parameter]:
    found: dict[str, Parameter] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        said = parameter.default
        if isinstance(said, OfWorlds):
            for one in _world_parameters(said, name):
                found.setdefault(one.name, one)
        else:
            found[name] = Parameter(name, *_type_of(parameter.annotation), said)
    return list(found.values())


def _world_parameters(said: OfWorlds, name: str) -> Iterable[Parameter]:
    for kind in said.kinds:
        for one in kind.options:
            if not one.hidden and (said.of_instance or not one.of_instance):
                many = one.type is list
                declared = Declared(None, (one.flag,), one.help, min=one.least)
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
        name: {}
        for name, parameter in inspect.signature(function).parameters.items()
        if isinstance(parameter.default, OfWorlds)
    }
    for parameter in parameters_of(function):
        value = values[parameter.name]
        if parameter.of_worlds is None:
            keywords[parameter.name] = value
        elif value is not None:
            keywords[parameter.of_worlds][parameter.name] = value
    return function(**keywords)


def parse(parameters: Sequence[Parameter], words: Sequence[str]) -> dict[str, Any] | None:
    """The value of every parameter; None where anything is missing, wrong or out of the ordinary.

    What is accepted here, typer accepts too, with the same values (`tests/cli/test_declare.py`).
    """
    by_flag = {flag: p for p in parameters for flag in flags_of(p)}
    given: dict[str, list[Any]] = {}
    places: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            places.append(word)
            continue
        flag, equals, text = word.partition("=")
        parameter = by_flag.get(flag)
        if parameter is None or parameter.said.callback is not None:
            return None
        if parameter.type is bool:
            if equals:
                return None
            given[parameter.name] = [True]
            continue
        if not equals:
            if not rest or rest[0].startswith("-"):
                return None
            text = rest.pop(0)
        value = _value(parameter, text)
        if value is None or (equals and not flag.startswith("--")):
            return None
        given.setdefault(parameter.name, []).append(value)
    return _assigned(parameters, given, places)


def flags_of(parameter: Parameter) -> tuple[str, ...]:
    if parameter.said.is_argument:
        return ()
    return parameter.said.flags or (f"--{parameter.name.replace('_', '-')}",)


def _assigned(
    parameters: Sequence[Parameter], given: Mapping[str, list[Any]], places: list[str]
) -> dict[str, Any] | None:
    values: dict[str, Any] = {}
    for parameter in parameters:
        found = given.get(parameter.name, [])
        if parameter.said.is_argument:
            texts, places = (places, []) if parameter.many else (places[:1], places[1:])
            found = [_value(parameter, text) for text in texts]
            if None in found:
                return None
        if not found and parameter.said.default is REQUIRED:
            return None
        value = found if parameter.many else found[-1] if found else None
        values[parameter.name] = value if found else parameter.said.default
    return None if places else values


def _value(parameter: Parameter, text: str) -> Any:
    """None for texts that the plain parser does not take."""
    if parameter.type is str:
        return text
    if parameter.type is Path:
        return Path(text) if text else None
    digits = text.replace(".", "", 1) if parameter.type is float else text
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        return None
    number, least = parameter.type(text), parameter.said.min
    return number if number <= MOST and (least is None or number >= least) else None
