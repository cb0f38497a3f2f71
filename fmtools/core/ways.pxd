"""Ways between states, found by balls that grow."""

from libc.stdint cimport int32_t, int64_t

from fmtools.core.ball cimport Ball
from fmtools.core.goal cimport Goal
from fmtools.core.memory cimport Memory
from fmtools.core.watch cimport Watch
from fmtools.core.world cimport World


cpdef enum End:
    GOING_ON
    PAUSED    # so many states were generated as were asked for
    MET       # the balls share a state
    NONE      # there is nothing to find, and more states would not change that
    FULL      # a ball may hold no more states, or the memory limit forbids it


cdef class TwoEnded:
    """Two balls grow towards each other until they meet."""

    cdef World world
    cdef Ball here
    cdef Ball there
    cdef readonly int64_t met_here     # number of the state that they share, or -1
    cdef readonly int64_t met_there    # the same in the other ball

    cdef int loop(self, int64_t longest, int64_t pause_at, Watch watch) except -1 nogil
    cdef int choose(self, int64_t longest) noexcept nogil
    cdef int grow(self, Ball ball, Ball other) except -1 nogil


cdef class Rejoin:
    """A ball around one state of a plan; states of the plan, or the goal, are looked for in it."""

    cdef World world
    cdef Ball ball
    cdef Ball line                     # its states are those of the plan, in order
    cdef Goal goal
    cdef int64_t position              # of the plan, in the middle of the ball
    cdef int64_t best_saving           # steps fewer than the plan takes
    cdef readonly int64_t best_node    # state of the ball with the largest saving, or -1
    cdef readonly int64_t best_position    # of the plan, that this state is

    cdef int loop(self, int64_t pause_at, Watch watch) except -1 nogil
    cdef void note(self, int64_t first) noexcept nogil


cdef struct Way:
    int64_t saving   # steps fewer than the plan takes; 0: no way is known
    int64_t length   # steps
    int64_t left     # it leads to this state,
    int64_t right    #   by `edge` to this one, and on to the source of that
    int64_t edge     # action from left to right; or, where flipped, from right to left
    int64_t flipped


cdef class Spread:
    """A ball around all states of a plan; ways from part to part of it are looked for."""

    cdef World world
    cdef Ball ball
    cdef Goal goal
    cdef bint can_undo                 # whether actions can be undone
    cdef readonly object found         # [positions] of Way: the best known from an earlier one
    cdef Way[::1] _found

    cdef int loop(self, int64_t pause_at, Watch watch) except -1 nogil
    cdef bint take_in(self) noexcept nogil
    cdef void offer(self, int64_t to, int64_t source, Way way) noexcept nogil
