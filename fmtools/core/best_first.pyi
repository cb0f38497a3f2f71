from collections.abc import Callable
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from fmtools.core.ahead import Ahead
from fmtools.core.guide import Guide
from fmtools.core.landmarks import Landmarks
from fmtools.core.layout import Words
from fmtools.core.memory import Memory
from fmtools.core.novelty import Novelty
from fmtools.core.waiting import Waiting
from fmtools.core.world import World
from fmtools.simulator import State

STATE: int
PARENT: int
ACTION: int
DEPTH: int
DISTANCE: int

class Status(IntEnum):
    RUNNING = 0
    PAUSED = 1
    GOAL = 2
    EMPTY = 3
    BUDGET = 4
    OUT_OF_MEMORY = 5

class BestFirst:
    num_nodes: int
    budget: int
    generated: int
    expanded: int
    evaluated: int
    primitive_steps: int
    best_distance: int
    best_node: int
    best_estimate: int
    guide: Guide | None
    best_missing: int
    goal_node: int
    bound: int
    @property
    def num_states(self) -> int: ...
    @property
    def improvements(self) -> tuple[tuple[int, int], ...]: ...
    def __init__(
        self,
        world: World,
        memory: Memory,
        start: Words,
        reference: Words,
        mask: Words,
        *,
        ties: str,
        seed: int,
        budget: int,
        depth_weight: int,
        depth_limit: int,
        distance_weight: int,
        width_weight: int,
        wait_cost: int,
        stop_at_zero: bool,
        note_expansions: bool,
        novelty: Novelty | None = None,
        waiting: Waiting | None = None,
        guide: Guide | None = None,
        guide_weight: int = 0,
        ahead: Ahead | None = None,
        landmarks: Landmarks | None = None,
        heuristic: Callable[[State], int] | None = None,
        heuristic_weight: int = 0,
        bound: int | None = None,
        costs: npt.NDArray[np.int32] | None = None,
    ) -> None: ...
    def lead_by(self, guide: Guide) -> None: ...
    @property
    def effort(self) -> int: ...
    @property
    def nearest(self) -> int: ...
    def run(self, pause_at: int, pause_effort: int = ...) -> Status: ...
    def make_room(self) -> bool: ...
    def actions_to(self, node: int) -> tuple[int, ...]: ...
    def parent_of(self, node: int) -> int: ...
    def first_with(self, variable: int, value: int) -> int: ...
    def node_table(self) -> npt.NDArray[np.int32]: ...
    def examples(
        self, kinds: npt.NDArray[np.int32], num_kinds: int, most: int
    ) -> list[npt.NDArray[np.int64]]: ...
    def step_to(self, node: int) -> tuple[int, int]: ...
    def rows(self, nodes: npt.NDArray[np.int64]) -> Words: ...
    def expanded_nodes(self) -> npt.NDArray[np.int64]: ...
    def smallest_effects(
        self, room: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
