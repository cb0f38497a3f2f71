from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fmtools.core.memory import Memory
from fmtools.core.watch import Watch

_Lists = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]

def landmark_facts(
    memory: Memory,
    num_facts: int,
    needs: _Lists,
    adds: _Lists,
    start: npt.NDArray[np.uint8],
    goals: Sequence[int],
    rounds: int,
    watch: Watch,
) -> npt.NDArray[np.int32]: ...

class Landmarks:
    facts: npt.NDArray[np.int32]
    num_landmarks: int
    def __init__(
        self,
        memory: Memory,
        num_facts: int,
        facts: npt.NDArray[np.int32],
        goals: Sequence[int],
    ) -> None: ...
