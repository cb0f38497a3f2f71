"""Pairs of an owner and a fact, as a list of facts for every owner: sorted, each fact once.

They are counted and put into place, in time that grows with the number of pairs alone; only what
one owner has, which is little, is sorted.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

import numpy as np

from fmtools.errors import TooManyError

cdef enum:
    FEW = 32  # facts of an owner that are sorted by insertion

MOST = (1 << 31) - 1


def lists_by_owner(found, Py_ssize_t num_owners):
    """found: (owners, facts), as two int64 arrays alike, and more of them; as (first, facts)."""
    if sum(len(owners) for owners, _ in found) > MOST:
        raise TooManyError(
            "the actions have more facts than can be numbered; take a smaller problem"
        )
    first = np.zeros(num_owners + 1, np.int32)
    ends = np.zeros(num_owners, np.int32)
    for owners, _ in found:
        count(owners, first[1:])
    np.cumsum(first, out=first)
    facts = np.empty(first[num_owners], np.int32)
    ends[:] = first[:num_owners]
    for owners, of_them in found:
        put(owners, of_them, ends, facts)
    return first, facts[: tidy(first, facts)]


def owners_that_hold(
    const int32_t[::1] first, const int32_t[::1] facts, const unsigned char[::1] state
):
    """Of lists by owner, those whose facts are all true."""
    cdef Py_ssize_t owner, k, found = 0
    cdef Py_ssize_t num_owners = first.shape[0] - 1
    owners = np.empty(num_owners, np.int32)
    cdef int32_t[::1] holding = owners
    for owner in range(num_owners):
        for k in range(first[owner], first[owner + 1]):
            if not state[facts[k]]:
                break
        else:
            holding[found] = <int32_t>owner
            found += 1
    return owners[:found]


cdef void count(const int64_t[::1] owners, int32_t[::1] sizes):
    cdef Py_ssize_t k
    for k in range(owners.shape[0]):
        sizes[owners[k]] += 1


cdef void put(
    const int64_t[::1] owners, const int64_t[::1] of_them, int32_t[::1] ends, int32_t[::1] facts
):
    cdef Py_ssize_t k
    cdef int64_t owner
    for k in range(owners.shape[0]):
        owner = owners[k]
        facts[ends[owner]] = <int32_t>of_them[k]
        ends[owner] += 1


cdef Py_ssize_t tidy(int32_t[::1] first, int32_t[::1] facts):
    """Sort every list and close the gaps that repeated facts leave; how many are left."""
    cdef Py_ssize_t owner, k, start, end = 0, left = 0
    for owner in range(first.shape[0] - 1):
        start, end = end, first[owner + 1]
        if end > start:
            sort(&facts[start], end - start)
        first[owner] = <int32_t>left
        for k in range(start, end):
            if k == start or facts[k] != facts[k - 1]:
                facts[left] = facts[k]
                left += 1
    first[first.shape[0] - 1] = <int32_t>left
    return left


cdef void sort(int32_t* facts, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t k, at
    cdef int32_t fact
    if size > FEW:
        qsort(facts, size, sizeof(int32_t), &compare)
        return
    for k in range(1, size):
        fact = facts[k]
        at = k
        while at > 0 and facts[at - 1] > fact:
            facts[at] = facts[at - 1]
            at -= 1
        facts[at] = fact


cdef int compare(const void* one, const void* other) noexcept nogil:
    cdef int32_t a = (<int32_t*>one)[0], b = (<int32_t*>other)[0]
    return (a > b) - (a < b)
