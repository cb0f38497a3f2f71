"""Open lists: which node comes next among equals (`--ties`)."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.memory cimport Memory


cdef class OpenList:
    """Nodes by priority, the smallest first; subclasses differ in ties."""

    cdef Memory memory
    cdef readonly int64_t size   # nodes that wait
    cdef int64_t lowest          # no bucket below this one holds a node

    cdef bint push(self, int64_t priority, int64_t node) noexcept nogil
    cdef int64_t pop(self) noexcept nogil


cdef class HeapList(OpenList):
    cdef int64_t* heap           # priority << 32 | node
    cdef int64_t room


cdef struct Chain:
    int32_t head                 # 1 + the first node, 0: none
    int32_t tail                 # 1 + the last node


cdef class LinkedList(OpenList):
    cdef bint last_first         # LIFO rather than FIFO
    cdef Chain* buckets          # one per priority
    cdef int64_t num_buckets
    cdef int32_t* links          # by node: 1 + the next one of its bucket
    cdef int64_t room


cdef struct Vector:
    int32_t* nodes
    int64_t room
    int64_t size


cdef class RandomList(OpenList):
    cdef uint64_t seed           # of the next draw
    cdef Vector* buckets         # one per priority
    cdef int64_t num_buckets


cdef OpenList make_open_list(str ties, Memory memory, uint64_t seed)


cdef inline int64_t heap_entry(int64_t priority, int64_t node) noexcept nogil:
    """Priorities, which may be negative, lie above nodes."""
    return priority * (<int64_t>1 << 32) + node


cdef void push_heap(int64_t* heap, int64_t size, int64_t priority, int64_t node) noexcept nogil
cdef void sift_from_top(int64_t* heap, int64_t size, int64_t entry) noexcept nogil
