"""The n-puzzle: width² - 1 sliding tiles and a blank (paper, section 5 and appendix B, 15-Puzzle).

State: variable 0 is the blank's cell, variable t the cell of tile t; cells are numbered row by row
from 0. Every action swaps two cells, so it is one map of cells, the same for all variables. Goal
count and effect size cover all width² variables, the blank included.

This module must not know who searches it: no planner, no learner, no macros.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from fmtools.errors import InputError, SimulatorError, UsageError
from fmtools.simulator import ActionId, State

if TYPE_CHECKING:
    from fmtools.core.position_maps import PositionMaps

MIN_WIDTH, MAX_WIDTH = 2, 8
DIRECTIONS = ("up", "down", "left", "right")
BLANK = 0
"""Both the blank's variable and the number that stands for it in a row-by-row listing."""


class Move(NamedTuple):
    """One primitive action: the blank at cell `blank` swaps with the tile at cell `target`."""

    blank: int
    direction: str
    target: int

    @property
    def name(self) -> str:
        return f"blank {self.blank} {self.direction}"


class NPuzzle:
    """`start` and `goal` list what stands on each cell, row by row, 0 for the blank.

    The goal defaults to increasing order with the blank last, the start to the goal. Tiles are
    checked: a wrong tile set or a start that cannot reach the goal raises InputError.
    """

    kind = "npuzzle"

    def __init__(
        self,
        width: int = 4,
        start: str | Sequence[int] | None = None,
        goal: str | Sequence[int] | None = None,
    ) -> None:
        self.width = check_width(width)
        self.num_variables = width * width
        self.goal_tiles = ordered_tiles(width) if goal is None else _tiles(goal, width, "goal")
        self.start_tiles = self.goal_tiles if start is None else _tiles(start, width, "start")
        if not is_solvable(self.start_tiles, self.goal_tiles, width):
            raise InputError(
                "this start cannot reach the goal: they differ in parity, and no sequence of "
                "moves changes that; swap any two tiles of either"
            )
        self.moves = moves(width)
        self._start = tiles_to_state(self.start_tiles)
        self._goal = {v: int(cell) for v, cell in enumerate(tiles_to_state(self.goal_tiles))}
        self._maps = _position_maps(width)
        self._actions_at = _actions_at(width)
        self._batches = [
            (np.array(actions, np.int32), self._maps[list(actions)]) for actions in self._actions_at
        ]

    @classmethod
    def scrambled(
        cls,
        width: int = 4,
        seed: int = 0,
        steps: int | None = None,
        goal: str | Sequence[int] | None = None,
    ) -> Self:
        """A start made by a walk of `steps` uniformly random actions from the goal.

        By default 225 or 226 steps with equal probability, as in the paper, so that the blank can
        end anywhere; other widths walk 14 steps per cell, plus one or two.
        """
        if steps is not None and steps < 0:
            raise UsageError(f"steps is {steps}; give 0 or more random moves")
        puzzle = cls(width, goal=goal)
        rng = np.random.default_rng(seed)
        if steps is None:
            steps = 14 * width * width + 1 + int(rng.integers(2))
        state = puzzle.start()
        for _ in range(steps):
            actions = puzzle.applicable(state)
            state = puzzle.successor(state, actions[int(rng.integers(len(actions)))])
        return cls(width, start=state_to_tiles(state), goal=puzzle.goal_tiles)

    def start(self) -> npt.NDArray[np.uint8]:
        return self._start.copy()

    def goal(self) -> dict[int, int]:
        return dict(self._goal)

    def applicable(self, state: State) -> tuple[ActionId, ...]:
        """The two to four moves of the blank: up, down, left, right."""
        return self._actions_at[state[BLANK]]

    def successor(self, state: State, action: ActionId) -> npt.NDArray[np.uint8]:
        if self.moves[action].blank != state[BLANK]:
            raise SimulatorError(
                f"({self.action_name(action)}) does not apply: the blank is at cell {state[BLANK]}"
            )
        successor: npt.NDArray[np.uint8] = self._maps[action][state]
        return successor

    def successors(self, state: State) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
        """All two to four at once."""
        actions, maps = self._batches[state[BLANK]]
        return actions, maps.take(state, axis=1)

    def precondition(self, actions: Sequence[ActionId]) -> dict[int, int]:
        """What must hold for a sequence that can run at all: where the blank is."""
        return {BLANK: self.moves[actions[0]].blank}

    def action_name(self, action: ActionId) -> str:
        return self.moves[action].name

    def action_id(self, name: str) -> ActionId:
        """The action of that name; the opposite of `action_name`."""
        for action, move in enumerate(self.moves):
            if move.name == " ".join(name.split()):
                return action
        raise InputError(
            f"no action {name!r}; write 'blank CELL DIRECTION' with a cell from 0 to "
            f"{self.num_variables - 1}, a direction of {', '.join(DIRECTIONS)}, and a tile there"
        )

    def render(self, state: State, color: bool = True) -> str:
        """A boxed grid; with `color`, tiles that stand where the goal wants them are green."""
        tiles = state_to_tiles(state)
        digits = len(str(self.num_variables - 1))

        def cell_text(cell: int) -> str:
            tile = tiles[cell]
            if tile == BLANK:
                return " " * (digits + 2)
            text = f" {tile:{digits}} "
            return f"\x1b[1;32m{text}\x1b[0m" if color and tile == self.goal_tiles[cell] else text

        return boxed([cell_text(cell) for cell in range(self.num_variables)], digits + 2)

    @cached_property
    def kernel(self) -> "PositionMaps":
        """The compiled twin: a map of cells per action, actions grouped by the blank's cell."""
        from fmtools.core.position_maps import PositionMaps

        group_sizes = [len(actions) for actions in self._actions_at]
        return PositionMaps(
            maps=np.ascontiguousarray(self._maps),
            steps=np.ones(len(self.moves), dtype=np.int32),
            offsets=np.cumsum([0, *group_sizes], dtype=np.int32),
            actions=np.concatenate([np.array(a, dtype=np.int32) for a in self._actions_at]),
            key=BLANK,
        )


def boxed(cells: Sequence[str], columns: int) -> str:
    """A square grid; each text takes so many columns."""
    width = round(len(cells) ** 0.5)
    bars = ["─" * columns] * width
    rows = ["│" + "│".join(cells[at : at + width]) + "│\n" for at in range(0, len(cells), width)]
    between = "├" + "┼".join(bars) + "┤\n"
    return f"┌{'┬'.join(bars)}┐\n{between.join(rows)}└{'┴'.join(bars)}┘"


def check_width(width: int) -> int:
    if not MIN_WIDTH <= width <= MAX_WIDTH:
        raise UsageError(f"width is {width}; choose one from {MIN_WIDTH} to {MAX_WIDTH}")
    return width


def ordered_tiles(width: int) -> tuple[int, ...]:
    """Increasing order, blank last: `1 2 3 … 15 0`."""
    return (*range(1, width * width), BLANK)


def parse_tiles(text: str, width: int | None = None) -> tuple[int, ...]:
    """Read `5 4 15 3 …` (spaces, commas or line ends between numbers), row by row, 0 = blank.

    Checked: that these are the tiles 0 … width² - 1, each once. Without `width`, the number of
    tiles tells it.
    """
    tiles = []
    for place, token in enumerate(text.replace(",", " ").split(), start=1):
        if not (token.isascii() and token.isdigit()):
            raise InputError(
                f"tile {place} is {token!r}; give whole numbers row by row, 0 for the blank"
            )
        tiles.append(int(token))
    return check_tiles(tiles, width)


def check_tiles(tiles: Sequence[int], width: int | None = None) -> tuple[int, ...]:
    """The tiles as a tuple, once they are known to be 0 … width² - 1, each once."""
    if width is None:
        width = round(len(tiles) ** 0.5)
        if width * width != len(tiles) or not MIN_WIDTH <= width <= MAX_WIDTH:
            sizes = ", ".join(str(w * w) for w in range(MIN_WIDTH, MAX_WIDTH + 1))
            raise InputError(f"{len(tiles)} tiles make no square; give one of {sizes}, with 0")
    expected = range(width * width)
    if len(tiles) != len(expected):
        raise InputError(
            f"{len(tiles)} tiles, but width {width} needs {len(expected)}: "
            f"0 (the blank) to {len(expected) - 1}, each once"
        )
    if missing := sorted(set(expected) - set(tiles)):
        wrong = sorted({tile for tile in tiles if tile not in expected or tiles.count(tile) > 1})
        raise InputError(
            f"wrong tile set: missing {', '.join(map(str, missing))}; repeated or out of range "
            f"{', '.join(map(str, wrong))}; give 0 (the blank) to {len(expected) - 1}, each once"
        )
    return tuple(int(tile) for tile in tiles)


def tiles_to_state(tiles: Sequence[int]) -> npt.NDArray[np.uint8]:
    """Position of each tile from what stands on each cell; the two are inverse permutations."""
    return np.argsort(np.asarray(tiles)).astype(np.uint8)


def state_to_tiles(state: State) -> tuple[int, ...]:
    return tuple(int(tile) for tile in np.argsort(np.asarray(state)))


def is_solvable(start: Sequence[int], goal: Sequence[int], width: int) -> bool:
    """Whether moves lead from start to goal: each move is a swap, and moves the blank one cell."""
    goal_cell = tiles_to_state(goal)
    is_odd = _is_odd([int(goal_cell[tile]) for tile in start])
    from_row, from_column = divmod(start.index(BLANK), width)
    to_row, to_column = divmod(goal.index(BLANK), width)
    return is_odd == bool((abs(from_row - to_row) + abs(from_column - to_column)) % 2)


@cache
def moves(width: int) -> tuple[Move, ...]:
    """Every action in order of id: by the blank's cell, then up, down, left, right."""
    found = []
    for blank in range(width * width):
        row, column = divmod(blank, width)
        neighbours = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        for direction, (to_row, to_column) in zip(DIRECTIONS, neighbours, strict=True):
            if 0 <= to_row < width and 0 <= to_column < width:
                found.append(Move(blank, direction, to_row * width + to_column))
    return tuple(found)


def _tiles(tiles: str | Sequence[int], width: int, what: str) -> tuple[int, ...]:
    try:
        return parse_tiles(tiles, width) if isinstance(tiles, str) else check_tiles(tiles, width)
    except InputError as error:
        raise InputError(f"{what}: {error}") from None


@cache
def _position_maps(width: int) -> npt.NDArray[np.uint8]:
    """[num_actions, num_cells]: where action a puts what stood on cell v."""
    maps = np.tile(np.arange(width * width, dtype=np.uint8), (len(moves(width)), 1))
    for action, move in enumerate(moves(width)):
        maps[action, [move.blank, move.target]] = move.target, move.blank
    maps.flags.writeable = False
    return maps


@cache
def _actions_at(width: int) -> tuple[tuple[ActionId, ...], ...]:
    """The applicable actions for each cell of the blank."""
    return tuple(
        tuple(action for action, move in enumerate(moves(width)) if move.blank == blank)
        for blank in range(width * width)
    )


def _is_odd(permutation: Sequence[int]) -> bool:
    """Whether a permutation needs an odd number of swaps: length minus number of cycles."""
    seen: set[int] = set()
    num_cycles = 0
    for first in permutation:
        num_cycles += first not in seen
        while first not in seen:
            seen.add(first)
            first = permutation[first]
    return (len(permutation) - num_cycles) % 2 == 1
