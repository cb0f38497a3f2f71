"""Macro tables as data: maps of actions, and for every variable and value the words that set it.

Words are sequences of moves. A move is an action, or an action at one value of the key (see
`fmtools.tables.invertible`). Nothing here asks a simulator.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from fmtools.frozen import frozen

NO_KEY = -1

Word = tuple[int, ...]
"""Numbers of moves."""
Cell = tuple[int, int, int]
"""(level in the order of variables, object, value of that level's variable)."""


@frozen(eq=False)
class ActionMaps:
    """What was learned of the actions; values run from 0 to num_values - 1."""

    key: int
    """The variable that decides what applies, or NO_KEY."""
    key_values: tuple[int, ...]
    """Its values, one for each *object*; without a key there is one object."""
    class_of: tuple[int, ...]
    """By variable: which of the maps it follows."""
    num_values: int
    names: tuple[str, ...]
    """By move: the action's name."""
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    """By move: the objects it leads from and to."""
    maps: npt.NDArray[np.uint8]
    """[moves, points]: point class * (num_values + 1) + value goes to this value of its class;
    num_values means that it was never seen."""
    inverses: tuple[Word, ...]

    @property
    def stride(self) -> int:
        return self.num_values + 1

    @cached_property
    def bases(self) -> npt.NDArray[np.int32]:
        """By variable: the first point of its class."""
        return np.array(self.class_of, np.int32) * self.stride

    @cached_property
    def class_base(self) -> npt.NDArray[np.int32]:
        """By point: the first point of its class."""
        points = np.arange(self.maps.shape[1])
        return (points // self.stride * self.stride).astype(np.int32)

    def object_of(self, state: npt.NDArray[np.uint8]) -> int:
        """-1 where the key has a value never seen."""
        if self.key == NO_KEY:
            return 0
        value = int(state[self.key])
        return self.key_values.index(value) if value in self.key_values else -1

    def row(self, word: Sequence[int]) -> npt.NDArray[np.uint8]:
        """Where a word brings every point."""
        row: npt.NDArray[np.uint8] = (np.arange(len(self.class_base)) - self.class_base).astype(
            np.uint8
        )
        for move in word:
            row = self.maps[move][self.class_base + row]
        return row

    def inverse(self, word: Sequence[int]) -> Word:
        return tuple(step for move in reversed(word) for step in self.inverses[move])

    @cached_property
    def letters(self) -> "Letters":
        return letters_of(self)


@frozen(eq=False)
class MacroTable:
    """For every variable in order, and every value of it, words that bring it to its goal value
    and leave the variables before it alone."""

    maps: ActionMaps
    goal: Mapping[int, int]
    """Variable -> value; for these values the words were found."""
    order: tuple[int, ...]
    cells: Mapping[Cell, tuple[Word, ...]]
    """Shortest first. A variable that is at its goal value needs no word."""
    missing: tuple[Cell, ...] = ()
    """Cells that random states were seen to need and for which no word was found."""

    @property
    def num_words(self) -> int:
        return sum(map(len, self.cells.values()))

    @property
    def words_per_cell(self) -> int:
        return max(map(len, self.cells.values()), default=0)


@frozen(eq=False)
class Letters:
    """What of a word may cancel: moves as powers of generators."""

    generators: tuple[int, ...]
    exponents: tuple[int, ...]
    """By move: it is this power (1 or -1) of that generator."""
    orders: tuple[int, ...]
    """By generator (a move's number): repeated so often it does nothing; 0 if not known."""
    commutes: npt.NDArray[np.bool_]
    """[moves, moves]: whether their order does not matter."""


def letters_of(maps: ActionMaps) -> Letters:
    generators = [
        min(move, undo[0]) if len(undo) == 1 else move for move, undo in enumerate(maps.inverses)
    ]
    is_free = maps.key == NO_KEY
    num_moves = len(maps.names)
    commutes = np.eye(num_moves, dtype=np.bool_)
    orders = [0] * num_moves
    if is_free:
        for one in range(num_moves):
            orders[one] = _order(maps, one)
            for other in range(one):
                same = np.array_equal(maps.row((one, other)), maps.row((other, one)))
                commutes[one, other] = commutes[other, one] = same
    return Letters(
        generators=tuple(generators),
        exponents=tuple(1 if move == g else -1 for move, g in enumerate(generators)),
        orders=tuple(orders),
        commutes=commutes,
    )


def _order(maps: ActionMaps, move: int) -> int:
    """Where a map has entries that were not seen, they count as they come: unknown stays so."""
    row = once = maps.row((move,))
    identity = maps.row(())
    known = once != maps.num_values
    for order in range(1, 257):
        if np.array_equal(row[known], identity[known]):
            return order
        row = once[maps.class_base + row]
    return 0


def reduced(maps: ActionMaps, word: Sequence[int]) -> Word:
    """The word without what cancels: neighbours that undo each other, also across moves whose
    order does not matter, and powers beyond half of a move's order."""
    letters = maps.letters
    runs: list[list[int]] = []
    for move in word:
        generator = letters.generators[move]
        order = letters.orders[generator]
        place = len(runs) - 1
        while place >= 0 and runs[place][0] != generator:
            if not letters.commutes[runs[place][0], generator]:
                place = -1
            else:
                place -= 1
        if place < 0:
            runs.append([generator, letters.exponents[move]])
            continue
        power = runs[place][1] + letters.exponents[move]
        if order:
            power %= order
            if len(maps.inverses[generator]) == 1 and 2 * power > order:
                power -= order
        if power:
            runs[place][1] = power
        else:
            del runs[place]
    moves: list[int] = []
    for generator, power in runs:
        step = generator if power > 0 else maps.inverses[generator][0]
        moves.extend([step] * abs(power))
    return tuple(moves)
