"""Short words over learned maps, and the shortest pairs of them for each cell of a table.

A cell's word must leave the earlier variables alone. Two short words that do the same to those
variables make one: the first, then the second backwards. Sorting short words by what they do to
the earlier variables brings such pairs together, so words twice as long as those enumerated are
found, and none that short is missed (where all words with the same end are paired).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fmtools.core.short_words import Cells, Level, MoveMaps, Pairing, WordSet
from fmtools.macro_table import NO_KEY, ActionMaps, Word

MAX_BYTES = 400 << 20


@dataclass(frozen=True)
class CellWords:
    """Words for the cells of one variable: by (object, value), the shortest first."""

    words: dict[tuple[int, int], tuple[Word, ...]]
    pairs: int
    """Looked at, at one variable."""
    composed: int
    """Pairs whose whole effect was worked out."""


class ShortWords:
    """Every word up to some length from every object, one per effect."""

    def __init__(self, maps: ActionMaps, max_words: int, max_steps: int) -> None:
        self.maps = maps
        num_objects, num_points = len(maps.key_values), len(maps.class_base)
        moves = MoveMaps(maps.maps, maps.class_base, maps.sources, maps.targets, num_objects)
        words = WordSet(moves, min(max_words, MAX_BYTES // num_points), max_steps)
        self.rows, self.nodes = words.rows, words.nodes
        self.count, self.steps = words.count, words.steps

    def word(self, node: int) -> Word:
        moves: list[int] = []
        while self.nodes["parent"][node] >= 0:
            moves.append(int(self.nodes["move"][node]))
            node = int(self.nodes["parent"][node])
        return tuple(reversed(moves))


class JoinedWords:
    """Words of a few moves, each followed by each of the given loops; the shortest first.

    Two of these with the same beginning make a conjugate, with the same end a product.
    """

    def __init__(self, short: ShortWords, loops: Sequence[Word], max_words: int) -> None:
        self.maps = maps = short.maps
        starts: dict[int, list[int]] = {at: [] for at in range(len(maps.key_values))}
        for number, loop in enumerate(loops):
            for at in [maps.sources[loop[0]]] if loop else starts:
                starts[at].append(number)
        room = min(max_words, MAX_BYTES // len(maps.class_base))
        parts: list[tuple[int, int]] = []
        for node in range(short.count):
            numbers = starts[int(short.nodes["at"][node])]
            if len(parts) + len(numbers) > room:
                break
            parts.extend((node, number) for number in numbers)
        lengths = np.array([len(loop) for loop in loops])
        rows = np.array([maps.row(loop) for loop in loops])
        firsts, seconds = np.array(parts, np.int64).reshape(-1, 2).T
        depths = short.nodes["depth"][firsts] + lengths[seconds]
        by_depth = np.argsort(depths, kind="stable")
        firsts, seconds = firsts[by_depth], seconds[by_depth]
        points = maps.class_base + short.rows[firsts]
        self.rows = np.take_along_axis(rows[seconds], points, axis=1)
        self.nodes = short.nodes[firsts]
        self.nodes["depth"] = depths[by_depth]
        self.count = len(firsts)
        self.short = short
        self.loops = loops
        self.parts = (firsts, seconds)

    def word(self, node: int) -> Word:
        firsts, seconds = self.parts
        return self.short.word(int(firsts[node])) + self.loops[int(seconds[node])]


class Chain:
    """Short words grouped by what they do to the variables chosen so far."""

    def __init__(
        self, short: ShortWords | JoinedWords, goal: Sequence[int], count: int | None = None
    ) -> None:
        self.short = short
        self.goal = goal
        self.order: list[int] = []
        self.count = short.count if count is None else min(count, short.count)
        groups = short.nodes["at"][: self.count]
        self.nodes = np.argsort(groups, kind="stable").astype(np.int32)
        self.groups: npt.NDArray[np.int64] = groups[self.nodes].astype(np.int64)

    @property
    def point_of(self) -> npt.NDArray[np.int64]:
        points: npt.NDArray[np.int64] = self.short.maps.bases.astype(np.int64)
        points += np.array(self.goal)
        return points

    def add(self, variable: int) -> None:
        """The next variable of the order; groups of one word are no use any more."""
        point = int(self.point_of[variable])
        values = self.short.rows[self.nodes, point]
        known = values != self.short.maps.num_values
        nodes, groups, values = self.nodes[known], self.groups[known], values[known]
        merged = groups.astype(np.int64) * self.short.maps.stride + values
        by_group = np.argsort(merged, kind="stable")
        nodes, merged = nodes[by_group], merged[by_group]
        _, groups, sizes = np.unique(merged, return_inverse=True, return_counts=True)
        paired = sizes[groups] > 1
        self.nodes = np.ascontiguousarray(nodes[paired])
        self.groups = np.unique(groups[paired], return_inverse=True)[1].astype(np.int64)
        self.order.append(variable)

    def is_moved(self, variable: int) -> bool:
        """Whether some pair of words that leaves the order alone moves this variable."""
        values = self.short.rows[self.nodes, self.point_of[variable]]
        same_group = self.groups[1:] == self.groups[:-1]
        return bool((same_group & (values[1:] != values[:-1])).any())

    def pairs_left(self, variable: int) -> int:
        """How many pairs of words would still agree with this variable in the order, too."""
        values = self.short.rows[self.nodes, self.point_of[variable]]
        merged = np.sort(self.groups.astype(np.int64) * self.short.maps.stride + values)
        ends = np.flatnonzero(np.diff(merged, append=-1)) + 1
        sizes = np.diff(ends, prepend=0)
        return int((sizes * (sizes - 1)).sum())

    def pairs(
        self, variable: int, words_per_cell: int, repeats: int, longest: int = 1 << 30
    ) -> Cells:
        """The shortest pairs for each object and value of `variable`, a cell each."""
        maps = self.short.maps
        starts = np.searchsorted(
            self.groups, np.arange(int(self.groups[-1]) + 2 if len(self.groups) else 1)
        ).astype(np.int64)
        cells = Cells(len(maps.key_values) * maps.stride, words_per_cell)
        level = Level(
            int(self.point_of[variable]),
            int(self.goal[variable]),
            repeats,
            longest,
            *self._impossible(variable),
        )
        pairing = Pairing(
            self.short.rows, self.short.nodes, maps.class_base, level, cells, maps.stride
        )
        pairing.run(self.nodes, starts)
        return cells

    def words(self, variable: int, words_per_cell: int, repeats: int) -> CellWords:
        """The shortest words for each cell of `variable`, the order so far left alone."""
        cells = self.pairs(variable, words_per_cell, repeats)
        maps = self.short.maps
        words: dict[tuple[int, int], tuple[Word, ...]] = {}
        for cell in np.flatnonzero(cells.used):
            found = []
            for pair in cells.pairs[cell, : cells.used[cell]]:
                back = maps.inverse(self.short.word(int(pair["other"])))
                found.append(self.short.word(int(pair["one"])) + back)
            words[divmod(int(cell), maps.stride)] = tuple(found)
        return CellWords(words, cells.looked_at, cells.composed)

    def _impossible(
        self, variable: int
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], npt.NDArray[np.int32]]:
        """Objects whose key stands where an earlier variable (or this one) belongs; and the value
        that the key takes up. Two variables of one class never have the same value."""
        maps = self.short.maps
        num_objects = len(maps.key_values)
        before, after = np.zeros(num_objects, np.bool_), np.zeros(num_objects, np.bool_)
        blocked = np.full(num_objects, -1, np.int32)
        if maps.key == NO_KEY or not self._shares_class(maps.key):
            return before, after, blocked
        points = self.point_of
        for number, value in enumerate(maps.key_values):
            at = int(maps.bases[maps.key]) + value
            before[number] = any(points[v] == at for v in self.order if v != maps.key)
            after[number] = before[number] or (variable != maps.key and points[variable] == at)
            if variable != maps.key and maps.class_of[variable] == maps.class_of[maps.key]:
                blocked[number] = value
        return before, after, blocked

    def _shares_class(self, variable: int) -> bool:
        return self.short.maps.class_of.count(self.short.maps.class_of[variable]) > 1
