"""A simulator with sequences as further actions, for levels of macros (fmtools.learn.levels).

PDDL macros are lifted and ground again, so that a sequence serves all objects it fits; elsewhere a
macro is the sequence itself. The learner is handed this function, and never sees which it was.
"""

from collections.abc import Sequence

import numpy as np

from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.ground import ground
from fmtools.pddl.lifted_library import pddl_world
from fmtools.pddl.pipeline import compile_library
from fmtools.policy import UNLIMITED
from fmtools.simulator import ActionId, Simulator
from fmtools.simulators.augmented import AugmentedSimulator
from fmtools.simulators.grounded import GroundedSimulator
from fmtools.simulators.with_macros import WithMacros


def extend(simulator: Simulator, sequences: Sequence[tuple[ActionId, ...]]) -> Simulator:
    """Its `primitives(action)` are actions of the simulator given."""
    if isinstance(simulator, GroundedSimulator):
        augmented = _augmented(simulator, sequences)
        if augmented is not None:
            return augmented
    return WithMacros(simulator, sequences)


def _augmented(
    simulator: GroundedSimulator, sequences: Sequence[tuple[ActionId, ...]]
) -> AugmentedSimulator | None:
    """None where facts or primitive actions are numbered in another way than in the original."""
    task = simulator.task
    macros = tuple(
        Macro(tuple(map(simulator.action_name, sequence)), 0, ()) for sequence in sequences
    )
    library = MacroLibrary(pddl_world(task.domain), macros)
    compilation = compile_library(task.domain, library, UNLIMITED)
    grounded = ground(compilation.augmented, task.problem)
    num_actions = task.num_actions
    same = (
        np.array_equal(grounded.fact_atoms, task.fact_atoms)
        and np.array_equal(grounded.operator_ids[:num_actions], task.operator_ids)
        and np.array_equal(
            grounded.arguments[:num_actions, : task.arguments.shape[1]], task.arguments
        )
    )
    return AugmentedSimulator(grounded, compilation.sequences) if same else None
