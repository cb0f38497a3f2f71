"""Which world a simulator is, for macro libraries: kind, name, and a digest of its actions."""

import hashlib

from fmtools.macros import World
from fmtools.simulator import Simulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle


def world_of(simulator: Simulator, words: list[str]) -> World:
    """`words` is the task as the user named it; it names worlds that have no name of their own."""
    if isinstance(simulator, Cube):
        return World("cube", "cube", _digest(simulator.kernel.maps.tobytes()))
    if isinstance(simulator, NPuzzle):
        name = f"npuzzle {simulator.width}"
        return World("npuzzle", name, _digest(simulator.kernel.maps.tobytes()))
    if isinstance(simulator, Lock):
        name = f"lock {simulator.num_variables} dials {simulator.num_digits} digits"
        return World("lock", name, _digest(simulator.kernel.shifts.tobytes()))
    domain = getattr(simulator, "domain", None)
    if domain is not None:
        return World("pddl", domain.name, _digest(domain.text.encode()))
    digest = _digest(str(simulator.num_variables).encode())
    return World("user", words[0], digest, getattr(simulator, "options", None))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
