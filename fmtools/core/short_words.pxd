"""All short words over a set of invertible maps, and pairs of them that leave chosen points alone."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from fmtools.core.watch cimport Watch


cdef struct WordNode:
    int32_t source  # object that the word starts from
    int32_t at      # object that it ends in
    int32_t parent  # node of the word without its last move, or -1
    int32_t move    # the last move, or -1
    int32_t depth   # moves in the word


cdef struct Pair:
    uint64_t hash   # of its effect
    int32_t length  # moves in both words
    int32_t one     # node of the word that comes first
    int32_t other   # node of the word whose inverse follows
    int32_t unused


cdef class MoveMaps:
    """Moves as maps of points; each leads from one object to another."""

    cdef const uint8_t[:, ::1] maps    # [moves, points]: value that the move brings the point to
    cdef const int32_t[::1] base       # by point: first point of its class
    cdef const int32_t[::1] first      # by object: where its moves begin in `moves`
    cdef const int32_t[::1] moves      # grouped by the object they start at
    cdef const int32_t[::1] targets    # by move: the object it ends at
    cdef Py_ssize_t num_points
    cdef Py_ssize_t num_objects


cdef class WordSet:
    """Words, one per effect, the shortest first; `rows` and `nodes` are numpy arrays."""

    cdef readonly object rows          # uint8[room, points]: value that the word brings it to
    cdef readonly object nodes         # [room] of WordNode
    cdef readonly int64_t count        # words found
    cdef readonly int64_t steps        # words composed
    cdef MoveMaps maps
    cdef uint8_t[:, ::1] _rows
    cdef WordNode[::1] _nodes
    cdef int32_t[::1] table            # hash table: node + 1, or 0

    cdef bint is_new(self, int64_t node) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef int extend(self, int64_t max_steps, Watch watch) except -1 nogil


cdef class Level:
    """The variable whose cells want words."""

    cdef Py_ssize_t point                    # its own point at the goal
    cdef int32_t home                        # its value there
    cdef int64_t repeats                     # words with the same end to pair with
    cdef int64_t longest                     # the longest word wanted
    cdef const uint8_t[::1] from_excluded    # objects that cannot occur before the word
    cdef const uint8_t[::1] to_excluded      # objects that cannot occur after it
    cdef const int32_t[::1] blocked          # by object: the value that its key takes up, or -1


cdef class Cells:
    """The shortest pairs for each object and value of one variable; arrays are numpy's."""

    cdef readonly object pairs         # [cells, room] of Pair, the shortest first
    cdef readonly object used          # int32[cells]: how many of them
    cdef readonly int64_t looked_at    # pairs whose own point was looked at
    cdef readonly int64_t composed     # pairs whose whole effect was worked out
    cdef Pair[:, ::1] _pairs
    cdef int32_t[::1] _used
    cdef Py_ssize_t room               # pairs that a cell holds

    cdef bint has_room(self, Py_ssize_t cell, int32_t length) noexcept nogil
    cdef void keep(self, Py_ssize_t cell, Pair pair) noexcept nogil


cdef class Pairing:
    """One pass over groups of words that do the same to the earlier points."""

    cdef const uint8_t[:, ::1] rows    # of the words
    cdef const WordNode[::1] nodes
    cdef const int32_t[::1] base       # by point: first point of its class
    cdef Level level
    cdef Cells cells
    cdef Py_ssize_t stride             # values of a class, "not known" included
    cdef int32_t[::1] partners         # words of the group that may come second
    cdef int64_t num_partners
    cdef int64_t[::1] stamps           # by cell: group that `repeats_used` counts for
    cdef int32_t[::1] repeats_used     # by cell: partners with this source and end
    cdef uint8_t[::1] value_before     # by value: the one that a word brings there
    cdef uint8_t[::1] inverse          # scratch, by point

    cdef void find_partners(
        self, int64_t group, const int32_t[::1] order, int64_t first, int64_t last
    ) noexcept nogil
    cdef void pair_up(self, int32_t one) noexcept nogil
    cdef uint64_t pair_hash(self, int32_t one, int32_t other) noexcept nogil
