"""Worlds whose actions turn dials: the Suitcase Lock."""

cimport cython
from libc.stdint cimport int32_t, uint8_t

from fmtools.core.world cimport World


@cython.final
cdef class DialShifts(World):
    cdef readonly object shifts    # uint8[actions, dials]: by how much each action turns each dial
    cdef readonly object steps     # int32[actions]: primitive actions in each
    cdef uint8_t[:, ::1] _padded   # the shifts, 0 for unused cells
    cdef int32_t[::1] _steps
