"""`advance`, one step of best-first: successors into the space, then the next node out of it."""

import numpy as np

from fmtools.kernels.jit import njit
from fmtools.kernels.novelty import (
    PAPER,
    PRUNE_ABOVE,
    WIDTH,
    count_reached,
    novelty_width,
    reach_relevant,
    slot_for,
    write_facts,
)
from fmtools.kernels.open_list import pop, push
from fmtools.kernels.prefetch import prefetch_row
from fmtools.kernels.space import (
    ACTION,
    BEST_DISTANCE,
    BEST_NODE,
    BUDGET,
    BUDGET_LIMIT,
    CLOSED,
    CURRENT,
    CURSOR,
    DEPTH,
    DEPTH_LIMIT,
    DEPTH_WEIGHT,
    DISTANCE,
    DISTANCE_WEIGHT,
    EMPTY,
    EPOCH,
    EVALUATED,
    EXPANDED,
    EXPANSION,
    FIRST_PART,
    FULL,
    GENERATED,
    GOAL,
    GOAL_NODE,
    GROW,
    ID_MASK,
    MACROS_FIRST,
    MAX_DISTANCE,
    NEXT,
    NEXT_EPOCH,
    NUM_IMPROVEMENTS,
    NUM_NODES,
    NUM_STATES,
    OFFERED,
    PARENT,
    PENDING,
    RUNNING,
    SHORTEST,
    STATE,
    STOP_AT_ZERO,
    TAG_MASK,
    TRACE_LENGTH,
    WAIT_COST,
    WIDTH_WEIGHT,
)
from fmtools.kernels.waiting import CURSOR_OF, freeze, next_is_primitive, note_try
from fmtools.kernels.words import distance, hash_row


@njit
def advance_kernel(space):  # type: ignore[no-untyped-def]
    """Take in the waiting batch of successors of the current node, then pop the next node.

    Every successor counts as generated, duplicates too, even when the goal appears half-way. The
    goal is tested on generation. With novelty, a state seen before is passed over.

    With first improvement a batch is one successor. If its distance is smaller than the node's, or
    none is left, the next node is popped; else the node stays. One with successors left goes back
    into the open list.

    Returns GROW where room is short: for states or buckets, with the batch still waiting; for the
    batch itself, whose size is then in PENDING, negated; for novelty's partitions, with NEXT at one
    more than the successor to go on with.
    """
    states = space.states
    reached = space.reached
    nodes = space.nodes
    table = space.table
    queue = space.queue
    counters = space.counters
    successors = space.successors
    actions = space.actions
    hashes = space.hashes
    reference = space.reference
    mask = space.mask
    low = space.low
    width = states.shape[1]
    count = counters[PENDING]
    num_states = counters[NUM_STATES]
    num_nodes = counters[NUM_NODES]
    current = counters[CURRENT]
    # From the shortest known way to the state, even where a longer one was popped first: the
    # paper's code counted so. The plan still follows the popped node's parents.
    depth = CLOSED - reached[nodes[current, STATE], SHORTEST] + 1
    depth_cost = counters[DEPTH_WEIGHT] * depth
    depth_cost = min(depth_cost, counters[DEPTH_LIMIT])
    distance_weight = counters[DISTANCE_WEIGHT]
    width_weight = counters[WIDTH_WEIGHT]
    num_buckets = len(queue.heads)
    novelty = space.novelty
    width_limit = novelty.meta[WIDTH]
    paper = novelty.meta[PAPER] != 0
    begun = counters[NEXT] > 0
    first = counters[NEXT] - 1 if begun else 0
    if (
        count < 0
        or num_states + count > states.shape[0]
        or num_nodes + count > nodes.shape[0]
        or (
            num_buckets > 0
            and depth_cost
            + distance_weight * counters[MAX_DISTANCE]
            + 2 * width_weight
            + counters[WAIT_COST]
            >= num_buckets
        )
    ):
        return GROW
    slot_mask = np.uint64(len(table) - 1)
    if not begun:
        counters[GENERATED] += count
        # Three passes over the batch, so that its cache misses overlap: ask for the table's slots,
        # then for the states they point to, then look.
        for i in range(count):
            h = hash_row(successors, i)
            hashes[i] = h
            prefetch_row(table, np.int64(h & slot_mask))
        for i in range(count):
            entry = table[hashes[i] & slot_mask]
            if entry != np.uint64(0) and (entry ^ hashes[i]) & TAG_MASK == np.uint64(0):
                candidate = np.int64(entry & ID_MASK) - 1
                prefetch_row(states, candidate)
                prefetch_row(reached, candidate)
    evaluated = 0
    best = counters[BEST_DISTANCE]
    stop_at_zero = counters[STOP_AT_ZERO]
    found = -1
    short = False
    expansion = counters[EXPANSION]
    improved = False
    kept = -1
    kept_priority = np.int64(0)
    parent_remaining = np.int64(reached[nodes[current, STATE], DISTANCE])
    for i in range(first, count):
        h = hashes[i]
        tag = h & TAG_MASK
        slot = h & slot_mask
        state = -1
        while True:
            entry = table[slot]
            if entry == np.uint64(0):
                break
            if (entry & TAG_MASK) == tag:
                candidate = np.int64(entry & ID_MASK) - 1
                same = True
                for w in range(width):
                    if states[candidate, w] != successors[i, w]:
                        same = False
                        break
                if same:
                    state = candidate
                    break
            slot = (slot + np.uint64(1)) & slot_mask
        if state >= 0:
            if width_limit > 0 or depth >= reached[state, SHORTEST]:
                continue
            remaining = np.int64(reached[state, DISTANCE])
        else:
            remaining = distance(successors, i, reference, mask, low)
        priority = depth_cost + distance_weight * remaining
        pruned = False
        if width_limit > 0:
            write_facts(novelty, successors, i)
            keep = remaining >= parent_remaining
            if paper:
                num_reached = count_reached(novelty, current)
            else:
                num_reached = reach_relevant(novelty, current, num_nodes, keep)
            rows = slot_for(novelty, num_reached, remaining)
            if rows < 0:
                counters[NEXT] = i + 1
                short = True
                break
            novel = novelty_width(novelty, rows)
            novelty.widths[num_nodes] = novel
            if paper:
                before = novelty.widths[current]
                keep = novel > before or (novel == before and keep)
                reach_relevant(novelty, current, num_nodes, keep)
            priority += width_weight * (novel - 1)
            pruned = novel > novelty.meta[PRUNE_ABOVE]
        if state < 0:
            state = num_states
            num_states += 1
            table[slot] = tag | np.uint64(state + 1)
            for w in range(width):
                states[state, w] = successors[i, w]
            reached[state, DISTANCE] = remaining
            evaluated += 1
        reached[state, SHORTEST] = depth
        nodes[num_nodes, STATE] = state
        nodes[num_nodes, PARENT] = current
        nodes[num_nodes, ACTION] = actions[i]
        nodes[num_nodes, DEPTH] = depth
        if remaining < best:
            best = remaining
            counters[BEST_NODE] = num_nodes
            if remaining == 0 and stop_at_zero:
                found = num_nodes
                num_nodes += 1
                break
        if not pruned:
            if expansion == FULL:
                push(queue, priority, num_nodes)
            else:
                improved = remaining < parent_remaining
                kept = num_nodes
                kept_priority = priority
        num_nodes += 1
    counters[NUM_STATES] = num_states
    counters[NUM_NODES] = num_nodes
    counters[EVALUATED] += evaluated
    if best < counters[BEST_DISTANCE]:
        counters[BEST_DISTANCE] = best
        length = counters[TRACE_LENGTH]
        space.trace[length, 0] = counters[GENERATED]
        space.trace[length, 1] = best
        counters[TRACE_LENGTH] = length + 1
    if short:
        return GROW
    counters[NEXT] = 0
    counters[PENDING] = -1
    if found >= 0:
        counters[GOAL_NODE] = found
        return GOAL
    if expansion != FULL:
        cursor = counters[CURSOR] + count
        counters[CURSOR] = cursor
        if count > 0:
            note_try(space.waiting.classes, actions[0], improved)
            if improved:
                total = counters[NUM_IMPROVEMENTS] + 1
                counters[NUM_IMPROVEMENTS] = total
                if total == counters[NEXT_EPOCH]:
                    counters[EPOCH] += 1
                    counters[NEXT_EPOCH] = total + max(1, total // 8)
                    freeze(space.waiting.classes, counters[EPOCH])
        stays = not improved and cursor < counters[FIRST_PART]
        if not stays and cursor < counters[OFFERED]:
            # Before its child, so that the child goes first where the last in is the first out.
            space.waiting.taken[current, CURSOR_OF] = cursor
            priority = min(counters[DEPTH_WEIGHT] * (depth - 1), counters[DEPTH_LIMIT])
            priority += distance_weight * parent_remaining
            if width_limit > 0:
                priority += width_weight * (novelty.widths[current] - 1)
            if expansion == MACROS_FIRST and next_is_primitive(space.waiting, cursor):
                priority += counters[WAIT_COST]
            push(queue, priority, current)
        if kept >= 0:
            push(queue, kept_priority, kept)
        if stays:
            return BUDGET if counters[GENERATED] >= counters[BUDGET_LIMIT] else RUNNING
        counters[OFFERED] = -1
    if counters[GENERATED] >= counters[BUDGET_LIMIT]:
        return BUDGET
    while True:
        node = pop(queue)
        if node < 0:
            return EMPTY
        state = nodes[node, STATE]
        if reached[state, SHORTEST] > CLOSED:
            reached[state, SHORTEST] = CLOSED - reached[state, SHORTEST]
            counters[CURRENT] = node
            space.expansions[counters[EXPANDED]] = node
            counters[EXPANDED] += 1
            return RUNNING
        if expansion != FULL and space.waiting.taken[node, CURSOR_OF] > 0:
            counters[CURRENT] = node
            return RUNNING
