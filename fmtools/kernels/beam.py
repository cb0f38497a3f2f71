"""One level of a beam along a macro table: apply words, drop repeated states, keep the cheapest.

A word is applied as one map. What it costs is known before it is applied, so words are tried in
that order, and only as many states are generated as the beam holds, and repeated ones.
"""

import numpy as np

from fmtools.kernels.jit import njit

# Entries of `counts`.
GENERATED, STEPS = 0, 1

_SEED = np.uint64(0x9E3779B97F4A7C15)
_PRIME = np.uint64(0xD6E8FEB86659FD93)
_32 = np.uint64(32)


@njit
def compose_words(maps, class_base, letters, starts, rows):  # type: ignore[no-untyped-def]
    """Rows of words: letters[starts[w]:starts[w + 1]] are the moves of word w."""
    num_points = rows.shape[1]
    for w in range(len(starts) - 1):
        for p in range(num_points):
            value = p - class_base[p]
            for k in range(starts[w], starts[w + 1]):
                value = maps[letters[k], class_base[p] + value]
            rows[w, p] = value


@njit
def _hash_state(states, i):  # type: ignore[no-untyped-def]
    h = _SEED
    for v in range(states.shape[1]):
        h = (h ^ np.uint64(states[i, v])) * _PRIME
        h ^= h >> _32
    return h


@njit
def _apply(states, i, rows, w, bases, out, o):  # type: ignore[no-untyped-def]
    for v in range(states.shape[1]):
        out[o, v] = rows[w, bases[v] + states[i, v]]


@njit
def _is_new(out, o, table, stamp):  # type: ignore[no-untyped-def]
    """Whether no state before `o` equals it; table: int64[2^k], stamp << 32 | state + 1."""
    mask = np.uint64(len(table) - 1)
    slot = _hash_state(out, o) & mask
    while table[slot] >> 32 == stamp:
        other = (table[slot] & 0xFFFFFFFF) - 1
        same = True
        for v in range(out.shape[1]):
            if out[o, v] != out[other, v]:
                same = False
                break
        if same:
            return False
        slot = (slot + np.uint64(1)) & mask
    table[slot] = (np.int64(stamp) << 32) | (o + 1)
    return True


@njit
def _cancelled(tails, i, letters, first, length, inverse):  # type: ignore[no-untyped-def]
    """How many of a word's first moves undo the last moves of the plan so far."""
    count = 0
    while (
        count < tails.shape[1]
        and count < length
        and tails[i, count] >= 0
        and inverse[letters[first + count]] == tails[i, count]
    ):
        count += 1
    return count


@njit
def _extend_tail(tails, i, letters, first, last, cancelled, out, o):  # type: ignore[no-untyped-def]
    """The last moves of the longer plan, the very last one first."""
    room = tails.shape[1]
    count = 0
    k = last - 1
    while count < room and k >= first + cancelled:
        out[o, count] = letters[k]
        count += 1
        k -= 1
    j = cancelled
    while count < room:
        out[o, count] = tails[i, j] if j < room else -1
        count += 1
        j += 1


@njit
def _cell(states, i, level, order, objects, key, cells):  # type: ignore[no-untyped-def]
    """Number of the cell that a state needs at a level; -1 where the table has none."""
    at = 0
    if key >= 0:
        at = objects[states[i, key]]
    if at < 0:
        return np.int32(-1)
    return cells[level, at, states[i, order[level]]]


@njit
def beam_level(level, width, num_states, table_arrays, beam, following, scratch, counts):  # type: ignore[no-untyped-def]
    """The states after one more variable; their number.

    table_arrays: (order, homes, objects, key, cells, cell_starts, rows, bases, letters,
    starts, inverse, unknown): cells[level, object, value] is a cell or -1, its words are
    cell_starts[cell] to cell_starts[cell + 1]. beam and following: (states uint8[., variables],
    costs int32[.], tails int32[., moves], parents int32[.], words int32[.]); following needs room
    for one more than `width`. scratch: (candidates int32[., 3], sorted int32[.], buckets int64[.],
    table int64[2^k]).
    """
    (order, homes, objects, key, cells, cell_starts, rows, bases, letters) = table_arrays[:9]
    starts, inverse, unknown = table_arrays[9:]
    states, costs, tails = beam[:3]
    new_states, new_costs, new_tails, new_parents, new_words = following
    candidates, by_cost, buckets, table = scratch
    variable = order[level]
    num_candidates = 0
    lowest = np.int64(1) << 40
    for i in range(num_states):
        if states[i, variable] == homes[level]:
            candidates[num_candidates, 0] = i
            candidates[num_candidates, 1] = -1
            candidates[num_candidates, 2] = costs[i]
            lowest = min(lowest, np.int64(costs[i]))
            num_candidates += 1
            continue
        cell = _cell(states, i, level, order, objects, key, cells)
        if cell < 0:
            continue
        for w in range(cell_starts[cell], cell_starts[cell + 1]):
            length = starts[w + 1] - starts[w]
            cost = costs[i] + length - 2 * _cancelled(tails, i, letters, starts[w], length, inverse)
            candidates[num_candidates, 0] = i
            candidates[num_candidates, 1] = w
            candidates[num_candidates, 2] = cost
            lowest = min(lowest, np.int64(cost))
            num_candidates += 1
    # Counting sort by cost; whatever costs more than all buckets goes into the last.
    for b in range(len(buckets)):
        buckets[b] = 0
    for c in range(num_candidates):
        buckets[min(candidates[c, 2] - lowest, len(buckets) - 2) + 1] += 1
    for b in range(1, len(buckets)):
        buckets[b] += buckets[b - 1]
    for c in range(num_candidates):
        b = min(candidates[c, 2] - lowest, len(buckets) - 2)
        by_cost[buckets[b]] = c
        buckets[b] += 1
    kept = 0
    for place in range(num_candidates):
        if kept == width:
            break
        c = by_cost[place]
        i = candidates[c, 0]
        w = candidates[c, 1]
        if w < 0:
            for v in range(states.shape[1]):
                new_states[kept, v] = states[i, v]
        else:
            _apply(states, i, rows, w, bases, new_states, kept)
            counts[GENERATED] += 1
            counts[STEPS] += starts[w + 1] - starts[w]
        is_known = True
        for v in range(states.shape[1]):
            if new_states[kept, v] == unknown:
                is_known = False
        if not is_known or not _is_new(new_states, kept, table, level + 1):
            continue
        new_parents[kept] = i
        new_words[kept] = w
        if w < 0:
            new_costs[kept] = costs[i]
            for t in range(tails.shape[1]):
                new_tails[kept, t] = tails[i, t]
        else:
            length = starts[w + 1] - starts[w]
            cancelled = _cancelled(tails, i, letters, starts[w], length, inverse)
            new_costs[kept] = costs[i] + length - 2 * cancelled
            _extend_tail(tails, i, letters, starts[w], starts[w + 1], cancelled, new_tails, kept)
        kept += 1
    return kept
