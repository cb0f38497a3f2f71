"""A simulator with sequences as further actions, for the learner: levels of macros, and trials.

PDDL macros are lifted, so that a sequence serves all objects it fits and may come from another
problem of the domain; elsewhere a macro is the sequence itself. The learner is handed this
function, and never sees which it was.
"""

from collections.abc import Sequence

from fmtools.pddl.lift import LiftedSequence, lift
from fmtools.pddl.plan_file import parse_step
from fmtools.simulator import ActionId, Known, Simulator
from fmtools.simulators.grounded import GroundedSimulator
from fmtools.simulators.joined import JoinedSimulator
from fmtools.simulators.with_macros import WithMacros


def extend(
    simulator: Simulator,
    sequences: Sequence[tuple[ActionId, ...]],
    source: Simulator | None = None,
    known: Known | None = None,
) -> Simulator:
    """Its `primitives(action)` are actions of the simulator given; `sequences` are in ids of
    `source`, another problem of the same domain, or of the simulator itself; `known`:
    what was learned beside macros."""
    if not isinstance(simulator, GroundedSimulator):
        return WithMacros(simulator, sequences)
    name = (simulator if source is None else source).action_name
    lifted: dict[str, LiftedSequence] = {
        f"macro-{number}": lift(simulator.domain, [parse_step(name(action)) for action in sequence])
        for number, sequence in enumerate(sequences, 1)
    }
    return JoinedSimulator(simulator.task, lifted, simulator.limits, simulator, known)
