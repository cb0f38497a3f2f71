"""The ordinary way to write it: dict + heapq, state by state. Slow, readable, independent.

Oracle for the compiled and the interpreted loop (same counts, same plans, every tie-breaking), and
the baseline of `fmtools bench speed`.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class ReferenceResult:
    outcome: str
    generated: int
    expanded: int
    evaluated: int
    actions: tuple[int, ...] | None
    best: int
    expansions: list["Node"]


@dataclass(slots=True)
class Node:
    state: Any
    key: bytes
    parent: "Node | None"
    action: int
    depth: int
    distance: int

    def actions(self) -> tuple[int, ...]:
        node, actions = self, []
        while node.parent is not None:
            actions.append(node.action)
            node = node.parent
        return tuple(reversed(actions))


@dataclass(slots=True)
class HeapEntry:
    """Compares priorities only, so equals come out in heap order: the paper's mode."""

    priority: int
    node: Node

    def __lt__(self, other: "HeapEntry") -> bool:
        return self.priority < other.priority


class HeapQueue:
    def __init__(self) -> None:
        self.heap: list[HeapEntry] = []

    def push(self, priority: int, node: Node) -> None:
        heapq.heappush(self.heap, HeapEntry(priority, node))

    def pop(self) -> Node | None:
        return heapq.heappop(self.heap).node if self.heap else None


class CountedQueue:
    """FIFO with sign 1, LIFO with sign -1: a counter decides between equals."""

    def __init__(self, sign: int) -> None:
        self.heap: list[tuple[int, int, Node]] = []
        self.sign = sign
        self.counter = 0

    def push(self, priority: int, node: Node) -> None:
        self.counter += self.sign
        heapq.heappush(self.heap, (priority, self.counter, node))

    def pop(self) -> Node | None:
        return heapq.heappop(self.heap)[2] if self.heap else None


@dataclass
class RandomQueue:
    """A uniform draw from the best bucket, the last entry filling the gap (splitmix64)."""

    seed: int
    buckets: dict[int, list[Node]] = field(default_factory=dict)

    def push(self, priority: int, node: Node) -> None:
        self.buckets.setdefault(priority, []).append(node)

    def pop(self) -> Node | None:
        if not self.buckets:
            return None
        priority = min(self.buckets)
        bucket = self.buckets[priority]
        self.seed = (self.seed + 0x9E3779B97F4A7C15) & _MASK
        z = self.seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        drawn = ((z ^ (z >> 31)) >> 33) % len(bucket)
        bucket[drawn], bucket[-1] = bucket[-1], bucket[drawn]
        node = bucket.pop()
        if not bucket:
            del self.buckets[priority]
        return node


QUEUES: dict[str, Callable[[int], Any]] = {
    "heap": lambda seed: HeapQueue(),
    "fifo": lambda seed: CountedQueue(1),
    "lifo": lambda seed: CountedQueue(-1),
    "random": RandomQueue,
}


def best_first(
    simulator: Any,
    *,
    budget: int,
    depth_weight: int = 0,
    distance_weight: int = 1,
    ties: str = "fifo",
    seed: int = 0,
    learn: bool = False,
) -> ReferenceResult:
    """Search for the goal; with `learn`, measure distance from the start and stop nowhere."""
    state = np.asarray(simulator.start())
    if learn:
        variables, values = np.arange(len(state)), state.copy()
    else:
        goal = simulator.goal()
        variables = np.array(list(goal), np.int64)
        values = np.array([goal[v] for v in goal])
    queue = QUEUES[ties](seed)
    distance = int(np.count_nonzero(state[variables] != values))
    current = Node(state, state.tobytes(), None, -1, 0, distance)
    shortest = {current.key: 0}
    closed = {current.key}
    best, generated, expanded, evaluated = distance, 0, 0, 1
    expansions: list[Node] = []

    def result(outcome: str, node: Node | None = None) -> ReferenceResult:
        actions = None if node is None else node.actions()
        return ReferenceResult(outcome, generated, expanded, evaluated, actions, best, expansions)

    if distance == 0 and not learn:
        return result("solved", current)
    while True:
        expanded += 1
        expansions.append(current)
        actions = simulator.applicable(current.state)
        generated += len(actions)
        depth = shortest[current.key] + 1  # even where a longer way was popped first
        for action in actions:
            state = np.asarray(simulator.successor(current.state, action))
            key = state.tobytes()
            if key in closed or shortest.get(key, depth + 1) <= depth:
                continue
            if key not in shortest:
                evaluated += 1
            shortest[key] = depth
            distance = int(np.count_nonzero(state[variables] != values))
            node = Node(state, key, current, action, depth, distance)
            best = min(best, distance)
            if distance == 0 and not learn:
                return result("solved", node)
            queue.push(depth_weight * depth + distance_weight * distance, node)
        if generated >= budget:
            return result("budget-exhausted")
        while True:
            popped = queue.pop()
            if popped is None:
                return result("exhausted")
            if popped.key not in closed:
                break
        current = popped
        closed.add(current.key)
