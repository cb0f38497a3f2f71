"""Which world a simulator is, for macro libraries: kind, name, and a digest of its actions.

And by which policy macros that are learned in it become operators, where it is of PDDL.
"""

from fmtools.macros import World, digest
from fmtools.pddl.lifted_library import pddl_world
from fmtools.pddl.macro_file import problem_files
from fmtools.policy import Policy
from fmtools.simulator import Simulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import GroundedSimulator
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle


def policy_of(simulator: Simulator) -> Policy | None:
    """The default, with the problem at hand to count ground operators in; None if not PDDL."""
    if isinstance(simulator, GroundedSimulator):
        return Policy(problems=problem_files(simulator.domain, [simulator.task.problem]))
    if getattr(simulator, "domain", None) is not None:
        return Policy()
    return None


def world_of(simulator: Simulator, words: list[str]) -> World:
    """`words` is the task as the user named it; it names worlds that have no name of their own."""
    if isinstance(simulator, Cube):
        return World("cube", "cube", digest(simulator.kernel.maps.tobytes()))
    if isinstance(simulator, NPuzzle):
        name = f"npuzzle {simulator.width}"
        return World("npuzzle", name, digest(simulator.kernel.maps.tobytes()))
    if isinstance(simulator, Lock):
        name = f"lock {simulator.num_variables} dials {simulator.num_digits} digits"
        return World("lock", name, digest(simulator.kernel.shifts.tobytes()))
    domain = getattr(simulator, "domain", None)
    if domain is not None:
        return pddl_world(domain)
    number = digest(str(simulator.num_variables))
    return World("user", words[0], number, getattr(simulator, "options", None))
