"""Table 1: how goal count and true distance go together in small Suitcase Locks (section 3.1).

A lock is a group: how far one state is from another depends on their difference alone, and so does
the goal count. Every difference belongs to equally many pairs, so that one breadth-first search
from zero stands for all pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fmtools.errors import UsageError
from fmtools.simulators.lock import Lock

MAX_STATES = 1 << 22

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Differences:
    """One entry per difference of two states."""

    distances: Numbers
    goal_counts: Numbers


@dataclass(frozen=True)
class Correlation:
    """Over all pairs, and between distances and the mean goal count at each distance."""

    pearson: float
    spearman: float
    pearson_by_distance: float
    spearman_by_distance: float
    pairs: int


def lock_differences(lock: Lock) -> Differences:
    """True distances and goal counts of all differences, zero included, by breadth-first search."""
    num_dials, num_digits = lock.num_variables, lock.num_digits
    if num_digits**num_dials > MAX_STATES:
        raise UsageError(
            f"{num_digits}^{num_dials} states are too many to measure all distances; "
            f"take at most {MAX_STATES:,}"
        )
    weights = num_digits ** np.arange(num_dials, dtype=np.int64)
    shifts = np.asarray(lock.kernel.shifts, np.int64)
    distances = np.full(num_digits**num_dials, -1, np.int64)
    frontier = np.zeros((1, num_dials), np.int64)
    distances[0] = depth = 0
    while len(frontier):
        depth += 1
        reached = ((frontier[:, None, :] + shifts) % num_digits).reshape(-1, num_dials)
        ids, first = np.unique(reached @ weights, return_index=True)
        new = distances[ids] < 0
        distances[ids[new]] = depth
        frontier = reached[first[new]]
    digits = np.arange(len(distances))[:, None] // weights % num_digits
    return Differences(distances, np.count_nonzero(digits, axis=1).astype(np.int64))


def correlate(parts: Sequence[Differences]) -> Correlation:
    """All pairs of all parts pooled, as the paper's code did; and by distance, as its text says."""
    distances = np.concatenate([part.distances for part in parts])
    goal_counts = np.concatenate([part.goal_counts for part in parts])
    each = np.unique(distances)
    means = np.array([goal_counts[distances == one].mean() for one in each])
    return Correlation(
        pearson=pearson(goal_counts, distances),
        spearman=pearson(ranks(goal_counts), ranks(distances)),
        pearson_by_distance=pearson(means, each),
        spearman_by_distance=pearson(ranks(means), ranks(each)),
        pairs=sum(len(part.distances) ** 2 for part in parts),
    )


def pearson(first: npt.NDArray[np.generic], second: npt.NDArray[np.generic]) -> float:
    """0 where either never varies."""
    x = np.asarray(first, np.float64) - np.mean(np.asarray(first, np.float64))
    y = np.asarray(second, np.float64) - np.mean(np.asarray(second, np.float64))
    scale = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / scale if scale else 0.0


def ranks(values: npt.NDArray[np.generic]) -> npt.NDArray[np.float64]:
    """From 1 on; equal values share the mean of their ranks."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    means: npt.NDArray[np.float64] = last - (counts - 1) / 2
    return means[inverse]
