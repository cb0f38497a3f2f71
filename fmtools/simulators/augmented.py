"""A PDDL task with macros: the grounded simulator over the domain with macro operators added.

Actions are the primitives first, then the instances of the macros in library order, as in the
augmented file. This module must not know who searches it.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fmtools.core.limits import WorkLimits
from fmtools.macros import MacroLibrary
from fmtools.pddl.ground import ground
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.lift import LiftedSequence
from fmtools.pddl.macro_file import compile_macros
from fmtools.pddl.model import Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.unfold import table_of_augmented
from fmtools.simulator import ActionId
from fmtools.simulators.grounded import GroundedSimulator, ground_operators
from fmtools.simulators.joined import JoinedSimulator

if TYPE_CHECKING:
    from fmtools.core.world import World


class AugmentedSimulator(GroundedSimulator):
    """`sequences` holds the primitive sequence behind every macro operator of the task."""

    def __init__(
        self,
        task: GroundTask,
        sequences: Mapping[str, LiftedSequence],
        limits: WorkLimits | None = None,
        notes: tuple[str, ...] = (),
    ) -> None:
        super().__init__(task, limits)
        self._sequences = sequences
        self.notes = notes
        """What people should know of the macros."""

    def steps(self, action: ActionId) -> int:
        """How many primitive actions an action stands for."""
        return int(self._steps[action])

    def macro_of(self, action: ActionId) -> int | None:
        """Which macro operator, from 0, an action is an instance of; None: it is primitive."""
        own = len(self.task.operator_names) - len(self._sequences)
        number = int(self.task.operator_ids[action]) - own
        return None if number < 0 else number

    def primitives(self, action: ActionId) -> tuple[ActionId, ...]:
        """The primitive actions behind an action; those that would change nothing are left out."""
        task = self.task
        sequence = self._sequences.get(task.operator_names[task.operator_ids[action]])
        if sequence is None:
            return (action,)
        steps = sequence.unfold(task.action_arguments(action))
        # The grounder leaves out no-ops, so a step without an action changes nothing.
        return tuple(
            self._primitive_ids[str(step)] for step in steps if str(step) in self._primitive_ids
        )

    @cached_property
    def without_macros(self) -> GroundedSimulator:
        """The same facts with the primitives alone; their ids stay."""
        return GroundedSimulator(self.task.first_actions(len(self._primitive_ids)))

    @cached_property
    def kernel(self) -> "World":
        return ground_operators(self.task, self._steps, self.limits)

    @cached_property
    def _steps(self) -> npt.NDArray[np.int32]:
        """int32[actions]"""
        lengths = [
            len(self._sequences[name].steps) if name in self._sequences else 1
            for name in self.task.operator_names
        ]
        return np.array(lengths, np.int32)[self.task.operator_ids]

    @cached_property
    def _primitive_ids(self) -> dict[str, ActionId]:
        task = self.task
        first_macro = next(
            (k for k, name in enumerate(task.operator_names) if name in self._sequences),
            len(task.operator_names),
        )
        num_primitives = int(np.searchsorted(task.operator_ids, first_macro))
        return {task.action_name(action): action for action in range(num_primitives)}


def augmented_simulator(
    compilation: Compilation, problem: Problem, limits: WorkLimits | None = None
) -> AugmentedSimulator:
    """A problem of the original domain, with the macros of a compilation."""
    task = ground(compilation.augmented, compilation.problem(problem), limits=limits)
    notes = (compilation.left_out,) if compilation.left_out else ()
    return AugmentedSimulator(task, compilation.sequences, limits, notes)


def load_augmented(
    domain: str | PathLike[str],
    problem: str | PathLike[str],
    library: MacroLibrary,
    library_path: Path,
    limits: WorkLimits | None = None,
    given: Mapping[str, Any] | None = None,
) -> AugmentedSimulator:
    """The simulator of a task with a library's macros, by its policy or what is `given` instead.

    InputError for macros of another domain.
    """
    original = read_domain(domain)
    task = read_problem(problem, original)
    compilation = compile_macros(
        original, library, library_path, own=[task], given=given, limits=limits
    )
    return augmented_simulator(compilation, task, limits)


def load_own_macros(
    domain: str | PathLike[str],
    problem: str | PathLike[str],
    limits: WorkLimits | None = None,
    joined: bool = False,
) -> GroundedSimulator:
    """The simulator of an augmented domain, whose macros are those that its comments tell of.

    `joined`: found in states, else ground. InputError where a comment does not fit its action.
    """
    augmented = read_domain(domain)
    table = table_of_augmented(augmented)
    if joined:
        task = ground(table.domain, read_problem(problem, table.domain), limits=limits)
        return JoinedSimulator(task, table.sequences, limits)
    macros = {name: augmented.operators[name] for name in table.sequences}
    last = replace(augmented, operators={**table.domain.operators, **macros})
    task = ground(last, read_problem(problem, last), limits=limits)
    return AugmentedSimulator(task, table.sequences, limits)
