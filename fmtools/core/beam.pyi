import numpy as np
import numpy.typing as npt

class TableWords:
    rows: npt.NDArray[np.uint8]
    def __init__(
        self,
        *,
        order: npt.NDArray[np.int32],
        homes: npt.NDArray[np.int32],
        objects: npt.NDArray[np.int32],
        key: int,
        cells: npt.NDArray[np.int32],
        cell_starts: npt.NDArray[np.int64],
        maps: npt.NDArray[np.uint8],
        class_base: npt.NDArray[np.int32],
        bases: npt.NDArray[np.int32],
        letters: npt.NDArray[np.int32],
        starts: npt.NDArray[np.int64],
        inverse: npt.NDArray[np.int32],
        unknown: int,
    ) -> None: ...

class Beam:
    count: int
    generated: int
    steps: int
    num_bytes: int
    def __init__(
        self,
        table: TableWords,
        start: npt.NDArray[np.uint8],
        width: int,
        words_per_cell: int,
        tail: int,
    ) -> None: ...
    def advance(self, level: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
    def cheapest(self) -> int: ...
