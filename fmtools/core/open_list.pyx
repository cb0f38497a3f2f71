"""Open lists: which node comes next among equals (`--ties`).

`heap` is the paper's: a binary heap that sifts as Python's heapq does and compares priorities only.
`fifo` and `lifo` are linked lists, one per priority; `random` draws uniformly from the best bucket.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.memory cimport Memory
from fmtools.core.words cimport mixed, prefetch

TIES = ("heap", "fifo", "lifo", "random")


@cython.no_gc_clear
cdef class OpenList:
    cdef bint push(self, int64_t priority, int64_t node) noexcept nogil:
        """Enter a node; False where the memory limit forbids the room."""
        return False

    cdef int64_t pop(self) noexcept nogil:
        """The next node, or -1."""
        return -1

    def add(self, int64_t priority, int64_t node):
        return self.push(priority, node)

    def take(self):
        return self.pop()


cdef OpenList make_open_list(str ties, Memory memory, uint64_t seed):
    cdef OpenList queue
    if ties == "heap":
        queue = HeapList()
    elif ties == "random":
        queue = RandomList()
        (<RandomList>queue).seed = seed
    else:
        queue = LinkedList()
        (<LinkedList>queue).last_first = ties == "lifo"
    queue.memory = memory
    return queue


def open_list(str ties, uint64_t seed=0):
    """An open list of its own, for tests."""
    return make_open_list(ties, Memory(), seed)


cdef void push_heap(int64_t* heap, int64_t size, int64_t priority, int64_t node) noexcept nogil:
    """heapq.heappush: the new entry rises while it is strictly smaller than its parent."""
    cdef int64_t position = size, parent
    while position > 0:
        parent = (position - 1) >> 1
        if priority >= heap[parent] >> 32:
            break
        heap[position] = heap[parent]
        position = parent
    heap[position] = heap_entry(priority, node)


cdef void sift_from_top(int64_t* heap, int64_t size, int64_t entry) noexcept nogil:
    """heapq._siftup at the root: sink to a leaf along the smaller child, then rise again."""
    cdef int64_t position = 0, child = 1, right
    while child < size:
        right = child + 1
        prefetch(heap + 8 * position + 7)  # two levels below the children, all eight
        prefetch(heap + 8 * position + 14)
        if right < size and not (heap[child] >> 32) < (heap[right] >> 32):
            child = right
        heap[position] = heap[child]
        position = child
        child = 2 * position + 1
    push_heap(heap, position, entry >> 32, entry & <int64_t>0xFFFFFFFFu)


cdef class HeapList(OpenList):
    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.heap, self.room * sizeof(int64_t))

    cdef bint push(self, int64_t priority, int64_t node) noexcept nogil:
        if self.size == self.room and not self.memory.grow(
            <void**>&self.heap, &self.room, max(self.size + 1, 512), sizeof(int64_t)
        ):
            return False
        push_heap(self.heap, self.size, priority, node)
        self.size += 1
        return True

    cdef int64_t pop(self) noexcept nogil:
        cdef int64_t top
        if self.size == 0:
            return -1
        top = self.heap[0]
        self.size -= 1
        if self.size > 0:
            sift_from_top(self.heap, self.size, self.heap[self.size])
        return top & <int64_t>0xFFFFFFFFu


cdef class LinkedList(OpenList):
    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.buckets, self.num_buckets * sizeof(Chain))
        self.memory.release(self.links, self.room * sizeof(int32_t))

    cdef bint push(self, int64_t priority, int64_t node) noexcept nogil:
        cdef Chain* bucket
        if node >= self.room and not self.memory.grow(
            <void**>&self.links, &self.room, max(node + 1, 512), sizeof(int32_t)
        ):
            return False
        if priority >= self.num_buckets and not self.memory.grow(
            <void**>&self.buckets, &self.num_buckets, max(priority + 1, 128), sizeof(Chain)
        ):
            return False
        if self.size == 0 or priority < self.lowest:
            self.lowest = priority
        self.size += 1
        bucket = self.buckets + priority
        if self.last_first:
            self.links[node] = bucket.head
            bucket.head = <int32_t>(node + 1)
            return True
        self.links[node] = 0
        if bucket.head == 0:
            bucket.head = <int32_t>(node + 1)
        else:
            self.links[bucket.tail - 1] = <int32_t>(node + 1)
        bucket.tail = <int32_t>(node + 1)
        return True

    cdef int64_t pop(self) noexcept nogil:
        cdef int64_t node
        if self.size == 0:
            return -1
        self.size -= 1
        while self.buckets[self.lowest].head == 0:
            self.lowest += 1
        node = self.buckets[self.lowest].head - 1
        self.buckets[self.lowest].head = self.links[node]
        return node


cdef class RandomList(OpenList):
    def __dealloc__(self):
        cdef int64_t k
        if self.memory is None:
            return
        for k in range(self.num_buckets):
            self.memory.release(self.buckets[k].nodes, self.buckets[k].room * sizeof(int32_t))
        self.memory.release(self.buckets, self.num_buckets * sizeof(Vector))

    cdef bint push(self, int64_t priority, int64_t node) noexcept nogil:
        cdef Vector* bucket
        if priority >= self.num_buckets and not self.memory.grow(
            <void**>&self.buckets, &self.num_buckets, max(priority + 1, 64), sizeof(Vector)
        ):
            return False
        bucket = self.buckets + priority
        if bucket.size == bucket.room and not self.memory.grow(
            <void**>&bucket.nodes, &bucket.room, max(bucket.size + 1, 8), sizeof(int32_t)
        ):
            return False
        if self.size == 0 or priority < self.lowest:
            self.lowest = priority
        self.size += 1
        bucket.nodes[bucket.size] = <int32_t>node
        bucket.size += 1
        return True

    cdef int64_t pop(self) noexcept nogil:
        cdef Vector* bucket
        cdef int64_t drawn, node
        if self.size == 0:
            return -1
        self.size -= 1
        while self.buckets[self.lowest].size == 0:
            self.lowest += 1
        bucket = self.buckets + self.lowest
        self.seed += 0x9E3779B97F4A7C15u
        drawn = <int64_t>((mixed(self.seed) >> 33) % <uint64_t>bucket.size)
        node = bucket.nodes[drawn]
        bucket.size -= 1
        bucket.nodes[drawn] = bucket.nodes[bucket.size]
        return node
