"""First improvement in plain Python: each node keeps the list of actions it has still to try.

Slow, readable, independent: experience is kept in dicts, novelty comes from
`tests.reference.width`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.reference.best_first import QUEUES
from tests.reference.width import SeenFacts, facts_of, path_to

_MASK = (1 << 64) - 1


@dataclass
class TryNode:
    """A state on its way; `actions` is None until its first visit."""

    state: Any
    parent: "TryNode | None"
    action: int
    depth: int
    goal_count: int
    node_id: int = 0
    novelty: int = 1
    actions: list[int] | None = None
    """Still to try, in order."""
    num_first: int = 0
    """How many of them come before the node has to wait."""


def draw(seed: int, node_id: int, action: int) -> int:
    """30 random bits for a node and an action."""
    z = (seed + node_id * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ action) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (z ^ (z >> 31)) >> 34


class Experience:
    """How often actions improved, by 4,096 buckets of ids; frozen when an eighth more is known."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.tried: dict[int, int] = {}
        self.improved: dict[int, int] = {}
        self.frozen: dict[int, int] = {}
        self.num_improvements = 0
        self.next_epoch = 1

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
        if self.num_improvements == self.next_epoch:
            self.next_epoch += max(1, self.num_improvements // 8)
            self.frozen = {
                b: rarity(self.improved.get(b, 0) + 1, tried + 2) for b, tried in self.tried.items()
            }

    def sort(self, actions: list[int], node_id: int) -> list[int]:
        """Those that improved more often first, then at random."""
        return sorted(
            actions,
            key=lambda action: (
                self.frozen.get(self.bucket(action), 0),
                draw(self.seed, node_id, action),
            ),
        )


def rarity(improved: int, tried: int) -> int:
    """0 for at least one in two, 1 for at least one in four, and so on."""
    return next(c for c in range(64) if improved * 2 ** (c + 1) >= tried)


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
    wait_cost: int = 0,
) -> TryResult:
    """Best-first search; with `width`, ordered by novelty (partitioned by goal count) first."""
    goal = simulator.goal()
    bits = getattr(simulator, "num_values", None) == 2
    steps = getattr(simulator, "steps", lambda action: 1)
    seen = SeenFacts(width)
    experience = Experience(seed)
    num_nodes = 1
    queue = QUEUES[ties](seed)

    def goal_count(state: Any) -> int:
        return sum(int(state[v]) != value for v, value in goal.items())

    def priority(node: TryNode) -> int:
        depth_cost = min(depth_weight * node.depth, depth_limit)
        most = distance_weight * len(goal) + depth_limit + wait_cost
        novelty_weight = most + 1 if width else 0
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
                current.actions = experience.sort(macros, current.node_id)
                current.actions += experience.sort(primitives, current.node_id)
                current.num_first = len(macros)
            else:
                current.actions = experience.sort(offered, current.node_id)
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
            # From the shortest known way to the state, even where a longer one was popped first.
            depth = shortest[current.state.tobytes()] + 1
            child = None
            if key not in shortest or (not width and key not in closed and depth < shortest[key]):
                evaluated += key not in shortest
                shortest[key] = depth
                child = TryNode(state, current, action, depth, goal_count(state), num_nodes)
                num_nodes += 1
                best = min(best, child.goal_count)
                if width:
                    child.novelty = seen.novelty(child.goal_count, facts_of(state, bits))
                if child.goal_count == 0:
                    return result("solved", child)
            improved = child is not None and child.goal_count < current.goal_count
            experience.note(action, improved)
            moves_on = improved or current.num_first == 0
            if moves_on and current.actions:
                waits = macros_first and steps(current.actions[0]) == 1
                queue.push(priority(current) + waits * wait_cost, current)
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
