"""Four open lists over the same nodes, which take turns, and one that waits for their end."""

cimport cython
from libc.stdint cimport int64_t

from fmtools.core.open_list cimport OpenList


@cython.final
cdef class Alternation:
    cdef OpenList by_estimate             # every node, by the guide's estimate
    cdef OpenList by_landmarks            # every node, by the landmarks that it misses
    cdef OpenList preferred_by_estimate   # the same for nodes of preferred actions alone
    cdef OpenList preferred_by_landmarks
    cdef OpenList lost                    # nodes that seem to have no way to the goal, by estimate
    cdef int64_t turns[4]                 # that each of the four has had, less what it was given
    cdef bint is_last                     # whether the node that was popped last came from `lost`

    cdef bint push(
        self, int64_t estimate, int64_t landmarks, bint preferred, int64_t node
    ) noexcept nogil
    cdef int64_t pop(self) noexcept nogil
    cdef void boost(self) noexcept nogil
