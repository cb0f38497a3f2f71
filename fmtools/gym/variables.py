"""From observations to variables: which spaces become vectors of small integers, and how.

Discrete, MultiDiscrete, MultiBinary, Box of integers, and Tuple and Dict of these. All others need
the user's `features` function.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np

from fmtools.errors import UsageError

MOST_VALUES = 1 << 16
MOST_ACTIONS = 10_000

Read = Callable[[Any, Any], Sequence[int]]
"""From an observation and the environment to the values of variables."""


@dataclass(frozen=True)
class Variables:
    """Names of the variables, how many values each may take, and how an observation is read."""

    names: tuple[str, ...]
    num_values: int
    read: Read


def variables_of(space: Any) -> Variables:
    """Of an observation space; UsageError says which part of it needs `features`."""
    leaves = _leaves(space, "")
    names = tuple(name for leaf in leaves for name in leaf[0])
    reads = [leaf[2] for leaf in leaves]
    most = max(leaf[1] for leaf in leaves)
    if len(reads) == 1:
        return Variables(names, most, reads[0])
    return Variables(names, most, lambda seen, env: [n for read in reads for n in read(seen, env)])


def _leaves(space: Any, place: str) -> list[tuple[list[str], int, Read]]:
    kind = type(space).__name__
    if kind == "Dict":
        return [
            (names, values, _inside(key, read))
            for key, part in space.spaces.items()
            for names, values, read in _leaves(part, f"{place}.{key}" if place else str(key))
        ]
    if kind == "Tuple":
        return [
            (names, values, _inside(index, read))
            for index, part in enumerate(space.spaces)
            for names, values, read in _leaves(part, f"{place}[{index}]")
        ]
    name = place or "observation"
    if kind == "Discrete":
        first = int(space.start)
        return [([name], _checked(int(space.n), name), lambda seen, env: (int(seen) - first,))]
    low, number = _bounds(space, kind, name)
    shape = low.shape
    names = [name + "".join(f"[{i}]" for i in index) for index in np.ndindex(*shape)]
    flat = low.reshape(-1)
    return [(names, _checked(number, name), lambda seen, env: (_flat(seen) - flat).tolist())]


def _bounds(space: Any, kind: str, name: str) -> tuple[Any, int]:
    """The smallest values of an array of integers, and the largest range of any of them."""
    if kind == "MultiBinary":
        return np.zeros(space.shape, np.int64), 2
    if kind == "MultiDiscrete":
        start = getattr(space, "start", None)
        low = np.zeros(space.shape, np.int64) if start is None else np.asarray(start, np.int64)
        return low, int(np.max(space.nvec))
    if kind == "Box" and np.dtype(space.dtype).kind in "iub":
        low = np.asarray(space.low, np.int64)
        ranges = [int(h) - int(n) + 1 for h, n in zip(space.high.flat, space.low.flat, strict=True)]
        return low, max(ranges)
    what = f"Box of {space.dtype}" if kind == "Box" else kind
    raise UsageError(
        f"the observation has {'' if name == 'observation' else f'{name!r}, '}a {what}, which is "
        "not made of integers; give features=, a function (observation, env) -> list of small "
        "integers that tells one state from another"
    )


def _checked(number: int, name: str) -> int:
    if number > MOST_VALUES:
        raise UsageError(
            f"{name!r} of the observation takes {number:,} values; variables take at most "
            f"{MOST_VALUES:,}: give features=, a function (observation, env) -> list of small "
            "integers"
        )
    return number


def _inside(key: Any, read: Read) -> Read:
    return lambda seen, env: read(seen[key], env)


def _flat(seen: Any) -> Any:
    return np.asarray(seen, np.int64).reshape(-1)


def actions_of(space: Any) -> list[Any]:
    """Every action of an action space, as `step` takes it."""
    kind = type(space).__name__
    if kind == "Discrete":
        return [int(space.start) + action for action in range(int(space.n))]
    if kind == "MultiBinary":
        ranges = [range(2)] * prod(space.shape)
    elif kind == "MultiDiscrete" and len(space.shape) == 1:
        first = [int(n) for n in getattr(space, "start", np.zeros(space.shape))]
        ranges = [range(a, a + int(n)) for a, n in zip(first, space.nvec, strict=True)]
    elif kind == "Tuple":
        parts = [actions_of(part) for part in space.spaces]
        if prod(len(part) for part in parts) <= MOST_ACTIONS:
            return list(product(*parts))
        ranges = [range(MOST_ACTIONS + 1)]
    else:
        raise UsageError(
            f"the actions are a {kind}, which cannot be listed; give actions=, the list of those "
            "to plan with"
        )
    if prod(len(one) for one in ranges) > MOST_ACTIONS:
        raise UsageError(
            f"there are more than {MOST_ACTIONS:,} actions; give actions=, the list of those to "
            "plan with"
        )
    shape = space.shape
    return [np.array(values, space.dtype).reshape(shape) for values in product(*ranges)]
