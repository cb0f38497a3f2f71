from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from fmtools.core.limits import WorkLimits
from fmtools.core.memory import Memory
from fmtools.core.operator_arrays import IntArray, OperatorLists
from fmtools.core.operators import GroundOperators
from fmtools.core.packing import Packing
from fmtools.core.watch import Watch
from fmtools.core.world import World

def packed_effects(
    lists: OperatorLists,
    order: IntArray,
    proposals: Callable[[], Iterable[IntArray]],
    start: npt.NDArray[np.uint8],
    limits: WorkLimits,
) -> PackedEffects | None: ...

class PackedEffects:
    packing: Packing
    def __init__(
        self,
        packing: Packing,
        lists: OperatorLists,
        order: IntArray,
        memory: Memory,
        watch: Watch,
    ) -> None: ...

class PackedOperators(World):
    def __init__(self, operators: GroundOperators, effects: PackedEffects) -> None: ...
