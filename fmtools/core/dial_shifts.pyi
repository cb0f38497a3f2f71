from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fmtools.core.world import World

class DialShifts(World):
    shifts: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.int32]
    @property
    def num_digits(self) -> int: ...
    def __init__(
        self, shifts: npt.NDArray[np.uint8], steps: npt.NDArray[np.int32], num_digits: int
    ) -> None: ...
    def with_sequences(self, sequences: Sequence[Sequence[int]]) -> DialShifts: ...
