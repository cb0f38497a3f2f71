"""Ways between states, found by balls that grow.

Two balls that grow towards each other find a shortest way between two states (`TwoEnded`), where
every action can be undone. One ball finds ways back into a plan, or to a goal (`Rejoin`). A ball
around all states of a plan at once finds ways from part to part of it (`Spread`).
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.ball cimport Ball, BallNode
from fmtools.core.goal cimport Goal
from fmtools.core.watch cimport Watch
from fmtools.core.world cimport Successor, World

WAY = np.dtype(
    [(name, np.int64) for name in ("saving", "length", "left", "right", "edge", "flipped")]
)


cdef int look(World world, Watch watch) except -1 nogil:
    """Once for each expansion; in Python that takes so long that the clock is always asked."""
    return watch.look() if world.is_python else watch.tick()


cdef class TwoEnded:
    def __init__(self, World world, Ball here, Ball there):
        self.world, self.here, self.there = world, here, there
        self.met_here = self.met_there = -1

    def run(self, int64_t longest, int64_t pause_at, Watch watch):
        """Grow both balls, a level at a time, until they meet or no way of `longest` steps is left.

        MET: the way over the state that they share is a shortest one. NONE: there is none so short.
        """
        cdef int end
        with nogil:
            end = self.loop(longest, pause_at, watch)
        return end

    cdef int loop(self, int64_t longest, int64_t pause_at, Watch watch) except -1 nogil:
        cdef int end = GOING_ON
        while end == GOING_ON:
            if self.here.generated + self.there.generated >= pause_at:
                return PAUSED
            look(self.world, watch)
            end = self.choose(longest)
            if end != GOING_ON:
                return end
            if self.here.is_busy:
                end = self.grow(self.here, self.there)
            else:
                end = self.grow(self.there, self.here)
        return end

    cdef int choose(self, int64_t longest) noexcept nogil:
        """Begin a level of the ball that is narrower, where none is begun."""
        cdef int64_t width_here, width_there
        if self.here.is_busy or self.there.is_busy:
            return GOING_ON
        width_here = self.here.states.count - self.here.next
        width_there = self.there.states.count - self.there.next
        if self.here.radius + self.there.radius >= longest or width_here == 0 or width_there == 0:
            return NONE
        if width_here <= width_there:
            self.here.is_busy = True
        else:
            self.there.is_busy = True
        return GOING_ON

    cdef int grow(self, Ball ball, Ball other) except -1 nogil:
        """Expand one state; MET where one of its new successors is in the other ball, too."""
        cdef int64_t met, state = ball.states.count
        cdef bint has_room
        if ball.expand(self.world) != 0:
            return FULL
        has_room = ball.take_in()
        for state in range(state, ball.states.count):
            met = other.find(ball.states.row(state))
            if met >= 0:
                self.met_here, self.met_there = state, met
                if ball is self.there:
                    self.met_here, self.met_there = met, state
                return MET
        return GOING_ON if has_room else FULL


cdef class Rejoin:
    def __init__(self, World world, Ball ball, Ball line, int64_t position, Goal goal):
        self.world, self.ball, self.line, self.goal = world, ball, line, goal
        self.position = position
        self.best_node = -1

    def run(self, int64_t pause_at, Watch watch):
        """Grow the ball; note the largest saving over following the plan.

        Reaching state p of the plan after d steps saves p - position - d; reaching the goal counts
        as its last state.
        """
        cdef int end
        with nogil:
            end = self.loop(pause_at, watch)
        return end

    cdef int loop(self, int64_t pause_at, Watch watch) except -1 nogil:
        cdef int64_t first, most = self.line.states.count - 1 - self.position
        cdef bint has_room
        while self.ball.generated < pause_at:
            look(self.world, watch)
            if self.ball.is_exhausted() or most - (self.ball.radius + 1) <= self.best_saving:
                return NONE
            if self.ball.expand(self.world) != 0:
                return FULL
            first = self.ball.states.count
            has_room = self.ball.take_in()
            self.note(first)
            if not has_room:
                return FULL
        return PAUSED

    cdef void note(self, int64_t first) noexcept nogil:
        """Note the largest saving of the states from `first` on."""
        cdef int64_t state, reached, saving
        for state in range(first, self.ball.states.count):
            if self.goal.holds(self.ball.states.row(state)):
                reached = self.line.states.count - 1
            else:
                reached = self.line.find(self.ball.states.row(state))
            saving = reached - self.position - self.ball.states.reached(state).shortest
            if reached >= 0 and saving > self.best_saving:
                self.best_saving, self.best_node, self.best_position = saving, state, reached


cdef class Spread:
    def __init__(self, World world, Ball ball, Goal goal, int64_t num_positions, bint can_undo):
        self.world, self.ball, self.goal, self.can_undo = world, ball, goal, can_undo
        self.found = np.zeros(num_positions, WAY)
        self._found = self.found

    def run(self, int64_t pause_at, Watch watch):
        """Grow a ball around all states of a plan; note ways between them in `found`.

        Where actions can be undone, regions that touch make a way, in both directions; else only a
        region that reaches a state of the plan, or the goal, does.
        """
        cdef int end
        with nogil:
            end = self.loop(pause_at, watch)
        return end

    cdef int loop(self, int64_t pause_at, Watch watch) except -1 nogil:
        while self.ball.generated < pause_at:
            look(self.world, watch)
            if self.ball.is_exhausted():
                return NONE
            if self.ball.expand(self.world) != 0 or not self.take_in():
                return FULL
        return PAUSED

    cdef bint take_in(self) noexcept nogil:
        """As `Ball.take_in`, with ways between positions of the plan noted."""
        cdef int64_t i, right, to, length, left = self.ball.next
        cdef int64_t depth = self.ball.radius + 1, last = self._found.shape[0] - 1
        cdef int32_t source = self.ball.nodes[left].source
        cdef uint64_t slot = 0
        cdef Successor* entry
        for i in range(self.ball.batch.count):
            entry = self.ball.batch.entry(i)
            right = self.ball.states.find(self.ball.batch.row(i), entry.hash, &slot)
            if right < 0:
                right = self.ball.add(
                    self.ball.batch.row(i), entry.hash, slot,
                    BallNode(<int32_t>left, entry.action, source), depth,
                )
                if right < 0:
                    return False
                if self.goal.holds(self.ball.states.row(right)):
                    self.offer(last, source, Way(0, depth, left, right, entry.action, 0))
                continue
            length = depth + self.ball.states.reached(right).shortest
            to = self.ball.nodes[right].source
            if self.can_undo or length == depth:
                self.offer(to, source, Way(0, length, left, right, entry.action, 0))
            if self.can_undo:
                self.offer(source, to, Way(0, length, right, left, entry.action, 1))
        self.ball.end_state()
        return True

    cdef void offer(self, int64_t to, int64_t source, Way way) noexcept nogil:
        """Keep a way from position `source` to position `to` if it saves more than the known."""
        way.saving = to - source - way.length
        if way.saving > self._found[to].saving:
            self._found[to] = way
