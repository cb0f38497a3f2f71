"""Macros run in one step, and as their steps would."""

from pathlib import Path

import numpy as np
import pytest

from fmtools.errors import InputError
from fmtools.learn.focused import Learner, LearnSettings
from fmtools.learn.library import learned_library
from fmtools.limits import Limits
from fmtools.macros import Macro, MacroLibrary, World
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.simulator import state_array
from fmtools.simulators.cube import Cube
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.registry import world_of
from fmtools.simulators.user import load_simulator
from fmtools.simulators.with_macros import WithMacros, add_macros

PATH = Path("macros.json")
WORLDS = {
    "cube": lambda seed: Cube.scrambled(seed, 8),
    "npuzzle": lambda seed: NPuzzle.scrambled(4, seed),
    "lock": lambda seed: Lock(8, 3, 3, seed=5),
}


def with_learned(simulator, budget=4_000, keep=30):
    settings = LearnSettings(budget=budget, keep=keep, repetitions=4, candidates=keep)
    learned = Learner(simulator, settings).run()
    world = world_of(simulator)
    library = learned_library(simulator, world, settings, learned, False)
    return add_macros(simulator, library, PATH), library


@pytest.mark.parametrize("world", WORLDS)
def test_a_macros_successor_is_the_state_after_its_steps(world):
    simulator = WORLDS[world](1)
    combined, _ = with_learned(simulator)
    rng = np.random.default_rng(0)
    state = state_array(simulator.start())
    macros_seen = 0
    for _ in range(200):
        actions = combined.applicable(state)
        assert actions[: len(simulator.applicable(state))] == list(simulator.applicable(state))
        action = actions[int(rng.integers(len(actions)))]
        stepped = state
        for primitive in combined.primitives(action):
            assert primitive in simulator.applicable(stepped)
            stepped = state_array(simulator.successor(stepped, primitive))
        assert np.array_equal(combined.successor(state, action), stepped)
        macros_seen += combined.steps(action) > 1
        state = stepped
    assert macros_seen > 20


@pytest.mark.parametrize("ties", ["heap", "random"])
@pytest.mark.parametrize("world", WORLDS)
def test_compiled_and_interpreted_search_with_macros_agree(world, ties):
    for seed in range(2):
        combined, _ = with_learned(WORLDS[world](seed))
        results = [
            plan(combined, Settings(ties=ties, limits=Limits(3_000), interpreted=interpreted))
            for interpreted in (False, True)
        ]
        compiled, interpreted = results
        assert compiled.generated == interpreted.generated
        assert compiled.primitive_steps == interpreted.primitive_steps > compiled.generated
        assert compiled.plan == interpreted.plan
        assert compiled.best_goal_count == interpreted.best_goal_count


def test_a_plan_with_macros_unfolds_to_a_primitive_plan_that_solves():
    simulator = NPuzzle.scrambled(4, 3)
    combined, _ = with_learned(simulator, 32_000, 120)
    result = plan(combined, Settings(limits=Limits(500_000)))
    assert result.outcome is Outcome.SOLVED
    assert len(result.primitive_plan) > len(result.plan)
    state = state_array(simulator.start())
    for name in result.primitive_plan:
        action = simulator.action_id(name)
        assert action in simulator.applicable(state)
        state = state_array(simulator.successor(state, action))
    assert all(state[v] == value for v, value in simulator.goal().items())


def test_a_puzzle_macro_runs_only_where_its_blank_is():
    simulator = NPuzzle()
    names = ["blank 15 up", "blank 11 up", "blank 7 left"]
    combined = WithMacros(simulator, [[simulator.action_id(name) for name in names]])
    kernel = combined.kernel
    groups = [kernel.actions[kernel.offsets[g] : kernel.offsets[g + 1]].tolist() for g in range(16)]
    assert [g for g, actions in enumerate(groups) if 48 in actions] == [15]


def test_the_users_own_simulator_plans_with_macros_by_name():
    simulator = load_simulator("fmtools.examples.warehouse:Warehouse", {"robots": "1"})
    combined, library = with_learned(simulator)
    assert library.macros
    result = plan(combined, Settings(limits=Limits(20_000)))
    assert result.primitive_steps > result.generated


def test_an_action_that_the_world_does_not_have_is_named():
    library = MacroLibrary(World("cube", "cube", ""), (Macro(("Q",), 1, ((0, 0, 1),)),))
    with pytest.raises(InputError, match="macros.json.*'Q'"):
        add_macros(Cube(), library, PATH)
    simulator = load_simulator("fmtools.examples.warehouse:Warehouse", {})
    with pytest.raises(InputError, match="met no action 'Q'.*action_id"):
        add_macros(simulator, library, PATH)
