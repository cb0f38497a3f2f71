from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from fmtools.core.layout import Words

class Packing:
    num_variables: int
    num_fact_words: int
    num_words: int
    low: Words
    def __init__(
        self, group: npt.NDArray[np.int32], may_be_empty: npt.NDArray[np.uint8]
    ) -> None: ...
    def pack(self, values: npt.ArrayLike) -> Words | None: ...
    def unpack(self, row: Words) -> npt.NDArray[np.uint8]: ...
    def unpack_rows(self, rows: Words) -> npt.NDArray[np.uint8]: ...
    def pack_partial(self, assignment: Mapping[int, int]) -> tuple[Words, Words] | None: ...
