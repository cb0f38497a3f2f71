"""What a puzzle macro moves, drawn for a terminal: the cube's net before and after, or a grid.

Only what moves is marked. The drawings read without colour too. `macro_svg.py` draws the same for
pages; both take what moves from `macro_maps.py`.
"""

from collections.abc import Mapping
from functools import cache
from string import ascii_lowercase

from fmtools.macros import Macro, MacroLibrary
from fmtools.simulators.cube_net import BACKGROUNDS, NET_FACES
from fmtools.simulators.macro_maps import cell_map, piece_positions, sticker_map
from fmtools.simulators.npuzzle import boxed

NET_ROWS, NET_COLUMNS = 9, 12
FACE_ORIGINS = {"U": (0, 3), "L": (3, 0), "F": (3, 3), "R": (3, 6), "B": (3, 9), "D": (6, 3)}
"""Row and column of each face's first sticker on the net."""

SIDE_BY_SIDE = 80
"""Columns that two nets beside each other take."""

_DIM, _BOLD, _RESET = "\x1b[2m", "\x1b[1;36m", "\x1b[0m"


@cache
def net_cells() -> tuple[tuple[int, int], ...]:
    """Row and column on the net of each of the 48 positions."""
    cells = []
    for face in NET_FACES:
        row, column = FACE_ORIGINS[face]
        cells += [(row + i // 3, column + i % 3) for i in range(9) if i != 4]
    return tuple(cells)


def piece_letters(targets: tuple[int, ...]) -> dict[int, str]:
    """A letter for the piece behind every position from which a sticker moves."""
    letters: dict[int, str] = {}
    moved = [
        positions
        for positions in piece_positions().values()
        if any(targets[p] != p for p in positions)
    ]
    for letter, positions in zip(ascii_lowercase, moved, strict=False):
        letters.update(dict.fromkeys(positions, letter))
    return letters


def cube_picture(library: MacroLibrary, macro: Macro, color: bool, width: int) -> str:
    """Two nets: `Fa` is the sticker of piece a that was on the front before the macro."""
    targets = sticker_map(macro)
    letters = piece_letters(targets)
    before = {p: (NET_FACES[p // 8], letter) for p, letter in letters.items()}
    after = {targets[p]: sticker for p, sticker in before.items()}
    nets = [["before", *_net_lines(before, color)], ["after", *_net_lines(after, color)]]
    if width < SIDE_BY_SIDE:
        return "\n".join(nets[0] + nets[1])
    gap = SIDE_BY_SIDE // 2 + 1
    head = f"{'before':{gap}}after"
    return "\n".join([head, *(f"{a}  {b}" for a, b in zip(nets[0][1:], nets[1][1:], strict=True))])


def _net_lines(stickers: Mapping[int, tuple[str, str]], color: bool) -> list[str]:
    grid = {(row + 1, column + 1): f" {face} " for face, (row, column) in FACE_ORIGINS.items()}
    grid.update(dict.fromkeys(net_cells(), " · "))
    if color:
        grid = {cell: f"{_DIM}{text}{_RESET}" for cell, text in grid.items()}
    for position, (face, letter) in stickers.items():
        text = f"{face}{letter} "
        if color:
            text = f"\x1b[38;5;16;48;5;{BACKGROUNDS[face]}m{text}{_RESET}"
        grid[net_cells()[position]] = text
    return [
        " ".join(
            "".join(grid.get((row, first + i), "   ") for i in range(3))
            for first in range(0, NET_COLUMNS, 3)
        )
        for row in range(NET_ROWS)
    ]


def puzzle_picture(library: MacroLibrary, macro: Macro, color: bool, width: int) -> str:
    """A grid of cell numbers: `5→6` is a tile that moves from 5 to 6, □ is the blank."""
    found = cell_map(library.world, macro)
    digits = len(str(len(found.targets) - 1))
    inside = 2 * digits + 3

    def cell_text(cell: int) -> str:
        target = found.targets[cell]
        here = "□" if cell == found.blank else str(cell)
        text = f"{here if target == cell else f'{here}→{target}':^{inside}}"
        if not color:
            return text
        style = _DIM if target == cell and cell != found.blank else _BOLD
        return f"{style}{text}{_RESET}"

    return boxed([cell_text(cell) for cell in range(len(found.targets))], inside)
