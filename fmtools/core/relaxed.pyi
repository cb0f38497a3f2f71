from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fmtools.core.guide import Guide
from fmtools.core.layout import Words
from fmtools.core.memory import Memory

_Lists = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]

class Relaxed(Guide):
    unreached: int
    def __init__(
        self,
        memory: Memory,
        num_facts: int,
        needs: _Lists,
        adds: _Lists,
        goals: Sequence[int],
        complements: Sequence[int] | npt.NDArray[np.int32] = (),
    ) -> None: ...
    def planned(self) -> npt.NDArray[np.int64]: ...
    def estimated(self, facts: Words, action: int = -1) -> tuple[int, npt.NDArray[np.int64]]: ...
