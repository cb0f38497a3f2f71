"""Plans run again: with all their steps, or without some of them."""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.goal cimport Goal
from fmtools.core.watch cimport Watch
from fmtools.core.words cimport cell, put_cell, same_row
from fmtools.core.world cimport World


cdef int step(
    World world, const uint64_t* state, int32_t action, uint64_t* out, Watch watch
) except -1 nogil:
    """Whether the action applies; its successor is then in `out`."""
    if world.is_python:
        watch.look()
    else:
        watch.tick()
    if not world.applies(state, action):
        return 0
    world.apply(state, action, out)
    return 1


def follow(World world, uint64_t[:, ::1] rows, const int32_t[::1] actions, Watch watch):
    """States of a plan from rows[0] on, into rows[1] …; how many of its actions apply."""
    cdef Py_ssize_t k, done = actions.shape[0]
    if rows.shape[0] != done + 1 or rows.shape[1] != world.num_words:
        raise ValueError("not rows of this plan")
    with nogil:
        for k in range(actions.shape[0]):
            if not step(world, &rows[k, 0], actions[k], &rows[k + 1, 0], watch):
                done = k
                break
    return done


def run(World world, const int64_t[::1] start, actions):
    """Values of a state, and actions from there: (how many of them apply, the values then)."""
    cdef Py_ssize_t v, num_words = world.num_words, done = 0
    cdef uint64_t* state = <uint64_t*>PyMem_Calloc(2 * num_words, sizeof(uint64_t))
    cdef uint64_t* block = state
    cdef uint64_t* out = state + num_words
    cdef int32_t action
    if block == NULL:
        raise MemoryError
    try:
        if start.shape[0] != world.num_variables:
            raise ValueError(f"a state has {world.num_variables} values, not {start.shape[0]}")
        for v in range(world.num_variables):
            put_cell(state, v, world.cell_bits, start[v])
        for action in actions:
            if not world.applies(state, action):
                break
            world.apply(state, action, out)
            state, out = out, state
            done += 1
        values = np.empty(world.num_variables, np.int64)
        write(world, state, values)
    finally:
        PyMem_Free(block)
    return done, values


cdef void write(World world, const uint64_t* state, int64_t[::1] values) noexcept:
    cdef Py_ssize_t v
    for v in range(world.num_variables):
        values[v] = cell(state, v, world.cell_bits)


def run_without(
    World world, const uint64_t[:, ::1] rows, const int32_t[::1] actions, Py_ssize_t first,
    Py_ssize_t skipped, Goal goal, Watch watch,
):
    """Run a plan without steps first … first + skipped - 1 and without what then cannot run.

    rows[k]: the plan's states. Ends at the goal or on rejoining the plan. Returns (numbers of the
    steps from `first` on that are left, or None where the goal is missed; queries asked).
    """
    cdef Py_ssize_t k, num_actions = actions.shape[0], queries = 0
    cdef const uint64_t* state
    cdef uint64_t* out
    cdef bint reached = False
    kept = np.empty(num_actions, np.int32)
    cdef int32_t[::1] left = kept
    cdef uint64_t[:, ::1] scratch = np.empty((2, world.num_words), np.uint64)
    if rows.shape[0] != num_actions + 1 or rows.shape[1] != world.num_words:
        raise ValueError("not rows of this plan")
    with nogil:
        state = &rows[first, 0]
        for k in range(first + skipped, num_actions):
            out = &scratch[queries & 1, 0]
            if not step(world, state, actions[k], out, watch):
                continue
            left[queries] = <int32_t>k
            queries += 1
            state = out
            reached = goal.holds(state)
            if reached or same_row(state, &rows[k + 1, 0], world.num_words):
                break
        else:
            k = num_actions
            reached = goal.holds(state)
    if reached:
        return kept[:queries].tolist(), queries
    if k < num_actions:
        return [*kept[:queries].tolist(), *range(k + 1, num_actions)], queries
    return None, queries
