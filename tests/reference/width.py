"""IW and BFWS in plain Python: novelty by sets of facts and pairs. Slow, readable, independent."""

import heapq
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np


def facts_of(state: Any, bits: bool) -> frozenset[tuple[int, int]]:
    """(variable, value), or only the true ones where variables are bits."""
    return frozenset(
        (v, int(value)) for v, value in enumerate(state) if not bits or int(value) == 1
    )


class SeenFacts:
    """Novelty within partitions: 1 for a new fact, 2 for a new pair, else 3 (or 2 at width 1).

    At width 0, how often the rarest fact was seen: 1 for never, 2 for once, 3 for up to 3 times...
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.seen: dict[object, set[object]] = {}
        self.times: Counter[object] = Counter()

    def novelty(self, partition: object, facts: frozenset[tuple[int, int]]) -> int:
        if self.width == 0:
            rarest = min((self.times[partition, fact] for fact in facts), default=2**32 - 1)
            self.times.update((partition, fact) for fact in facts)
            return 1 + rarest.bit_length()
        seen = self.seen.setdefault(partition, set())
        new_fact = any(fact not in seen for fact in facts)
        seen.update(facts)
        if self.width == 1:
            return 1 if new_fact else 2
        pairs = [frozenset(pair) for pair in combinations(facts, 2)]
        new_pair = any(pair not in seen for pair in pairs)
        seen.update(pairs)
        return 1 if new_fact else 2 if new_pair else 3


@dataclass
class WidthNode:
    state: Any
    parent: "WidthNode | None"
    action: int
    depth: int
    reached: frozenset[tuple[int, int]]
    goal_count: int
    novelty: int = 1


@dataclass(frozen=True)
class WidthResult:
    outcome: str
    generated: int
    actions: tuple[int, ...] | None
    nodes: list[WidthNode]


def width_search(
    simulator: Any,
    *,
    width: int,
    budget: int,
    prune_above: int = 3,
    by_goal: bool = True,
    relevant: frozenset[tuple[int, int]] = frozenset(),
    novel_first: bool = True,
    paper: bool = False,
) -> WidthResult:
    """BFWS ordered by (w, #g, length), first in first out; breadth-first without `novel_first`."""
    bits = getattr(simulator, "num_values", None) == 2
    goal = simulator.goal()

    def goal_count(state: Any) -> int:
        return sum(int(state[v]) != value for v, value in goal.items())

    seen = SeenFacts(width)
    start = np.asarray(simulator.start())
    facts = facts_of(start, bits)
    root = WidthNode(start, None, -1, 0, facts & relevant, goal_count(start))
    seen.novelty((len(root.reached), root.goal_count if by_goal else 0), facts)
    known = {start.tobytes()}
    queue: list[tuple[int, int, int, int, WidthNode]] = []
    nodes = [root]
    generated = 0
    current: WidthNode = root
    while True:
        actions = simulator.applicable(current.state)
        generated += len(actions)
        for action in actions:
            state = np.asarray(simulator.successor(current.state, action))
            if state.tobytes() in known:
                continue
            known.add(state.tobytes())
            facts = facts_of(state, bits)
            count = goal_count(state)
            kept = current.reached if count >= current.goal_count else frozenset()
            reached = kept | (facts & relevant)
            num_reached = len(current.reached) if paper else len(reached)
            novelty = seen.novelty((num_reached, count if by_goal else 0), facts)
            if paper:
                fell = (novelty, count) < (current.novelty, current.goal_count)
                reached = (frozenset() if fell else current.reached) | (facts & relevant)
            node = WidthNode(state, current, action, current.depth + 1, reached, count, novelty)
            nodes.append(node)
            if count == 0:
                return WidthResult("solved", generated, path_to(node), nodes)
            if width == 0 or novelty <= prune_above:
                order = (novelty, count) if novel_first else (0, 0)
                heapq.heappush(queue, (*order, node.depth, len(nodes), node))
        if generated >= budget:
            return WidthResult("budget-exhausted", generated, None, nodes)
        if not queue:
            return WidthResult("exhausted", generated, None, nodes)
        current = heapq.heappop(queue)[-1]


def path_to(node: WidthNode) -> tuple[int, ...]:
    actions: list[int] = []
    while node.parent is not None:
        actions.append(node.action)
        node = node.parent
    return tuple(reversed(actions))
