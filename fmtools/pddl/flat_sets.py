"""Sets of numbers as sorted arrays.

`np.unique` and `np.isin` hash, which our keys defeat; and the first call of `np.unique` imports
numpy's masked arrays, which takes longer than a small task.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[Any]
Bools = npt.NDArray[np.bool_]


def sorted_set(values: Ints) -> Ints:
    """Sorted, without repetition; quick where much is sorted already."""
    ordered: Ints = np.sort(values, kind="stable")
    if len(ordered) < 2:
        return ordered
    distinct: Ints = ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])]
    return distinct


def is_among(values: Ints, others: Ints) -> Bools:
    """Per value, whether it is in the other array."""
    if not len(others):
        return np.zeros(len(values), np.bool_)
    ordered = np.sort(others, kind="stable")
    found = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    same: Bools = ordered[found] == values
    return same
