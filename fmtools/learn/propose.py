"""From the nodes of a learning search to candidates for `fmtools.learn.select`.

A search holds up to millions of nodes; here arrays bring them down to the few thousand that can
matter: per variable and parity of length, those with the smallest effects. Where the world can tell
which sequences are alike (it lifts), the first of each kind.
"""

from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fmtools.core.best_first import ACTION, DEPTH, DISTANCE, PARENT
from fmtools.learn.focused import Found
from fmtools.learn.select import Candidate, Primitive
from fmtools.macros import Change
from fmtools.search.engine import Search
from fmtools.simulator import (
    ActionId,
    GroupsVariables,
    HasMacros,
    Lifts,
    Simulator,
    TellsEffects,
)

MOST_ALIKE = 20_000
"""Nodes looked at in a world that can tell which sequences are alike."""
MOST_RANKED = 400_000
"""Nodes looked at elsewhere."""
MOST_KINDS = 500
"""Kinds of sequences proposed there."""


@dataclass(frozen=True)
class Facts:
    """What the learner knows of variables: their groups, and which facts are like goal facts."""

    groups: tuple[Hashable, ...]
    """Of each variable: as the simulator groups them, or itself."""
    alike: Mapping[Hashable, Container[int]]
    """Group of a goal variable -> values wanted there; all of them where groups are not told."""
    lifted: bool
    """Whether a macro stands for all sequences alike (the simulator lifts)."""
    kind_of: Callable[[Sequence[ActionId]], Hashable] | None = None
    """What a sequence needs and does, where the simulator can tell."""

    def goal_groups_of(self, effect: Sequence[Change]) -> frozenset[Hashable]:
        """Groups in which the effect makes a fact true that is like a goal fact."""
        return frozenset(
            self.groups[variable]
            for variable, _, after in effect
            if after in self.alike.get(self.groups[variable], ())
        )

    def groups_of(self, effect: Sequence[Change]) -> frozenset[Hashable]:
        return frozenset(self.groups[variable] for variable, _, _ in effect)


def facts_of(simulator: Simulator) -> Facts:
    tell = simulator.variable_group if isinstance(simulator, GroupsVariables) else None
    variables = range(simulator.num_variables)
    groups: tuple[Hashable, ...] = tuple(variables if tell is None else map(tell, variables))
    goal = simulator.goal()
    alike: dict[Hashable, Container[int]]
    if tell is None:
        # Where it is learned, a variable may have its goal value, and every macro would spoil it.
        alike = dict.fromkeys(goal, range(1 << 16))
    else:
        alike = {groups[v]: {goal[u] for u in goal if groups[u] == groups[v]} for v in goal}
    kind_of = simulator.effect_key if isinstance(simulator, TellsEffects) else None
    return Facts(groups, alike, isinstance(simulator, Lifts), kind_of)


def primitives_of(
    search: Search, facts: Facts, key: Callable[[Found], Hashable]
) -> list[Primitive]:
    """The actions of the start: nodes of depth 1. Macros among a level's actions are left out."""
    world = search.simulator
    nodes = np.flatnonzero(search.space.node_table()[:, DEPTH] == 1)
    start = search.state_of(0)
    primitives = []
    for node in nodes.tolist():
        actions = search.actions_to(node)
        if not (isinstance(world, HasMacros) and world.steps(actions[0]) > 1):
            found = Found(actions, start, search.state_of(node))
            primitives.append(
                Primitive(key(found), len(found.effect), facts.groups_of(found.effect))
            )
    return primitives


def propose(
    search: Search,
    place: int,
    facts: Facts,
    key: Callable[[Found], Hashable],
    quota: int,
    largest: int,
    expanded_only: bool = False,
) -> list[Candidate]:
    """Candidates of one search, their sequences flat.

    Per variable and parity the first `quota` by effect size, then length; effects up to `largest`.
    """
    nodes, lengths, effects = _ranked(search, largest, expanded_only)
    if not facts.lifted:
        chosen = _first_per_variable(search, nodes, lengths, quota)
        nodes, effects = nodes[chosen], effects[chosen]
    start = search.state_of(0)
    flat = _flattener(search.simulator)
    candidates: dict[Hashable, Candidate] = {}
    for node in nodes[:MOST_ALIKE].tolist():
        found = Found(flat(search.actions_to(node)), start, search.state_of(node))
        candidate = candidate_of(found, place, facts, key)
        candidates.setdefault(candidate.key, candidate)
        if facts.lifted and len(candidates) == MOST_KINDS:
            break
    return list(candidates.values())


def candidate_of(
    found: Found, place: int, facts: Facts, key: Callable[[Found], Hashable]
) -> Candidate:
    effect = found.effect
    return Candidate(
        actions=found.actions,
        effect=effect,
        effect_size=len(effect),
        key=key(found),
        place=place,
        groups=facts.groups_of(effect),
        goal_groups=facts.goal_groups_of(effect),
        kind=None if facts.kind_of is None else facts.kind_of(found.actions),
    )


def _ranked(
    search: Search, largest: int, expanded_only: bool
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Nodes, flat lengths and effect sizes; small effects first, then short sequences."""
    table = search.space.node_table()
    if expanded_only:
        nodes = search.space.expanded_nodes()
    else:
        nodes = np.arange(len(table), dtype=np.int64)
    effects = table[nodes, DISTANCE].astype(np.int64)
    small = (effects > 0) & (effects <= largest)
    nodes, effects = nodes[small], effects[small]
    lengths = _flat_lengths(search.simulator, table)[nodes]
    order = np.lexsort((nodes, lengths, effects))
    order = order[lengths[order] > 1]
    return nodes[order], lengths[order], effects[order]


def _flat_lengths(simulator: Simulator, table: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Primitive steps to every node of the table."""
    if not isinstance(simulator, HasMacros):
        return table[:, DEPTH].astype(np.int64)
    actions, which = np.unique(table[1:, ACTION], return_inverse=True)
    own = np.zeros(len(table), np.int64)
    own[1:] = np.array([simulator.steps(int(action)) for action in actions], np.int64)[which]
    lengths = np.zeros(len(table), np.int64)
    for depth in range(1, int(table[:, DEPTH].max(initial=0)) + 1):
        at = np.flatnonzero(table[:, DEPTH] == depth)
        lengths[at] = lengths[table[at, PARENT]] + own[at]
    return lengths


def _first_per_variable(
    search: Search,
    nodes: npt.NDArray[np.int64],
    lengths: npt.NDArray[np.int64],
    quota: int,
) -> npt.NDArray[np.int64]:
    """Places of the nodes that are among the first `quota` to change one of their variables."""
    space, layout = search.space, search.layout
    start = search.state_of(0)
    seen = np.zeros((2, layout.num_variables), np.int64)
    chosen: list[npt.NDArray[np.int64]] = []
    for first in range(0, min(len(nodes), MOST_RANKED), 4096):
        part = np.arange(first, min(first + 4096, len(nodes)))
        rows = space.rows(nodes[part])
        changed = layout.unpack_rows(rows) != start
        for parity in (0, 1):
            mine = lengths[part] % 2 == parity
            ranks = seen[parity] + np.cumsum(changed[mine], axis=0)
            early = (changed[mine] & (ranks <= quota)).any(axis=1)
            chosen.append(part[mine][early])
            seen[parity] += changed[mine].sum(axis=0)
        if seen.min() >= quota:
            break
    return np.sort(np.concatenate(chosen)) if chosen else np.empty(0, np.int64)


def _flattener(simulator: Simulator) -> Callable[[tuple[ActionId, ...]], tuple[ActionId, ...]]:
    """Primitive actions behind a sequence of a level's actions."""
    if not isinstance(simulator, HasMacros):
        return lambda actions: actions
    primitives = simulator.primitives
    known: dict[ActionId, tuple[ActionId, ...]] = {}

    def flat(actions: tuple[ActionId, ...]) -> tuple[ActionId, ...]:
        whole: list[ActionId] = []
        for action in actions:
            if action not in known:
                known[action] = tuple(primitives(action))
            whole.extend(known[action])
        return tuple(whole)

    return flat
