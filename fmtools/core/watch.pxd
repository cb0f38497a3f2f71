"""Ctrl-C and limits in long loops that run without Python."""

from libc.stdint cimport int64_t


cdef class Watch:
    cdef object poll            # called now and then; raises to end the work
    cdef double seconds         # between two calls
    cdef double next_time       # of the next call
    cdef int64_t left           # ticks until the clock is looked at
    cdef int64_t ticks          # from one look at the clock to the next

    cdef int look(self) except -1 nogil

    cdef inline int tick(self) except -1 nogil:
        """Call this in inner loops, about once a microsecond or less often."""
        self.left -= 1
        if self.left > 0:
            return 0
        return self.look()
