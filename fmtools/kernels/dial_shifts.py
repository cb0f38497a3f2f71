"""Worlds whose actions turn dials: the Suitcase Lock.

An action adds shifts[action, dial] to every dial, modulo the number of digits.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fmtools.kernels.expand import register_apply, register_offer, register_world
from fmtools.kernels.space import CURRENT, PRIMITIVE_STEPS, STATE, Space


class DialShifts(NamedTuple):
    """shifts: uint8[actions, dials]; steps: int32[actions]; digits 0..num_digits - 1."""

    shifts: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.int32]
    num_digits: int

    @property
    def cell_bits(self) -> int:
        return 8

    @property
    def num_values(self) -> int:
        return self.num_digits

    @property
    def branching(self) -> int:
        return len(self.shifts)


@register_world(DialShifts)
def expand_dial_shifts(world: DialShifts, space: Space) -> int:
    counters = space.counters
    row = space.states[space.nodes[counters[CURRENT], STATE]].view(np.uint8)
    out = space.successors.view(np.uint8)
    shifts = world.shifts
    num_actions, num_dials = shifts.shape
    num_digits = np.int64(world.num_digits)
    for action in range(num_actions):
        space.actions[action] = action
        counters[PRIMITIVE_STEPS] += world.steps[action]
        for v in range(num_dials):
            turned = np.int64(row[v]) + np.int64(shifts[action, v])
            if turned >= num_digits:
                turned -= num_digits
            out[action, v] = turned
        for v in range(num_dials, out.shape[1]):
            out[action, v] = 0
    return num_actions


@register_offer(DialShifts)
def offer_dial_shifts(world: DialShifts, space: Space) -> int:
    waiting = space.waiting
    num_actions = len(world.shifts)
    for action in range(min(num_actions, len(waiting.offered))):
        waiting.offered[action] = action
        waiting.steps[action] = world.steps[action]
    return num_actions


@register_apply(DialShifts)
def apply_dial_shift(world: DialShifts, space: Space, action: int) -> None:
    row = space.states[space.nodes[space.counters[CURRENT], STATE]].view(np.uint8)
    out = space.successors.view(np.uint8)
    num_dials = world.shifts.shape[1]
    num_digits = np.int64(world.num_digits)
    for v in range(num_dials):
        turned = np.int64(row[v]) + np.int64(world.shifts[action, v])
        out[0, v] = turned - num_digits if turned >= num_digits else turned
    for v in range(num_dials, out.shape[1]):
        out[0, v] = 0


def with_sequences(world: DialShifts, sequences: list[tuple[int, ...]]) -> DialShifts:
    """The world with sequences of its actions as further actions, one turn each."""
    sums = [world.shifts[list(s)].sum(axis=0, dtype=np.int64) for s in sequences]
    turns = np.array(sums, np.int64).reshape(len(sequences), world.shifts.shape[1])
    lengths = [int(world.steps[list(sequence)].sum()) for sequence in sequences]
    return DialShifts(
        shifts=np.concatenate([world.shifts, (turns % world.num_digits).astype(np.uint8)]),
        steps=np.concatenate([world.steps, np.array(lengths, np.int32)]),
        num_digits=world.num_digits,
    )
