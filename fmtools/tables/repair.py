"""Random states tried on a macro table; what it cannot place becomes a word of its own.

A random word leads from the goal to a random state; the table's words lead back, variable by
variable. Where a cell is empty, everything done so far, backwards, is a word for that cell. Then
all cells of that variable are tried again as products of words known for it and for later
variables, shortest first. This is the random form of the Schreier-Sims method.
"""

import heapq
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from fmtools.macro_table import ActionMaps, Cell, Word, reduced
from fmtools.simulator import State

ENOUGH = 200
"""So many random states in a row without an empty cell end the trial."""
MAX_REPAIRS = 2000


class Repair:
    """`cells` are mended in place; `missing` are those that stayed empty."""

    def __init__(
        self,
        maps: ActionMaps,
        goal: Mapping[int, int],
        order: tuple[int, ...],
        cells: dict[Cell, list[Word]],
        rng: np.random.Generator,
        max_steps: int,
    ) -> None:
        self.maps = maps
        self.goal = goal
        self.order = order
        self.cells = cells
        self.rng = rng
        self.max_steps = max_steps
        self.steps = 0
        """Words composed or applied."""
        self.missing: set[Cell] = set()
        self._rows: dict[Word, npt.NDArray[np.uint8]] = {}
        self._moves_at = [
            [move for move, source in enumerate(maps.sources) if source == at]
            for at in range(len(maps.key_values))
        ]

    def run(self, start: State, mend: bool) -> None:
        """From the goal where it is a full state; else from the start, where mending is not
        possible. Without mending, the first empty cell ends the trial."""
        state = start.astype(np.uint8)
        num_variables = len(self.maps.class_of)
        is_full = len(self.goal) == num_variables
        if is_full:
            state = np.array([self.goal[v] for v in range(num_variables)], np.uint8)
        successes = repairs = 0
        while successes < ENOUGH and repairs < MAX_REPAIRS:
            if self.steps >= self.max_steps and self.missing:
                return
            word = self._random_word(state, 1 + int(self.rng.integers(4 * num_variables)))
            failed = self._place(state, word)
            if failed is None:
                successes += 1
                continue
            cell, done = failed
            if not mend:
                self.missing.add(cell)
                return
            if is_full and self.steps < self.max_steps:
                self.cells[cell] = [reduced(self.maps, self.maps.inverse(done))]
                self._multiply(cell[0])
                successes, repairs = 0, repairs + 1
            else:
                self.missing.add(cell)
                successes += 1

    def _random_word(self, state: npt.NDArray[np.uint8], length: int) -> Word:
        at = self.maps.object_of(state)
        word: list[int] = []
        for _ in range(length):
            moves = self._moves_at[at]
            word.append(moves[int(self.rng.integers(len(moves)))])
            at = self.maps.targets[word[-1]]
        self.steps += length
        return tuple(word)

    def _place(self, state: npt.NDArray[np.uint8], word: Word) -> tuple[Cell, Word] | None:
        """None once every variable is at its goal value; else the empty cell, and what was done."""
        maps = self.maps
        done = word
        state = maps.row(word)[maps.bases + state]
        for level, variable in enumerate(self.order):
            value = int(state[variable])
            if value == self.goal[variable]:
                continue
            cell = (level, maps.object_of(state), value)
            if maps.num_values in state or cell not in self.cells:
                return cell, done
            used = self.cells[cell][0]
            state = self._row(used)[maps.bases + state]
            done += used
            self.steps += 1
        return None

    def _row(self, word: Word) -> npt.NDArray[np.uint8]:
        if word not in self._rows:
            self._rows[word] = self.maps.row(word)
            self.steps += 1
        return self._rows[word]

    def _multiply(self, level: int) -> None:
        """Empty or long cells of a level as products, by shortest ways to the goal value."""
        maps, variable = self.maps, self.order[level]
        base, home = int(maps.bases[variable]), self.goal[variable]
        known = {words[0] for cell, words in self.cells.items() if cell[0] >= level and words[0]}
        known |= {maps.inverse(word) for word in known}
        words = sorted(known, key=lambda word: (len(word), word))
        by_source: dict[int, list[Word]] = {}
        for word in words:
            by_source.setdefault(maps.sources[word[0]], []).append(word)
        ways: dict[tuple[int, int], Word] = {}
        queue: list[tuple[int, int, int, Word]] = [
            (0, at, home, ()) for at in range(len(maps.key_values))
        ]
        while queue:
            _, at, value, way = heapq.heappop(queue)
            if (at, value) in ways:
                continue
            ways[at, value] = way
            for word in by_source.get(at, ()):
                before = int(self._row(word)[base + value])
                there = (maps.targets[word[-1]], before)
                self.steps += 1
                if before == maps.num_values or there in ways:
                    continue
                longer = reduced(maps, maps.inverse(word) + way)
                heapq.heappush(queue, (len(longer), *there, longer))
        for (at, value), way in ways.items():
            cell = (level, at, value)
            if (
                way
                and value != home
                and (cell not in self.cells or len(way) < len(self.cells[cell][0]))
            ):
                self.cells[cell] = [way, *self.cells.get(cell, [])]
