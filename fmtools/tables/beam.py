"""A beam along a macro table: several words per cell, the cheapest states kept after each variable.

Works on the maps that were learned with the table; whoever calls replays the plan.
"""

import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fmtools.core.beam import Beam, TableWords
from fmtools.errors import InputError
from fmtools.limits import Limits
from fmtools.macro_table import NO_KEY, MacroTable, Word

TAIL = 8
"""Moves at the end of a plan that the next word may undo."""

Values = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class BeamResult:
    words: tuple[Word, ...] | None
    """From the state to the table's goal, one word per variable that was not there; or None."""
    stuck: int | None
    """The level at which no state had a word; None where a limit ended it."""
    generated: int
    expanded: int
    kept: int
    primitive_steps: int
    seconds: float
    memory_bytes: int


class CompiledTable:
    """A table as arrays: every word a map, every cell a range of words."""

    def __init__(self, table: MacroTable) -> None:
        maps = table.maps
        self.table = table
        self.words: list[Word] = [word for words in table.cells.values() for word in words]
        cells = np.full((len(table.order), len(maps.key_values), maps.stride), -1, np.int32)
        for number, cell in enumerate(table.cells):
            cells[cell] = number
        objects = np.full(256, -1, np.int32)
        objects[list(maps.key_values)] = np.arange(len(maps.key_values))
        one_step = [undo[0] if len(undo) == 1 else -1 for undo in maps.inverses]
        self.arrays = TableWords(
            order=np.array(table.order, np.int32),
            homes=np.array([table.goal[variable] for variable in table.order], np.int32),
            objects=objects,
            key=maps.key,
            cells=cells,
            cell_starts=np.cumsum([0, *map(len, table.cells.values())]).astype(np.int64),
            maps=maps.maps,
            class_base=maps.class_base,
            bases=maps.bases,
            letters=np.array([move for word in self.words for move in word], np.int32),
            starts=np.cumsum([0, *map(len, self.words)]).astype(np.int64),
            inverse=np.array(one_step, np.int32),
            unknown=maps.num_values,
        )
        self._check(self.arrays.rows)

    def _check(self, rows: Values) -> None:
        """Every word leads from its cell to the goal value and leaves earlier variables alone."""
        table, maps = self.table, self.table.maps
        homes = np.array([table.goal[v] for v in table.order])
        points = maps.bases[list(table.order)] + homes
        number = 0
        for (level, at, value), words in table.cells.items():
            part = rows[number : number + len(words)]
            number += len(words)
            placed = part[:, maps.bases[table.order[level]] + value] == homes[level]
            kept = part[:, points[:level]] == homes[:level]
            if maps.key != NO_KEY:
                # Where the key stands on an earlier variable's place, no state needs the cell.
                key_point = maps.bases[maps.key] + maps.key_values[at]
                kept |= points[:level] == key_point
            if not placed.all() or not kept.all():
                raise InputError(
                    f"damaged table: a word for variable {table.order[level]} at {value} does "
                    "something else; learn it again"
                )


def search_beam(
    compiled: CompiledTable,
    state: Values,
    num_levels: int,
    width: int,
    limits: Limits,
) -> BeamResult:
    """The cheapest plan that the beam finds; deterministic."""
    began = time.perf_counter()
    beam = Beam(compiled.arrays, state, width, compiled.table.words_per_cell, TAIL)
    expanded, kept = 0, 0
    history: list[tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]] = []
    stuck: int | None = None
    is_over = False
    for level in range(num_levels):
        if (limits.seconds is not None and time.perf_counter() - began >= limits.seconds) or (
            limits.budget is not None and beam.generated >= limits.budget
        ):
            is_over = True
            break
        expanded += beam.count
        history.append(beam.advance(level))
        kept += beam.count
        if beam.count == 0:
            stuck = level
            break
    words: tuple[Word, ...] | None = None
    if beam.count and not is_over:
        words = _way(compiled, history, beam.cheapest())
    return BeamResult(
        words=words,
        stuck=stuck,
        generated=beam.generated,
        expanded=expanded,
        kept=kept,
        primitive_steps=beam.steps,
        seconds=time.perf_counter() - began,
        memory_bytes=beam.num_bytes,
    )


def _way(
    compiled: CompiledTable,
    history: list[tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]],
    at: int,
) -> tuple[Word, ...]:
    words: list[Word] = []
    for parents, used in reversed(history):
        if used[at] >= 0:
            words.append(compiled.words[used[at]])
        at = int(parents[at])
    return tuple(reversed(words))
