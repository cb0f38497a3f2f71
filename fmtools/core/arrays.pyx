"""numpy arrays in counted memory: what they hold counts against the limit until they are gone."""

cimport cython
from cpython.buffer cimport PyBuffer_FillInfo
from libc.stdint cimport int64_t

import math

import numpy as np

from fmtools.core.memory cimport Memory


@cython.no_gc_clear
cdef class Block:
    """Memory that arrays stand on; given back with the last of them."""

    cdef Memory memory
    cdef void* data
    cdef int64_t num_bytes

    def __cinit__(self, Memory memory, int64_t num_bytes):
        self.memory = memory
        memory.need(&self.data, 0, num_bytes)
        self.num_bytes = num_bytes

    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.data, self.num_bytes)

    def __getbuffer__(self, Py_buffer* view, int flags):
        PyBuffer_FillInfo(view, self, self.data, self.num_bytes, 0, flags)


def counted_zeros(Memory memory, shape, dtype):
    """As np.zeros(shape, dtype); MemoryLimitError where the limit forbids it."""
    size = math.prod(shape)
    block = Block(memory, max(size, 1) * np.dtype(dtype).itemsize)
    return np.frombuffer(block, dtype)[:size].reshape(shape)
