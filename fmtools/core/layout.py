"""How the variables of a world lie in the 64-bit words of a state (see words.pxd)."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

LOW = {1: 0, 8: 0x7F7F7F7F7F7F7F7F, 16: 0x7FFF7FFF7FFF7FFF}
CELL_TYPES: dict[int, Any] = {8: np.uint8, 16: np.uint16}


class Layout(NamedTuple):
    """Cells of 1, 8 or 16 bits fill words from the low end; unused cells stay 0."""

    num_variables: int
    cell_bits: int

    @property
    def num_words(self) -> int:
        return max(1, -(-self.num_variables * self.cell_bits // 64))

    @property
    def low(self) -> int:
        return LOW[self.cell_bits]

    def pack(self, values: npt.ArrayLike) -> Words:
        """Values of all variables -> one row of words."""
        row = np.zeros(self.num_words, np.uint64)
        if self.cell_bits == 1:
            packed = np.packbits(np.asarray(values, np.uint8), bitorder="little")
            row.view(np.uint8)[: len(packed)] = packed
        else:
            cells = row.view(CELL_TYPES[self.cell_bits])
            cells[: self.num_variables] = np.asarray(values)
        return row

    def unpack(self, row: Words) -> npt.NDArray[Any]:
        """One row of words -> values of all variables."""
        values: npt.NDArray[Any] = self.unpack_rows(row.reshape(1, -1))[0].copy()
        return values

    def unpack_rows(self, rows: Words) -> npt.NDArray[Any]:
        """Many rows of words -> [rows, variables]."""
        rows = np.ascontiguousarray(rows)
        if self.cell_bits == 1:
            cells = rows.view(np.uint8)
            return np.unpackbits(cells, axis=1, count=self.num_variables, bitorder="little")
        cells = rows.view(CELL_TYPES[self.cell_bits])
        return cells[:, : self.num_variables]

    def pack_partial(self, assignment: dict[int, int]) -> tuple[Words, Words]:
        """Partial assignment -> (reference, mask): mask is all ones over the assigned cells."""
        values = np.zeros(self.num_variables, np.int64)
        assigned = np.zeros(self.num_variables, np.int64)
        for variable, value in assignment.items():
            values[variable] = value
            assigned[variable] = (1 << self.cell_bits) - 1
        return self.pack(values), self.pack(assigned)
