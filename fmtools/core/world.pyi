from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.core.layout import Layout, Words

class World:
    num_variables: int
    cell_bits: int
    num_words: int
    num_values: int
    is_python: bool
    is_slow: bool
    @property
    def layout(self) -> Layout: ...
    def packed(
        self, start: npt.NDArray[np.integer[Any]], target: Mapping[int, int]
    ) -> World | None: ...
    def with_sequences(self, sequences: Sequence[Sequence[int]]) -> World | None: ...
    def successors(
        self, state: Words
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Words]: ...
    def offered(self, state: Words) -> npt.NDArray[np.int32]: ...
    def successor(self, state: Words, action: int) -> Words: ...
