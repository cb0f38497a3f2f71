"""Simulators with one lie, seeded: a broken rule is named, or the plan is right all the same."""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest

from fmtools.errors import SimulatorError
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.simulators.user import CheckedSimulator

pytestmark = [pytest.mark.hostile("lying simulators"), pytest.mark.slow]
ROUNDS = 1500


class Honest:
    """Three dials of six digits; an action turns one dial up or down."""

    num_variables = 3

    def start(self):  # type: ignore[no-untyped-def]
        return [0, 0, 0]

    def goal(self):  # type: ignore[no-untyped-def]
        return {0: 3, 1: 3, 2: 3}

    def applicable(self, state):  # type: ignore[no-untyped-def]
        return range(6)

    def successor(self, state, action):  # type: ignore[no-untyped-def]
        after = [int(value) for value in state]
        after[action // 2] = (after[action // 2] + (1 if action % 2 else -1)) % 6
        return after

    def action_name(self, action):  # type: ignore[no-untyped-def]
        return f"turn {action // 2} {'up' if action % 2 else 'down'}"


def _raise(error: BaseException) -> None:
    raise error


LIES: dict[str, Callable[[Random, object], object]] = {
    "nothing": lambda rng, truth: None,
    "too short": lambda rng, truth: [1],
    "too long": lambda rng, truth: [1] * 9,
    "empty": lambda rng, truth: [],
    "negative": lambda rng, truth: [0, -1, 0],
    "fraction": lambda rng, truth: [0.5, 1, 2],
    "not a number": lambda rng, truth: [float("nan")] * 3,
    "too large": lambda rng, truth: [1 << 16, 0, 0],
    "huge": lambda rng, truth: [10**400, 0, 0],
    "words": lambda rng, truth: "state",
    "bytes": lambda rng, truth: b"\0\1\2",
    "nested": lambda rng, truth: [[0], [1], [2, 3]],
    "another state": lambda rng, truth: [rng.randrange(6) for _ in range(3)],
    "an iterator": lambda rng, truth: iter([0, 1, 2]),
    "itself": lambda rng, truth: LIES,
    "an object array": lambda rng, truth: np.array([0, None, 2], dtype=object),
    "an error": lambda rng, truth: _raise(ValueError("no\nidea")),
    "a strange error": lambda rng, truth: _raise(StopIteration()),
    "a deep recursion": lambda rng, truth: _raise(RecursionError("too deep")),
    "no memory": lambda rng, truth: _raise(MemoryError()),
}
METHODS = ("start", "goal", "applicable", "successor", "action_name")


def lying(method: str, lie: str, at: int, rng: Random) -> object:
    """An honest simulator whose call number `at` of one method is a lie."""
    calls = 0
    truth = getattr(Honest, method)

    def call(self, *arguments):  # type: ignore[no-untyped-def]
        nonlocal calls
        calls += 1
        told = truth(self, *arguments)
        return LIES[lie](rng, told) if calls == at else told

    return type("Lying", (Honest,), {method: call})()


def reaches_the_goal(names: Sequence[str]) -> bool:
    world = Honest()
    by_name = {world.action_name(action): action for action in range(6)}
    assert set(names) <= by_name.keys(), names
    state = world.start()
    for name in names:
        state = world.successor(state, by_name[name])
    return all(state[variable] == value for variable, value in world.goal().items())


def tell_one_lie(planner: str, seed: int) -> None:
    """AssertionError if it did harm."""
    rng = Random(f"{planner} {seed}")
    method, lie = rng.choice(METHODS), rng.choice(list(LIES))
    at = rng.choice([1, 2, 3, rng.randrange(1, 40), rng.randrange(1, 400)])
    context = f"{seed}: {lie} of {method}, call {at}"
    try:
        simulator = CheckedSimulator(lying(method, lie, at, rng))
        result = plan(simulator, Settings(planner, seed=seed, limits=Limits(5000)))
    except SimulatorError as error:
        assert "\n" not in str(error), context
        return
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error} at {context}") from error
    if result.outcome is Outcome.SOLVED:
        assert result.primitive_plan is not None
        assert reaches_the_goal(result.primitive_plan) or method == "goal", context


@pytest.mark.parametrize("planner", ["gbfs", "astar", "auto"])
def test_one_lie_is_found_or_does_no_harm(planner: str, num_cases: Callable[[int], None]) -> None:
    for seed in range(ROUNDS):
        tell_one_lie(planner, seed)
    num_cases(ROUNDS)
