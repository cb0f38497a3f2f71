"""Lifted sequences as arrays for `fmtools.core.joined`, which finds their instances in states.

A sequence's parameters are slots. An argument of a step is known (a constant, or a slot that an
earlier step bound), new, or a repetition of one that is new in the same step. Per operator and set
of known arguments there is a table of the ground actions, by those arguments.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fmtools.core.joined import KNOWN, NEW, REPEATED
from fmtools.core.operator_arrays import IntArray
from fmtools.frozen import frozen
from fmtools.pddl.flat_sets import sorted_set
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.lift import LiftedSequence

Keys = npt.NDArray[np.uint64]


@frozen(eq=False)
class MacroProgram:
    """See `fmtools/core/joined.pxd`; all arrays are int32 but `keys`."""

    operators: IntArray
    arguments: IntArray
    first_beginner: IntArray
    beginners: IntArray
    first_step: IntArray
    steps: IntArray
    places: IntArray
    first_key: IntArray
    keys: Keys
    first_listed: IntArray
    listed: IntArray
    radix: int
    most_slots: int


@frozen
class _Table:
    keys: Keys
    counts: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int64]


def macro_program(task: GroundTask, sequences: Sequence[LiftedSequence]) -> MacroProgram:
    """For the ground actions of a task without macros."""
    operator_numbers = {name: number for number, name in enumerate(task.operator_names)}
    objects = {name: number for number, name in enumerate(task.objects)}
    tables: dict[tuple[int, tuple[int, ...]], int] = {}
    steps: list[tuple[int, int, int]] = []
    places: list[tuple[int, int]] = []
    first_step = [0]
    beginnings = []
    for sequence in sequences:
        slots = {parameter.name: slot for slot, parameter in enumerate(sequence.parameters)}
        bound: set[int] = set()
        for step in sequence.steps:
            operator = operator_numbers[step.operator]
            first = len(places)
            fresh: set[int] = set()
            for arg in step.args:
                slot = slots[arg] if arg in slots else -1 - objects[arg]
                role = REPEATED if slot in fresh else NEW
                if slot < 0 or slot in bound:
                    role = KNOWN
                fresh.add(slot)
                places.append((slot, role))
            known = tuple(k for k, (_, role) in enumerate(places[first:]) if role == KNOWN)
            table = tables.setdefault((operator, known), len(tables))
            steps.append((table, first, len(places)))
            bound |= fresh
        first_step.append(len(steps))
        beginnings.append(operator_numbers[sequence.steps[0].operator])
    made = [_table(task, operator, known) for operator, known in tables]
    order = np.argsort(beginnings, kind="stable")
    return MacroProgram(
        operators=_int32(task.operator_ids),
        arguments=_int32(task.arguments).reshape(task.num_actions, -1),
        first_beginner=_starts(np.bincount(beginnings, minlength=len(operator_numbers))),
        beginners=_int32(order),
        first_step=_int32(first_step),
        steps=_int32(steps).reshape(-1, 3),
        places=_int32(places).reshape(-1, 2),
        first_key=_starts([len(table.keys) for table in made]),
        keys=np.concatenate([np.empty(0, np.uint64), *(table.keys for table in made)]),
        first_listed=_starts(np.concatenate([[], *(table.counts for table in made)])),
        listed=_int32(np.concatenate([[], *(table.actions for table in made)])),
        radix=len(task.objects),
        most_slots=max((len(sequence.parameters) for sequence in sequences), default=0),
    )


def _table(task: GroundTask, operator: int, known: tuple[int, ...]) -> _Table:
    """Actions of an operator by their known arguments; a key may wrap, so it is no proof."""
    actions = np.flatnonzero(task.operator_ids == operator)
    keys = np.zeros(len(actions), np.uint64)
    for position in known:
        keys = keys * np.uint64(len(task.objects)) + task.arguments[actions, position].astype(
            np.uint64
        )
    order = np.argsort(keys, kind="stable")
    found = sorted_set(keys)
    counts = np.diff(np.searchsorted(keys[order], found), append=len(keys))
    return _Table(found, counts, actions[order])


def _int32(values: npt.ArrayLike) -> IntArray:
    return np.ascontiguousarray(values, dtype=np.int32)


def _starts(counts: npt.ArrayLike) -> IntArray:
    """Where each begins, and where the last ends."""
    return _int32(np.concatenate([[0], np.cumsum(np.asarray(counts, np.int64))]))
