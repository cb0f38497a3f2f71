import numpy as np
import numpy.typing as npt

from fmtools.core.memory import Memory
from fmtools.core.operator_arrays import IntArray
from fmtools.core.watch import Watch

class AtomTable:
    width: int
    count: int
    def __init__(self, arity: object, num_objects: int, memory: Memory) -> None: ...
    def enter_rows(self, rows: IntArray) -> None: ...
    def find_rows(self, rows: IntArray) -> IntArray: ...
    def predicates(self) -> IntArray: ...
    def sorted_facts(
        self,
        is_fact: npt.NDArray[np.uint8],
        predicate_rank: IntArray,
        object_rank: IntArray,
        num_extra: int,
        watch: Watch,
    ) -> tuple[IntArray, IntArray]: ...
