"""Ctrl-C and limits in long loops that run without Python.

A loop calls `tick` at every turn; about every `seconds` Python gets its turn: signals are handled
(KeyboardInterrupt is raised in the loop), and `poll`, where one was given, may raise what ends it.
"""

from cpython.exc cimport PyErr_CheckSignals

import time


cdef class Watch:
    def __init__(self, poll=None, double seconds=0.05):
        self.poll = poll
        self.seconds = seconds
        self.ticks = self.left = 1024
        self.next_time = time.perf_counter() + seconds

    cdef int look(self) except -1 nogil:
        cdef double now
        self.left = self.ticks
        with gil:
            now = time.perf_counter()
            if now < self.next_time:
                return 0
            self.next_time = now + self.seconds
            PyErr_CheckSignals()
            if self.poll is not None:
                self.poll()
        return 0
