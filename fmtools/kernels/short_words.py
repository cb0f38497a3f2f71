"""All short words over a set of invertible maps, and pairs of them that leave chosen points alone.

A *point* is a value of a class of variables that share their maps: class * stride + value, where
stride is one more than the number of values and the last value of a class means "not known". A
*row* holds, for every point, the value that a word of moves brings it to. Worlds in which one
variable (the key) decides what applies have several *objects*, one per value of the key; a move
goes from one object to another. Everything here is arithmetic on maps that were learned before: no
simulator is asked.
"""

import numpy as np

from fmtools.kernels.jit import njit

# Columns of `nodes`.
SOURCE, OBJECT, PARENT, MOVE, DEPTH = 0, 1, 2, 3, 4
NUM_COLUMNS = 5

# Entries of `counts`.
NUM_NODES, NEXT, STEPS = 0, 1, 2

_SEED = np.uint64(0x9E3779B97F4A7C15)
_PRIME = np.uint64(0xD6E8FEB86659FD93)
_32 = np.uint64(32)


@njit
def _mixed(h, value):  # type: ignore[no-untyped-def]
    h = (h ^ np.uint64(value)) * _PRIME
    return h ^ (h >> _32)


@njit
def hash_word(rows, i, source):  # type: ignore[no-untyped-def]
    h = _mixed(_SEED, source + 1)
    for p in range(rows.shape[1]):
        h = _mixed(h, rows[i, p])
    return h


@njit
def _same_row(rows, i, j):  # type: ignore[no-untyped-def]
    for p in range(rows.shape[1]):
        if rows[i, p] != rows[j, p]:
            return False
    return True


@njit
def _insert(rows, nodes, table, node):  # type: ignore[no-untyped-def]
    """Whether the word at the end of `rows` is new; it then has a place in the hash table."""
    mask = np.uint64(len(table) - 1)
    slot = hash_word(rows, node, nodes[node, SOURCE]) & mask
    while table[slot] != 0:
        other = table[slot] - 1
        if nodes[other, SOURCE] == nodes[node, SOURCE] and _same_row(rows, other, node):
            return False
        slot = (slot + np.uint64(1)) & mask
    table[slot] = node + 1
    return True


@njit
def enumerate_words(  # type: ignore[no-untyped-def]
    maps, class_base, offsets, moves, targets, rows, nodes, table, counts, max_steps
):
    """Breadth first from the empty word of every object, until rows or steps are used up.

    maps: uint8[moves, points]; class_base: int32[points], first point of each point's class;
    moves[offsets[o]:offsets[o + 1]] start at object o; targets: int32[moves], where they end.
    rows: uint8[capacity + 1, points], nodes: int32[capacity + 1, 5] and table: int32[2^k] are
    filled, one entry per word with a new effect, the shortest first; counts: int64[3].
    """
    num_points = rows.shape[1]
    num_objects = len(offsets) - 1
    for source in range(num_objects):
        node = counts[NUM_NODES]
        for p in range(num_points):
            rows[node, p] = p - class_base[p]
        nodes[node, SOURCE] = source
        nodes[node, OBJECT] = source
        nodes[node, PARENT] = -1
        nodes[node, MOVE] = -1
        nodes[node, DEPTH] = 0
        if _insert(rows, nodes, table, node):
            counts[NUM_NODES] += 1
    while counts[NEXT] < counts[NUM_NODES]:
        current = counts[NEXT]
        at = nodes[current, OBJECT]
        for m in range(offsets[at], offsets[at + 1]):
            node = counts[NUM_NODES]
            if node >= len(rows) - 1 or counts[STEPS] >= max_steps:
                return
            counts[STEPS] += 1
            move = moves[m]
            for p in range(num_points):
                rows[node, p] = maps[move, class_base[p] + rows[current, p]]
            nodes[node, SOURCE] = nodes[current, SOURCE]
            nodes[node, OBJECT] = targets[move]
            nodes[node, PARENT] = current
            nodes[node, MOVE] = move
            nodes[node, DEPTH] = nodes[current, DEPTH] + 1
            if _insert(rows, nodes, table, node):
                counts[NUM_NODES] += 1
        counts[NEXT] += 1


@njit
def _pair_hash(rows, one, other, class_base, inverse):  # type: ignore[no-untyped-def]
    """Hash of the effect of `one` followed by the inverse of `other`."""
    num_points = rows.shape[1]
    for p in range(num_points):
        inverse[p] = 255
    for p in range(num_points):
        inverse[class_base[p] + rows[other, p]] = p - class_base[p]
    h = _SEED
    for p in range(num_points):
        h = _mixed(h, inverse[class_base[p] + rows[one, p]])
    return h


@njit
def _keep(lengths, pairs, hashes, used, cell, length, one, other, h):  # type: ignore[no-untyped-def]
    """Put a word among the shortest of its cell; of two with one effect the shorter stays."""
    room = lengths.shape[1]
    count = used[cell]
    for k in range(count):
        if hashes[cell, k] == h:
            if lengths[cell, k] <= length:
                return
            for j in range(k, count - 1):
                lengths[cell, j] = lengths[cell, j + 1]
                hashes[cell, j] = hashes[cell, j + 1]
                pairs[cell, j, 0] = pairs[cell, j + 1, 0]
                pairs[cell, j, 1] = pairs[cell, j + 1, 1]
            count -= 1
            break
    if count == room:
        count -= 1
    k = count
    while k > 0 and lengths[cell, k - 1] > length:
        lengths[cell, k] = lengths[cell, k - 1]
        hashes[cell, k] = hashes[cell, k - 1]
        pairs[cell, k, 0] = pairs[cell, k - 1, 0]
        pairs[cell, k, 1] = pairs[cell, k - 1, 1]
        k -= 1
    lengths[cell, k] = length
    hashes[cell, k] = h
    pairs[cell, k, 0] = one
    pairs[cell, k, 1] = other
    used[cell] = count + 1


@njit
def pair_words(rows, nodes, class_base, order, starts, level, cells, scratch, steps):  # type: ignore[no-untyped-def]
    """Words `one · other⁻¹` that leave the earlier points alone and bring a value to its home.

    order: int32[.], nodes grouped by object and by where they bring the earlier points, each group
    from starts[g] to starts[g + 1] and the shortest first. level: (point, home, repeats, longest,
    from_excluded, to_excluded, blocked): the level's own point and its value, how many words with
    the same end to pair with, the longest word wanted, sources that cannot occur before and after,
    and the value that each source's key takes up (or -1). cells: (lengths, pairs, hashes, used),
    one row per source and value, filled. scratch: (partners, stamps,
    repeats_used, inverse, whole). steps: int64[2], pairs looked at and pairs composed.
    """
    point, home, repeats, longest, from_excluded, to_excluded, blocked = level
    lengths, pairs, hashes, used = cells
    partners, stamps, repeats_used, inverse, whole = scratch
    base = class_base[point]
    stride = lengths.shape[0] // len(from_excluded)
    unknown = stride - 1
    room = lengths.shape[1]
    for group in range(len(starts) - 1):
        num_partners = 0
        if starts[group + 1] - starts[group] < 2:
            continue
        for t in range(starts[group], starts[group + 1]):
            other = order[t]
            source = nodes[other, SOURCE]
            value = rows[other, point]
            if to_excluded[source] or value == unknown:
                continue
            slot = source * stride + value
            if stamps[slot] != group:
                stamps[slot] = group
                repeats_used[slot] = 0
            if repeats_used[slot] < repeats:
                repeats_used[slot] += 1
                partners[num_partners] = other
                num_partners += 1
        for t in range(starts[group], starts[group + 1]):
            one = order[t]
            source = nodes[one, SOURCE]
            if from_excluded[source]:
                continue
            for value in range(stride):
                inverse[value] = unknown
            for value in range(unknown):
                inverse[rows[one, base + value]] = value
            depth = nodes[one, DEPTH]
            for r in range(num_partners):
                other = partners[r]
                length = depth + nodes[other, DEPTH]
                if length > longest:
                    break
                steps[0] += 1
                value = inverse[rows[other, point]]
                is_free = value != home and value != blocked[source]
                if value == unknown or not is_free:
                    continue
                cell = source * stride + value
                if used[cell] == room and lengths[cell, room - 1] <= length:
                    continue
                steps[1] += 1
                h = _pair_hash(rows, one, other, class_base, whole)
                _keep(lengths, pairs, hashes, used, cell, length, one, other, h)
