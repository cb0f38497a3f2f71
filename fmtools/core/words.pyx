"""What `words.pxd` declares is inline; here it is made testable from Python."""

from libc.stdint cimport uint64_t

import numpy as np


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


def hash_keys(Py_ssize_t num_words):
    """uint64[words]: odd numbers, as good as random, always the same."""
    keys = np.empty(num_words, np.uint64)
    cdef uint64_t[::1] view = keys
    cdef Py_ssize_t w
    for w in range(num_words):
        view[w] = mixed(<uint64_t>(w + 1) * 0x9E3779B97F4A7C15u) | 1
    return keys


def row_hash(const uint64_t[::1] row):
    cdef const uint64_t[::1] keys = hash_keys(row.shape[0])
    return hash_row(&row[0], &keys[0], row.shape[0])
