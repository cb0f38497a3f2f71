"""The wall: what a world can tell is declared, found by isinstance, and nothing else is asked."""

import ast
from pathlib import Path

import numpy as np
import pytest

import fmtools
from fmtools import simulator as wall
from fmtools.errors import SimulatorError
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.user import CheckedSimulator
from fmtools.simulators.with_macros import WithMacros
from tests.simulators.test_user import Counter

PUZZLE = {"Batches", "Compiled", "FindsActions", "Renders", "TellsNeeds"}
PDDL = {
    *("BoundsValues", "ChecksPlans", "Compiled", "FindsActions", "GroupsVariables"),
    *("KnowsActions", "Lifts"),
    *("NamesFacts", "Renders", "SpeaksInWords", "TellsCosts", "TellsEffects", "TellsNeeds"),
}
CAN = {
    "cube": (Cube, PUZZLE),
    "npuzzle": (NPuzzle, PUZZLE),
    "lock": (Lock, PUZZLE),
    "gripper": (
        lambda: load_grounded("pddl/gripper/domain.pddl", "pddl/gripper/problem-000.pddl"),
        PDDL,
    ),
    "cube with macros": (
        lambda: WithMacros(Cube(), [(0, 1)]),
        {"Compiled", "HasMacros", "HasTable", "Renders"},
    ),
    "a user's": (lambda: CheckedSimulator(Counter()), {"Guarded"}),
}


def protocols():
    return {
        name: protocol
        for name, protocol in vars(wall).items()
        if getattr(protocol, "_is_protocol", False) and protocol.__module__ == wall.__name__
    }


@pytest.mark.parametrize("name", CAN)
def test_a_world_can_what_it_says_and_nothing_else(name):
    build, expected = CAN[name]
    world = build()
    found = {name for name, protocol in protocols().items() if isinstance(world, protocol)}
    assert found == expected | {"Simulator"}


@pytest.mark.parametrize("room", ["core", "learn", "search", "tables"])
def test_learner_and_planners_probe_for_nothing(room):
    """A member that is looked for by its name stands in no protocol."""
    for path in (Path(fmtools.__file__).parent / room).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                probes = node.func.id in ("getattr", "hasattr") and len(node.args) > 1
                assert not (probes and isinstance(node.args[1], ast.Constant)), (
                    f"{path.name}:{node.lineno}"
                )


class Guided(Counter):
    def heuristic(self, state):
        return 10 - int(state[0]) - int(state[1])

    def random_state(self, rng):
        return rng.integers(10, size=2)


def test_a_users_heuristic_and_random_states_are_passed_on():
    world = CheckedSimulator(Guided())
    assert isinstance(world, wall.Guides)
    assert isinstance(world, wall.RandomStates)
    assert world.heuristic(np.array([3, 4])) == 3
    assert world.random_state(np.random.default_rng(0)).shape == (2,)


@pytest.mark.parametrize("estimate", [-1, 0.5, None, 1 << 31, "near"])
def test_a_heuristic_out_of_range_is_a_breach(estimate):
    members = {"heuristic": lambda self, state: estimate}
    world = CheckedSimulator(type("Wrong", (Counter,), members)())
    with pytest.raises(SimulatorError, match=r"heuristic\(\) returned .* an integer from 0 to"):
        world.heuristic(np.array([0, 0]))


def test_a_heuristic_that_changes_its_mind_breaks_rule_2():
    numbers = iter(range(100))
    members = {"heuristic": lambda self, state: next(numbers)}
    world = CheckedSimulator(type("Drifting", (Counter,), members)())
    with pytest.raises(SimulatorError, match="rule 2: heuristic"):
        world.heuristic(np.array([0, 0]))


def test_a_random_state_that_is_none_breaks_rule_1():
    members = {"random_state": lambda self, rng: [70_000, 0]}
    world = CheckedSimulator(type("Wrong", (Counter,), members)())
    with pytest.raises(SimulatorError, match="rule 1: random_state"):
        world.random_state(np.random.default_rng(0))
