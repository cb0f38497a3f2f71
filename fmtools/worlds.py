"""Worlds to plan and learn in, as simulators: `fmtools.worlds.cube("R U2 F'")`.

Their options are those of the command line. Starts that are not given are drawn from `seed`.
"""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.simulators.registry import build_world

if TYPE_CHECKING:
    from fmtools.simulator import Simulator

__all__ = ["cube", "gym", "lock", "npuzzle", "own", "pddl"]


def cube(scramble: str | None = None, *, seed: int = 0, **options: Any) -> "Simulator":
    """Rubik's cube after a scramble, `""` for solved; options: goal_scramble, goal_seed, …"""
    return _built("cube", seed, scramble=scramble, **options)


def npuzzle(start: str | None = None, *, seed: int = 0, **options: Any) -> "Simulator":
    """The n-puzzle from tiles by rows, 0 the blank; options: size, goal, goal_seed, …"""
    return _built("npuzzle", seed, start=start, **options)


def lock(*, seed: int = 0, **options: Any) -> "Simulator":
    """A Suitcase Lock; options: dials, digits, effect_size."""
    return _built("lock", seed, **options)


def pddl(
    domain: str | PathLike[str], problem: str | PathLike[str], *, simulator: str = "grounded"
) -> "Simulator":
    """A PDDL task, ground by fmtools; or simulated by pddlgym (`simulator="pddlgym"`)."""
    return build_world([str(Path(domain)), str(Path(problem))], {"simulator": simulator})


def own(name: str, **options: Any) -> "Simulator":
    """A simulator of yours by `module:Class`, held to the rules of `fmtools.Simulator`."""
    return build_world([name], {"option": [f"{key}={value}" for key, value in options.items()]})


def gym(env_or_id: Any, **options: Any) -> "Simulator":
    """A Gymnasium environment: `fmtools.gym.Environment`."""
    from fmtools.gym import Environment

    return Environment(env_or_id, **options)


def _built(name: str, seed: int, **options: Any) -> "Simulator":
    given = {key: value for key, value in options.items() if value is not None}
    return build_world([name], given, seed=seed)
