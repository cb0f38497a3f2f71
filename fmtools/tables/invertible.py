"""Tests by queries: are actions invertible, and the same map of each variable in every state?

An action qualifies if what becomes of a variable depends on that variable's own value alone,
`new[v] = map[v][old[v]]`, and no two values become one. Which actions apply may depend on one
variable, the *key* (the blank of the n-puzzle), and an action may then be another map for every
value of the key. All of it is seen by simulation: a random walk, with every successor of every
state on it. What the walk did not contradict may still be wrong in rare states, so whoever uses
the maps replays the plans.
"""

from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.errors import NoTableError
from fmtools.macro_table import NO_KEY, ActionMaps
from fmtools.simulator import ActionId, Batches, Simulator, State, state_array

MIN_STATES, MAX_STATES = 64, 1 << 15
"""Of the walk; what it shows is looked at when their number has doubled."""
MIN_QUERIES = 5000
WALK_SHARE = 4
"""Steps between two states of the walk: one for so many applicable actions, and one more."""
MAX_ENTRIES = 60_000_000
MAX_VALUES = 255
MAX_POINTS = 4096
MAX_ORDER = 256
_UNSEEN = 255
INSTEAD = "learn macros for search instead: fmtools learn without --table"

Values = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Walk:
    """Transitions seen: one row per query, and the states with what applied there."""

    before: Values
    actions: npt.NDArray[np.int64]
    after: Values
    states: Values
    applied: npt.NDArray[np.int64]
    """By state: a number for the set of applicable actions."""


class _NotSeenError(Exception):
    """A longer walk may help."""


class MapLearner:
    """Walks until nothing new is seen, and makes maps of it; every query is counted."""

    def __init__(self, simulator: Simulator, rng: np.random.Generator, budget: int) -> None:
        self.simulator = simulator
        self.rng = rng
        self.budget = budget
        self.queries = 0
        self.samples: list[State] = []
        """States of the walk, for later tests."""
        self._batch = simulator.successors if isinstance(simulator, Batches) else None
        self._sets: dict[tuple[ActionId, ...], int] = {}

    def run(self) -> ActionMaps:
        """The maps; NoTableError says which test failed."""
        state = state_array(self.simulator.start())
        blocks: list[Walk] = []
        known, num_states = -1, MIN_STATES
        while True:
            state, block = self._block(state, num_states - len(self.samples))
            blocks.append(block)
            walk = _joined(blocks)
            is_full = walk.before.size > MAX_ENTRIES or self.queries >= self.budget
            is_last = is_full or num_states >= MAX_STATES
            num_states *= 2
            try:
                maps = maps_of(self.simulator, walk)
            except _NotSeenError as error:
                if is_last:
                    more = "; a larger --budget may show more" if is_full else ""
                    raise NoTableError(f"no table: {error}; {INSTEAD}{more}") from None
                continue
            seen = int(np.count_nonzero(maps.maps != maps.num_values))
            if is_last or (seen == known and self.queries >= MIN_QUERIES):
                return maps
            known = seen

    def _block(self, state: State, num_states: int) -> tuple[State, Walk]:
        before, actions, after, states, applied = [], [], [], [], []
        size = 0
        for _ in range(num_states):
            ids, successors = self._successors(state)
            if len(ids) == 0:
                raise NoTableError(f"no table: a state without applicable actions; {INSTEAD}")
            states.append(state)
            applied.append(self._sets.setdefault(tuple(ids), len(self._sets)))
            before.append(np.broadcast_to(state, successors.shape))
            actions.append(np.array(ids, np.int64))
            after.append(successors)
            state = state_array(successors[int(self.rng.integers(len(ids)))])
            for _ in range(len(ids) // WALK_SHARE):
                state = self._step(state)
            size += successors.size
            if self.queries >= self.budget or size > MAX_ENTRIES:
                break
        self.samples.extend(states)
        return state, Walk(
            _values(np.concatenate(before)),
            np.concatenate(actions),
            _values(np.concatenate(after)),
            _values(np.array(states)),
            np.array(applied),
        )

    def _step(self, state: State) -> State:
        ids = self.simulator.applicable(state)
        if len(ids) == 0:
            return state
        self.queries += 1
        action = ids[int(self.rng.integers(len(ids)))]
        return state_array(self.simulator.successor(state, action))

    def _successors(self, state: State) -> tuple[list[ActionId], npt.NDArray[Any]]:
        if self._batch is not None:
            ids, successors = self._batch(state)
        else:
            ids = self.simulator.applicable(state)
            successors = [self.simulator.successor(state, action) for action in ids]
        self.queries += len(ids)
        return [int(action) for action in ids], np.asarray(successors)


def maps_of(simulator: Simulator, walk: Walk) -> ActionMaps:
    """What the walk shows; the key is the first variable that explains everything, if needed."""
    num_values = int(max(walk.before.max(), walk.after.max())) + 1
    determines = [
        variable
        for variable in range(walk.states.shape[1])
        if _is_function(walk.states[:, variable], walk.applied)
    ]
    if (walk.applied == walk.applied[0]).all():
        candidates = [NO_KEY, *determines]
    else:
        candidates = determines
    if not candidates:
        raise NoTableError(
            "no table: which actions apply depends on more than one variable, so words of actions "
            f"cannot be moved from state to state; {INSTEAD}"
        )
    conflict = ""
    for key in candidates:
        seen, sources, ids, conflict_here = _tabulated(simulator, walk, key, num_values)
        if not conflict_here:
            return _with_inverses(simulator, seen, sources, ids, key, walk, num_values)
        conflict = conflict or conflict_here
    raise NoTableError(f"no table: {conflict}; {INSTEAD}")


def _tabulated(
    simulator: Simulator, walk: Walk, key: int, num_values: int
) -> tuple[Values, list[int], list[ActionId], str]:
    """[moves, variables, values]: what was seen, by key value and action; or where it differs."""
    num_variables = walk.before.shape[1]
    key_values = np.zeros(len(walk.actions), np.int64)
    if key != NO_KEY:
        key_values = walk.before[:, key].astype(np.int64)
    names, moves = np.unique((key_values << 32) | walk.actions, return_inverse=True)
    seen = np.full((len(names), num_variables, num_values), _UNSEEN, np.uint8)
    if seen.size > MAX_ENTRIES:
        raise NoTableError(f"no table: too many actions, variables and values; {INSTEAD}")
    variables = np.arange(num_variables)
    seen[moves[:, None], variables, walk.before] = walk.after
    differs = seen[moves[:, None], variables, walk.before] != walk.after
    sources, ids = (names >> 32).tolist(), (names & 0xFFFFFFFF).tolist()
    if differs.any():
        row, variable = (int(number) for number in np.argwhere(differs)[0])
        action = simulator.action_name(int(walk.actions[row]))
        return (
            seen,
            sources,
            ids,
            f"what {action!r} does to variable {variable} depends on other variables",
        )
    return seen, sources, ids, ""


def _with_inverses(
    simulator: Simulator,
    seen: Values,
    sources: list[int],
    ids: list[ActionId],
    key: int,
    walk: Walk,
    num_values: int,
) -> ActionMaps:
    names = [simulator.action_name(action) for action in ids]
    for move, variable in np.ndindex(seen.shape[:2]):
        row = seen[move, variable]
        images = row[row != _UNSEEN]
        if len(np.unique(images)) < len(images):
            raise NoTableError(
                f"no table: {names[move]!r} cannot be undone: it brings two values of variable "
                f"{variable} to one; {INSTEAD}"
            )
    class_of, classes = _classes(seen)
    stride = num_values + 1
    if len(classes) * stride > MAX_POINTS:
        raise NoTableError(
            f"no table: {len(classes)} kinds of variables with {num_values} values make it too "
            f"large; {INSTEAD}"
        )
    maps = np.full((len(names), len(classes), stride), num_values, np.uint8)
    stacked = np.stack(classes, axis=1)
    maps[:, :, :num_values] = np.where(stacked == _UNSEEN, num_values, stacked)
    key_values = sorted(set(sources))
    targets = [
        0 if key == NO_KEY else int(seen[move, key, source]) for move, source in enumerate(sources)
    ]
    if key != NO_KEY and not set(targets) <= set(key_values):
        missing = set(targets) - set(key_values)
        raise _NotSeenError(f"the walk saw too little of value {min(missing)} of variable {key}")
    sources = [key_values.index(value) for value in sources]
    targets = [key_values.index(value) for value in targets]
    flat = maps.reshape(len(names), -1)
    return ActionMaps(
        key=key,
        key_values=tuple(key_values),
        class_of=tuple(class_of),
        num_values=num_values,
        names=tuple(names),
        sources=tuple(sources),
        targets=tuple(targets),
        maps=flat,
        inverses=_inverses(names, maps, sources, targets, key),
    )


def _classes(seen: Values) -> tuple[list[int], list[Values]]:
    """Variables whose maps agree wherever both were seen share one; their sightings add up."""
    class_of: list[int] = []
    classes: list[Values] = []
    for variable in range(seen.shape[1]):
        own = seen[:, variable]
        for number, theirs in enumerate(classes):
            both = (own != _UNSEEN) & (theirs != _UNSEEN)
            if (own[both] != theirs[both]).any():
                continue
            union = np.where(own == _UNSEEN, theirs, own)
            if _injective(union):
                classes[number] = union
                class_of.append(number)
                break
        else:
            class_of.append(len(classes))
            classes.append(own)
    return class_of, classes


def _injective(maps: Values) -> bool:
    ordered = np.sort(maps, axis=1)
    same = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != _UNSEEN)
    return not same.any()


def _inverses(
    names: list[str], maps: Values, sources: list[int], targets: list[int], key: int
) -> tuple[tuple[int, ...], ...]:
    """For every move the moves that undo it: one, or the same again until it is undone."""
    found: list[tuple[int, ...]] = []
    for move, name in enumerate(names):
        for other in range(len(names)):
            if (sources[other], targets[other]) == (targets[move], sources[move]) and _undoes(
                maps[move], maps[other]
            ):
                found.append((other,))
                break
        else:
            order = _order(maps[move]) if key == NO_KEY else MAX_ORDER + 1
            if order > MAX_ORDER:
                raise _NotSeenError(f"no action undoes {name!r}")
            found.append((move,) * (order - 1))
    return tuple(found)


def _undoes(one: Values, other: Values) -> bool:
    unknown = one.shape[1] - 1
    ends = np.take_along_axis(other, one.astype(np.intp), axis=1)
    known = ends != unknown
    is_back = ends == np.arange(unknown + 1)
    return bool((is_back | ~known).all() and known.any(axis=1).all())


def _order(one: Values) -> int:
    """After how many repetitions everything is as before; counted from the cycles."""
    unknown = one.shape[1] - 1
    order = 1
    for there in one:
        for first in range(unknown):
            value, length = int(there[first]), 1
            while value not in (first, unknown):
                value, length = int(there[value]), length + 1
            order = order if value == unknown else lcm(order, length)
            if order > MAX_ORDER:
                return order
    return order


def _is_function(values: Values, results: npt.NDArray[np.int64]) -> bool:
    table = np.full(256, -1, np.int64)
    table[values] = results
    return bool((table[values] == results).all())


def _values(states: npt.NDArray[Any]) -> Values:
    if states.max() >= MAX_VALUES:
        raise NoTableError(
            f"no table: a variable takes the value {states.max()}; tables are for values below "
            f"{MAX_VALUES}; {INSTEAD}"
        )
    return states.astype(np.uint8)


def _joined(blocks: list[Walk]) -> Walk:
    return Walk(
        *(
            np.concatenate([getattr(block, name) for block in blocks])
            for name in ("before", "actions", "after", "states", "applied")
        )
    )
