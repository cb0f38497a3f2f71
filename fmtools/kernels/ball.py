"""Balls of states around given ones: breadth-first, level by level, without an open list.

Two balls that grow towards each other find a shortest way between two states (`two_ended`), where
every action can be undone. One ball finds ways back into a plan, or to a goal (`rejoin`). A ball
around all states of a plan at once finds ways from part to part of it (`spread`).

As in `fmtools.search.loop`, each loop is written once, and compiled for worlds that have a kernel.
In a ball a node and its state have one number.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.expand import expand
from fmtools.kernels.jit import njit
from fmtools.kernels.space import (
    ACTION,
    CURRENT,
    DEPTH,
    GENERATED,
    NUM_STATES,
    PARENT,
    PENDING,
    STATE,
)
from fmtools.kernels.words import Layout, Words, distance, hash_row

# What the loops return.
PAUSED, MET, NONE, FULL, GROW = 0, 1, 2, 3, 4

# Entries of `counters` beside those that `fmtools.kernels.space` and its worlds use.
NEXT, LEVEL_END, RADIUS, BUSY, SLOT_MASK, MAX_STATES = 8, 9, 10, 11, 12, 13
MET_STATE, BEST_SAVING, BEST_NODE, BEST_POSITION = 14, 15, 16, 17
_NUM_COUNTERS = 18

# The fifth column of `nodes`: from which of the first states a state was reached.
SOURCE = 4

# Columns of `found`, a row for each position of a plan: the best known way there from an earlier
# one. It leads to state LEFT, by EDGE to state RIGHT, and on to the source of that; FLIPPED where
# EDGE is the action from RIGHT to LEFT.
SAVING, LENGTH, LEFT, RIGHT, EDGE, FLIPPED = 0, 1, 2, 3, 4, 5
_FIRST_SLOTS = 256

_ID_MASK = np.uint64(0xFFFFFFFF)
_TAG_MASK = np.uint64(0xFFFFFFFF00000000)


class Ball(NamedTuple):
    """Fields that `expand` knows have the names they have in a `Space`.

    states: uint64[states, words]; hashes: uint64[states]; nodes: int32[states, 5]; table:
    uint64[2^k], of which the first SLOT_MASK + 1 slots are in use, tag << 32 | state + 1;
    successors and actions: the batch.
    """

    states: Words
    hashes: Words
    nodes: npt.NDArray[np.int32]
    table: Words
    counters: npt.NDArray[np.int64]
    successors: Words
    actions: npt.NDArray[np.int32]


def make_ball(layout: Layout, max_states: int, branching: int) -> Ball:
    """Room for so many states; memory that is never used is never touched."""
    slots = 1 << max(8, (2 * max_states - 1).bit_length())
    return Ball(
        states=np.empty((max_states, layout.num_words), np.uint64),
        hashes=np.empty(max_states, np.uint64),
        nodes=np.empty((max_states, 5), np.int32),
        table=np.zeros(slots, np.uint64),
        counters=np.zeros(_NUM_COUNTERS, np.int64),
        successors=np.zeros((branching, layout.num_words), np.uint64),
        actions=np.zeros(branching, np.int32),
    )


def ball_bytes(layout: Layout, max_states: int) -> int:
    """Memory of a full ball."""
    return max_states * (8 * layout.num_words + 8 + 20 + 32)


def with_batch(ball: Ball, branching: int) -> Ball:
    """Room for more successors of one state."""
    words = ball.states.shape[1]
    return ball._replace(
        successors=np.zeros((branching, words), np.uint64), actions=np.zeros(branching, np.int32)
    )


@njit
def refill(ball, num_slots):  # type: ignore[no-untyped-def]
    """Enter all states into an empty table of `num_slots`, a power of two."""
    table = ball.table
    counters = ball.counters
    mask = np.uint64(num_slots - 1)
    counters[SLOT_MASK] = num_slots - 1
    for slot in range(num_slots):
        table[slot] = np.uint64(0)
    for state in range(counters[NUM_STATES]):
        h = ball.hashes[state]
        slot = h & mask
        while table[slot] != np.uint64(0):
            slot = (slot + np.uint64(1)) & mask
        table[slot] = (h & _TAG_MASK) | np.uint64(state + 1)


@njit
def add_state(ball, rows, i, h, parent, action, depth, source):  # type: ignore[no-untyped-def]
    """Append a state that is not in the ball; False where there is no room."""
    counters = ball.counters
    state = counters[NUM_STATES]
    if state >= counters[MAX_STATES]:
        return False
    for w in range(rows.shape[1]):
        ball.states[state, w] = rows[i, w]
    ball.hashes[state] = h
    ball.nodes[state, STATE] = state
    ball.nodes[state, PARENT] = parent
    ball.nodes[state, ACTION] = action
    ball.nodes[state, DEPTH] = depth
    ball.nodes[state, SOURCE] = source
    counters[NUM_STATES] = state + 1
    num_slots = counters[SLOT_MASK] + 1
    if 2 * (state + 1) > num_slots and num_slots < len(ball.table):
        refill(ball, 4 * num_slots if 4 * num_slots <= len(ball.table) else len(ball.table))
        return True
    mask = np.uint64(counters[SLOT_MASK])
    slot = h & mask
    while ball.table[slot] != np.uint64(0):
        slot = (slot + np.uint64(1)) & mask
    ball.table[slot] = (h & _TAG_MASK) | np.uint64(state + 1)
    return True


@njit
def reset(ball, rows, i, max_states):  # type: ignore[no-untyped-def]
    """The ball of radius 0 around rows[i], allowed to hold `max_states`."""
    counters = ball.counters
    for k in range(len(counters)):
        counters[k] = 0
    counters[MAX_STATES] = max_states if max_states < len(ball.states) else len(ball.states)
    counters[MET_STATE] = counters[BEST_NODE] = -1
    refill(ball, _FIRST_SLOTS)
    add_state(ball, rows, i, hash_row(rows, i), -1, -1, 0, 0)
    counters[LEVEL_END] = 1


@njit
def find(ball, rows, i, h):  # type: ignore[no-untyped-def]
    """The number of state rows[i], whose hash is h, or -1."""
    mask = np.uint64(ball.counters[SLOT_MASK])
    tag = h & _TAG_MASK
    slot = h & mask
    while True:
        entry = ball.table[slot]
        if entry == np.uint64(0):
            return np.int64(-1)
        if (entry & _TAG_MASK) == tag:
            state = np.int64(entry & _ID_MASK) - 1
            same = True
            for w in range(rows.shape[1]):
                if ball.states[state, w] != rows[i, w]:
                    same = False
                    break
            if same:
                return state
        slot = (slot + np.uint64(1)) & mask


@njit
def enter(ball, rows, num_rows, max_states):  # type: ignore[no-untyped-def]
    """The ball of radius 0 around all rows, different ones; they are its states 0, 1, …"""
    reset(ball, rows, 0, max_states)
    for i in range(1, num_rows):
        add_state(ball, rows, i, hash_row(rows, i), -1, -1, 0, i)
    ball.counters[LEVEL_END] = num_rows


@njit
def take_in(ball, count):  # type: ignore[no-untyped-def]
    """Add the new ones among the waiting successors of node NEXT; False where room runs out."""
    counters = ball.counters
    parent = counters[NEXT]
    source = ball.nodes[parent, SOURCE]
    depth = counters[RADIUS] + 1
    counters[GENERATED] += count
    for i in range(count):
        h = hash_row(ball.successors, i)
        if find(ball, ball.successors, i, h) < 0 and not add_state(
            ball, ball.successors, i, h, parent, ball.actions[i], depth, source
        ):
            return False
    end_node(ball)
    return True


@njit
def end_node(ball):  # type: ignore[no-untyped-def]
    """Go on to the next node, and with the last of a level to the next level."""
    counters = ball.counters
    counters[NEXT] += 1
    if counters[NEXT] == counters[LEVEL_END]:
        counters[LEVEL_END] = counters[NUM_STATES]
        counters[RADIUS] += 1
        counters[BUSY] = 0


@njit
def offer(found, to, source, length, left, right, action, flipped):  # type: ignore[no-untyped-def]
    """Keep a way from position `source` to position `to` if it saves more than the one known."""
    saving = to - source - length
    if saving > found[to, SAVING]:
        found[to, SAVING] = saving
        found[to, LENGTH] = length
        found[to, LEFT] = left
        found[to, RIGHT] = right
        found[to, EDGE] = action
        found[to, FLIPPED] = flipped


@njit
def meet(ball, first, other):  # type: ignore[no-untyped-def]
    """Whether one of the states from `first` on is in the other ball, too; it is noted in both."""
    for state in range(first, ball.counters[NUM_STATES]):
        met = find(other, ball.states, state, ball.hashes[state])
        if met >= 0:
            ball.counters[MET_STATE] = state
            other.counters[MET_STATE] = met
            return True
    return False


@njit
def note_rejoined(ball, first, line, position, goal, low):  # type: ignore[no-untyped-def]
    """Note the largest saving of the states from `first` on; see `rejoin`."""
    counters = ball.counters
    last = line.counters[NUM_STATES] - 1
    for state in range(first, counters[NUM_STATES]):
        if distance(ball.states, state, goal[0], goal[1], low) == 0:
            reached = last
        else:
            reached = find(line, ball.states, state, ball.hashes[state])
        saving = reached - position - ball.nodes[state, DEPTH]
        if reached >= 0 and saving > counters[BEST_SAVING]:
            counters[BEST_SAVING] = saving
            counters[BEST_NODE] = state
            counters[BEST_POSITION] = reached


@njit
def take_in_noting(ball, count, found, goal, low, can_undo):  # type: ignore[no-untyped-def]
    """As `take_in`, with ways between positions of a plan noted; see `spread`."""
    counters = ball.counters
    left = counters[NEXT]
    source = np.int64(ball.nodes[left, SOURCE])
    depth = counters[RADIUS] + 1
    last = len(found) - 1
    counters[GENERATED] += count
    for i in range(count):
        action = ball.actions[i]
        h = hash_row(ball.successors, i)
        right = find(ball, ball.successors, i, h)
        if right < 0:
            right = counters[NUM_STATES]
            if not add_state(ball, ball.successors, i, h, left, action, depth, source):
                return False
            if distance(ball.states, right, goal[0], goal[1], low) == 0:
                offer(found, last, source, depth, left, right, action, 0)
            continue
        length = depth + ball.nodes[right, DEPTH]
        to = np.int64(ball.nodes[right, SOURCE])
        if can_undo or length == depth:
            offer(found, to, source, length, left, right, action, 0)
        if can_undo:
            offer(found, source, to, length, right, left, action, 1)
    end_node(ball)
    return True


def two_ended(world: Any, here: Ball, there: Ball, longest: int, pause_at: int) -> int:
    """Grow both balls, a level at a time, until they meet or no way of `longest` steps is left.

    On MET, MET_STATE of each ball is its number of the state they share; the way over it is a
    shortest one. NONE: there is none so short. Stops at `pause_at` generated states, and may be
    called again.
    """
    while here.counters[GENERATED] + there.counters[GENERATED] < pause_at:
        if here.counters[BUSY] == 0 and there.counters[BUSY] == 0:
            if here.counters[RADIUS] + there.counters[RADIUS] >= longest:
                return NONE
            width_here = here.counters[NUM_STATES] - here.counters[NEXT]
            width_there = there.counters[NUM_STATES] - there.counters[NEXT]
            if width_here == 0 or width_there == 0:
                return NONE
            if width_here <= width_there:
                here.counters[BUSY] = 1
            else:
                there.counters[BUSY] = 1
        if here.counters[BUSY] != 0:
            ball, other = here, there
        else:
            ball, other = there, here
        counters = ball.counters
        counters[CURRENT] = counters[NEXT]
        count = expand(world, ball)
        if count < 0:
            counters[PENDING] = count
            return GROW
        first = counters[NUM_STATES]
        room = take_in(ball, count)
        if meet(ball, first, other):
            return MET
        if not room:
            return FULL
    return PAUSED


def rejoin(
    world: Any,
    ball: Ball,
    line: Ball,
    position: int,
    goal: Words,
    low: np.uint64,
    pause_at: int,
) -> int:
    """Grow a ball around line state `position`; note the largest saving over following the line.

    The states of `line` are those of a plan, in order. Reaching line state p after d steps saves
    p - position - d; reaching the goal (two rows, values and mask) counts as its last state.
    BEST_SAVING, BEST_NODE and BEST_POSITION tell.
    """
    counters = ball.counters
    last = line.counters[NUM_STATES] - 1
    while counters[GENERATED] < pause_at:
        if counters[NEXT] == counters[NUM_STATES]:
            return NONE
        if last - position - (counters[RADIUS] + 1) <= counters[BEST_SAVING]:
            return NONE
        counters[CURRENT] = counters[NEXT]
        count = expand(world, ball)
        if count < 0:
            counters[PENDING] = count
            return GROW
        first = counters[NUM_STATES]
        room = take_in(ball, count)
        note_rejoined(ball, first, line, position, goal, low)
        if not room:
            return FULL
    return PAUSED


def spread(
    world: Any,
    ball: Ball,
    found: npt.NDArray[np.int64],
    goal: Words,
    low: np.uint64,
    can_undo: bool,
    pause_at: int,
) -> int:
    """Grow a ball around all states of a plan; note ways between them in `found`.

    Where actions can be undone, regions that touch make a way, in both directions; else only a
    region that reaches a state of the plan, or the goal, does.
    """
    counters = ball.counters
    while counters[GENERATED] < pause_at:
        if counters[NEXT] == counters[NUM_STATES]:
            return NONE
        counters[CURRENT] = counters[NEXT]
        count = expand(world, ball)
        if count < 0:
            counters[PENDING] = count
            return GROW
        if not take_in_noting(ball, count, found, goal, low, can_undo):
            return FULL
    return PAUSED


two_ended_compiled = njit(two_ended)
rejoin_compiled = njit(rejoin)
spread_compiled = njit(spread)
