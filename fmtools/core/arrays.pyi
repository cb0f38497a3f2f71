from typing import Any

import numpy.typing as npt

from fmtools.core.memory import Memory

def counted_zeros(
    memory: Memory, shape: tuple[int, ...], dtype: npt.DTypeLike
) -> npt.NDArray[Any]: ...
