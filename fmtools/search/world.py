"""From a simulator to the world that the core searches: its compiled one, or Python asked anew."""

from fmtools.core.world import World
from fmtools.simulator import BoundsValues, Simulator, kernel_of

MOST_VALUES = 1 << 16
"""Where a simulator does not say how many values a variable may take."""


def world_of(simulator: Simulator, as_python: bool = False) -> World:
    """The simulator's `kernel`, or a world that asks it; `as_python` asks it even so."""
    kernel: World | None = kernel_of(simulator)
    if kernel is not None and not as_python:
        return kernel
    from fmtools.core.python_world import PythonWorld  # start-up is short without it

    num_values = MOST_VALUES if kernel is None else kernel.num_values
    if isinstance(simulator, BoundsValues):
        num_values = int(simulator.num_values)
    cell_bits = 1 if num_values <= 2 else 8 if num_values <= 1 << 8 else 16
    return PythonWorld(simulator, cell_bits, num_values)
