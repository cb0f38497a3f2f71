"""The simulator's own estimate, where it has one: planners go by it instead of the goal count.

The goal count stays what the goal is tested by, what results tell, and what decides among equals.
The macro learner never asks.
"""

from collections.abc import Callable, Mapping

from fmtools.frozen import replace
from fmtools.search.engine import Order
from fmtools.simulator import Guides, Simulator, State, WeighsGoals

Heuristic = Callable[[State], int]


def heuristic_of(simulator: Simulator) -> Heuristic | None:
    """Its `heuristic`, or the weights of its missing goals; None where it has neither."""
    if isinstance(simulator, Guides):
        return simulator.heuristic
    if isinstance(simulator, WeighsGoals):
        return _missing_weight(simulator.goal(), simulator.goal_weights())
    return None


def _missing_weight(goal: Mapping[int, int], weights: Mapping[int, int]) -> Heuristic:
    facts = [(variable, value, int(weights.get(variable, 1))) for variable, value in goal.items()]
    return lambda state: sum(weight for v, value, weight in facts if state[v] != value)


def by_heuristic(order: Order, heuristic: Heuristic, num_goals: int) -> Order:
    """The order with the estimate in place of the goal count, which then decides among equals."""
    if order.distance_weight == 0:
        return order
    if order.depth_weight > 0:
        return replace(
            order, distance_weight=0, heuristic_weight=order.distance_weight, heuristic=heuristic
        )
    return replace(order, distance_weight=1, heuristic_weight=num_goals + 1, heuristic=heuristic)
