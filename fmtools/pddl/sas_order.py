"""Which variables matter for the goal, and in which order, by the causal graph (Helmert 2006).

An arc goes from what an action needs to what it sets, as heavy as there are such actions. Only
ancestors of the goal matter. They are ordered along the arcs, and in cycles against the lightest
ones, the goal's own last. What searches do among equals depends on it: with this order and the
translator's, LAMA evaluates about the same states.
"""

from collections.abc import Collection

import numpy as np

from fmtools.frozen import frozen
from fmtools.pddl.sas_operators import Column, Operators

_PAIRS = 1 << 20
"""Of variables that are looked at together: memory stays within bounds."""
_GOAL_WEIGHT = 100_000
"""What an arc to a variable of the goal weighs more."""
_MOST_IN_CYCLES = 20_000
"""Variables of one component that are ordered: time grows with their square."""


@frozen(eq=False)
class Arcs:
    """Those from variable v are first[v]:first[v + 1]."""

    first: Column
    targets: Column
    weights: Column

    def sources(self) -> Column:
        return np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))


def relevant_order(operators: Operators, num_variables: int, goal: Collection[int]) -> Column:
    """The variables that matter, in order."""
    arcs = causal_graph(operators, num_variables)
    is_goal = np.zeros(num_variables, np.bool_)
    is_goal[list(goal)] = True
    arcs.weights[is_goal[arcs.targets]] += _GOAL_WEIGHT
    sources = arcs.sources()
    matters = is_goal.copy()
    count = 0
    while count < np.count_nonzero(matters):
        count = int(np.count_nonzero(matters))
        matters[sources[matters[arcs.targets]]] = True
    found = [one for one in components(arcs) if matters[one[0]]]
    ordered = [lightest_first(one, arcs) if len(one) > 1 else one for one in found]
    return np.concatenate([np.zeros(0, np.int64), *ordered]).astype(np.int64)


def lightest_first(component: list[int], arcs: Arcs) -> list[int]:
    """Next comes always the variable whose arcs from those that are left weigh least.

    Among equals, the one that has been so light for longest, as with the translator.
    """
    if len(component) > _MOST_IN_CYCLES:
        return component
    own = np.array(component)
    place = np.full(len(arcs.first), -1)
    place[own] = np.arange(len(own))
    incoming = np.zeros(len(own), np.int64)
    inside = []
    for variable in component:
        begin, end = arcs.first[variable : variable + 2]
        targets = place[arcs.targets[begin:end]]
        inside.append((targets[targets >= 0], arcs.weights[begin:end][targets >= 0]))
        incoming[inside[-1][0]] += inside[-1][1]
    ordered = []
    since = np.arange(len(own))  # how long each has had its weight
    now = len(own)
    for _ in component:
        lightest = np.flatnonzero(incoming == incoming.min())
        chosen = int(lightest[np.argmin(since[lightest])])
        ordered.append(component[chosen])
        targets, weights = inside[chosen]
        incoming[targets] -= weights
        incoming[chosen] = np.iinfo(np.int64).max
        since[targets] = np.arange(now, now + len(targets))
        now += len(targets)
    return ordered


def components(arcs: Arcs) -> list[list[int]]:
    """Strongly connected ones, each sorted, sources first (Tarjan 1972, without recursion)."""
    first, targets = arcs.first.tolist(), arcs.targets.tolist()
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_ones: list[int] = []
    is_open: set[int] = set()
    found = []
    for root in range(len(first) - 1):
        way = [] if root in number else [(root, iter(targets[first[root] : first[root + 1]]))]
        while way:
            variable, left = way[-1]
            if variable not in number:
                number[variable] = lowest[variable] = len(number)
                open_ones.append(variable)
                is_open.add(variable)
            for target in left:
                if target not in number:
                    way.append((target, iter(targets[first[target] : first[target + 1]])))
                    break
                if target in is_open and lowest[target] < lowest[variable]:
                    lowest[variable] = lowest[target]
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


def causal_graph(operators: Operators, num_variables: int) -> Arcs:
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
    first = np.searchsorted(arcs, np.arange(num_variables + 1) * num_variables)
    return Arcs(first, arcs % max(num_variables, 1), weights)


def _added_up(arcs: Column, weights: Column) -> tuple[Column, Column]:
    """Every arc once."""
    order = np.argsort(arcs, kind="stable")
    arcs, ends = arcs[order], np.cumsum(weights[order])
    last = np.flatnonzero(np.append(arcs[1:] != arcs[:-1], np.ones(min(len(arcs), 1), np.bool_)))
    return arcs[last], np.diff(ends[last], prepend=0)
