"""Worlds whose actions move everything from place to place: Rubik's cube, the n-puzzle.

Variables hold positions; an action sends every variable's value v to maps[action, v]. Macros are
maps too, so they run in one step.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.expand import register_apply, register_offer, register_world
from fmtools.kernels.space import CURRENT, PRIMITIVE_STEPS, STATE, Space


class PositionMaps(NamedTuple):
    """maps: uint8[actions, positions]; steps: int32[actions], primitive actions in each.

    The applicable actions are actions[offsets[g]:offsets[g + 1]] with g the value of variable
    `key`, or 0 where key is -1 (no preconditions).
    """

    maps: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]
    key: int

    @property
    def cell_bits(self) -> int:
        return 8

    @property
    def num_values(self) -> int:
        return int(self.maps.shape[1])

    @property
    def branching(self) -> int:
        return int(np.diff(self.offsets).max())


@register_world(PositionMaps)
def expand_position_maps(world: PositionMaps, space: Space) -> int:
    counters = space.counters
    row = space.states[space.nodes[counters[CURRENT], STATE]].view(np.uint8)
    out = space.successors.view(np.uint8)
    maps = world.maps
    num_variables = maps.shape[1]
    group = np.int64(0)
    if world.key >= 0:
        group = np.int64(row[world.key])
    first = world.offsets[group]
    count = world.offsets[group + 1] - first
    for i in range(count):
        action = world.actions[first + i]
        space.actions[i] = action
        counters[PRIMITIVE_STEPS] += world.steps[action]
        for v in range(num_variables):
            out[i, v] = maps[action, row[v]]
        for v in range(num_variables, out.shape[1]):
            out[i, v] = 0
    return np.int64(count)


@register_offer(PositionMaps)
def offer_position_maps(world: PositionMaps, space: Space) -> int:
    waiting = space.waiting
    group = np.int64(0)
    if world.key >= 0:
        state = space.nodes[space.counters[CURRENT], STATE]
        group = np.int64(space.states[state].view(np.uint8)[world.key])
    first = world.offsets[group]
    count = world.offsets[group + 1] - first
    for i in range(min(count, len(waiting.offered))):
        action = world.actions[first + i]
        waiting.offered[i] = action
        waiting.steps[i] = world.steps[action]
    return np.int64(count)


@register_apply(PositionMaps)
def apply_position_map(world: PositionMaps, space: Space, action: int) -> None:
    row = space.states[space.nodes[space.counters[CURRENT], STATE]].view(np.uint8)
    out = space.successors.view(np.uint8)
    maps = world.maps
    num_variables = maps.shape[1]
    for v in range(num_variables):
        out[0, v] = maps[action, row[v]]
    for v in range(num_variables, out.shape[1]):
        out[0, v] = 0


def with_sequences(world: PositionMaps, sequences: list[tuple[int, ...]]) -> PositionMaps:
    """The world with sequences of its actions as further actions, one map each.

    A sequence applies in the groups in which its actions, one after the other, do.
    """
    num_groups = len(world.offsets) - 1
    groups = [
        world.actions[world.offsets[g] : world.offsets[g + 1]].tolist() for g in range(num_groups)
    ]
    members = [frozenset(group) for group in groups]
    maps = [world.maps]
    for number, sequence in enumerate(sequences, len(world.maps)):
        whole = np.arange(world.maps.shape[1], dtype=np.uint8)
        for action in sequence:
            whole = world.maps[action][whole]
        maps.append(whole[np.newaxis])
        for group in range(num_groups):
            position = group
            for action in sequence:
                if action not in members[position if world.key >= 0 else 0]:
                    break
                position = int(world.maps[action, position])
            else:
                groups[group].append(number)
    lengths = [int(world.steps[list(sequence)].sum()) for sequence in sequences]
    return PositionMaps(
        maps=np.ascontiguousarray(np.concatenate(maps)),
        steps=np.concatenate([world.steps, np.array(lengths, np.int32)]),
        offsets=np.cumsum([0, *map(len, groups)], dtype=np.int32),
        actions=np.array([action for group in groups for action in group], np.int32),
        key=world.key,
    )
