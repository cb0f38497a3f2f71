"""What a puzzle macro moves where: one map of positions, read from its action names.

The cube's positions are places for stickers, the n-puzzle's are cells. Names come from files, so
they are checked (InputError). Words and pictures of macros stand on this module.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from fmtools.errors import InputError
from fmtools.macros import Macro, World
from fmtools.simulators.cube import Vector, sticker_places
from fmtools.simulators.cube_experts import net_map
from fmtools.simulators.npuzzle import MAX_WIDTH, MIN_WIDTH, moves

Place = TypeVar("Place", int, Vector)


@dataclass(frozen=True)
class CellMap:
    """What a macro does to an n-puzzle: what is on `cell` goes to `targets[cell]`."""

    width: int
    blank: int
    """The cell on which the macro finds the blank."""
    targets: tuple[int, ...]


def cell_map(world: World, macro: Macro) -> CellMap:
    """The map of an n-puzzle's macro; every action must find the blank where its name says."""
    match = re.fullmatch(r"npuzzle (\d+)", world.name)
    if match is None or not MIN_WIDTH <= int(match[1]) <= MAX_WIDTH:
        raise InputError(f"world {world.name!r} is no n-puzzle; its name is 'npuzzle WIDTH'")
    width = int(match[1])
    known = {move.name: move for move in moves(width)}
    targets = list(range(width * width))
    start = blank = -1
    for place, name in enumerate(macro.actions, 1):
        move = known.get(" ".join(name.split()))
        if move is None:
            raise InputError(f"action {place} is {name!r}, which {world.name} does not have")
        if place == 1:
            start = blank = move.blank
        if move.blank != blank:
            raise InputError(f"action {place} is {name!r}, but the blank is at cell {blank}")
        swap = {move.blank: move.target, move.target: move.blank}
        targets = [swap.get(target, target) for target in targets]
        blank = move.target
    return CellMap(width, start, tuple(targets))


def sticker_map(macro: Macro) -> tuple[int, ...]:
    """Where a cube macro brings the sticker that is at each of the 48 positions."""
    targets: list[int] = net_map(macro.actions).tolist()
    return tuple(targets)


def piece_map(targets: tuple[int, ...]) -> dict[Vector, Vector]:
    """The same for whole pieces (small cubes), of a map of stickers."""
    places = sticker_places()
    return {place.cubie: places[targets[p]].cubie for p, place in enumerate(places)}


@cache
def piece_positions() -> Mapping[Vector, tuple[int, ...]]:
    """The positions of each piece's two or three stickers, pieces in order of the net."""
    positions: dict[Vector, tuple[int, ...]] = {}
    for position, place in enumerate(sticker_places()):
        positions[place.cubie] = (*positions.get(place.cubie, ()), position)
    return positions


def is_corner(piece: Vector) -> bool:
    return 0 not in piece


def cycles(targets: Mapping[Place, Place]) -> list[tuple[Place, ...]]:
    """The cycles of a permutation, each place followed by where it goes; fixed places left out.

    Cycles and their first places stand in the order of `targets`.
    """
    found = []
    seen: set[Place] = set()
    for first in targets:
        cycle = []
        place = first
        while place not in seen:
            seen.add(place)
            cycle.append(place)
            place = targets[place]
        if len(cycle) > 1:
            found.append(tuple(cycle))
    return found
