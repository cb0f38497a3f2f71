from array import array
from enum import IntFlag

import numpy as np
import numpy.typing as npt

from fmtools.core.atoms import AtomTable
from fmtools.core.memory import Memory
from fmtools.core.watch import Watch

class EdgeKind(IntFlag):
    KEEP = ...
    DROP = ...
    SAME = ...
    DIFFERENT = ...
    HOLDS = ...
    FAILS = ...

class JoinProgram:
    num_objects: int
    num_operators: int
    num_predicates: int
    num_rows: int
    num_words: int
    most_parameters: int
    arity: array[int]
    def __init__(
        self,
        *,
        num_objects: int,
        domains: npt.NDArray[np.uint64],
        first_parameter: array[int],
        initial: array[int],
        first_initial: array[int],
        edges: array[int],
        first_edge: array[int],
        literals: array[int],
        terms: array[int],
        sections: array[int],
        whole: array[int],
        arity: array[int],
        first_row: array[int],
        triggers: array[int],
        first_trigger: array[int],
    ) -> None: ...

class Relations:
    program: JoinProgram
    memory: Memory
    atoms: AtomTable
    num_found: int
    def __init__(self, program: JoinProgram, memory: Memory) -> None: ...
    def explore(self, watch: Watch, most_found: int) -> None: ...
