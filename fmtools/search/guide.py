"""The simulator's own estimate, where it has one: planners go by it instead of the goal count.

The goal count stays what the goal is tested by, what results tell, and what decides among equals.
The macro learner never asks.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from fmtools.search.engine import Order
from fmtools.simulator import Guides, Simulator, State, WeighsGoals

Guide = Callable[[State], int]


def guide_of(simulator: Simulator) -> Guide | None:
    """Its `heuristic`, or the weights of its missing goals; None where it has neither."""
    if isinstance(simulator, Guides):
        return simulator.heuristic
    if isinstance(simulator, WeighsGoals):
        return _missing_weight(simulator.goal(), simulator.goal_weights())
    return None


def _missing_weight(goal: Mapping[int, int], weights: Mapping[int, int]) -> Guide:
    facts = [(variable, value, int(weights.get(variable, 1))) for variable, value in goal.items()]
    return lambda state: sum(weight for v, value, weight in facts if state[v] != value)


def guided(order: Order, guide: Guide, num_goals: int) -> Order:
    """The order with the estimate in place of the goal count, which then decides among equals."""
    if order.distance_weight == 0:
        return order
    if order.depth_weight > 0:
        return replace(
            order, distance_weight=0, estimate_weight=order.distance_weight, guide=guide
        )
    return replace(order, distance_weight=1, estimate_weight=num_goals + 1, guide=guide)
