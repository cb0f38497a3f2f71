"""Worlds whose actions move everything from place to place: Rubik's cube, the n-puzzle."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from fmtools.core.world cimport Batch, World


@cython.final
cdef class PositionMaps(World):
    cdef readonly object maps      # uint8[actions, positions]: where each action sends a position
    cdef readonly object steps     # int32[actions]: primitive actions in each
    cdef readonly object offsets   # int32[groups + 1]: where the actions of each group begin
    cdef readonly object actions   # int32[.]: actions by group
    cdef readonly Py_ssize_t key   # the variable whose value is the group, -1: there is one group
    cdef Py_ssize_t num_cells      # bytes of a state, those of unused cells included
    cdef Py_ssize_t map_stride     # bytes from one padded map to the next
    cdef uint8_t[::1] _padded      # the maps, each followed by zeros up to whole chunks
    cdef uint8_t[::1] _used        # 255 for every cell that is a variable, 0 for the others
    cdef int32_t[::1] _steps
    cdef int32_t[::1] _offsets
    cdef int32_t[::1] _actions
    cdef uint8_t[:, ::1] _member   # [groups, actions]: 1 where the action is in the group

    cdef inline Py_ssize_t group(self, const uint64_t* state) noexcept nogil:
        return 0 if self.key < 0 else (<const uint8_t*>state)[self.key]
