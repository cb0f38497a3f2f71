"""States as rows of 64-bit words: bit tricks, hashing, and the one distance kernel.

A variable is a cell of 1, 8 or 16 bits; cells fill words from the low end, unused cells stay 0.
`low` has every bit of a cell set except its highest (0 for 1-bit cells) and is all that a kernel
needs to know of the layout.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.jit import njit

Words = npt.NDArray[np.uint64]

_LOW = {1: 0, 8: 0x7F7F7F7F7F7F7F7F, 16: 0x7FFF7FFF7FFF7FFF}
_CELL_TYPES = {8: np.uint8, 16: np.uint16}

_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_H01 = np.uint64(0x0101010101010101)
_K1 = np.uint64(0x9E3779B97F4A7C15)
_K2 = np.uint64(0xD6E8FEB86659FD93)
_1 = np.uint64(1)
_2 = np.uint64(2)
_4 = np.uint64(4)
_29 = np.uint64(29)
_32 = np.uint64(32)
_56 = np.uint64(56)


class Layout(NamedTuple):
    """How the variables of one world lie in words."""

    num_variables: int
    cell_bits: int

    @property
    def num_words(self) -> int:
        return max(1, -(-self.num_variables * self.cell_bits // 64))

    @property
    def low(self) -> np.uint64:
        return np.uint64(_LOW[self.cell_bits])

    def pack(self, values: npt.ArrayLike) -> Words:
        """Values of all variables -> one row of words."""
        row = np.zeros(self.num_words, np.uint64)
        if self.cell_bits == 1:
            packed = np.packbits(np.asarray(values, np.uint8), bitorder="little")
            row.view(np.uint8)[: len(packed)] = packed
        else:
            cells = row.view(_CELL_TYPES[self.cell_bits])
            cells[: self.num_variables] = np.asarray(values)
        return row

    def unpack(self, row: Words) -> npt.NDArray[np.integer]:
        """One row of words -> values of all variables."""
        row = np.ascontiguousarray(row)
        if self.cell_bits == 1:
            return np.unpackbits(row.view(np.uint8), count=self.num_variables, bitorder="little")
        return row.view(_CELL_TYPES[self.cell_bits])[: self.num_variables].copy()

    def unpack_rows(self, rows: Words) -> npt.NDArray[np.integer]:
        """Many rows of words -> [rows, variables]."""
        rows = np.ascontiguousarray(rows)
        if self.cell_bits == 1:
            cells = rows.view(np.uint8)
            return np.unpackbits(cells, axis=1, count=self.num_variables, bitorder="little")
        return rows.view(_CELL_TYPES[self.cell_bits])[:, : self.num_variables]

    def pack_partial(self, assignment: dict[int, int]) -> tuple[Words, Words]:
        """Partial assignment -> (reference, mask): mask is all ones over the assigned cells."""
        values = np.zeros(self.num_variables, np.int64)
        assigned = np.zeros(self.num_variables, np.int64)
        for variable, value in assignment.items():
            values[variable] = value
            assigned[variable] = (1 << self.cell_bits) - 1
        return self.pack(values), self.pack(assigned)


@njit
def popcount(x):  # type: ignore[no-untyped-def]
    """Number of ones in a uint64; LLVM knows this idiom and emits one instruction."""
    x = x - ((x >> _1) & _M1)
    x = (x & _M2) + ((x >> _2) & _M2)
    x = (x + (x >> _4)) & _M4
    return np.int64((x * _H01) >> _56)


@njit
def trailing_zeros(x):  # type: ignore[no-untyped-def]
    """Position of the lowest one in a uint64 that is not zero."""
    return popcount(~x & (x - _1))


@njit
def distance(rows, i, reference, mask, low):  # type: ignore[no-untyped-def]
    """How many variables under `mask` differ: goal count and effect size are both this number.

    Adding `low` to the low bits of a cell carries into its top bit unless they are all zero.
    (Rows are passed as array and index: a slice costs numba two atomic reference counts.)
    """
    total = np.int64(0)
    for w in range(rows.shape[1]):
        x = (rows[i, w] ^ reference[w]) & mask[w]
        total += popcount((((x & low) + low) | x) & ~low)
    return total


@njit
def hash_row(rows, i):  # type: ignore[no-untyped-def]
    """A well mixed uint64 of one row of words."""
    h = _K1
    for w in range(rows.shape[1]):
        h = (h ^ rows[i, w]) * _K2
        h ^= h >> _32
    h *= _K1
    return h ^ (h >> _29)
