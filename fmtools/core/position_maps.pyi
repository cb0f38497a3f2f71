from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fmtools.core.world import World

class PositionMaps(World):
    maps: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]
    key: int
    def __init__(
        self,
        maps: npt.NDArray[np.uint8],
        steps: npt.NDArray[np.int32],
        offsets: npt.NDArray[np.int32],
        actions: npt.NDArray[np.int32],
        key: int,
    ) -> None: ...
    def with_sequences(self, sequences: Sequence[Sequence[int]]) -> PositionMaps: ...
