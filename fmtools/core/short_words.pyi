from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

NODE: np.dtype[Any]
PAIR: np.dtype[Any]

class MoveMaps:
    def __init__(
        self,
        maps: npt.NDArray[np.uint8],
        base: npt.NDArray[np.int32],
        sources: Sequence[int],
        targets: Sequence[int],
        num_objects: int,
    ) -> None: ...

class WordSet:
    rows: npt.NDArray[np.uint8]
    nodes: npt.NDArray[Any]
    count: int
    steps: int
    def __init__(self, maps: MoveMaps, max_words: int, max_steps: int) -> None: ...

class Level:
    def __init__(
        self,
        point: int,
        home: int,
        repeats: int,
        longest: int,
        from_excluded: npt.NDArray[np.bool_],
        to_excluded: npt.NDArray[np.bool_],
        blocked: npt.NDArray[np.int32],
    ) -> None: ...

class Cells:
    pairs: npt.NDArray[Any]
    used: npt.NDArray[np.int32]
    looked_at: int
    composed: int
    def __init__(self, num_cells: int, room: int) -> None: ...

class Pairing:
    def __init__(
        self,
        rows: npt.NDArray[np.uint8],
        nodes: npt.NDArray[Any],
        base: npt.NDArray[np.int32],
        level: Level,
        cells: Cells,
        stride: int,
    ) -> None: ...
    def run(self, order: npt.NDArray[np.int32], starts: npt.NDArray[np.int64]) -> None: ...
