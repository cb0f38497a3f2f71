"""Worlds by name: the built-in ones in a visible dict, anything else as `module:Class`.

To add a world, write its simulator and a builder here. Builders take typed keyword options, give a
start drawn from `seed` where none is named, and import their world only when called.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fmtools.errors import UsageError

if TYPE_CHECKING:
    from fmtools.simulator import Simulator
    from fmtools.simulators.cube import Cube
    from fmtools.simulators.lock import Lock
    from fmtools.simulators.npuzzle import NPuzzle


def build_cube(
    *,
    scramble: str | None = None,
    goal_scramble: str | None = None,
    goal_seed: int | None = None,
    seed: int = 0,
    steps: int = 60,
) -> "Cube":
    """Rubik's cube, scrambled as told (`""` for solved), or else by `steps` random turns.

    The goal is the solved cube, or it after `goal_scramble`, or after random turns of `goal_seed`.
    """
    from fmtools.simulators.cube import Cube

    if goal_seed is not None:
        if goal_scramble is not None:
            raise UsageError("goal_scramble and goal_seed exclude each other")
        goal: str | tuple[int, ...] = Cube.scrambled(goal_seed).scramble
    else:
        goal = goal_scramble or ""
    if scramble is None:
        return Cube.scrambled(seed, steps, goal)
    return Cube(scramble, goal)


def build_npuzzle(
    *,
    width: int | None = None,
    start: str | None = None,
    goal: str | None = None,
    goal_seed: int | None = None,
    seed: int = 0,
    steps: int | None = None,
) -> "NPuzzle":
    """The n-puzzle from `start`, or else from a random walk; the tiles given tell the width."""
    from fmtools.simulators.npuzzle import NPuzzle, parse_tiles

    if width is None:
        given = start if start is not None else goal
        width = 4 if given is None else round(len(parse_tiles(given)) ** 0.5)
    tiles: str | tuple[int, ...] | None = goal
    if goal_seed is not None:
        if goal is not None:
            raise UsageError("goal and goal_seed exclude each other")
        tiles = NPuzzle.scrambled(width, goal_seed).start_tiles
    if start is None:
        return NPuzzle.scrambled(width, seed, steps, tiles)
    return NPuzzle(width, start, tiles)


def build_lock(
    *,
    dials: int = 20,
    digits: int = 2,
    effect_size: int = 4,
    seed: int = 0,
    decrements: bool = True,
) -> "Lock":
    """A Suitcase Lock; actions, start and goal all come from `seed`."""
    from fmtools.simulators.lock import Lock

    return Lock(dials, digits, effect_size, seed, decrements)


WORLDS: dict[str, Callable[..., "Simulator"]] = {
    "cube": build_cube,
    "npuzzle": build_npuzzle,
    "lock": build_lock,
}


def build_world(name: str, options: Mapping[str, Any] | None = None) -> "Simulator":
    """The world called `name`: a key of WORLDS, or `package.module:Class` for the user's own.

    Options of the user's own are strings, converted as `load_simulator` says. Unknown names and
    options raise UsageError with the nearest ones known.
    """
    options = dict(options or {})
    if ":" in name:
        from fmtools.simulators.user import load_simulator

        return load_simulator(name, options)
    check_world(name)
    known = inspect.signature(WORLDS[name]).parameters
    for option in options:
        if option not in known:
            raise UsageError(
                f"world {name!r} has no option {option!r}{did_you_mean(option, known)}; "
                f"it takes {', '.join(known)}"
            )
    return WORLDS[name](**options)


def check_world(name: str) -> str:
    """The name, once it is known to be a built-in world's."""
    if name in WORLDS:
        return name
    raise UsageError(
        f"unknown world {name!r}{did_you_mean(name, WORLDS)}; choose {', '.join(WORLDS)}, "
        "package.module:Class for your own, or give DOMAIN.pddl PROBLEM.pddl"
    )


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'cube'?` for the nearest known name, or nothing if none is near."""
    import difflib  # for errors alone

    by_lower = {candidate.lower(): candidate for candidate in known}
    near = difflib.get_close_matches(name.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[near[0]]!r}?" if near else ""
