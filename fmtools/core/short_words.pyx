"""All short words over a set of invertible maps, and pairs of them that leave chosen points alone.

A *point* is a value of a class of variables that share their maps: class * stride + value, where
stride is one more than the number of values and the last value of a class means "not known". A
*row* holds, for every point, the value that a word of moves brings it to. Worlds in which one
variable (the key) decides what applies have several *objects*, one per value of the key; a move
goes from one object to another. Everything here is arithmetic on maps that were learned before: no
simulator is asked.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

import numpy as np

from fmtools.core.watch cimport Watch
from fmtools.core.words cimport mixed_in

NODE = np.dtype([(name, np.int32) for name in ("source", "at", "parent", "move", "depth")])
PAIR = np.dtype(
    [("hash", np.uint64), *((name, np.int32) for name in ("length", "one", "other", "unused"))]
)


cdef uint64_t SEED = 0x9E3779B97F4A7C15u


cdef class MoveMaps:
    def __init__(self, maps, base, sources, targets, Py_ssize_t num_objects):
        """sources, targets: the objects that each move leads from and to."""
        self.maps, self.base = maps, base
        self.num_points, self.num_objects = maps.shape[1], num_objects
        self.first = np.searchsorted(np.sort(sources), np.arange(num_objects + 1)).astype(np.int32)
        self.moves = np.argsort(sources, kind="stable").astype(np.int32)
        self.targets = np.array(targets, np.int32)


cdef class WordSet:
    def __init__(self, MoveMaps maps, int64_t max_words, int64_t max_steps):
        """Breadth first from the empty word of every object, until words or steps are used up."""
        self.maps = maps
        room = max(maps.num_objects, max_words)
        self.rows = np.empty((room + 1, maps.num_points), np.uint8)
        self.nodes = np.empty(room + 1, NODE)
        self._rows, self._nodes = self.rows, self.nodes
        self.table = np.zeros(1 << int(2 * room).bit_length(), np.int32)
        cdef Watch watch = Watch()
        with nogil:
            self.begin()
            self.extend(max_steps, watch)

    cdef bint is_new(self, int64_t node) noexcept nogil:
        """Whether no word before this one has its source and effect; it then is in the table."""
        cdef uint64_t mask = self.table.shape[0] - 1
        cdef Py_ssize_t p, num_points = self.maps.num_points
        cdef const uint8_t* row = &self._rows[node, 0]
        cdef uint64_t h = mixed_in(SEED, self._nodes[node].source + 1)
        cdef int64_t other
        for p in range(num_points):
            h = mixed_in(h, row[p])
        h &= mask
        while self.table[h] != 0:
            other = self.table[h] - 1
            if self._nodes[other].source == self._nodes[node].source:
                if memcmp(&self._rows[other, 0], row, num_points) == 0:
                    return False
            h = (h + 1) & mask
        self.table[h] = <int32_t>(node + 1)
        return True

    cdef void begin(self) noexcept nogil:
        """The empty words."""
        cdef Py_ssize_t p
        cdef int32_t source
        cdef WordNode* node
        for source in range(<int32_t>self.maps.num_objects):
            for p in range(self.maps.num_points):
                self._rows[self.count, p] = <uint8_t>(p - self.maps.base[p])
            node = &self._nodes[self.count]
            node.source = node.at = source
            node.parent = node.move = -1
            node.depth = 0
            if self.is_new(self.count):
                self.count += 1

    cdef int extend(self, int64_t max_steps, Watch watch) except -1 nogil:
        """Words of one more move, until nothing is new or words or steps are used up."""
        cdef const int32_t* base = &self.maps.base[0]
        cdef const uint8_t* row
        cdef const uint8_t* map
        cdef uint8_t* out
        cdef int64_t current = 0, most = self._nodes.shape[0] - 1
        cdef Py_ssize_t m, p
        cdef WordNode before
        cdef int32_t move
        while current < self.count:
            before = self._nodes[current]
            row = &self._rows[current, 0]
            for m in range(self.maps.first[before.at], self.maps.first[before.at + 1]):
                if self.count >= most or self.steps >= max_steps:
                    return 0
                watch.tick()
                self.steps += 1
                move = self.maps.moves[m]
                map = &self.maps.maps[move, 0]
                out = &self._rows[self.count, 0]
                for p in range(self.maps.num_points):
                    out[p] = map[base[p] + row[p]]
                self._nodes[self.count] = WordNode(
                    before.source, self.maps.targets[move], <int32_t>current, move, before.depth + 1
                )
                if self.is_new(self.count):
                    self.count += 1
            current += 1
        return 0


cdef class Level:
    def __init__(
        self, Py_ssize_t point, int32_t home, int64_t repeats, int64_t longest,
        from_excluded, to_excluded, blocked,
    ):
        self.point, self.home, self.repeats, self.longest = point, home, repeats, longest
        self.from_excluded = from_excluded.view(np.uint8)
        self.to_excluded = to_excluded.view(np.uint8)
        self.blocked = blocked


cdef class Cells:
    def __init__(self, Py_ssize_t num_cells, Py_ssize_t room):
        self.pairs = np.zeros((num_cells, room), PAIR)
        self.used = np.zeros(num_cells, np.int32)
        self._pairs, self._used = self.pairs, self.used
        self.room = room

    cdef bint has_room(self, Py_ssize_t cell, int32_t length) noexcept nogil:
        """Whether a pair so long could be kept."""
        return (
            self._used[cell] < self.room or self._pairs[cell, self.room - 1].length > length
        )

    cdef void keep(self, Py_ssize_t cell, Pair pair) noexcept nogil:
        """Put a pair among the shortest of its cell; of two with one effect the shorter stays."""
        cdef Pair* kept = &self._pairs[cell, 0]
        cdef Py_ssize_t j, k, count = self._used[cell]
        for k in range(count):
            if kept[k].hash == pair.hash:
                if kept[k].length <= pair.length:
                    return
                for j in range(k, count - 1):
                    kept[j] = kept[j + 1]
                count -= 1
                break
        if count == self.room:
            count -= 1
        k = count
        while k > 0 and kept[k - 1].length > pair.length:
            kept[k] = kept[k - 1]
            k -= 1
        kept[k] = pair
        self._used[cell] = <int32_t>(count + 1)


cdef class Pairing:
    def __init__(self, rows, nodes, base, Level level, Cells cells, Py_ssize_t stride):
        num_cells = len(cells.used)
        self.rows, self.nodes, self.base = rows, nodes, base
        self.level, self.cells, self.stride = level, cells, stride
        self.partners = np.empty(max(1, num_cells * level.repeats), np.int32)
        self.stamps = np.full(num_cells, -1, np.int64)
        self.repeats_used = np.zeros(num_cells, np.int32)
        self.value_before = np.zeros(stride, np.uint8)
        self.inverse = np.zeros(len(base), np.uint8)

    def run(self, const int32_t[::1] order, const int64_t[::1] starts):
        """Pairs `one · other⁻¹` that leave the earlier points alone and bring a value home.

        order: words grouped by object and by where they bring the earlier points, each group from
        starts[g] to starts[g + 1] and the shortest first.
        """
        cdef Watch watch = Watch()
        cdef int64_t group, t
        with nogil:
            for group in range(starts.shape[0] - 1):
                if starts[group + 1] - starts[group] < 2:
                    continue
                self.find_partners(group, order, starts[group], starts[group + 1])
                for t in range(starts[group], starts[group + 1]):
                    watch.tick()
                    self.pair_up(order[t])

    cdef void find_partners(
        self, int64_t group, const int32_t[::1] order, int64_t first, int64_t last
    ) noexcept nogil:
        """Words that may come second: at most `repeats` with the same source and end."""
        cdef int64_t t
        cdef Py_ssize_t cell
        cdef int32_t other, source
        cdef uint8_t value
        self.num_partners = 0
        for t in range(first, last):
            other = order[t]
            source = self.nodes[other].source
            value = self.rows[other, self.level.point]
            if self.level.to_excluded[source] or value == self.stride - 1:
                continue
            cell = source * self.stride + value
            if self.stamps[cell] != group:
                self.stamps[cell] = group
                self.repeats_used[cell] = 0
            if self.repeats_used[cell] < self.level.repeats:
                self.repeats_used[cell] += 1
                self.partners[self.num_partners] = other
                self.num_partners += 1

    cdef void pair_up(self, int32_t one) noexcept nogil:
        """One word with all partners, as far as they are short enough."""
        cdef int32_t source = self.nodes[one].source
        cdef Py_ssize_t value, cell, unknown = self.stride - 1
        cdef Py_ssize_t base = self.base[self.level.point]
        cdef int32_t other, length
        cdef int64_t r
        if self.level.from_excluded[source]:
            return
        memset(&self.value_before[0], <int>unknown, self.stride)
        for value in range(unknown):
            self.value_before[self.rows[one, base + value]] = <uint8_t>value
        for r in range(self.num_partners):
            other = self.partners[r]
            length = self.nodes[one].depth + self.nodes[other].depth
            if length > self.level.longest:
                break
            self.cells.looked_at += 1
            value = self.value_before[self.rows[other, self.level.point]]
            if value == unknown or value == self.level.home or value == self.level.blocked[source]:
                continue
            cell = source * self.stride + value
            if not self.cells.has_room(cell, length):
                continue
            self.cells.composed += 1
            self.cells.keep(cell, Pair(self.pair_hash(one, other), length, one, other, 0))

    cdef uint64_t pair_hash(self, int32_t one, int32_t other) noexcept nogil:
        """Hash of the effect of `one` followed by the inverse of `other`."""
        cdef Py_ssize_t p, num_points = self.inverse.shape[0]
        cdef uint64_t h = SEED
        memset(&self.inverse[0], 255, num_points)
        for p in range(num_points):
            self.inverse[self.base[p] + self.rows[other, p]] = <uint8_t>(p - self.base[p])
        for p in range(num_points):
            h = mixed_in(h, self.inverse[self.base[p] + self.rows[one, p]])
        return h
