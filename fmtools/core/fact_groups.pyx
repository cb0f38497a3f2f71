"""Groups of facts of which at most one is ever true: proposed by others, proved here.

A group's weight is how many of its facts hold. An operator keeps the weight at one or less if what
it adds to the group takes the place of a fact that it needs and deletes; an operator that needs two
facts of a group never applies. By induction the weight stays so in all states after one in which it
is so, whoever proposed the group.
"""

from libc.stdint cimport int32_t, uint8_t

import numpy as np

from fmtools.core.operator_index cimport Lists
from fmtools.core.watch cimport Watch

cdef enum:
    SHRINKS = 1   # an operator may leave the group without a true fact
    GROWS = 2     # or with two: this is no group


def exclusive_groups(lists, proposals, const uint8_t[::1] start, Watch watch):
    """(group, may_be_empty): int32[facts], groups that share no fact, -1 for facts in none.

    proposals: int32[facts] each, the group that a fact is proposed for, -1 for none. start: a state;
    groups hold in it and in all that follow. The largest groups come first, each with the facts that
    are left to it.
    """
    cdef Lists facts = Lists(lists)
    members, may_be_empty = [], []
    for proposal in proposals:
        flags = _checked(facts, proposal, watch)
        true = (proposal >= 0) & (np.asarray(start) != 0)
        weight = np.bincount(proposal[true], minlength=len(flags))
        held = (flags & GROWS == 0) & (weight <= 1)
        empty = (flags & SHRINKS != 0) | (weight == 0)
        order = np.argsort(proposal, kind="stable")[np.count_nonzero(proposal < 0) :]
        ends = np.cumsum(np.bincount(proposal[order], minlength=len(flags)))
        for group in np.flatnonzero(held).tolist():
            own = order[(ends[group - 1] if group else 0) : ends[group]]
            if len(own) > 1:
                members.append(own)
                may_be_empty.append(bool(empty[group]))
    return _cover(members, may_be_empty, start.shape[0])


cdef _checked(Lists lists, const int32_t[::1] group, Watch watch):
    """uint8[groups]: SHRINKS, GROWS, or both."""
    num_groups = int(np.max(group)) + 1 if group.shape[0] else 0
    flags = np.zeros(max(num_groups, 1), np.uint8)
    cdef uint8_t[::1] view = flags
    cdef int32_t o
    with nogil:
        for o in range(<int32_t>lists.positive_first.shape[0] - 1):
            watch.tick()
            check_adds(lists, o, group, view)
            check_deletes(lists, o, group, view)
    return flags


cdef inline int32_t count_in(
    const int32_t[::1] first, const int32_t[::1] facts, int32_t o, const int32_t[::1] group, int32_t g
) noexcept nogil:
    """How many of operator o's facts in one of its lists are in group g."""
    cdef int32_t k, count = 0
    for k in range(first[o], first[o + 1]):
        count += group[facts[k]] == g
    return count


cdef inline bint has(
    const int32_t[::1] first, const int32_t[::1] facts, int32_t o, int32_t fact
) noexcept nogil:
    cdef int32_t k
    for k in range(first[o], first[o + 1]):
        if facts[k] == fact:
            return True
    return False


cdef inline int32_t taken_from(
    Lists lists, int32_t o, const int32_t[::1] group, int32_t g
) noexcept nogil:
    """How many facts of group g operator o needs and deletes."""
    cdef int32_t k, count = 0
    for k in range(lists.deletes_first[o], lists.deletes_first[o + 1]):
        if group[lists.deletes[k]] == g:
            count += has(lists.positive_first, lists.positive, o, lists.deletes[k])
    return count


cdef void check_adds(
    Lists lists, int32_t o, const int32_t[::1] group, uint8_t[::1] flags
) noexcept nogil:
    cdef int32_t k, g, needed
    for k in range(lists.adds_first[o], lists.adds_first[o + 1]):
        g = group[lists.adds[k]]
        if g < 0 or flags[g] & GROWS:
            continue
        needed = count_in(lists.positive_first, lists.positive, o, group, g)
        if needed < 2 and (
            count_in(lists.adds_first, lists.adds, o, group, g) > 1
            or taken_from(lists, o, group, g) != 1
        ):
            flags[g] |= GROWS


cdef void check_deletes(
    Lists lists, int32_t o, const int32_t[::1] group, uint8_t[::1] flags
) noexcept nogil:
    """A fact deleted that may or may not hold would need a look at the state: refused, too."""
    cdef int32_t k, g, needed
    for k in range(lists.deletes_first[o], lists.deletes_first[o + 1]):
        g = group[lists.deletes[k]]
        if g < 0 or flags[g] & GROWS:
            continue
        needed = count_in(lists.positive_first, lists.positive, o, group, g)
        if needed == 0:
            flags[g] |= GROWS
        elif (
            needed == 1
            and has(lists.positive_first, lists.positive, o, lists.deletes[k])
            and count_in(lists.adds_first, lists.adds, o, group, g) == 0
        ):
            flags[g] |= SHRINKS


cdef _cover(members, may_be_empty, Py_ssize_t num_facts):
    """Groups that share no fact, the largest first; one of which facts went may be empty."""
    covered = np.full(num_facts, -1, np.int32)
    empties = []
    waiting = {}
    for number, own in enumerate(members):
        waiting.setdefault(len(own), []).append(number)
    for size in range(max(waiting, default=0), 1, -1):
        for number in waiting.get(size, ()):
            own = members[number]
            left = own[covered[own] < 0]
            if len(left) == size:
                covered[left] = len(empties)
                empties.append(may_be_empty[number])
            elif len(left) > 1:
                members[number], may_be_empty[number] = left, True
                waiting.setdefault(len(left), []).append(number)
    return covered, np.array(empties, np.uint8)
