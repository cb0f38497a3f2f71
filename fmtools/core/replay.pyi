from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fmtools.core.goal import Goal
from fmtools.core.layout import Words
from fmtools.core.watch import Watch
from fmtools.core.world import World

Actions = npt.NDArray[np.int32]

def follow(world: World, rows: Words, actions: Actions, watch: Watch) -> int: ...
def run(
    world: World, start: npt.NDArray[np.int64], actions: Sequence[int]
) -> tuple[int, npt.NDArray[np.int64]]: ...
def run_without(
    world: World,
    rows: Words,
    actions: Actions,
    first: int,
    skipped: int,
    goal: Goal,
    watch: Watch,
) -> tuple[list[int] | None, int]: ...
