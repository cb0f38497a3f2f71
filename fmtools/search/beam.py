"""A beam along a macro table: several words per cell, the cheapest states kept after each variable.

Works on the maps that were learned with the table; whoever calls replays the plan.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.errors import InputError
from fmtools.kernels import beam as bm
from fmtools.search.engine import Limits
from fmtools.table import NO_KEY, MacroTable, Word

TAIL = 8
"""Moves at the end of a plan that the next word may undo."""
COST_BUCKETS = 1024
MAX_BEAM = 100_000

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
        starts = np.cumsum([0, *map(len, self.words)]).astype(np.int64)
        letters = np.array([move for word in self.words for move in word], np.int32)
        rows = np.empty((len(self.words), len(maps.class_base)), np.uint8)
        bm.compose_words(maps.maps, maps.class_base, letters, starts, rows)
        cells = np.full((len(table.order), len(maps.key_values), maps.stride), -1, np.int32)
        for number, cell in enumerate(table.cells):
            cells[cell] = number
        objects = np.full(256, -1, np.int32)
        objects[list(maps.key_values)] = np.arange(len(maps.key_values))
        one_step = [undo[0] if len(undo) == 1 else -1 for undo in maps.inverses]
        cell_starts = np.cumsum([0, *map(len, table.cells.values())]).astype(np.int64)
        self.arrays: tuple[Any, ...] = (
            np.array(table.order, np.int64),
            np.array([table.goal[variable] for variable in table.order], np.int64),
            objects,
            maps.key,
            cells,
            cell_starts,
            rows,
            maps.bases,
            letters,
            starts,
            np.array(one_step, np.int32),
            maps.num_values,
        )
        self._check(rows)

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
    table, arrays = compiled.table, compiled.arrays
    num_variables = len(state)
    per_cell = max(1, table.words_per_cell)
    room = width * per_cell
    first = _beam(width, num_variables)
    second = _beam(width, num_variables)
    scratch = (
        np.empty((room, 3), np.int32),
        np.empty(room, np.int32),
        np.zeros(COST_BUCKETS, np.int64),
        np.zeros(1 << (4 * width).bit_length(), np.int64),
    )
    counts = np.zeros(2, np.int64)
    bm.beam_level(0, width, 0, arrays, first, second, scratch, counts)
    began = time.perf_counter()
    first[0][0] = state
    first[1][0] = 0
    first[2][0] = -1
    count, expanded, kept = 1, 0, 0
    history: list[tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]] = []
    stuck: int | None = None
    for level in range(num_levels):
        if (limits.seconds is not None and time.perf_counter() - began >= limits.seconds) or (
            limits.budget is not None and counts[bm.GENERATED] >= limits.budget
        ):
            count = 0
            break
        expanded += count
        count = int(bm.beam_level(level, width, count, arrays, first, second, scratch, counts))
        kept += count
        first, second = second, first
        history.append((first[3][:count].copy(), first[4][:count].copy()))
        if count == 0:
            stuck = level
            break
    words: tuple[Word, ...] | None = None
    if count:
        words = _way(compiled, history, int(np.argmin(first[1][:count])))
    arrays_bytes = [array.nbytes for array in (*first, *second, *scratch, arrays[6])]
    return BeamResult(
        words=words,
        stuck=stuck,
        generated=int(counts[bm.GENERATED]),
        expanded=expanded,
        kept=kept,
        primitive_steps=int(counts[bm.STEPS]),
        seconds=time.perf_counter() - began,
        memory_bytes=sum(arrays_bytes),
    )


def _beam(width: int, num_variables: int) -> tuple[Any, ...]:
    """States, costs, tails, parents, words."""
    return (
        np.zeros((width + 1, num_variables), np.uint8),
        np.zeros(width + 1, np.int32),
        np.full((width + 1, TAIL), -1, np.int32),
        np.zeros(width + 1, np.int32),
        np.zeros(width + 1, np.int32),
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
