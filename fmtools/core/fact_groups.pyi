from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from fmtools.core.operator_arrays import IntArray, OperatorLists
from fmtools.core.watch import Watch

def exclusive_groups(
    lists: OperatorLists, proposals: Iterable[IntArray], start: npt.NDArray[np.uint8], watch: Watch
) -> tuple[IntArray, npt.NDArray[np.uint8]]: ...
