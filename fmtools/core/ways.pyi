from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.core.ball import Ball
from fmtools.core.goal import Goal
from fmtools.core.watch import Watch
from fmtools.core.world import World

WAY: np.dtype[Any]

class End(IntEnum):
    GOING_ON = ...
    PAUSED = ...
    MET = ...
    NONE = ...
    FULL = ...

class TwoEnded:
    met_here: int
    met_there: int
    def __init__(self, world: World, here: Ball, there: Ball) -> None: ...
    def run(self, longest: int, pause_at: int, watch: Watch) -> int: ...

class Rejoin:
    best_node: int
    best_position: int
    def __init__(self, world: World, ball: Ball, line: Ball, position: int, goal: Goal) -> None: ...
    def run(self, pause_at: int, watch: Watch) -> int: ...

class Spread:
    found: npt.NDArray[Any]
    def __init__(
        self, world: World, ball: Ball, goal: Goal, num_positions: int, can_undo: bool
    ) -> None: ...
    def run(self, pause_at: int, watch: Watch) -> int: ...
