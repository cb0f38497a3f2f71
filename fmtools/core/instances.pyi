from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fmtools.core.atoms import AtomTable
from fmtools.core.grounding import Relations
from fmtools.core.operator_arrays import FactLists, IntArray
from fmtools.core.watch import Watch

class Instances:
    rows: npt.NDArray[np.uint16]
    kept: npt.NDArray[np.uint8]
    def __init__(self, relations: Relations, watch: Watch) -> None: ...
    def look_up(
        self, operator_id: int, table: AtomTable, predicate: int, terms: Sequence[int]
    ) -> IntArray: ...
    def of_operator(self, operator_id: int) -> slice: ...
    def prune(self, constant: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]: ...
    def write(
        self, fact_of: IntArray
    ) -> tuple[FactLists, FactLists, FactLists, FactLists, IntArray]: ...
