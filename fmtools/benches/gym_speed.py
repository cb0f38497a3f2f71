"""States per second in Gymnasium environments, beside a wrapper by hand that copies them.

Both go breadth first through everything reachable. What `Environment` remembers is of no help: each
search begins with a new one, and takes every step once. Making it is timed apart.
"""

import copy
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fmtools.gym import Environment
from fmtools.gym.making import make_environment
from fmtools.limits import Limits
from fmtools.search.planners import Settings, plan

WORLDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("FrozenLake-v1", {"map_name": "8x8", "is_slippery": False}),
    ("Taxi-v4", {}),
    ("CliffWalking-v1", {}),
    ("MiniGrid-DoorKey-8x8-v0", {}),
    ("MiniGrid-KeyCorridorS3R3-v0", {}),
)
BUDGET, BY_HAND = 20_000, 300
LEAST_SECONDS = 0.5
TARGET = 20_000.0
"""For the toy-text worlds; minigrid's own steps take longer than that."""


@dataclass(frozen=True)
class GymRow:
    world: str
    way: str
    states: int
    make_seconds: float
    rate: float
    copied_rate: float
    target: float | None

    @property
    def ratio(self) -> float:
        return self.rate / self.copied_rate

    @property
    def met(self) -> bool | None:
        return None if self.target is None else self.rate >= self.target


def gym_rows(budget: int = BUDGET, least_seconds: float = LEAST_SECONDS) -> Iterator[GymRow]:
    for env_id, options in WORLDS:
        yield _row(env_id, options, budget, least_seconds)


def _row(env_id: str, options: dict[str, Any], budget: int, least_seconds: float) -> GymRow:
    settings = Settings(planner="bfs", limits=Limits(budget))
    making = searching = 0.0
    generated = number = states = 0
    while searching < least_seconds:
        begin = time.process_time()
        environment = Environment(env_id, goal={"terminated": 2}, **options)  # never reached
        made = time.process_time()
        result = plan(environment, settings)
        searching += time.process_time() - made
        making += made - begin
        number += 1
        generated += result.generated
        states = result.num_states
    target = None if env_id.startswith("MiniGrid") else TARGET
    rate, copied = generated / searching, _copied_rate(env_id, options)
    way = environment.notes[0].partition("saved by ")[2]
    return GymRow(env_id, way, states, making / number, rate, copied, target)


def _copied_rate(env_id: str, options: dict[str, Any]) -> float:
    """As people write it first: a deepcopy for every step."""

    env, _ = make_environment(env_id, options)
    env.reset(seed=0)
    waiting, generated = [env], 0
    begin = time.process_time()
    while waiting and generated < BY_HAND:
        here = waiting.pop(0)
        for action in range(int(here.action_space.n)):
            there = copy.deepcopy(here)
            terminated = there.step(action)[2]
            generated += 1
            if not terminated:
                waiting.append(there)
    return generated / (time.process_time() - begin)
