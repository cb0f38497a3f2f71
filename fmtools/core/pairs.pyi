from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int64]
_Lists = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]

def lists_by_owner(found: Sequence[tuple[_Ints, _Ints]], num_owners: int) -> _Lists: ...
def owners_that_hold(
    first: npt.NDArray[np.int32], facts: npt.NDArray[np.int32], state: npt.NDArray[np.uint8]
) -> npt.NDArray[np.int32]: ...
