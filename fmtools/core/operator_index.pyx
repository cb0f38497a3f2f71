"""Indexes ground operators: buckets, the flat trie, effects and conditions by word.

Every operator waits in the bucket of one of its positive preconditions, the one that fewest
operators have; operators without any wait in bucket 0. The operators of a bucket are sorted by
their other preconditions, and laid out as a trie.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.arrays import counted_zeros
from fmtools.core.layout import Layout
from fmtools.core.limits import WorkLimits
from fmtools.core.memory cimport Memory
from fmtools.core.operator_arrays import FactLists, OperatorIndex, OperatorLists
from fmtools.core.watch cimport Watch
from fmtools.core.words cimport bit_of
from fmtools.errors import TooManyError

MOST_NUMBERED = (1 << 31) - 2


cdef class Lists:
    """The four lists of facts."""

    def __init__(self, lists):
        self.positive_first, self.positive = lists[0]
        self.negative_first, self.negative = lists[1]
        self.adds_first, self.adds = lists[2]
        self.deletes_first, self.deletes = lists[3]


def index_operators(lists, int64_t num_facts, steps=None, limits=None):
    """The index of these operators. steps: primitive actions in each, 1 unless given."""
    limits = WorkLimits() if limits is None else limits
    cdef Watch watch = limits.watch()
    memory = limits.memory
    facts = Lists(lists)
    num_operators = len(lists[0][0]) - 1
    sizes = [len(facts) for _, facts in lists]
    if max(2 * num_facts, num_operators + sizes[0] + sizes[1], sizes[2] + sizes[3]) > MOST_NUMBERED:
        raise TooManyError(
            f"{num_operators:,} ground actions have more facts than can be numbered; "
            "take a smaller problem"
        )
    buckets = counted_zeros(memory, (num_operators,), np.int32)
    first_in_bucket = counted_zeros(memory, (num_facts + 2,), np.int32)
    order = counted_zeros(memory, (num_operators,), np.int32)
    choose_buckets(facts, num_facts, buckets, watch)
    sort_by_bucket(buckets, first_in_bucket, order)

    first = counted_zeros(memory, (num_operators + 1,), np.int32)
    literals = counted_zeros(memory, (len(lists[0][1]) + len(lists[1][1]),), np.int32)
    write_literals(facts, buckets, order, first, literals)
    rank_literals(first_in_bucket, first, literals, np.zeros(2 * num_facts + 1, np.int32), watch)
    by = counted_zeros(memory, (num_operators,), np.int32)
    spare = counted_zeros(memory, (num_operators,), np.int32)
    sort_by_literals(first_in_bucket, first, literals, by, spare, watch)
    nodes, first_node = link_tries(memory, first_in_bucket, first, literals, by, watch)
    order = order[by]
    places = counted_zeros(memory, (num_operators,), np.int32)
    places[order] = np.arange(num_operators, dtype=np.int32)
    return OperatorIndex(
        order,
        places,
        np.ones(num_operators, np.int32) if steps is None else steps[order],
        Layout(num_facts, 1).pack(np.diff(first_in_bucket)[1:] > 0),
        first_node,
        nodes,
        *words_of(memory, lists[3], lists[2], order, True, watch),
        *words_of(memory, lists[1], lists[0], order, False, watch),
    )


cdef choose_buckets(Lists lists, int64_t num_facts, int32_t[::1] buckets, Watch watch):
    """buckets[o]: 1 + the positive precondition that fewest operators have, or 0."""
    cdef int32_t[::1] popularity = np.zeros(num_facts, np.int32)
    cdef Py_ssize_t o
    cdef int32_t k, best
    with nogil:
        for k in range(<int32_t>lists.positive.shape[0]):
            popularity[lists.positive[k]] += 1
        for o in range(buckets.shape[0]):
            watch.tick()
            best = -1
            for k in range(lists.positive_first[o], lists.positive_first[o + 1]):
                if best < 0 or popularity[lists.positive[k]] < popularity[best]:
                    best = lists.positive[k]
            buckets[o] = best + 1


cdef sort_by_bucket(
    const int32_t[::1] buckets, int32_t[::1] first_in_bucket, int32_t[::1] order
):
    """Operators bucket by bucket, in their own order in each."""
    cdef Py_ssize_t o, b
    for o in range(buckets.shape[0]):
        first_in_bucket[buckets[o] + 1] += 1
    for b in range(1, first_in_bucket.shape[0]):
        first_in_bucket[b] += first_in_bucket[b - 1]
    for o in range(buckets.shape[0]):
        order[first_in_bucket[buckets[o]]] = <int32_t>o
        first_in_bucket[buckets[o]] += 1
    for b in range(first_in_bucket.shape[0] - 1, 0, -1):
        first_in_bucket[b] = first_in_bucket[b - 1]
    first_in_bucket[0] = 0


cdef write_literals(
    Lists lists,
    const int32_t[::1] buckets,
    const int32_t[::1] order,
    int32_t[::1] first,
    int32_t[::1] literals,
):
    """Preconditions as literals, without the bucket's own fact, in the given order of operators."""
    cdef Py_ssize_t p
    cdef int32_t o, k, size = 0
    for p in range(order.shape[0]):
        o = order[p]
        for k in range(lists.positive_first[o], lists.positive_first[o + 1]):
            if lists.positive[k] != buckets[o] - 1:
                literals[size] = 2 * lists.positive[k]
                size += 1
        for k in range(lists.negative_first[o], lists.negative_first[o + 1]):
            literals[size] = 2 * lists.negative[k] + 1
            size += 1
        first[p + 1] = size


cdef rank_literals(
    const int32_t[::1] first_in_bucket,
    const int32_t[::1] first,
    int32_t[::1] literals,
    int32_t[::1] rank,
    Watch watch,
):
    """Let each list begin with what most operators of its bucket have: lists share beginnings.

    rank: int32[2 * facts], zero before and after.
    """
    cdef Py_ssize_t b
    cdef int32_t p, k, begin, end
    with nogil:
        for b in range(first_in_bucket.shape[0] - 1):
            begin = first_in_bucket[b]
            end = first_in_bucket[b + 1]
            for k in range(first[begin], first[end]):
                rank[literals[k]] += 1
            for p in range(begin, end):
                watch.tick()
                sort_by_rank(&literals[0], first[p], first[p + 1], &rank[0])
            for k in range(first[begin], first[end]):
                rank[literals[k]] = 0


cdef inline void sort_by_rank(
    int32_t* literals, int32_t begin, int32_t end, const int32_t* rank
) noexcept nogil:
    """Those with the highest rank first, among equals the smallest."""
    cdef int32_t k, m, literal
    for k in range(begin + 1, end):
        literal = literals[k]
        m = k
        while m > begin and (
            rank[literals[m - 1]] < rank[literal]
            or (rank[literals[m - 1]] == rank[literal] and literals[m - 1] > literal)
        ):
            literals[m] = literals[m - 1]
            m -= 1
        literals[m] = literal


cdef inline bint goes_after(
    const int32_t* first, const int32_t* literals, int32_t p, int32_t q
) noexcept nogil:
    """Whether the list at p is larger than that at q, word by word; of two equal ones neither."""
    cdef int32_t i = first[p], j = first[q]
    while j < first[q + 1]:
        if i == first[p + 1] or literals[i] < literals[j]:
            return False
        if literals[i] > literals[j]:
            return True
        i += 1
        j += 1
    return i < first[p + 1]


cdef sort_by_literals(
    const int32_t[::1] first_in_bucket,
    const int32_t[::1] first,
    const int32_t[::1] literals,
    int32_t[::1] by,
    int32_t[::1] spare,
    Watch watch,
):
    """by: positions of operators, those of each bucket sorted by their lists of literals."""
    cdef Py_ssize_t b
    cdef int32_t p
    for p in range(<int32_t>by.shape[0]):
        by[p] = p
    if by.shape[0] == 0:
        return
    with nogil:
        for b in range(first_in_bucket.shape[0] - 1):
            merge_sort(
                &by[0], &spare[0], first_in_bucket[b], first_in_bucket[b + 1],
                &first[0], &literals[0] if literals.shape[0] > 0 else NULL, watch,
            )


cdef int merge_sort(
    int32_t* by,
    int32_t* spare,
    int32_t begin,
    int32_t end,
    const int32_t* first,
    const int32_t* literals,
    Watch watch,
) except -1 nogil:
    """Sort by[begin:end]; stable."""
    cdef int32_t k, m, p
    cdef int32_t middle = begin + (end - begin) // 2
    if end - begin <= 12:
        for k in range(begin + 1, end):
            watch.tick()
            p = by[k]
            m = k
            while m > begin and goes_after(first, literals, by[m - 1], p):
                by[m] = by[m - 1]
                m -= 1
            by[m] = p
        return 0
    merge_sort(by, spare, begin, middle, first, literals, watch)
    merge_sort(by, spare, middle, end, first, literals, watch)
    if not goes_after(first, literals, by[middle - 1], by[middle]):
        return 0
    for k in range(begin, middle):
        spare[k] = by[k]
    k = begin
    m = middle
    p = begin
    while k < middle:
        if m < end and goes_after(first, literals, spare[k], by[m]):
            by[p] = by[m]
            m += 1
        else:
            by[p] = spare[k]
            k += 1
        p += 1
    return 0


cdef link_tries(
    Memory memory,
    const int32_t[::1] first_in_bucket,
    const int32_t[::1] first,
    const int32_t[::1] literals,
    const int32_t[::1] by,
    Watch watch,
):
    """(nodes, first_node): the tries of all buckets.

    Each operator has a node for every literal that it does not share with the one before, then one
    for itself.
    """
    cdef Py_ssize_t b, num_operators = by.shape[0]
    cdef int32_t p, longest = 0, num_nodes = 0
    first_node = counted_zeros(memory, (first_in_bucket.shape[0],), np.int32)
    shared = counted_zeros(memory, (num_operators,), np.int32)
    cdef int32_t[::1] first_node_view = first_node, shared_view = shared
    with nogil:
        for b in range(first_in_bucket.shape[0] - 1):
            first_node_view[b] = num_nodes
            for p in range(first_in_bucket[b], first_in_bucket[b + 1]):
                longest = max(longest, first[by[p] + 1] - first[by[p]])
                if p > first_in_bucket[b]:
                    shared_view[p] = shared_beginning(first, literals, by[p - 1], by[p])
                num_nodes += first[by[p] + 1] - first[by[p]] - shared_view[p] + 1
        first_node_view[first_in_bucket.shape[0] - 1] = num_nodes
    nodes = counted_zeros(memory, (num_nodes, 2), np.int32)
    cdef int32_t[:, ::1] node_view = nodes
    cdef int32_t[::1] following = np.zeros(longest + 1, np.int32)
    with nogil:
        for b in range(first_in_bucket.shape[0] - 1):
            watch.tick()
            link_trie(
                first_in_bucket[b], first_in_bucket[b + 1], first_node_view[b + 1],
                first, literals, by, shared_view, following, node_view,
            )
    return nodes, first_node


cdef inline int32_t shared_beginning(
    const int32_t[::1] first, const int32_t[::1] literals, int32_t p, int32_t q
) noexcept nogil:
    """How many literals two lists have in common at the beginning."""
    cdef int32_t most = min(first[p + 1] - first[p], first[q + 1] - first[q])
    cdef int32_t common = 0
    while common < most and literals[first[p] + common] == literals[first[q] + common]:
        common += 1
    return common


cdef void link_trie(
    int32_t begin,
    int32_t end,
    int32_t node,
    const int32_t[::1] first,
    const int32_t[::1] literals,
    const int32_t[::1] by,
    const int32_t[::1] shared,
    int32_t[::1] following,
    int32_t[:, ::1] nodes,
) noexcept nogil:
    """The trie of the operators at begin … end - 1, whose nodes end before `node`.

    From the end: where a literal at depth k fails, go on at the next node of that depth or less,
    that is, with the next operator that shares at most k literals.
    """
    cdef int32_t p, k, length, base
    for k in range(<int32_t>following.shape[0]):
        following[k] = node
    for p in range(end - 1, begin - 1, -1):
        base = first[by[p]]
        length = first[by[p] + 1] - base
        node -= length - shared[p] + 1
        for k in range(shared[p], length):
            nodes[node + k - shared[p], 0] = literals[base + k]
            nodes[node + k - shared[p], 1] = following[k]
        nodes[node + length - shared[p], 0] = -1 - p
        for k in range(shared[p], <int32_t>following.shape[0]):
            following[k] = node


cdef words_of(Memory memory, zeros, ones, const int32_t[::1] order, bint others, Watch watch):
    """(first, words, masks, values) of each operator: one entry per word with facts in its lists.

    Values have the facts of `ones`. Masks have the facts of both lists; or, where `others` is set,
    all facts but those of `zeros`.
    """
    cdef const int32_t[::1] zeros_first = zeros[0], zero_facts = zeros[1]
    cdef const int32_t[::1] ones_first = ones[0], one_facts = ones[1]
    room = num_words_of(zeros_first, zero_facts, ones_first, one_facts)
    first = counted_zeros(memory, (order.shape[0] + 1,), np.int32)
    words = counted_zeros(memory, (room,), np.int32)
    masks = counted_zeros(memory, (room,), np.uint64)
    values = counted_zeros(memory, (room,), np.uint64)
    cdef int32_t[::1] first_view = first, word_view = words
    cdef uint64_t[::1] mask_view = masks, value_view = values
    cdef Py_ssize_t p
    cdef int32_t o, k, at, size = 0
    with nogil:
        for p in range(order.shape[0]):
            watch.tick()
            o = order[p]
            for k in range(zeros_first[o], zeros_first[o + 1]):
                at = entry_of(word_view, first_view[p], &size, zero_facts[k] >> 6)
                mask_view[at] |= bit_of(zero_facts[k])
            for k in range(ones_first[o], ones_first[o + 1]):
                at = entry_of(word_view, first_view[p], &size, one_facts[k] >> 6)
                value_view[at] |= bit_of(one_facts[k])
                if not others:
                    mask_view[at] |= bit_of(one_facts[k])
            first_view[p + 1] = size
        if others:
            for k in range(size):
                mask_view[k] = ~mask_view[k]
    return first, words, masks, values


cdef int64_t num_words_of(
    const int32_t[::1] zeros_first,
    const int32_t[::1] zero_facts,
    const int32_t[::1] ones_first,
    const int32_t[::1] one_facts,
) noexcept nogil:
    """How many entries `words_of` makes: words of both lists, both sorted."""
    cdef int64_t total = 0
    cdef int32_t i, j, word
    cdef Py_ssize_t o
    for o in range(zeros_first.shape[0] - 1):
        i = zeros_first[o]
        j = ones_first[o]
        while i < zeros_first[o + 1] or j < ones_first[o + 1]:
            if j == ones_first[o + 1] or (
                i < zeros_first[o + 1] and zero_facts[i] < one_facts[j]
            ):
                word = zero_facts[i] >> 6
            else:
                word = one_facts[j] >> 6
            total += 1
            while i < zeros_first[o + 1] and zero_facts[i] >> 6 == word:
                i += 1
            while j < ones_first[o + 1] and one_facts[j] >> 6 == word:
                j += 1
    return total


cdef inline int32_t entry_of(
    int32_t[::1] words, int32_t begin, int32_t* size, int32_t word
) noexcept nogil:
    """The entry of a word among those from `begin` on; a new one where there is none."""
    cdef int32_t at = begin
    while at < size[0] and words[at] != word:
        at += 1
    if at == size[0]:
        words[at] = word
        size[0] += 1
    return at
