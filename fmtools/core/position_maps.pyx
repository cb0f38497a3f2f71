"""Worlds whose actions move everything from place to place: Rubik's cube, the n-puzzle.

Variables hold positions; an action sends every variable's value v to maps[action, v]. The actions
that apply depend at most on the value of one variable, the key. Macros are maps too, so they run in
one step.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

import numpy as np

from fmtools.core.world cimport NO_ROOM, Batch, World

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__SSSE3__)
    #include <immintrin.h>
    #define FMTOOLS_MOST_CHUNKS 4
    /* Sixteen cells at a time: cells of each part of the map are looked up in a register. Adding
       0x70 with saturation sets the top bit of every index beyond the part, which yields 0. */
    static void fmtools_map_cells(
        const uint8_t *map, const uint8_t *cells, const uint8_t *used, uint8_t *out, int chunks)
    {
        for (int c = 0; c < chunks; c++) {
            __m128i index = _mm_loadu_si128((const __m128i *)(cells + 16 * c));
            __m128i found = _mm_setzero_si128();
            for (int t = 0; t < chunks; t++) {
                __m128i part = _mm_loadu_si128((const __m128i *)(map + 16 * t));
                __m128i local = _mm_sub_epi8(index, _mm_set1_epi8((char)(16 * t)));
                local = _mm_adds_epu8(local, _mm_set1_epi8(0x70));
                found = _mm_or_si128(found, _mm_shuffle_epi8(part, local));
            }
            found = _mm_and_si128(found, _mm_loadu_si128((const __m128i *)(used + 16 * c)));
            _mm_storeu_si128((__m128i *)(out + 16 * c), found);
        }
    }
    #else
    #define FMTOOLS_MOST_CHUNKS 0
    static void fmtools_map_cells(
        const uint8_t *map, const uint8_t *cells, const uint8_t *used, uint8_t *out, int chunks)
    { (void)map; (void)cells; (void)used; (void)out; (void)chunks; }
    #endif

    static inline void fmtools_map(
        const uint8_t *map, const uint8_t *cells, const uint8_t *used, uint8_t *out,
        int64_t num_cells)
    {
        if (num_cells % 16 == 0 && num_cells <= 16 * FMTOOLS_MOST_CHUNKS) {
            switch (num_cells / 16) {
                case 1: fmtools_map_cells(map, cells, used, out, 1); return;
                case 2: fmtools_map_cells(map, cells, used, out, 2); return;
                case 3: fmtools_map_cells(map, cells, used, out, 3); return;
                default: fmtools_map_cells(map, cells, used, out, 4); return;
            }
        }
        for (int64_t v = 0; v < num_cells; v++) out[v] = map[cells[v]] & used[v];
    }
    """
    void map_cells "fmtools_map"(
        const uint8_t* map, const uint8_t* cells, const uint8_t* used, uint8_t* out,
        int64_t num_cells
    ) nogil


@cython.final
cdef class PositionMaps(World):
    """maps: uint8[actions, positions]; steps: int32[actions], primitive actions in each.

    The applicable actions are actions[offsets[g]:offsets[g + 1]] with g the value of variable
    `key`, or 0 where key is -1 (no preconditions).
    """

    def __init__(self, maps, steps, offsets, actions, Py_ssize_t key):
        num_actions, num_positions = maps.shape
        World.__init__(self, num_positions, 8, num_positions)
        self.maps = maps
        self.steps, self.offsets, self.actions = steps, offsets, actions
        self.key = key
        self._steps, self._offsets, self._actions = steps.copy(), offsets.copy(), actions.copy()
        self.num_cells = 8 * self.num_words
        self.map_stride = (num_positions + 15) // 16 * 16
        padded = np.zeros((num_actions, self.map_stride), np.uint8)
        padded[:, :num_positions] = maps
        self._padded = padded.reshape(-1)
        used = np.zeros(self.num_cells, np.uint8)
        used[:num_positions] = 255
        self._used = used
        member = np.zeros((len(offsets) - 1, num_actions), np.uint8)
        for group in range(len(offsets) - 1):
            member[group, actions[offsets[group] : offsets[group + 1]]] = 1
        self._member = member

    def __reduce__(self):
        return PositionMaps, (self.maps, self.steps, self.offsets, self.actions, self.key)

    cdef int expand(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef int64_t i
        if self.offer(state, batch) != 0:
            return NO_ROOM
        for i in range(batch.count):
            self.apply(state, batch.entry(i).action, batch.row(i))
        return 0

    cdef int offer(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef Py_ssize_t i, first, count, group = self.group(state)
        cdef int32_t action
        first = self._offsets[group]
        count = self._offsets[group + 1] - first
        if not batch.reserve(count):
            return NO_ROOM
        batch.count = count
        for i in range(count):
            action = self._actions[first + i]
            batch.entry(i).action = action
            batch.entry(i).steps = self._steps[action]
        return 0

    cdef int apply(self, const uint64_t* state, int32_t action, uint64_t* out) except -1 nogil:
        map_cells(
            &self._padded[action * self.map_stride],
            <const uint8_t*>state,
            &self._used[0],
            <uint8_t*>out,
            self.num_cells,
        )
        return 0

    cdef int applies(self, const uint64_t* state, int32_t action) except -1 nogil:
        return 0 <= action < self._member.shape[1] and self._member[self.group(state), action]

    def with_sequences(self, sequences):
        """The world with sequences of its actions as further actions, one map each.

        A sequence applies in the groups in which its actions, one after the other, do.
        """
        num_groups = len(self.offsets) - 1
        groups = [
            self.actions[self.offsets[g] : self.offsets[g + 1]].tolist() for g in range(num_groups)
        ]
        members = [frozenset(group) for group in groups]
        maps = [self.maps]
        for number, sequence in enumerate(sequences, len(self.maps)):
            whole = np.arange(self.maps.shape[1], dtype=np.uint8)
            for action in sequence:
                whole = self.maps[action][whole]
            maps.append(whole[np.newaxis])
            for group in range(num_groups):
                position = group
                for action in sequence:
                    if action not in members[position if self.key >= 0 else 0]:
                        break
                    position = int(self.maps[action, position])
                else:
                    groups[group].append(number)
        lengths = [int(self.steps[list(sequence)].sum()) for sequence in sequences]
        return PositionMaps(
            maps=np.ascontiguousarray(np.concatenate(maps)),
            steps=np.concatenate([self.steps, np.array(lengths, np.int32)]),
            offsets=np.cumsum([0, *map(len, groups)], dtype=np.int32),
            actions=np.array([action for group in groups for action in group], np.int32),
            key=self.key,
        )
