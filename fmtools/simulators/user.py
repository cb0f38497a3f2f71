"""The user's own simulator, loaded by name: `package.module:Class` with keyword options.

This module must not know any world of its own.
"""

import contextlib
import importlib
import inspect
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from fmtools.errors import InputError, SimulatorError, UsageError, did_you_mean
from fmtools.macros import OptionValue
from fmtools.places import prefix, raised_at
from fmtools.simulators.checked import PASSED_ON, CheckedSimulator, describe

INSTANCE_OPTIONS = ("seed", "start", "goal")
"""Options that choose start and goal alone, so that macros fit whatever they are; a class may name
its own as `instance_options`."""

GYM = "gym:"
"""Before the id of a Gymnasium environment."""


def load_simulator(name: str, options: Mapping[str, str] | None = None) -> CheckedSimulator:
    """Import `package.module:Class` (the current folder counts) and call it with the options.

    `gym:ID` makes a Gymnasium environment. Class may be any factory with keyword arguments, or a
    finished simulator. Options that look like int, float or bool become such; dashes in
    their names become underscores.
    """
    keywords = {key.replace("-", "_"): option_value(text) for key, text in (options or {}).items()}
    if name.startswith(GYM):
        return _load_environment(name, keywords)
    factory = _find(name)
    of_instance = getattr(factory, "instance_options", INSTANCE_OPTIONS)
    if not callable(factory):
        if keywords:
            raise UsageError(f"{name} is an object, not a class: it takes no options")
        return CheckedSimulator(factory, name, {}, of_instance)
    _check_options(name, factory, keywords)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            inner = factory(**keywords)
    except PASSED_ON:
        raise
    except BaseException as error:
        place = prefix(raised_at(error))
        raise SimulatorError(f"{place}{name} could not be built: {describe(error)}") from error
    return CheckedSimulator(inner, name, _all_options(factory, keywords), of_instance)


def _load_environment(name: str, keywords: dict[str, Any]) -> CheckedSimulator:
    """`gym:ID`, a Gymnasium environment. Its seed makes the start, so macros are for all seeds."""
    from fmtools.gym.options import environment_of

    try:
        with contextlib.redirect_stdout(sys.stderr):
            inner = environment_of(name.removeprefix(GYM), keywords, _find)
    except PASSED_ON:
        raise
    except BaseException as error:
        place = prefix(raised_at(error))
        raise SimulatorError(f"{place}{name} could not be built: {describe(error)}") from error
    options = {key: value for key, value in keywords.items() if key != "seed"}
    return CheckedSimulator(inner, name, options)


def _find(name: str) -> Any:
    """What `package.module:attribute` names."""
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        raise UsageError(f"{name!r} names no simulator; write package.module:Class")
    module = _import(module_name)
    if not hasattr(module, attribute):
        public = [known for known in vars(module) if not known.startswith("_")]
        raise InputError(
            f"{module_name} has no {attribute!r}{did_you_mean(attribute, public)}; "
            "name a class or a factory that it defines"
        )
    return getattr(module, attribute)


def option_value(text: str) -> int | float | bool | str:
    """`3` as int, `0.5` as float, `true` and `false` as bool; anything else stays text."""
    if not isinstance(text, str):
        return text
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _import(module_name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    importlib.invalidate_caches()
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        missing = error.name or module_name
        if missing == module_name or module_name.startswith(missing + "."):
            hint = "run fmtools in the folder that holds it, or install it"
            if "/" in module_name or module_name.endswith(".py"):
                hint = f"in the folder of that file, write {Path(module_name).stem}:Class"
            raise InputError(f"no module {missing!r}; {hint}") from error
        raise InputError(f"importing {module_name} failed: {error}; install it first") from error
    except PASSED_ON:
        raise
    except BaseException as error:
        place = prefix(raised_at(error))
        raise SimulatorError(f"{place}importing {module_name} failed: {describe(error)}") from error


def _check_options(name: str, factory: Callable[..., Any], keywords: Mapping[str, object]) -> None:
    try:
        signature = inspect.signature(factory)
    except ValueError:
        return
    try:
        signature.bind(**keywords)
    except TypeError as error:
        known = list(signature.parameters)
        unknown = [key for key in keywords if key not in known]
        near = did_you_mean(unknown[0], known) if unknown else ""
        takes = f"it takes {', '.join(known)}" if known else "it takes none"
        raise UsageError(f"options of {name}: {error}{near}; {takes}") from None


def _all_options(
    factory: Callable[..., Any], keywords: Mapping[str, Any]
) -> dict[str, OptionValue] | None:
    """Those given and the defaults of the others; None where the factory does not tell.

    Defaults that are neither numbers nor text are left out: they cannot be given as options.
    """
    try:
        signature = inspect.signature(factory)
    except ValueError:
        return None
    defaults = {name: parameter.default for name, parameter in signature.parameters.items()}
    plain = {k: v for k, v in defaults.items() if v is None or isinstance(v, int | float | str)}
    return {**plain, **keywords}
