"""Which variables matter for the goal, by the causal graph.

An arc goes from what an action needs to what it sets. Only ancestors of the goal matter, as in
Fast Downward (Helmert 2006).
"""

from collections.abc import Collection

import numpy as np

from fmtools.pddl.flat_sets import sorted_set
from fmtools.pddl.sas_operators import Column, Operators

_PAIRS = 1 << 20
"""That are looked at together."""


def relevant_order(operators: Operators, num_variables: int, goal: Collection[int]) -> Column:
    """The variables that matter, in order."""
    arcs, weights = _arcs(operators, num_variables)
    sources, targets = arcs // num_variables, arcs % num_variables
    is_relevant = np.zeros(num_variables, np.bool_)
    is_relevant[list(goal)] = True
    count = -1
    while count < np.count_nonzero(is_relevant):
        count = np.count_nonzero(is_relevant)
        is_relevant[sources[is_relevant[targets]]] = True
    import os
    if os.environ.get("SAS_ORDER"):
        return _order(sources, targets, weights, is_relevant, goal)
    return np.flatnonzero(is_relevant)


def _order(sources, targets, weights, is_relevant, goal):
    kept = is_relevant[sources] & is_relevant[targets]
    n = len(is_relevant)
    succ = {int(v): [] for v in np.flatnonzero(is_relevant)}
    incoming = dict.fromkeys(succ, 0)
    isgoal = set(goal)
    for s, t, w in zip(sources[kept].tolist(), targets[kept].tolist(), weights[kept].tolist()):
        if t in isgoal:
            w += 100000
        succ[s].append((t, w))
    comps = _components({s: [t for t, _ in ts] for s, ts in succ.items()})
    out = []
    import heapq
    for comp in comps:
        own = set(comp)
        inc = dict.fromkeys(comp, 0)
        for s in comp:
            for t, w in succ[s]:
                if t in own:
                    inc[t] += w
        heap = [(w, v) for v, w in inc.items()]
        heapq.heapify(heap)
        while heap:
            w, v = heapq.heappop(heap)
            if v not in own or inc[v] != w:
                continue
            own.discard(v)
            out.append(v)
            for t, w2 in succ[v]:
                if t in own:
                    inc[t] -= w2
                    heapq.heappush(heap, (inc[t], t))
    return np.array(out, np.int64)


def _components(succ):
    index, low, stack, on, out = {}, {}, [], set(), []
    for root in sorted(succ):
        if root in index:
            continue
        work = [(root, iter(succ[root]))]
        index[root] = low[root] = len(index)
        stack.append(root); on.add(root)
        while work:
            v, it = work[-1]
            for t in it:
                if t not in index:
                    index[t] = low[t] = len(index)
                    stack.append(t); on.add(t)
                    work.append((t, iter(succ[t])))
                    break
                elif t in on:
                    low[v] = min(low[v], index[t])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[v])
                if low[v] == index[v]:
                    comp = []
                    while True:
                        t = stack.pop(); on.discard(t); comp.append(t)
                        if t == v:
                            break
                    out.append(sorted(comp))
    return out[::-1]


def _arcs(operators: Operators, num_variables: int) -> tuple[Column, Column]:
    """(source * num_variables + target, sorted; how many actions have them)."""
    needs, sets = operators.needs, operators.sets
    counts = np.bincount(needs.action, minlength=operators.num_actions)
    first = np.cumsum(counts) - counts
    pairs = counts[sets.action]
    ends = np.cumsum(pairs)
    found = []
    begin = 0
    while begin < len(pairs):
        before = int(ends[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, before + _PAIRS)))
        own = np.arange(before, int(ends[end - 1]))
        repeated = pairs[begin:end]
        starts = first[sets.action[begin:end]] - (ends[begin:end] - repeated)
        sources = needs.variable[np.repeat(starts, repeated) + own]
        targets = np.repeat(sets.variable[begin:end], repeated)
        found.append(_counted((sources * num_variables + targets)[sources != targets]))
        begin = end
    if not found:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    arcs = np.concatenate([arcs for arcs, _ in found])
    weights = np.concatenate([weights for _, weights in found])
    different = sorted_set(arcs)
    return different, np.bincount(np.searchsorted(different, arcs), weights).astype(np.int64)


def _counted(arcs: Column) -> tuple[Column, Column]:
    ordered = np.sort(arcs)
    ends = np.flatnonzero(np.concatenate([ordered[1:] != ordered[:-1], np.ones(min(1, len(arcs)), np.bool_)]))
    return ordered[ends], np.diff(np.concatenate([[-1], ends]))
