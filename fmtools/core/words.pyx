"""What `words.pxd` declares is inline; here it is made testable from Python."""

from libc.stdint cimport uint64_t


def count_ones(uint64_t x):
    return popcount(x)


def lowest_one(uint64_t x):
    return trailing_zeros(x)


def row_distance(
    const uint64_t[::1] row,
    const uint64_t[::1] reference,
    const uint64_t[::1] mask,
    const uint64_t[::1] low,
):
    """How many variables under `mask` differ."""
    return distance(&row[0], &reference[0], &mask[0], &low[0], row.shape[0])


def row_hash(const uint64_t[::1] row):
    return hash_row(&row[0], row.shape[0])
