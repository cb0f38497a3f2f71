"""Plans run again: with all their steps, or without some of them."""

from libc.stdint cimport int32_t, uint64_t

import numpy as np

from fmtools.core.goal cimport Goal
from fmtools.core.watch cimport Watch
from fmtools.core.words cimport same_row
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
    assert rows.shape[0] == done + 1 and rows.shape[1] == world.num_words
    with nogil:
        for k in range(actions.shape[0]):
            if not step(world, &rows[k, 0], actions[k], &rows[k + 1, 0], watch):
                done = k
                break
    return done


def run(World world, const uint64_t[::1] start, const int32_t[::1] actions, Watch watch):
    """As `follow`, without the states on the way: (how many actions apply, the state then)."""
    cdef Py_ssize_t k, done = actions.shape[0]
    cdef uint64_t[:, ::1] scratch = np.empty((2, world.num_words), np.uint64)
    assert start.shape[0] == world.num_words
    scratch[0, :] = start
    with nogil:
        for k in range(actions.shape[0]):
            if not step(world, &scratch[k & 1, 0], actions[k], &scratch[1 - (k & 1), 0], watch):
                done = k
                break
    return done, np.array(scratch[done & 1])


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
    assert rows.shape[0] == num_actions + 1 and rows.shape[1] == world.num_words
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
