"""The worlds that `fmtools generate` knows: which function drafts them, and at which sizes.

A new world is one entry here and one file in `domains/`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources

import numpy as np

from fmtools.errors import UsageError
from fmtools.generators import carriers, grids, services, stacks
from fmtools.pddl.model import Problem


@dataclass(frozen=True)
class Family:
    """How instances of one domain are made.

    With `steps`, as in the paper: one base problem, and starts reached from it by `steps(size)`
    random actions or one more, so that both parities occur. Without, every instance is a fresh
    random problem.
    """

    base: Callable[[int, np.random.Generator], Problem]
    size: int
    """The paper's size, or ours where the paper has none."""
    unit: str
    """What the size counts."""
    smallest: int
    count: int = 20
    steps: Callable[[int], int] | None = None


# Steps are chosen for mixed starts that are about as hard for greedy search with primitives as the
# paper's (Table 1). Ferry and depot move every car and crate several times. Longer walks would
# solve the task in part: gripper brings a sixth of the balls over, miconic serves a tenth of the
# passengers, doors opens up to three of the four locked rooms. Hanoi mixes the six smallest discs;
# each disc more takes five times as many steps.
GENERATORS: dict[str, Family] = {
    "depot": Family(stacks.depot, 8, "crates", 2, 100, lambda size: 100 * size),
    "doors": Family(grids.doors, 64, "locations", 8, 100, lambda size: size * size // 8),
    "ferry": Family(carriers.ferry, 9, "cars", 1, 100, lambda size: 10 * size * size),
    "gripper": Family(carriers.gripper, 42, "balls", 1, 100, lambda size: 5 * size),
    "hanoi": Family(stacks.hanoi, 10, "discs", 1, 100, lambda size: 1000 * size),
    "miconic": Family(carriers.miconic, 10, "passengers", 1, 100, lambda size: 2 * size * size),
    "barman": Family(services.barman, 4, "cocktails to serve", 1),
    "blocksworld": Family(stacks.blocksworld, 16, "blocks", 2),
    "childsnack": Family(services.childsnack, 6, "children", 1),
    "elevators": Family(carriers.elevators, 8, "passengers", 1),
    "floortile": Family(grids.floortile, 3, "columns", 2),
    "logistics": Family(carriers.logistics, 12, "parcels", 1),
    "npuzzle": Family(grids.npuzzle, 4, "tiles per side", 2),
    "rovers": Family(services.rovers, 4, "rovers", 1),
    "satellite": Family(services.satellite, 4, "satellites", 1),
    "sokoban": Family(grids.sokoban, 7, "cells per side", 5),
    "termes": Family(grids.termes, 3, "blocks in the highest tower", 1),
    "transport": Family(carriers.transport, 8, "packages", 1),
    "visitall": Family(grids.visitall, 8, "cells per side", 2),
}


def family(name: str) -> Family:
    if name not in GENERATORS:
        raise UsageError(f"no generator for {name!r}; there are: {', '.join(sorted(GENERATORS))}")
    return GENERATORS[name]


def domain_text(name: str) -> str:
    """The master copy of a domain, shipped inside the package."""
    family(name)
    source = resources.files("fmtools.generators") / "domains" / f"{name}.pddl"
    return source.read_text(encoding="utf-8")
