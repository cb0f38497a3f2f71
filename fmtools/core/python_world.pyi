from fmtools.core.world import World
from fmtools.simulator import Simulator

class PythonWorld(World):
    simulator: Simulator
    def __init__(self, simulator: Simulator, cell_bits: int, num_values: int) -> None: ...
