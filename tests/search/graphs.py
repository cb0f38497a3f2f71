"""Random graphs as worlds, small enough to know all about them; costs, and what is cheapest."""

import heapq
from functools import cached_property

import numpy as np


class Graph:
    """A state is a node; edge k leads from `edges[k][0]` to `edges[k][1]`.

    `bits`: nodes are written in binary, so that planners meet a world of two values.
    """

    def __init__(self, num_nodes, edges, goal, costs=None, bits=True):
        self.edges, self.goal_node, self.costs = list(edges), goal, costs
        self.bits = max(1, (num_nodes - 1).bit_length()) if bits else 0
        self.num_variables = self.bits or 1
        self.num_values = 2 if bits else num_nodes
        if costs is not None:
            self.action_costs = np.array(costs, np.int32)
        self.by_node = [[] for _ in range(num_nodes)]
        for edge, (source, _) in enumerate(self.edges):
            self.by_node[source].append(edge)

    @classmethod
    def random(cls, seed, num_nodes=24, num_edges=40, most_cost=None, bits=True):
        rng = np.random.default_rng(seed)
        edges = [tuple(map(int, rng.integers(num_nodes, size=2))) for _ in range(num_edges)]
        costs = None if most_cost is None else rng.integers(0, most_cost + 1, num_edges).tolist()
        return cls(num_nodes, edges, int(rng.integers(1, num_nodes)), costs, bits)

    def _state(self, node):
        return [node >> bit & 1 for bit in range(self.bits)] if self.bits else [node]

    def _node(self, state):
        if not self.bits:
            return int(state[0])
        return sum(int(value) << bit for bit, value in enumerate(state))

    def start(self):
        return self._state(0)

    def goal(self):
        return dict(enumerate(self._state(self.goal_node)))

    def applicable(self, state):
        return self.by_node[self._node(state)]

    def successor(self, state, action):
        return self._state(self.edges[action][1])

    def action_name(self, action):
        return f"edge-{action}"

    def action_id(self, name):
        return int(name.removeprefix("edge-"))

    def check_plan(self, names):
        """Apart from all search: where it leads, and what it costs."""
        node, edges = 0, [self.action_id(name) for name in names]
        for edge in edges:
            assert self.edges[edge][0] == node
            node = self.edges[edge][1]
        assert node == self.goal_node
        return None if self.costs is None else sum(self.costs[edge] for edge in edges)

    @cached_property
    def cheapest(self):
        """Cost of a cheapest plan, steps where there are no costs; None where there is no plan."""
        waiting, done = [(0, 0)], set()
        while waiting:
            cost, node = heapq.heappop(waiting)
            if node == self.goal_node:
                return cost
            if node not in done:
                done.add(node)
                for edge in self.by_node[node]:
                    step = 1 if self.costs is None else self.costs[edge]
                    heapq.heappush(waiting, (cost + step, self.edges[edge][1]))
        return None
