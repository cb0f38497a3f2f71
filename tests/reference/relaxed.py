"""Delete relaxation by its definition: going round until nothing changes. Slow, readable."""

from collections import deque

INFINITE = float("inf")
BOOST = 50


def fact_costs(needs, adds, holding, num_facts, combine):
    """The cost of every fact where what an action needs is added up (sum) or its worst (max)."""
    cost = [0 if fact in holding else INFINITE for fact in range(num_facts)]
    changed = True
    while changed:
        changed = False
        for needed, added in zip(needs, adds, strict=True):
            worth = 1 + combine([cost[fact] for fact in needed] or [0])
            for fact in added:
                if worth < cost[fact]:
                    cost[fact], changed = worth, True
    return cost


def reachable(needs, adds, holding, without=None):
    """Facts that can be reached where nothing is ever deleted; by no action that adds `without`."""
    reached = set(holding)
    while True:
        new = {
            fact
            for needed, added in zip(needs, adds, strict=True)
            if without not in added and reached.issuperset(needed)
            for fact in added
        }
        if new <= reached:
            return reached
        reached |= new


def landmarks(needs, adds, holding, goals, num_facts):
    """Facts that do not hold, without which some goal is out of reach; and the goals."""
    return {
        fact
        for fact in range(num_facts)
        if fact not in holding
        and any(goal not in reachable(needs, adds, holding, without=fact) for goal in goals)
    } | set(goals)


class Buckets:
    """First in, first out, for every priority."""

    def __init__(self):
        self.nodes = {}

    def push(self, priority, node):
        self.nodes.setdefault(priority, deque()).append(node)

    def __bool__(self):
        return bool(self.nodes)

    def pop(self):
        best = min(self.nodes)
        node = self.nodes[best].popleft()
        if not self.nodes[best]:
            del self.nodes[best]
        return node


def run_ahead(simulator, state, planned, needs):
    """Of planned actions, those that run one after the other: the first that spoils nothing which
    the others need, else the one that spoils least; what changes nothing is left out."""
    left, actions = list(planned), []
    while True:
        ways = []
        for action in list(left):
            if action not in simulator.applicable(state):
                continue
            after = tuple(map(int, simulator.successor(state, action)))
            if after == state:
                left.remove(action)
                continue
            others = [fact for other in left if other != action for fact in needs[other]]
            lost = [f for f in others if f < len(state) and state[f] and not after[f]]
            ways.append((len(lost), len(ways), action, after))
            if not lost:
                break
        if not ways:
            return tuple(actions)
        *_, action, state = min(ways)
        left.remove(action)
        actions.append(action)


def led_search(simulator, estimate, landmark_facts, goals, budget, ahead=None):
    """(generated, actions or None): best-first with deferred estimates in four lists, and one more
    for states that are lost.

    estimate: state, action that led to it or -1 -> (estimate, preferred actions, whether lost).
    ahead: state that was estimated last -> actions that are one more successor, if several.
    """
    lists, turns, lost = [Buckets() for _ in range(4)], [0, 0, 0, 0], Buckets()
    start = tuple(map(int, simulator.start()))
    seen, closed, generated = {start}, set(), 0
    best_estimate = best_missing = INFINITE
    node = (start, frozenset(f for f in landmark_facts if start[f]), None, ())
    while True:
        state, passed, _, led_by = node
        is_last = state in closed
        closed.add(state)
        value, preferred, is_lost = estimate(state, led_by[0] if len(led_by) == 1 else -1)
        if value < best_estimate:
            best_estimate = value
            turns[2:] = [min(turns[:2]) - BOOST] * 2
        if is_lost and not is_last:
            lost.push(value, node)
            successors = []
        else:
            successors = [(int(action),) for action in simulator.applicable(state)]
            run = ahead(state) if ahead is not None else ()
            successors += [run] if len(run) > 1 else []
        for actions in successors:
            after = state
            for action in actions:
                after = tuple(map(int, simulator.successor(after, action)))
            if after in seen:
                continue
            seen.add(after)
            now = frozenset(f for f in landmark_facts if after[f])
            child = (after, passed | now, node, actions)
            if all(after[goal] for goal in goals):
                return generated + len(successors), actions_of(child)
            missing = len(set(landmark_facts) - child[1] | {g for g in goals if not after[g]})
            if missing < best_missing:
                best_missing = missing
                turns[2:] = [min(turns[:2]) - BOOST] * 2
            worth = max(value + 1 - len(actions), 0)
            for k, priority in ((0, worth), (2, worth), (1, missing), (3, missing)):
                if k < 2 or len(actions) > 1 or actions[0] in preferred:
                    lists[k].push(priority, child)
        generated += len(successors)
        if generated >= budget:
            return generated, None
        node = None
        while node is None or node[0] in closed:
            waiting = [k for k in range(4) if lists[k]]
            if not waiting:
                if not lost:
                    return generated, None
                node = lost.pop()
                break
            k = min(waiting, key=lambda k: turns[k])
            turns[k] += 1
            node = lists[k].pop()


def actions_of(node):
    actions = []
    while node[2] is not None:
        actions = [*node[3], *actions]
        node = node[2]
    return tuple(actions)
