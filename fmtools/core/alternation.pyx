"""Four open lists over the same nodes, which take turns (Richter & Helmert 2009).

Two are ordered by a guide's estimate, two by landmarks; one of each holds the nodes of preferred
actions alone, and goes ahead of the others for a while whenever the search makes progress. Nodes
from which the guide sees no way to the goal wait in a fifth until there are no others: landmarks do
not tell them from good ones, and the guide may be wrong.
"""

cimport cython
from libc.stdint cimport int64_t, uint64_t

from fmtools.core.memory cimport Memory
from fmtools.core.open_list cimport OpenList, make_open_list

cdef enum:
    BOOST = 50   # turns that preferred lists are ahead of the others after progress


@cython.final
cdef class Alternation:
    def __init__(self, str ties, Memory memory, uint64_t seed):
        self.by_estimate = make_open_list(ties, memory, seed)
        self.by_landmarks = make_open_list(ties, memory, seed)
        self.preferred_by_estimate = make_open_list(ties, memory, seed)
        self.preferred_by_landmarks = make_open_list(ties, memory, seed)
        self.lost = make_open_list(ties, memory, seed)

    cdef bint push(
        self, int64_t estimate, int64_t landmarks, bint preferred, int64_t node
    ) noexcept nogil:
        """Enter a node; False where the memory limit forbids the room. landmarks: -1 for none."""
        if not self.by_estimate.push(estimate, node):
            return False
        if preferred and not self.preferred_by_estimate.push(estimate, node):
            return False
        if landmarks < 0:
            return True
        if not self.by_landmarks.push(landmarks, node):
            return False
        return not preferred or self.preferred_by_landmarks.push(landmarks, node)

    cdef int64_t pop(self) noexcept nogil:
        """A node of the list that is behind most; -1 where all are empty. A node may come again."""
        cdef int64_t sizes[4]
        cdef int k, best = -1
        sizes[0], sizes[1] = self.by_estimate.size, self.by_landmarks.size
        sizes[2], sizes[3] = self.preferred_by_estimate.size, self.preferred_by_landmarks.size
        for k in range(4):
            if sizes[k] > 0 and (best < 0 or self.turns[k] < self.turns[best]):
                best = k
        self.is_last = best < 0
        if self.is_last:
            return self.lost.pop() if self.lost.size > 0 else -1
        self.turns[best] += 1
        if best == 0:
            return self.by_estimate.pop()
        if best == 1:
            return self.by_landmarks.pop()
        if best == 2:
            return self.preferred_by_estimate.pop()
        return self.preferred_by_landmarks.pop()

    cdef void boost(self) noexcept nogil:
        """There was progress. What was given for earlier progress is not added up (as Richter &
        Helmert do), which would keep the search to preferred actions for ever longer."""
        self.turns[2] = self.turns[3] = min(self.turns[0], self.turns[1]) - BOOST
