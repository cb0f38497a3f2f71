"""The search space: states, nodes, hash table, counters. What is done with it: `advance.py`.

A state is stored once. A node is one way to reach a state (state, parent, action, g); a strictly
shorter way makes a new node and leaves the older one in the open list, as in the paper's code.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.jit import njit
from fmtools.kernels.novelty import (
    WIDTH,
    Novelty,
    grown_novelty,
    no_novelty,
    novelty_width,
    reach_relevant,
    slot_for,
    write_facts,
)
from fmtools.kernels.open_list import OpenList, grown_open_list, make_open_list
from fmtools.kernels.waiting import Waiting, grown_waiting, make_waiting, widened_waiting
from fmtools.kernels.words import Layout, Words, distance, hash_row

# What `advance` and the loop return.
RUNNING, GOAL, EMPTY, BUDGET, GROW, PAUSED = 0, 1, 2, 3, 4, 5

# Columns of `nodes`.
STATE, PARENT, ACTION, DEPTH = 0, 1, 2, 3

# Columns of `reached`: length of the shortest known way to a state, and its distance. Of a state
# that was expanded (closed), the length n is kept as CLOSED - n: negative, so never improved upon.
SHORTEST, DISTANCE = 0, 1
CLOSED = -1

# Entries of `counters`.
NUM_STATES, NUM_NODES, CURRENT, PENDING = 0, 1, 2, 3
GENERATED, EXPANDED, EVALUATED, PRIMITIVE_STEPS = 4, 5, 6, 7
BEST_DISTANCE, BEST_NODE, GOAL_NODE, TRACE_LENGTH = 8, 9, 10, 11
BUDGET_LIMIT, DEPTH_WEIGHT, DISTANCE_WEIGHT, STOP_AT_ZERO = 12, 13, 14, 15
MAX_DISTANCE, DEPTH_LIMIT, WIDTH_WEIGHT, NEXT = 16, 17, 18, 19
# For first improvement: the kind of expansion; of the current node, how many actions it has (-1 if
# not asked yet), how many come before it has to wait, and which is next; what was learned so far.
EXPANSION, OFFERED, FIRST_PART, CURSOR = 20, 21, 22, 23
EPOCH, NEXT_EPOCH, NUM_IMPROVEMENTS, SEED = 24, 25, 26, 27
WAIT_COST = 28
_NUM_COUNTERS = 29

# Kinds of expansion: all successors at once; one by one, moving on at the first improvement; the
# same, macros first, and primitives when the node comes up again.
FULL, FIRST, MACROS_FIRST = 0, 1, 2

NO_DEPTH_LIMIT = 1 << 30

ID_MASK = np.uint64(0xFFFFFFFF)
TAG_MASK = np.uint64(0xFFFFFFFF00000000)


class Space(NamedTuple):
    """All arrays of one search.

    states: uint64[states, words]; reached: int32[states, 2]; nodes: int32[nodes, 4];
    expansions: int32[nodes], nodes in the order they were expanded; table: uint64[2^k], tag << 32 |
    state + 1; successors: uint64[branching, words], actions: int32[branching] and hashes, the
    batch that waits for `advance`; trace: int64[., 2], (generated, best distance) at each
    improvement; reference, mask, low: what `distance` measures.
    """

    states: Words
    reached: npt.NDArray[np.int32]
    nodes: npt.NDArray[np.int32]
    expansions: npt.NDArray[np.int32]
    table: Words
    queue: OpenList
    counters: npt.NDArray[np.int64]
    successors: Words
    actions: npt.NDArray[np.int32]
    hashes: Words
    trace: npt.NDArray[np.int64]
    reference: Words
    mask: Words
    novelty: Novelty
    waiting: Waiting
    low: np.uint64
    handle: npt.NDArray[np.int64]


def with_handle(space: Space) -> Space:
    """The space with its handle: where its arrays are and how large (fmtools.kernels.handle).

    Address, rows and columns (1 for vectors) of every array, in order, then `low`.
    """
    arrays = (*space[:5], *space.queue, *space[6:13], *space.novelty, *space.waiting)
    entries = [(a.ctypes.data, a.shape[0], a.shape[1] if a.ndim == 2 else 1) for a in arrays]
    low = np.array([space.low], np.uint64).view(np.int64)
    handle = np.concatenate([np.array(entries, np.int64).ravel(), low])
    return space._replace(handle=handle)


def table_size(num_states: int) -> int:
    """At most half full, a power of two."""
    return 1 << max(4, (2 * num_states - 1).bit_length())


def space_bytes(layout: Layout, num_states: int, ties: str) -> int:
    """Memory of a space with room for that many states, when full."""
    queue = {"heap": 8, "random": 16}.get(ties, 4)
    return num_states * (8 * layout.num_words + 8 + 16 + 4 + queue) + 8 * table_size(num_states)


def make_space(
    layout: Layout,
    start: Words,
    reference: Words,
    mask: Words,
    ties: str,
    seed: int,
    num_states: int,
    branching: int,
    depth_weight: int,
    distance_weight: int,
    budget: int,
    stop_at_zero: bool,
    max_distance: int,
    depth_limit: int = NO_DEPTH_LIMIT,
    width_weight: int = 0,
    novelty: Novelty | None = None,
    expansion: int = FULL,
    wait_cost: int = 0,
) -> Space:
    """A space that holds the start state, expanded next."""
    counters = np.zeros(_NUM_COUNTERS, np.int64)
    counters[NUM_STATES] = counters[NUM_NODES] = 1
    counters[PENDING] = counters[GOAL_NODE] = -1
    counters[BUDGET_LIMIT] = budget
    counters[DEPTH_WEIGHT], counters[DISTANCE_WEIGHT] = depth_weight, distance_weight
    counters[STOP_AT_ZERO] = stop_at_zero
    counters[MAX_DISTANCE] = max_distance
    counters[EXPANDED] = counters[EVALUATED] = 1
    counters[DEPTH_LIMIT], counters[WIDTH_WEIGHT] = depth_limit, width_weight
    counters[EXPANSION], counters[OFFERED] = expansion, -1
    counters[NEXT_EPOCH], counters[SEED] = 1, seed & 0x7FFFFFFFFFFFFFFF
    counters[WAIT_COST] = wait_cost
    deepest = min(depth_weight * 64, depth_limit) + wait_cost
    num_buckets = distance_weight * max_distance + deepest + 2 * width_weight + 1
    space = Space(
        states=np.empty((num_states, layout.num_words), np.uint64),
        reached=np.empty((num_states, 2), np.int32),
        nodes=np.empty((num_states, 4), np.int32),
        expansions=np.empty(num_states, np.int32),
        table=np.zeros(table_size(num_states), np.uint64),
        queue=make_open_list(ties, num_states, num_buckets, seed),
        counters=counters,
        successors=np.empty((branching, layout.num_words), np.uint64),
        actions=np.empty(branching, np.int32),
        hashes=np.empty(branching, np.uint64),
        trace=np.empty((max_distance + 2, 2), np.int64),
        reference=reference,
        mask=mask,
        novelty=no_novelty() if novelty is None else novelty,
        waiting=make_waiting(num_states, branching, expansion != FULL),
        low=layout.low,
        handle=np.empty(0, np.int64),
    )
    space.states[0] = start
    start_distance = distance(space.states, 0, reference, mask, layout.low)
    space.reached[0] = CLOSED, start_distance
    space.nodes[0] = 0, -1, -1, 0
    space.expansions[0] = 0
    fill_table(space.table, space.states, 1)
    counters[BEST_DISTANCE] = start_distance
    space.trace[0] = 0, start_distance
    counters[TRACE_LENGTH] = 1
    if novelty is not None:
        write_facts(novelty, space.states, 0)
        num_reached = reach_relevant(novelty, -1, 0, False)
        novelty.widths[0] = novelty_width(novelty, slot_for(novelty, num_reached, start_distance))
    if stop_at_zero and start_distance == 0:
        counters[GOAL_NODE] = 0
        counters[EXPANDED] = 0
    return with_handle(space)


def with_branching(space: Space, branching: int) -> Space:
    """Room for larger batches; the waiting batch is kept."""
    width = space.states.shape[1]
    successors = np.empty((branching, width), np.uint64)
    actions = np.empty(branching, np.int32)
    successors[: len(space.actions)] = space.successors
    actions[: len(space.actions)] = space.actions
    hashes = np.empty(branching, np.uint64)
    waiting = widened_waiting(space.waiting, branching)
    return with_handle(
        space._replace(successors=successors, actions=actions, hashes=hashes, waiting=waiting)
    )


def with_capacity(
    space: Space, num_states: int, num_nodes: int, num_buckets: int, num_slots: int = 0
) -> Space:
    """A larger space with the same content."""

    def grown(array: npt.NDArray, rows: int) -> npt.NDArray:
        if rows <= len(array):
            return array
        larger = np.empty((rows, *array.shape[1:]), array.dtype)
        larger[: len(array)] = array
        return larger

    states = grown(space.states, num_states)
    table = space.table
    if table_size(num_states) > len(table):
        table = np.zeros(table_size(num_states), np.uint64)
        fill_table(table, states, int(space.counters[NUM_STATES]))
    queue = space.queue
    novelty = space.novelty
    if novelty.meta[WIDTH] > 0:
        novelty = grown_novelty(novelty, num_slots, num_nodes)
    if num_nodes > len(space.nodes) or num_buckets > len(queue.heads) > 0:
        queue = grown_open_list(queue, num_nodes, num_buckets)
    return with_handle(
        space._replace(
            states=states,
            reached=grown(space.reached, num_states),
            nodes=grown(space.nodes, num_nodes),
            expansions=grown(space.expansions, num_nodes),
            table=table,
            queue=queue,
            novelty=novelty,
            waiting=grown_waiting(space.waiting, num_nodes),
        )
    )


@njit
def fill_table(table, states, num_states):  # type: ignore[no-untyped-def]
    """Enter the first `num_states` states, all different, into an empty table."""
    slot_mask = np.uint64(len(table) - 1)
    for state in range(num_states):
        h = hash_row(states, state)
        slot = h & slot_mask
        while table[slot] != np.uint64(0):
            slot = (slot + np.uint64(1)) & slot_mask
        table[slot] = (h & TAG_MASK) | np.uint64(state + 1)
