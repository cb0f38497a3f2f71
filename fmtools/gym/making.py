"""Environments by id or as they are, without what only agents need: time limits and checkers."""

import importlib
import inspect
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fmtools.errors import InputError, UsageError
from fmtools.installing import pip_install

EXTRA = "fmtools[gym]"
PEELED = ("TimeLimit", "OrderEnforcing", "PassiveEnvChecker")
NAMES = {
    "FrozenLakeEnv": ("left", "down", "right", "up"),
    "TaxiEnv": ("south", "north", "east", "west", "pick-up", "drop-off"),
    "CliffWalkingEnv": ("up", "right", "down", "left"),
    "BlackjackEnv": ("stick", "hit"),
}
"""Of actions that environments name in their documentation alone."""


def make_environment(env_or_id: Any, options: Mapping[str, Any]) -> tuple[Any, str]:
    """The environment and what to call it; outer wrappers that only count or check are left off."""
    if not isinstance(env_or_id, str):
        if options:
            raise UsageError(f"options {', '.join(options)} are for environments given by their id")
        if not all(hasattr(env_or_id, name) for name in ("reset", "step", "observation_space")):
            raise UsageError(f"{env_or_id!r} is neither a Gymnasium environment nor the id of one")
        return _peeled(env_or_id), type(env_or_id.unwrapped).__name__
    return _peeled(_made(env_or_id, options)), env_or_id


def _registered(env_id: str) -> str:
    """Of `module:ID` the id, once the module, of this folder or installed, has registered it."""
    module, _, name = env_id.rpartition(":")
    if module:
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.insert(0, here)
        importlib.import_module(module)
    return name


def _made(env_id: str, options: Mapping[str, Any]) -> Any:
    try:
        import gymnasium
    except ImportError:
        raise InputError(f"Gymnasium is not installed; {pip_install(EXTRA)}") from None
    from gymnasium import error

    if env_id.startswith(("MiniGrid-", "BabyAI-")):
        try:
            import minigrid  # noqa: F401  (registers its environments)
        except ImportError:
            raise InputError(f"minigrid is not installed; {pip_install(EXTRA)}") from None
    try:
        env_id = _registered(env_id)
        spec = gymnasium.spec(env_id)
        modes = _render_modes(spec)
        drawn = {"render_mode": "ansi"} if "ansi" in modes and "render_mode" not in options else {}
        return gymnasium.make(
            env_id, max_episode_steps=-1, disable_env_checker=True, **drawn, **options
        )
    except (error.Error, ModuleNotFoundError) as refused:
        text = " ".join(str(refused).split())
        raise InputError(f"Gymnasium makes no {env_id!r}: {text}") from None
    except TypeError as refused:
        raise UsageError(f"options of {env_id}: {' '.join(str(refused).split())}") from None


def _render_modes(spec: Any) -> Sequence[str]:
    from gymnasium.envs.registration import load_env_creator

    creator = spec.entry_point
    creator = creator if callable(creator) else load_env_creator(creator)
    modes: Sequence[str] = getattr(creator, "metadata", {}).get("render_modes", ())
    return modes


def _peeled(env: Any) -> Any:
    while type(env).__name__ in PEELED and type(env).__module__.startswith("gymnasium.wrappers"):
        env = env.env
    return env


def action_names(env: Any, choices: Sequence[Any]) -> list[str]:
    """As the environment calls its actions where it does, else their values."""
    inner = env.unwrapped
    meanings = getattr(inner, "get_action_meanings", None)
    enumeration = getattr(inner, "actions", None)
    known: Sequence[str] = NAMES.get(type(inner).__name__, ())
    if callable(meanings):
        known = [str(name).lower() for name in meanings()]
    elif isinstance(enumeration, type) and hasattr(enumeration, "__members__"):
        known = list(enumeration.__members__)
    if len(known) == len(choices):
        return list(known)
    return [" ".join(str(choice).split()) for choice in choices]


def constructor_options(env: Any) -> list[str]:
    """What the environment's class can be built with."""
    signature = inspect.signature(type(env.unwrapped).__init__)
    plain = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    names = [name for name, parameter in signature.parameters.items() if parameter.kind in plain]
    return [name for name in names if name not in ("self", "render_mode")]
