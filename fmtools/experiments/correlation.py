"""Table 1: how goal count and true distance go together (section 3.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from fmtools.simulators.kind import Distances


@dataclass(frozen=True)
class Correlation:
    """Over all pairs, and between distances and the mean goal count at each distance."""

    pearson: float
    spearman: float
    pearson_by_distance: float
    spearman_by_distance: float
    pairs: int


def correlate(parts: "Sequence[Distances]") -> Correlation:
    """All pairs of all parts pooled, as the paper's code did; and by distance, as its text says."""
    distances, goal_counts = (np.concatenate(numbers) for numbers in zip(*parts, strict=True))
    each = np.unique(distances)
    means = np.array([goal_counts[distances == one].mean() for one in each])
    return Correlation(
        pearson=pearson(goal_counts, distances),
        spearman=pearson(ranks(goal_counts), ranks(distances)),
        pearson_by_distance=pearson(means, each),
        spearman_by_distance=pearson(ranks(means), ranks(each)),
        pairs=sum(len(one) ** 2 for one, _ in parts),
    )


def pearson(first: npt.NDArray[np.generic], second: npt.NDArray[np.generic]) -> float:
    """0 where either never varies."""
    x, y = (np.asarray(values, np.float64) for values in (first, second))
    return float(np.corrcoef(x, y)[0, 1]) if np.ptp(x) and np.ptp(y) else 0.0


def ranks(values: npt.NDArray[np.generic]) -> npt.NDArray[np.float64]:
    """From 1 on; equal values share the mean of their ranks."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    means: npt.NDArray[np.float64] = last - (counts - 1) / 2
    return means[inverse]
