import numpy as np
import numpy.typing as npt

from fmtools.core.memory import Memory
from fmtools.core.operator_index import OperatorIndex
from fmtools.core.packed_operators import PackedEffects
from fmtools.core.world import World

class GroundOperators(World):
    index: OperatorIndex
    order: npt.NDArray[np.int32]
    effects_packed: PackedEffects | None
    def __init__(
        self,
        index: OperatorIndex,
        num_facts: int,
        memory: Memory | None = None,
        effects_packed: PackedEffects | None = None,
    ) -> None: ...
