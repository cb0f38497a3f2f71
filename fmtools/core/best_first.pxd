"""The one best-first loop, and everything it remembers."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from fmtools.core.ahead cimport Ahead
from fmtools.core.alternation cimport Alternation
from fmtools.core.guide cimport Guide
from fmtools.core.landmarks cimport Landmarks
from fmtools.core.memory cimport Memory
from fmtools.core.novelty cimport Novelty
from fmtools.core.open_list cimport OpenList
from fmtools.core.state_table cimport StateTable
from fmtools.core.waiting cimport Waiting
from fmtools.core.world cimport Batch, World


cpdef enum Status:
    RUNNING
    PAUSED          # so many states were generated as were asked for
    GOAL            # a state with distance 0 was generated
    EMPTY           # no node is left
    BUDGET          # the budget of generated states is used up
    OUT_OF_MEMORY   # the memory limit forbids to go on


cdef struct Node:
    int32_t state
    int32_t parent   # -1: this is the start
    int32_t action   # that leads here from the parent
    int32_t depth    # length of the way here, as the search counts it


@cython.final
cdef class BestFirst:
    cdef World world
    cdef Memory memory
    cdef StateTable states
    cdef OpenList queue
    cdef Alternation lists            # in its place, where there is a guide
    cdef Novelty novelty              # None where no one asks
    cdef Waiting waiting              # None where every expansion is full
    cdef readonly Guide guide         # None where the goal count leads
    cdef Ahead ahead                  # runs the guide's plans; None where no one does
    cdef int64_t guided               # what guides did for it, in their unit
    cdef int64_t estimated            # the guide's estimate of the current node
    cdef readonly int64_t best_estimate
    cdef Landmarks landmarks          # None where no one counts them
    cdef int64_t missing              # landmarks that the node taken in last misses; -1: not counted
    cdef readonly int64_t best_missing
    cdef Batch batch                  # successors of the current node
    cdef Node* nodes
    cdef int64_t nodes_room
    cdef readonly int64_t num_nodes
    cdef int32_t* expansions          # nodes in the order they were expanded, where wanted
    cdef int64_t expansions_room
    cdef bint note_expansions
    cdef int64_t current              # the node that is expanded
    cdef bint is_hashed               # the world hashes the batch
    cdef bint is_offered              # first improvement: its actions are known
    cdef int64_t left_out             # a node that there was no room to push, or -1
    cdef int64_t left_out_priority
    cdef int status                   # what ended the search, RUNNING or PAUSED before that

    cdef object _reference, _mask     # own the next two
    cdef const uint64_t* reference    # what distance is measured to
    cdef const uint64_t* mask         # where
    cdef int64_t depth_weight         # priority = depth_weight * depth, at most depth_limit,
    cdef int64_t depth_limit          #   + distance_weight * distance
    cdef int64_t distance_weight      #   + width_weight * (novelty - 1)
    cdef int64_t width_weight         #   + wait_cost for a node whose macros were all tried
    cdef int64_t wait_cost
    cdef int64_t guide_weight         #   + guide_weight * its parent's estimate, less what a macro does
    cdef object heuristic             # the simulator's own, or None
    cdef int64_t heuristic_weight     #   + heuristic_weight * what it says
    cdef int32_t* estimates           # that, per node
    cdef int64_t estimates_room
    cdef object _costs                # owns the next
    cdef const int32_t* costs         # by action, what depth counts; NULL: 1 each
    cdef bint is_bounded              # depths are those of nodes, states are opened again, and
    cdef public int64_t bound         #   only ways of smaller depth are taken
    cdef bint stop_at_zero            # distance 0 is the goal
    cdef readonly int64_t budget      # of generated states

    cdef readonly int64_t generated
    cdef readonly int64_t expanded
    cdef readonly int64_t evaluated
    cdef readonly int64_t primitive_steps
    cdef readonly int64_t best_distance
    cdef readonly int64_t best_node
    cdef readonly int64_t goal_node   # -1: none yet
    cdef int64_t* trace               # (generated, best distance) at each improvement
    cdef int64_t trace_room           # pairs that fit
    cdef int64_t trace_length         # pairs that are there

    cdef int enter_start(self, const uint64_t* row) except -1
    cdef int64_t spent(self) noexcept nogil
    cdef void count_guide(self) noexcept nogil
    cdef int loop(self, int64_t pause_at, int64_t pause_effort) except -1 nogil
    cdef int expand_all(self) except -1 nogil
    cdef int expand_next(self) except -1 nogil
    cdef bint reserve(self, int64_t count) noexcept nogil
    cdef bint has_room(self, int64_t count) noexcept nogil
    cdef bint drop_tables(self) noexcept nogil
    cdef bint push(self, int64_t priority, int64_t node) noexcept nogil
    cdef int64_t estimate(self, const uint64_t* row) except -1 nogil
    cdef int64_t bounded_depth(self, int32_t action) noexcept nogil
    cdef void hash_batch(self) noexcept nogil
    cdef void look_ahead(self, int64_t i) noexcept nogil
    cdef bint is_reached(self, int64_t state, int32_t depth) noexcept nogil
    cdef int ask_guide(self, int64_t state) except -1 nogil
    cdef int set_aside(self) noexcept nogil
    cdef int run_ahead(self, int64_t state) except -1 nogil
    cdef bint put(self, int64_t priority, int64_t node) noexcept nogil
    cdef int64_t take_in(
        self,
        int64_t i,
        int64_t state,
        uint64_t slot,
        int32_t depth,
        int64_t parent_distance,
        int64_t* priority,
    ) except? -3 nogil
    cdef int after_batch(self) noexcept nogil
    cdef bint put_back(self, int64_t parent_distance) noexcept nogil
    cdef int pop(self) noexcept nogil

    cdef inline int64_t depth_cost(self, int64_t depth) noexcept nogil:
        return min(self.depth_weight * depth, self.depth_limit)
