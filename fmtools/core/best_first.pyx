"""The one best-first loop: every planner and the macro learner order it, every world feeds it.

A state is stored once. A node is one way to reach a state; a strictly shorter way makes a new node
and leaves the older one in the open list, as in the paper's code. A state is closed when one of its
nodes is popped. The length of a new way counts from the shortest known way to the expanded state,
even where the popped node is an older, longer one; the plan follows the popped node's parents.

Every successor counts as generated, duplicates too, even when the goal appears half-way. The goal
is tested on generation. With novelty, or a guide, a state seen before is passed over.

A guide is asked for a state when it is expanded, not when it is generated: successors wait with
their parent's estimate (macros with one less for every further step), and with landmarks, in
several lists (`fmtools.core.alternation`). A state from which it sees no way waits for the end. Its
plan, run as far as it goes (`fmtools.core.ahead`), is one more successor, whose id is negative.
Without a guide, missing landmarks count where goals
would. The simulator's own heuristic is asked when a state is generated.

With a `bound`, only ways of smaller depth are taken, depth counts `costs` where they are given, a
shorter way opens a closed state again, and the older nodes of a state are passed over: what is
found then is a plan below the bound, and an empty open list, without novelty, proves that there is
none.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy as np

from fmtools.core.ahead cimport FIRST_AHEAD, Ahead
from fmtools.core.alternation cimport Alternation
from fmtools.core.guide cimport Guide
from fmtools.core.landmarks cimport Landmarks
from fmtools.core.memory cimport Memory
from fmtools.core.novelty cimport Novelty
from fmtools.core.open_list cimport heap_entry, make_open_list, push_heap, sift_from_top
from fmtools.core.state_table cimport Reached, StateTable
from fmtools.core.waiting cimport Waiting
from fmtools.core.words cimport cell, distance
from fmtools.core.world cimport Batch, Successor, World
from fmtools.errors import SimulatorError

STATE, PARENT, ACTION, DEPTH, DISTANCE = range(5)
"""Columns of `BestFirst.node_table`."""

cdef enum:
    NOTHING = -1      # what take_in says of a successor that is not to be pushed
    NO_MEMORY = -2
    SLOTS_AHEAD = 24  # successors, from asking for a slot to looking at it
    STATES_AHEAD = 12 # the same for the state that it points to
    INFINITE = 1 << 30
    MOST_PRIORITY = 0x7FFFFFFF  # a heap has no room for more
    MOST_NODES = 0x7FFFFFFF
    GUIDE_UNIT = 64   # effort of a guide that takes about as long as a state
    TRIED = 8         # the same for an action of its plan that was looked at

cdef int64_t NO_PAUSE = (<int64_t>1) << 62


@cython.final
@cython.no_gc_clear
cdef class BestFirst:
    """A search from one start state; `run` goes on where the last call stopped."""

    def __init__(
        self,
        World world,
        Memory memory,
        const uint64_t[::1] start,
        reference,
        mask,
        *,
        str ties,
        uint64_t seed,
        int64_t budget,
        int64_t depth_weight,
        int64_t depth_limit,
        int64_t distance_weight,
        int64_t width_weight,
        int64_t wait_cost,
        bint stop_at_zero,
        bint note_expansions,
        Novelty novelty=None,
        Waiting waiting=None,
        Guide guide=None,
        int64_t guide_weight=0,
        Ahead ahead=None,
        Landmarks landmarks=None,
        heuristic=None,
        int64_t heuristic_weight=0,
        bound=None,
        costs=None,
    ):
        cdef const int32_t[::1] cost_view
        cdef const uint64_t[::1] reference_words = reference, mask_words = mask
        if not len(start) == len(reference) == len(mask) == world.num_words:
            raise ValueError("not rows of this world")
        self.world, self.memory = world, memory
        self.states = StateTable(memory, world.num_words)
        self.queue = make_open_list(ties, memory, seed)
        self.novelty, self.waiting = novelty, waiting
        self.guide, self.guide_weight, self.ahead = guide, guide_weight, ahead
        if ahead is not None and (guide is None or waiting is not None or bound is not None):
            raise ValueError("running ahead takes a guide, full expansion and no bound")
        self.landmarks, self.missing = landmarks, -1
        self.best_estimate = self.best_missing = INFINITE
        if guide is not None:
            self.lists = Alternation(ties, memory, seed)
            self.count_guide()
        world.heed(guide)
        self.batch = Batch(memory, world.num_words)
        self._reference, self._mask = reference, mask
        self.reference, self.mask = &reference_words[0], &mask_words[0]
        self.depth_weight, self.depth_limit = depth_weight, depth_limit
        self.distance_weight, self.width_weight = distance_weight, width_weight
        self.wait_cost = wait_cost
        self.stop_at_zero, self.note_expansions = stop_at_zero, note_expansions
        self.is_hashed = world.gives_hashes and waiting is None
        self.budget = budget
        self.goal_node = self.left_out = -1
        self.heuristic, self.heuristic_weight = heuristic, heuristic_weight
        self.is_bounded, self.bound = bound is not None, INFINITE if bound is None else bound
        if self.bound > INFINITE:
            raise ValueError("depths are int32")
        if costs is not None:
            cost_view = self._costs = costs
            self.costs = &cost_view[0]
        self.enter_start(&start[0])

    cdef int enter_start(self, const uint64_t* row) except -1:
        """The start is node 0, expanded next."""
        cdef uint64_t slot = 0, h = self.states.hash(row)
        cdef int64_t measure
        if not self.reserve(1):
            self.memory.refuse()
        self.states.find(row, h, &slot)
        self.states.enter(row, h, slot)
        self.best_distance = distance(
            row, self.reference, self.mask, self.world.low, self.world.num_words
        )
        self.states.reached(0).distance = <int32_t>self.best_distance
        self.states.reached(0).shortest = -1
        self.nodes[0] = Node(state=0, parent=-1, action=-1, depth=0)
        self.num_nodes = 1
        if self.heuristic is not None:
            self.estimates[0] = <int32_t>self.estimate(row)
        self.evaluated = 1
        self.trace[0], self.trace[1] = 0, self.best_distance
        self.trace_length = 1
        measure = self.best_distance
        if self.landmarks is not None:
            measure = self.missing = self.landmarks.missing(self.world.facts_of(row), -1, 0)
        if self.novelty is not None and (
            self.novelty.evaluate(self.world.facts_of(row), -1, 0, False, measure) == 0
        ):
            self.memory.refuse()
        if self.stop_at_zero and self.best_distance == 0:
            self.goal_node = 0
            self.status = GOAL
        else:
            self.expanded = 1
            if self.note_expansions:
                self.expansions[0] = 0
        return 0

    def __dealloc__(self):
        if self.memory is None:
            return
        self.memory.release(self.nodes, self.nodes_room * sizeof(Node))
        self.memory.release(self.expansions, self.expansions_room * sizeof(int32_t))
        self.memory.release(self.trace, self.trace_room * 2 * sizeof(int64_t))
        self.memory.release(self.estimates, self.estimates_room * sizeof(int32_t))

    @property
    def effort(self):
        """Generated states, and what guides took, as if it had been spent on states."""
        return self.spent()

    @property
    def nearest(self):
        """The guide's smallest estimate; without a guide, the smallest distance."""
        return self.best_distance if self.guide is None else self.best_estimate

    cdef int64_t spent(self) noexcept nogil:
        if self.guide is None:
            return self.generated
        cdef int64_t effort = self.guided
        if self.ahead is not None:
            effort += TRIED * self.ahead.tried
        return self.generated + effort // GUIDE_UNIT

    cdef void count_guide(self) noexcept nogil:
        """What the guide has done and no search counted: others may have the same."""
        self.guided += self.guide.effort - self.guide.counted
        self.guide.counted = self.guide.effort

    def run(self, int64_t pause_at, int64_t pause_effort=NO_PAUSE):
        """Search until something ends it, or `pause_at` states have been generated, or the effort
        has come to `pause_effort`.

        What ended it stays: later calls return it again; but where memory ended, it goes on if
        there is room again. After an exception from the world, the next call asks the world again
        about the same state.
        """
        if self.status <= PAUSED or self.status == OUT_OF_MEMORY:
            with nogil:
                self.loop(pause_at, pause_effort)
        return self.status

    def lead_by(self, Guide guide):
        """Go on with another guide."""
        if self.guide is None or guide is None:
            raise ValueError("a search has a guide from the beginning, or never")
        self.guide = guide
        self.count_guide()
        self.world.heed(guide)
        self.best_estimate = INFINITE

    cdef int loop(self, int64_t pause_at, int64_t pause_effort) except -1 nogil:
        self.status = RUNNING
        if self.left_out >= 0 and not self.push(self.left_out_priority, self.left_out):
            self.status = OUT_OF_MEMORY
        while self.status == RUNNING:
            if self.generated >= pause_at or self.spent() >= pause_effort:
                self.status = PAUSED
            elif self.waiting is None:
                self.status = self.expand_all()
            else:
                self.status = self.expand_next()
        return 0

    cdef int expand_all(self) except -1 nogil:
        """Take in all successors of the current node, then pop the next."""
        cdef int64_t state = self.nodes[self.current].state
        cdef int64_t i, known, node, priority = 0, parent_distance
        cdef int32_t depth
        cdef uint64_t slot = 0
        cdef bint has_room = True
        if self.guide is not None:
            self.ask_guide(state)
            if self.guide.is_lost and not self.lists.is_last:
                return self.set_aside()
        while self.world.expand(self.states.row(state), self.batch) != 0:
            if not self.drop_tables():
                return OUT_OF_MEMORY
        if self.ahead is not None:
            self.run_ahead(state)
        if not self.reserve(self.batch.count):
            return OUT_OF_MEMORY
        depth = -self.states.reached(state).shortest  # one more than the length -1 - shortest
        parent_distance = self.states.reached(state).distance
        self.hash_batch()
        for i in range(self.batch.count):
            self.look_ahead(i)
            if self.is_bounded:
                depth = <int32_t>self.bounded_depth(self.batch.entry(i).action)
                if depth < 0:
                    continue
            known = self.states.find(self.batch.row(i), self.batch.entry(i).hash, &slot)
            if known >= 0 and self.is_reached(known, depth):
                continue
            node = self.take_in(i, known, slot, depth, parent_distance, &priority)
            has_room = node != NO_MEMORY and (node < 0 or self.push(priority, node))
            if not has_room or self.goal_node >= 0:
                break
        if self.after_batch() == GOAL:
            return GOAL
        if not has_room:
            return OUT_OF_MEMORY
        return BUDGET if self.generated >= self.budget else self.pop()

    cdef int ask_guide(self, int64_t state) except -1 nogil:
        """Estimate the current node's state; where it is the best yet, prefer for a while."""
        self.estimated = self.guide.estimate(self.world.facts_of(self.states.row(state)))
        self.count_guide()
        self.guide.arrived(self.nodes[self.current].action)
        if self.estimated < self.best_estimate:
            self.best_estimate = self.estimated
            self.lists.boost()
        return 0

    cdef int run_ahead(self, int64_t state) except -1 nogil:
        """Add to the batch where the guide's plan leads, if that is more than one step."""
        cdef const uint64_t* row = self.states.row(state)
        cdef int64_t i = self.batch.count
        cdef int64_t length = self.ahead.run(self.guide, self.world.facts_of(row))
        if length < 2 or not self.batch.reserve(i + 1):
            return 0
        self.ahead.follow(self.world, row, self.batch.row(i))
        self.batch.entry(i)[0] = Successor(
            self.states.hash(self.batch.row(i)),
            <int32_t>(FIRST_AHEAD - self.ahead.num_kept),
            <int32_t>length,
        )
        self.batch.count = i + 1
        return 0

    cdef int set_aside(self) noexcept nogil:
        """Let the current node, which stays closed, wait until no other is left; pop the next."""
        if not self.lists.lost.push(self.estimated, self.current):
            return OUT_OF_MEMORY
        self.expanded -= 1
        return self.pop()

    cdef inline bint put(self, int64_t priority, int64_t node) noexcept nogil:
        """Let a node wait; False where there is no room."""
        if self.guide is None:
            return self.queue.push(priority, node)
        if 0 <= self.missing < self.best_missing:
            self.best_missing = self.missing
            self.lists.boost()
        return self.lists.push(priority, self.missing, self.guide.prefers(self.nodes[node].action), node)

    cdef int expand_next(self) except -1 nogil:
        """First improvement: take in one successor of the current node; move on where it is nearer.

        A node with successors left goes back into the open list.
        """
        cdef int64_t state = self.nodes[self.current].state
        cdef int64_t known, node = NOTHING, priority = 0, parent_distance
        cdef int32_t depth
        cdef uint64_t slot = 0
        cdef Successor* next
        cdef bint improved = False
        if not self.is_offered:
            while self.world.offer(self.states.row(state), self.waiting.offered) != 0:
                if not self.drop_tables():
                    return OUT_OF_MEMORY
            if not self.waiting.arrange(self.current):
                return OUT_OF_MEMORY
            self.is_offered = True
        if not (self.batch.reserve(1) and self.reserve(1)):
            return OUT_OF_MEMORY
        parent_distance = self.states.reached(state).distance
        self.batch.count = 0
        if self.waiting.is_left():
            next = self.waiting.offered.entry(self.waiting.next_place())
            self.batch.count = 1
            self.batch.entry(0)[0] = next[0]
            self.world.apply(self.states.row(state), next.action, self.batch.row(0))
            self.hash_batch()
            depth = -self.states.reached(state).shortest
            if self.is_bounded:
                depth = <int32_t>self.bounded_depth(next.action)
            known = self.states.find(self.batch.row(0), self.batch.entry(0).hash, &slot)
            if depth >= 0 and (known < 0 or not self.is_reached(known, depth)):
                node = self.take_in(0, known, slot, depth, parent_distance, &priority)
            self.waiting.cursor += 1
        if self.after_batch() == GOAL:
            return GOAL
        if node == NO_MEMORY:
            return OUT_OF_MEMORY
        if self.batch.count > 0:
            improved = node >= 0 and (
                self.states.reached(self.nodes[node].state).distance < parent_distance
            )
            self.waiting.note(self.batch.entry(0).action, improved)
        self.is_offered = not improved and self.waiting.cursor < self.waiting.first_part
        # Before its child, so that the child goes first where the last in is the first out.
        if not self.is_offered and self.waiting.is_left() and not self.put_back(parent_distance):
            return OUT_OF_MEMORY
        if node >= 0 and not self.push(priority, node):
            return OUT_OF_MEMORY
        if self.generated >= self.budget:
            return BUDGET
        return RUNNING if self.is_offered else self.pop()

    cdef bint put_back(self, int64_t parent_distance) noexcept nogil:
        """The current node into the open list again, with its successors that are left."""
        cdef int64_t state = self.nodes[self.current].state
        cdef int64_t depth = -1 - self.states.reached(state).shortest
        cdef int64_t priority = self.depth_cost(depth) + self.distance_weight * parent_distance
        self.waiting.taken[self.current].cursor = <int32_t>self.waiting.cursor
        if self.novelty is not None:
            priority += self.width_weight * (self.novelty.widths[self.current] - 1)
        if self.waiting.macros_first and self.waiting.offered.entry(self.waiting.next_place()).steps == 1:
            priority += self.wait_cost
        if self.heuristic is not None:
            priority += self.heuristic_weight * self.estimates[self.current]
        return self.push(min(priority, MOST_PRIORITY), self.current)

    cdef bint push(self, int64_t priority, int64_t node) noexcept nogil:
        """Let a node wait; where there is no room, it is the first thing to do once there is."""
        self.left_out = -1
        while not self.put(priority, node):
            if not self.drop_tables():
                self.left_out, self.left_out_priority = node, priority
                return False
        return True

    cdef bint drop_tables(self) noexcept nogil:
        """Free what the search can do without, and do worse without: tables of novelty."""
        return self.novelty is not None and self.novelty.drop()

    def make_room(self):
        """Whether there was something to free for others that share the memory; it is free now."""
        return self.drop_tables()

    cdef int64_t estimate(self, const uint64_t* row) except -1 nogil:
        """What the simulator's heuristic says of a state."""
        cdef int64_t estimate
        with gil:
            estimate = self.heuristic(self.world.state_of(row))
            if not 0 <= estimate <= INFINITE:
                raise SimulatorError(f"heuristic() says {estimate}; it must say 0 to {INFINITE}")
            return estimate

    cdef int64_t bounded_depth(self, int32_t action) noexcept nogil:
        """Of a successor of the current node; -1 where that reaches the bound."""
        cdef int64_t depth = self.nodes[self.current].depth
        depth += 1 if self.costs == NULL else self.costs[action]
        return depth if depth < self.bound else -1

    cdef bint reserve(self, int64_t count) noexcept nogil:
        """Room for so many successors everywhere; False where the memory limit forbids it."""
        while not self.has_room(count):
            if not self.drop_tables():
                return False
        return True

    cdef bint has_room(self, int64_t count) noexcept nogil:
        cdef int64_t num_nodes = self.num_nodes + count
        return (
            num_nodes <= MOST_NODES
            and self.states.reserve(count)
            and self.memory.grow(
                <void**>&self.nodes, &self.nodes_room, max(num_nodes, 256), sizeof(Node)
            )
            and self.memory.grow(
                <void**>&self.trace, &self.trace_room, self.trace_length + 1, 2 * sizeof(int64_t)
            )
            and (
                not self.note_expansions
                or self.memory.grow(
                    <void**>&self.expansions,
                    &self.expansions_room,
                    self.expanded + 1,
                    sizeof(int32_t),
                )
            )
            and (
                self.heuristic is None
                or self.memory.grow(
                    <void**>&self.estimates,
                    &self.estimates_room,
                    self.nodes_room,
                    sizeof(int32_t),
                )
            )
            and (self.novelty is None or self.novelty.reserve(self.nodes_room))
            and (self.waiting is None or self.waiting.reserve(self.nodes_room))
            and (self.landmarks is None or self.landmarks.reserve(self.nodes_room))
        )

    cdef void hash_batch(self) noexcept nogil:
        """Hash the batch, where the world has not, and ask for what will be looked at first."""
        cdef int64_t i
        cdef Successor* entry
        for i in range(self.batch.count if not self.is_hashed else 0):
            entry = self.batch.entry(i)
            entry.hash = self.states.hash(self.batch.row(i))
            if i < SLOTS_AHEAD:
                self.states.ask_for_slot(entry.hash)
        for i in range(min(self.batch.count, SLOTS_AHEAD) if self.is_hashed else 0):
            self.states.ask_for_slot(self.batch.entry(i).hash)
        for i in range(min(self.batch.count, STATES_AHEAD)):
            self.states.ask_for_state(self.batch.entry(i).hash)

    cdef inline void look_ahead(self, int64_t i) noexcept nogil:
        """Before successor i, ask for what later ones will look at, so that cache misses overlap."""
        if i + SLOTS_AHEAD < self.batch.count:
            self.states.ask_for_slot(self.batch.entry(i + SLOTS_AHEAD).hash)
        if i + STATES_AHEAD < self.batch.count:
            self.states.ask_for_state(self.batch.entry(i + STATES_AHEAD).hash)

    cdef inline bint is_reached(self, int64_t state, int32_t depth) noexcept nogil:
        """Whether a state that is known need not be looked at again, on a way of that length."""
        cdef int32_t shortest = self.states.reached(state).shortest
        if self.novelty is not None or self.guide is not None:
            return True
        if self.is_bounded and shortest < 0:
            shortest = -1 - shortest
        return depth >= shortest

    cdef int64_t take_in(
        self,
        int64_t i,
        int64_t state,
        uint64_t slot,
        int32_t depth,
        int64_t parent_distance,
        int64_t* priority,
    ) except? -3 nogil:
        """Make successor i of the current node a node: it, to be pushed, or why it is not.

        state: the successor's, -1 where it is new, to be entered at `slot`. A goal becomes a node,
        too, and is noted, not pushed.
        """
        cdef Successor* entry = self.batch.entry(i)
        cdef const uint64_t* row = self.batch.row(i)
        cdef int64_t node = self.num_nodes
        cdef int64_t remaining, measure, estimate = 0
        cdef int novel = 1
        if state >= 0:
            remaining = self.states.reached(state).distance
        else:
            remaining = distance(
                row, self.reference, self.mask, self.world.low, self.world.num_words
            )
        if self.heuristic is not None and remaining > 0:
            estimate = self.estimate(row)  # may raise: nothing is changed before
        measure = remaining
        if self.landmarks is not None:
            self.missing = self.landmarks.missing(self.world.facts_of(row), self.current, node)
            measure = self.missing
        if self.novelty is not None:
            novel = self.novelty.evaluate(
                self.world.facts_of(row),
                self.current,
                node,
                remaining >= parent_distance,
                measure,
            )
            if novel == 0:
                return NO_MEMORY
        if state < 0:
            state = self.states.enter(row, entry.hash, slot)
            self.states.reached(state).distance = <int32_t>remaining
            self.evaluated += 1
        self.states.reached(state).shortest = depth
        self.nodes[node].state = <int32_t>state
        self.nodes[node].parent = <int32_t>self.current
        self.nodes[node].action = entry.action
        self.nodes[node].depth = depth
        self.num_nodes = node + 1
        if entry.action <= FIRST_AHEAD:
            self.ahead.keep()
        if remaining < self.best_distance:
            self.best_distance = remaining
            self.best_node = node
            if remaining == 0 and self.stop_at_zero:
                self.goal_node = node
                return NOTHING
        priority[0] = (
            self.depth_cost(depth)
            + self.distance_weight * measure
            + self.width_weight * (novel - 1)
            + self.guide_weight * max(self.estimated + 1 - entry.steps, 0)
        )
        if self.heuristic is not None:
            self.estimates[node] = <int32_t>estimate
            priority[0] += self.heuristic_weight * estimate
        if self.heuristic is not None or self.is_bounded:
            priority[0] = min(priority[0], MOST_PRIORITY)
        if self.novelty is not None and novel > self.novelty.prune_above:
            return NOTHING
        return node

    cdef int after_batch(self) noexcept nogil:
        """Count the batch, note an improvement; GOAL where one was found, else RUNNING."""
        cdef int64_t i, steps = 0
        self.generated += self.batch.count
        for i in range(self.batch.count):
            steps += self.batch.entry(i).steps
        self.primitive_steps += steps
        if self.best_distance < self.trace[2 * self.trace_length - 1]:
            self.trace[2 * self.trace_length] = self.generated
            self.trace[2 * self.trace_length + 1] = self.best_distance
            self.trace_length += 1
        return GOAL if self.goal_node >= 0 else RUNNING

    cdef int pop(self) noexcept nogil:
        """The next node that is worth expanding; EMPTY where there is none."""
        cdef int64_t node
        cdef Reached* reached
        while True:
            node = self.queue.pop() if self.guide is None else self.lists.pop()
            if node < 0:
                return EMPTY
            if self.guide is not None and self.lists.is_last:
                self.current = node
                self.expanded += 1
                return RUNNING
            reached = self.states.reached(self.nodes[node].state)
            if self.is_bounded and (
                self.nodes[node].depth >= self.bound
                or self.nodes[node].depth > reached.shortest >= 0
            ):
                continue
            if reached.shortest >= 0:
                reached.shortest = -1 - reached.shortest
                self.current = node
                if self.note_expansions:
                    self.expansions[self.expanded] = <int32_t>node
                self.expanded += 1
                return RUNNING
            if self.waiting is not None and self.waiting.taken[node].cursor > 0:
                self.current = node
                return RUNNING

    @property
    def num_states(self):
        return self.states.count

    @property
    def improvements(self):
        """(generated, best distance) at the start and at each improvement."""
        cdef int64_t k
        return tuple(
            (self.trace[2 * k], self.trace[2 * k + 1]) for k in range(self.trace_length)
        )

    def actions_to(self, int64_t node):
        """The actions from the start to this node."""
        actions = []
        self._check(node)
        while self.nodes[node].parent >= 0:
            if self.nodes[node].action <= FIRST_AHEAD:
                actions.extend(reversed(self.ahead.sequence(self.nodes[node].action)))
            else:
                actions.append(self.nodes[node].action)
            node = self.nodes[node].parent
        actions.reverse()
        return tuple(actions)

    def node_table(self):
        """int32[nodes, 5]: state, parent, action, depth and distance of every node; a copy."""
        table = np.empty((self.num_nodes, 5), np.int32)
        cdef int32_t[:, ::1] view = table
        cdef int64_t node
        for node in range(self.num_nodes):
            view[node, 0] = self.nodes[node].state
            view[node, 1] = self.nodes[node].parent
            view[node, 2] = self.nodes[node].action
            view[node, 3] = self.nodes[node].depth
            view[node, 4] = self.states.reached(self.nodes[node].state).distance
        return table

    def examples(self, const int32_t[::1] kinds, int64_t num_kinds, int64_t most):
        """For every kind of action, nodes that its actions led to: at most so many, evenly spread.

        kinds: by action. Lists of int64, the k-th for kind k.
        """
        counts = np.zeros(num_kinds, np.int64)
        cdef int64_t[::1] seen = counts
        cdef int64_t node, kind
        for node in range(1, self.num_nodes):
            if self.nodes[node].action > FIRST_AHEAD:
                seen[kinds[self.nodes[node].action]] += 1
        strides = np.maximum(1, counts // most)
        cdef int64_t[::1] stride = strides
        found = np.empty((num_kinds, most), np.int64)
        cdef int64_t[:, ::1] view = found
        counts[:] = 0
        for node in range(1, self.num_nodes):
            if self.nodes[node].action <= FIRST_AHEAD:
                continue
            kind = kinds[self.nodes[node].action]
            if seen[kind] % stride[kind] == 0 and seen[kind] < most * stride[kind]:
                view[kind, seen[kind] // stride[kind]] = node
            seen[kind] += 1
        return [row[:n] for row, n in zip(found, np.minimum(most, -(-counts // strides)))]

    def step_to(self, int64_t node):
        """(parent, action) of a node."""
        self._check(node)
        return self.nodes[node].parent, self.nodes[node].action

    def _check(self, int64_t node):
        if not 0 <= node < self.num_nodes:
            raise IndexError(node)

    def parent_of(self, int64_t node):
        self._check(node)
        return self.nodes[node].parent

    def first_with(self, Py_ssize_t variable, int64_t value):
        """The first node in whose state the variable has that value, or -1."""
        cdef int64_t node
        cdef const uint64_t* row
        for node in range(self.num_nodes):
            row = self.world.facts_of(self.states.row(self.nodes[node].state))
            if cell(row, variable, self.world.cell_bits) == value:
                return node
        return -1

    def rows(self, const int64_t[::1] nodes):
        """uint64[., words]: the states of these nodes; copies."""
        rows = np.empty((nodes.shape[0], self.world.num_words), np.uint64)
        cdef uint64_t[:, ::1] view = rows
        cdef Py_ssize_t k, w
        cdef const uint64_t* row
        for k in range(nodes.shape[0]):
            self._check(nodes[k])
            row = self.states.row(self.nodes[nodes[k]].state)
            for w in range(self.world.num_words):
                view[k, w] = row[w]
        return rows

    def expanded_nodes(self):
        """int64[.]: nodes in the order they were expanded, where that was asked for; a copy."""
        if not self.note_expansions:
            raise ValueError("expansions were not noted")
        nodes = np.empty(self.expanded, np.int64)
        cdef int64_t[::1] view = nodes
        cdef int64_t k
        for k in range(self.expanded):
            view[k] = self.expansions[k]
        return nodes

    def smallest_effects(self, int64_t room):
        """(negated distances, nodes) of expanded nodes: the paper's bounded heap, as it lies.

        Works as heapq does on negated distances alone: push until full, then push-pop, which keeps
        what is there unless its largest distance is strictly larger than the new one's. A distance
        of 0 counts as infinite. The start, expanded first, is among them.
        """
        if not self.note_expansions:
            raise ValueError("expansions were not noted")
        heap = np.empty(max(room, 1), np.int64)
        cdef int64_t[::1] view = heap
        cdef int64_t k, node, effect, size = 0
        for k in range(self.expanded):
            node = self.expansions[k]
            effect = self.states.reached(self.nodes[node].state).distance
            if effect == 0:
                effect = INFINITE
            if size < room:
                push_heap(&view[0], size, -effect, node)
                size += 1
            elif room > 0 and (view[0] >> 32) < -effect:
                sift_from_top(&view[0], size, heap_entry(-effect, node))
        return heap[:size] >> 32, heap[:size] & 0xFFFFFFFF
