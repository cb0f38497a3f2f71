"""Worlds on a grid of cells: npuzzle, sokoban, visitall, floortile, termes; and doors (paper,
Table 1), whose locations are the cells of a grid without walls inside a room."""

from collections.abc import Collection
from itertools import pairwise

import numpy as np

from fmtools.generators.draft import atom, draft, numbered
from fmtools.pddl.model import Atom, Problem

Cell = tuple[int, int]
STEPS: tuple[Cell, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))


def doors(size: int, rng: np.random.Generator) -> Problem:
    """`size` locations in rooms of about 13. The rooms form a chain in random order: the key to the
    next one lies in the one before, so that all keys are needed to reach the goal in the last.

    At the paper's size of 64 locations: five rooms, four keys.
    """
    locations, rooms = numbered("loc", size), numbered("room", max(2, round(size / 13)))
    keys = numbered("key", len(rooms) - 1)
    room_of = {
        location: rooms[index * len(rooms) // size] for index, location in enumerate(locations)
    }
    chain = [rooms[index] for index in rng.permutation(len(rooms))]

    def somewhere_in(room: str) -> str:
        inside = [location for location in locations if room_of[location] == room]
        return inside[rng.integers(len(inside))]

    init = [atom("locinroom", location, room) for location, room in room_of.items()]
    init += [atom("unlocked", chain[0]), atom("at", somewhere_in(chain[0]))]
    for key, here, beyond in zip(keys, chain[:-1], chain[1:], strict=True):
        init += [atom("keyat", key, somewhere_in(here)), atom("keyforroom", key, beyond)]
    goal = [atom("at", somewhere_in(chain[-1]))]
    return draft("doors", size, {"location": locations, "room": rooms, "key": keys}, init, goal)


def npuzzle(size: int, rng: np.random.Generator) -> Problem:
    """A square of side `size`: a random solvable order, wanted in order with the blank last."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    tiles = numbered("t", len(cells) - 1)
    order = [int(tile) for tile in rng.permutation(len(cells))]
    blank = order.index(len(cells) - 1)
    # Each slide is a transposition and moves the blank by one, so both parities go together.
    blank_moves = sum(size - 1 - coordinate for coordinate in cells[blank])
    if _num_inversions(order) % 2 != blank_moves % 2:
        a, b = [position for position in range(len(cells)) if position != blank][:2]
        order[a], order[b] = order[b], order[a]
    init = _next(cells)
    for cell, tile in zip(cells, order, strict=True):
        at_blank = tile == len(cells) - 1
        init.append(
            atom("blank", _name(cell)) if at_blank else atom("at", tiles[tile], _name(cell))
        )
    goal = [atom("at", tile, _name(cell)) for tile, cell in zip(tiles, cells, strict=False)]
    goal.append(atom("blank", _name(cells[-1])))
    return draft("npuzzle", size, {"tile": tiles, "cell": _names(cells)}, init, goal)


def sokoban(size: int, rng: np.random.Generator) -> Problem:
    """A grid of side `size` with walls and a box for every four of the side, two at least.

    The boxes are pulled away from their targets by random moves of the player, so that pushing
    them back is a plan.
    """
    num_boxes = max(2, size // 4 + 1)
    while True:
        cells = _connected_cells(size, size, 0.15, rng)
        if len(cells) < 3 * num_boxes:
            continue
        order = rng.permutation(len(cells))
        targets = [cells[index] for index in order[:num_boxes]]
        player, boxes = cells[order[num_boxes]], list(targets)
        for _ in range(50 * size * num_boxes):
            player, boxes = _pull_or_walk(player, boxes, cells, rng)
        if not set(boxes) & set(targets):
            break
    names = numbered("box", num_boxes)
    init = [atom("player-at", _name(player)), *_next(cells), *_in_line(cells)]
    init += [atom("box-at", name, _name(cell)) for name, cell in zip(names, boxes, strict=True)]
    init += [atom("empty", _name(cell)) for cell in cells if cell not in (player, *boxes)]
    goal = [atom("box-at", name, _name(cell)) for name, cell in zip(names, targets, strict=True)]
    return draft("sokoban", size, {"cell": _names(cells), "box": names}, init, goal)


def visitall(size: int, rng: np.random.Generator) -> Problem:
    """A grid of side `size` with one hole in ten; the robot has seen only the cell it stands on."""
    cells = _connected_cells(size, size, 0.1, rng)
    start = _name(cells[rng.integers(len(cells))])
    init = [atom("robot-at", start), atom("visited", start), *_next(cells)]
    goal = [atom("visited", name) for name in _names(cells)]
    return draft("visitall", size, {"cell": _names(cells)}, init, goal)


def floortile(size: int, rng: np.random.Generator) -> Problem:
    """`size` columns and as many rows to be painted like a chessboard, and one row that is not,
    from which the two robots can always reach the rest."""
    cells = [(row, column) for row in range(size + 1) for column in range(size)]
    robots, colors = numbered("robot", 2), ["black", "white"]
    starts = [cells[index] for index in rng.choice(len(cells), size=2, replace=False)]
    init = [*_next(cells), *(atom("available", color) for color in colors)]
    init += [
        atom("above", _name((row, column)), _name((row + 1, column)))
        for row, column in cells
        if row < size
    ]
    init += [atom("robot-at", r, _name(cell)) for r, cell in zip(robots, starts, strict=True)]
    init += [atom("loaded", robot, colors[rng.integers(2)]) for robot in robots]
    init += [atom("free", _name(cell)) for cell in cells if cell not in starts]
    shift = int(rng.integers(2))
    goal = [
        atom("painted", _name((row, column)), colors[(row + column + shift) % 2])
        for row, column in cells
        if row < size
    ]
    objects = {"robot": robots, "tile": _names(cells), "color": colors}
    return draft("floortile", size, objects, init, goal)


def termes(size: int, rng: np.random.Generator) -> Problem:
    """Two towers of at most `size` blocks, one of exactly that, on a grid of three rows that is
    long enough for a ramp. Cells that are no towers must be empty again in the end."""
    cells = [(row, column) for row in range(3) for column in range(size + 2)]
    levels = [f"h{number}" for number in range(size + 1)]
    depot = (1, 0)
    sites = [cell for cell in cells if cell[1] >= 2]
    first, second = (sites[index] for index in rng.choice(len(sites), size=2, replace=False))
    wanted = {first: size, second: int(rng.integers(1, size + 1))}
    init = [*_next(cells), atom("robot-at", _name(depot)), atom("depot", _name(depot))]
    init += [atom("unloaded"), *(atom("height", _name(cell), "h0") for cell in cells)]
    init += [atom("building-site", _name(cell)) for cell in cells if cell != depot]
    init += [atom("one-more", low, high) for low, high in pairwise(levels)]
    goal = [atom("height", _name(cell), levels[wanted.get(cell, 0)]) for cell in cells]
    goal.append(atom("unloaded"))
    return draft("termes", size, {"cell": _names(cells), "level": levels}, init, goal)


def _pull_or_walk(
    player: Cell, boxes: list[Cell], cells: Collection[Cell], rng: np.random.Generator
) -> tuple[Cell, list[Cell]]:
    """The reverse of a random push or walk; a box behind the player follows every other time."""
    row, column = player
    free = [
        (dr, dc)
        for dr, dc in STEPS
        if (row + dr, column + dc) in cells and (row + dr, column + dc) not in boxes
    ]
    if not free:
        return player, boxes
    dr, dc = free[rng.integers(len(free))]
    behind = (row - dr, column - dc)
    if behind in boxes and rng.integers(2):
        boxes = [player if box == behind else box for box in boxes]
    return (row + dr, column + dc), boxes


def _connected_cells(rows: int, columns: int, walls: float, rng: np.random.Generator) -> list[Cell]:
    """The largest connected part of a grid from which a share of cells was taken away."""
    open_cells = {(r, c) for r in range(rows) for c in range(columns) if rng.random() >= walls}
    largest: set[Cell] = set()
    while open_cells:
        todo, part = [min(open_cells)], set[Cell]()
        while todo:
            cell = todo.pop()
            if cell in open_cells:
                open_cells.discard(cell)
                part.add(cell)
                todo.extend((cell[0] + dr, cell[1] + dc) for dr, dc in STEPS)
        largest = max(largest, part, key=len)
    return sorted(largest)


def _next(cells: Collection[Cell]) -> list[Atom]:
    known = set(cells)
    return [
        atom("next", _name((row, column)), _name((row + dr, column + dc)))
        for row, column in cells
        for dr, dc in STEPS
        if (row + dr, column + dc) in known
    ]


def _in_line(cells: Collection[Cell]) -> list[Atom]:
    known = set(cells)
    return [
        atom("in-line", *(_name((row + k * dr, column + k * dc)) for k in range(3)))
        for row, column in cells
        for dr, dc in STEPS
        if {(row + dr, column + dc), (row + 2 * dr, column + 2 * dc)} <= known
    ]


def _num_inversions(order: list[int]) -> int:
    return sum(a > b for index, a in enumerate(order) for b in order[index + 1 :])


def _name(cell: Cell) -> str:
    return f"c{cell[0] + 1}-{cell[1] + 1}"


def _names(cells: Collection[Cell]) -> list[str]:
    return [_name(cell) for cell in cells]
