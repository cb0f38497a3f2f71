import numpy as np
import numpy.typing as npt

from fmtools.core.memory import Memory
from fmtools.core.operator_index import OperatorIndex
from fmtools.core.world import World

class GroundOperators(World):
    index: OperatorIndex
    order: npt.NDArray[np.int32]
    def __init__(
        self, index: OperatorIndex, num_facts: int, memory: Memory | None = None
    ) -> None: ...
