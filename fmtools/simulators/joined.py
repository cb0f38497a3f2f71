"""A PDDL task with macros that are not ground: instances are found when a state is expanded.

Primitive actions have the ids of the task without macros; instances of macros get theirs when they
are first met. For planners that take successors one by one; where the order of all actions matters
(the paper's), `fmtools.simulators.augmented` grounds them.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools.core.limits import WorkLimits
from fmtools.errors import InputError
from fmtools.macros import MacroLibrary, check_world
from fmtools.pddl.ground import ground
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.lift import LiftedSequence
from fmtools.pddl.lifted_library import lift_library, pddl_world
from fmtools.pddl.read import read_domain, read_problem
from fmtools.simulator import ActionId, Known
from fmtools.simulators.grounded import GroundedSimulator

if TYPE_CHECKING:
    from fmtools.core.joined import JoinedMacros


class JoinedSimulator(GroundedSimulator):
    """`task` is that of the primitives; `sequences`, by name, the macros."""

    def __init__(
        self,
        task: GroundTask,
        sequences: Mapping[str, LiftedSequence],
        limits: WorkLimits | None = None,
        plain: GroundedSimulator | None = None,
        known: Known | None = None,
    ) -> None:
        """`plain`: the task without macros, where it is there already."""
        super().__init__(task, limits, known)
        self._names = tuple(sequences)
        self._sequences = tuple(sequences.values())
        if plain is not None:
            self.without_macros = plain

    def action_name(self, action: ActionId) -> str:
        """Of a macro: its name and the objects of its parameters."""
        if action < self.task.num_actions:
            return self.without_macros.action_name(action)
        macro, actions = self.kernel.instance(action)
        sequence = self._sequences[macro]
        objects: dict[str, str] = {}
        for step, primitive in zip(sequence.steps, actions, strict=True):
            objects.update(zip(step.args, self.task.action_arguments(primitive), strict=True))
        arguments = (objects[parameter.name] for parameter in sequence.parameters)
        return f"({' '.join((self._names[macro], *arguments))})"

    def steps(self, action: ActionId) -> int:
        """How many primitive actions an action stands for."""
        return len(self.primitives(action))

    def primitives(self, action: ActionId) -> tuple[ActionId, ...]:
        """The primitive actions behind an action."""
        if action < self.task.num_actions:
            return (action,)
        return self.kernel.instance(action)[1]

    def macro_of(self, action: ActionId) -> int | None:
        """Which macro, from 0, an action is an instance of; None: it is primitive."""
        return None if action < self.task.num_actions else self.kernel.instance(action)[0]

    def check_plan(self, names: Sequence[str]) -> int | None:
        """As there, which remembers it for those who shorten the plan."""
        return self.without_macros.check_plan(names)

    @cached_property
    def without_macros(self) -> GroundedSimulator:
        """The same facts with the primitives alone; their ids stay."""
        return GroundedSimulator(self.task, self.limits)

    @cached_property
    def kernel(self) -> "JoinedMacros":  # type: ignore[override]
        from fmtools.core.joined import JoinedMacros
        from fmtools.pddl.macro_program import macro_program

        program = macro_program(self.task, self._sequences)
        memory = None if self.limits is None else self.limits.memory
        return JoinedMacros(self.without_macros.kernel, program, memory)


def load_joined(
    domain: str | PathLike[str],
    problem: str | PathLike[str],
    library: MacroLibrary,
    library_path: Path,
    limits: WorkLimits | None = None,
) -> GroundedSimulator:
    """The simulator of a task with a library's macros, or a plain one where the library is empty;
    InputError for macros of another domain."""
    original = read_domain(domain)
    check_world(library, pddl_world(original), library_path)
    try:
        lifted = lift_library(original, library)
    except InputError as error:
        raise InputError(f"{library_path}: {error}") from None
    task = ground(original, read_problem(problem, original), limits=limits)
    known = _known(library)
    if not lifted or not task.num_actions:
        return GroundedSimulator(task, limits, known)
    return JoinedSimulator(
        task,
        {macro.name: macro.sequence for macro in lifted},
        limits,
        known=known,
    )


def _known(library: MacroLibrary) -> Known | None:
    """What a library has beside macros."""
    told = library.provenance
    if "actions" not in told:
        return None
    return Known(told["actions"], tuple(told.get("searches", ())), told.get("paid", True))
