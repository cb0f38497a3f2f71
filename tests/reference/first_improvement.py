"""First improvement in plain Python: each node keeps the list of successors it has still to try.

Slow, readable, independent: orders are lists made once per node, scores are dicts copied when they
are frozen, novelty comes from `tests.reference.width`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.reference.best_first import QUEUES
from tests.reference.width import SeenFacts, facts_of, path_to


@dataclass
class TryNode:
    """A state on its way; `actions` is None until its first visit."""

    state: Any
    parent: "TryNode | None"
    action: int
    depth: int
    goal_count: int
    novelty: int = 1
    actions: list[int] | None = None
    """Still to try, in order."""
    num_first: int = 0
    """How many of them come before the node has to wait."""


class Scores:
    """Improvements per try, smoothed; frozen whenever improvements reach a power of two.

    Actions share a score where their ids fall into the same of 4,096 buckets.
    """

    def __init__(self) -> None:
        self.tried: dict[int, int] = {}
        self.improved: dict[int, int] = {}
        self.frozen: dict[int, int] = {}
        self.num_improvements = 0

    @staticmethod
    def bucket(action: int) -> int:
        return (action * 2654435761) % 2**32 // 2**20

    def note(self, action: int, improved: bool) -> None:
        bucket = self.bucket(action)
        self.tried[bucket] = self.tried.get(bucket, 0) + 1
        if not improved:
            return
        self.improved[bucket] = self.improved.get(bucket, 0) + 1
        self.num_improvements += 1
        if self.num_improvements.bit_count() == 1:
            self.frozen = {
                b: min(count * 2**20 // (self.tried[b] + 8), 2**20 - 1)
                for b, count in self.improved.items()
            }

    def sort(self, actions: list[int]) -> list[int]:
        """Best first; equals stay as they were."""
        return sorted(actions, key=lambda action: -self.frozen.get(self.bucket(action), 0))


@dataclass(frozen=True)
class TryResult:
    outcome: str
    generated: int
    expanded: int
    evaluated: int
    primitive_steps: int
    actions: tuple[int, ...] | None
    best: int
    states: set[bytes]


def first_improvement(
    simulator: Any,
    *,
    budget: int,
    depth_weight: int = 0,
    distance_weight: int = 1,
    ties: str = "fifo",
    seed: int = 0,
    macros_first: bool = False,
    width: int = 0,
    depth_limit: int = 1 << 30,
) -> TryResult:
    """Best-first search; with `width`, ordered by novelty (partitioned by goal count) first."""
    goal = simulator.goal()
    bits = getattr(simulator, "num_values", None) == 2
    steps = getattr(simulator, "steps", lambda action: 1)
    seen = SeenFacts(width)
    scores = Scores()
    queue = QUEUES[ties](seed)

    def goal_count(state: Any) -> int:
        return sum(int(state[v]) != value for v, value in goal.items())

    def priority(node: TryNode) -> int:
        depth_cost = min(depth_weight * node.depth, depth_limit)
        novelty_weight = distance_weight * len(goal) + depth_limit + 1 if width else 0
        cost = depth_cost + distance_weight * node.goal_count
        return cost + novelty_weight * (node.novelty - 1)

    start = np.asarray(simulator.start(), np.int64)
    current = TryNode(start, None, -1, 0, goal_count(start))
    if width:
        seen.novelty(current.goal_count, facts_of(start, bits))
    shortest = {start.tobytes(): 0}
    closed = {start.tobytes()}
    best, generated, expanded, evaluated, primitive_steps = current.goal_count, 0, 1, 1, 0

    def result(outcome: str, node: TryNode | None = None) -> TryResult:
        return TryResult(
            outcome,
            generated,
            expanded,
            evaluated,
            primitive_steps,
            None if node is None else path_to(node),  # type: ignore[arg-type]
            best,
            set(shortest),
        )

    while True:
        if current.actions is None:
            offered = [int(action) for action in simulator.applicable(current.state)]
            if macros_first:
                macros = [action for action in offered if steps(action) > 1]
                primitives = [action for action in offered if steps(action) == 1]
                current.actions = scores.sort(macros) + scores.sort(primitives)
                current.num_first = len(macros)
            else:
                current.actions = scores.sort(offered)
        if current.num_first == 0:
            current.num_first = len(current.actions)
        moves_on = not current.actions
        while not moves_on:
            action = current.actions.pop(0)
            current.num_first -= 1
            generated += 1
            primitive_steps += steps(action)
            state = np.asarray(simulator.successor(current.state, action), np.int64)
            key = state.tobytes()
            depth = current.depth + 1
            child = None
            if key not in shortest or (not width and key not in closed and depth < shortest[key]):
                evaluated += key not in shortest
                shortest[key] = depth
                child = TryNode(state, current, action, depth, goal_count(state))
                best = min(best, child.goal_count)
                if width:
                    child.novelty = seen.novelty(child.goal_count, facts_of(state, bits))
                if child.goal_count == 0:
                    return result("solved", child)
            improved = child is not None and child.goal_count < current.goal_count
            scores.note(action, improved)
            moves_on = improved or current.num_first == 0
            if moves_on and current.actions:
                queue.push(priority(current), current)
            if child is not None:
                queue.push(priority(child), child)
            if generated >= budget:
                return result("budget-exhausted")
        while True:
            popped = queue.pop()
            if popped is None:
                return result("exhausted")
            if popped.actions is not None or popped.state.tobytes() not in closed:
                break
        current = popped
        if current.actions is None:
            closed.add(current.state.tobytes())
            expanded += 1
