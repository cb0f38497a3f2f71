"""Which variables matter for the goal, and in which order, by the causal graph (Helmert 2006).

An arc goes from what an action needs to what it sets, as heavy as there are such actions. Only
ancestors of the goal matter. They are ordered along the arcs, and in cycles against the lightest
ones, the goal's own last. What searches do among equals depends on it: with this order and the
translator's, LAMA evaluates about the same states.
"""

import heapq
from collections.abc import Collection

import numpy as np

from fmtools.pddl.sas_operators import Column, Operators

_PAIRS = 1 << 20
"""Of variables that are looked at together: memory stays within bounds."""
_GOAL_WEIGHT = 100_000
"""What an arc to a variable of the goal weighs more."""

Arcs = list[list[tuple[int, int]]]
"""Per variable: where its arcs go, and what they weigh."""


def relevant_order(operators: Operators, num_variables: int, goal: Collection[int]) -> Column:
    """The variables that matter, in order."""
    sources, targets, weights = _causal_graph(operators, num_variables)
    matters = np.zeros(num_variables, np.bool_)
    matters[list(goal)] = True
    count = 0
    while count < np.count_nonzero(matters):
        count = np.count_nonzero(matters)
        matters[sources[matters[targets]]] = True
    is_goal = np.zeros(num_variables, np.bool_)
    is_goal[list(goal)] = True
    weights = weights + _GOAL_WEIGHT * is_goal[targets]
    arcs: Arcs = [[] for _ in range(num_variables)]
    rows = np.column_stack((sources, targets, weights))[matters[targets]]
    for source, target, weight in rows.tolist():
        arcs[source].append((target, weight))
    found = _components(arcs, np.flatnonzero(matters).tolist())
    return np.array([x for component in found for x in _lightest_first(component, arcs)], np.int64)


def _lightest_first(component: list[int], arcs: Arcs) -> list[int]:
    """Next comes always the variable whose arcs from those that are left weigh least."""
    incoming = dict.fromkeys(component, 0)
    for source in component:
        for target, weight in arcs[source]:
            if target in incoming:
                incoming[target] += weight
    heap = [(weight, variable) for variable, weight in incoming.items()]
    heapq.heapify(heap)
    ordered = []
    while heap:
        weight, variable = heapq.heappop(heap)
        if incoming.get(variable) != weight:
            continue  # it has come, or stands in the heap with less
        del incoming[variable]
        ordered.append(variable)
        for target, light in arcs[variable]:
            if target in incoming:
                incoming[target] -= light
                heapq.heappush(heap, (incoming[target], target))
    return ordered


def _components(arcs: Arcs, variables: list[int]) -> list[list[int]]:
    """Strongly connected components, sources first (Tarjan 1972, without recursion)."""
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_ones: list[int] = []
    is_open: set[int] = set()
    found = []
    for root in variables:
        way = [] if root in number else [(root, iter(arcs[root]))]
        while way:
            variable, left = way[-1]
            if variable not in number:
                number[variable] = lowest[variable] = len(number)
                open_ones.append(variable)
                is_open.add(variable)
            for target, _ in left:
                if target not in number:
                    way.append((target, iter(arcs[target])))
                    break
                if target in is_open:
                    lowest[variable] = min(lowest[variable], lowest[target])
            else:
                way.pop()
                if way:
                    above = way[-1][0]
                    lowest[above] = min(lowest[above], lowest[variable])
                if lowest[variable] == number[variable]:
                    found.append(_closed(variable, open_ones, is_open))
    return found[::-1]


def _closed(first: int, open_ones: list[int], is_open: set[int]) -> list[int]:
    component = []
    while first in is_open:
        component.append(open_ones.pop())
        is_open.remove(component[-1])
    return sorted(component)


def _causal_graph(operators: Operators, num_variables: int) -> tuple[Column, Column, Column]:
    """Sources, targets and weights of the arcs."""
    needs, sets = operators.needs, operators.sets
    counts = np.bincount(needs.action, minlength=operators.num_actions)
    first = np.cumsum(counts) - counts
    pairs = counts[sets.action]
    ends = np.concatenate([[0], np.cumsum(pairs)])
    found: list[tuple[Column, Column]] = []
    begin = 0
    while begin < len(pairs):
        end = max(begin + 1, int(np.searchsorted(ends, ends[begin] + _PAIRS)) - 1)
        repeated = pairs[begin:end]
        shift = np.repeat(first[sets.action[begin:end]] - ends[begin:end], repeated)
        sources = needs.variable[shift + np.arange(ends[begin], ends[end])]
        targets = np.repeat(sets.variable[begin:end], repeated)
        arcs = (sources * num_variables + targets)[sources != targets]
        found.append(_added_up(arcs, np.ones_like(arcs)))
        begin = end
    none = np.zeros(0, np.int64)
    arcs = np.concatenate([none, *(arcs for arcs, _ in found)])
    weights = np.concatenate([none, *(weights for _, weights in found)])
    arcs, weights = _added_up(arcs, weights)
    return arcs // num_variables, arcs % num_variables, weights


def _added_up(arcs: Column, weights: Column) -> tuple[Column, Column]:
    """Every arc once."""
    order = np.argsort(arcs, kind="stable")
    arcs, ends = arcs[order], np.cumsum(weights[order])
    last = np.flatnonzero(np.append(arcs[1:] != arcs[:-1], np.ones(min(len(arcs), 1), np.bool_)))
    return arcs[last], np.diff(ends[last], prepend=0)
