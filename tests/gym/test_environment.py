"""Gymnasium environments as simulators: real packages, and small environments that misbehave."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import TimeLimit

from fmtools.errors import InputError, SimulatorError, UsageError
from fmtools.gym import Environment
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.simulator import Simulator, state_array
from fmtools.simulators.checked import CheckedSimulator
from tests.gym import gym_worlds as worlds


def _plan(simulator, planner="bfs", budget=100_000):
    settings = Settings(planner=planner, limits=Limits(budget))
    return plan(CheckedSimulator(simulator), settings)


def _runs(env_id, names, environment, seed=0, **options):
    """Whether a plan, run in a fresh environment, ends in success; and no earlier."""
    env = gymnasium.make(env_id, max_episode_steps=-1, **options)
    env.reset(seed=seed)
    ids = [environment._action_names.index(name) for name in names]
    ends = [env.step(action)[1:3] for action in ids]
    assert not any(terminated for _, terminated in ends[:-1])
    reward, terminated = ends[-1]
    return terminated, reward


def test_environment_is_a_simulator():
    environment = Environment("FrozenLake-v1", is_slippery=False)
    assert isinstance(environment, Simulator)
    assert environment.fact_name(0) == "observation"
    assert environment.start().tolist() == [0, 0, 0]
    assert [environment.action_name(a) for a in range(4)] == ["left", "down", "right", "up"]


@pytest.mark.parametrize(
    ("env_id", "options", "length"),
    [
        ("FrozenLake-v1", {"is_slippery": False}, 6),
        ("FrozenLake-v1", {"is_slippery": False, "map_name": "8x8"}, 14),
        ("Taxi-v4", {}, 15),
    ],
)
def test_breadth_first_search_finds_shortest_plans_in_toy_text_worlds(env_id, options, length):
    environment = Environment(env_id, **options)
    result = _plan(environment)
    assert result.solved and len(result.plan) == length
    terminated, reward = _runs(env_id, result.plan, environment, **options)
    assert terminated and reward > 0


def test_cliff_walking_ends_without_reward_so_success_must_be_told():
    assert _plan(Environment("CliffWalking-v1")).outcome is Outcome.EXHAUSTED
    environment = Environment("CliffWalking-v1", success="terminated")
    result = _plan(environment)
    assert len(result.plan) == 13
    assert _runs("CliffWalking-v1", result.plan, environment)[0]


@pytest.mark.parametrize(
    "env_id", ["Blackjack-v1", "FrozenLake-v1", "MiniGrid-Dynamic-Obstacles-5x5-v0"]
)
def test_random_environments_are_refused(env_id):
    with pytest.raises(SimulatorError, match="rule 2: .*random"):
        Environment(env_id)


@pytest.mark.parametrize("world", [worlds.Windy, worlds.PrivatelyWindy])
def test_seldom_randomness_is_found_whoever_owns_the_generator(world):
    with pytest.raises(SimulatorError, match="rule 2: .*random"):
        Environment(world())


@pytest.mark.parametrize(
    "env_id",
    [
        "MiniGrid-DoorKey-5x5-v0",
        "MiniGrid-DoorKey-8x8-v0",
        "MiniGrid-KeyCorridorS3R1-v0",
        "BabyAI-GoToRedBall-v0",
        "BabyAI-PutNextLocal-v0",
        "BabyAI-GoToSeqS5R2-v0",
    ],
)
def test_plans_in_minigrid_worlds_run_there(env_id):
    environment = Environment(env_id, seed=0)
    result = _plan(environment, "bfws")
    assert result.solved
    terminated, reward = _runs(env_id, result.plan, environment, seed=0)
    assert terminated and reward > 0


def test_minigrid_variables_are_where_things_are():
    environment = Environment("MiniGrid-DoorKey-5x5-v0")
    names = [environment.fact_name(v) for v in range(environment.num_variables)]
    assert names == ["agent", "direction", "yellow key", "yellow door", "terminated", "success"]
    assert environment.start()[3] == 2  # locked
    assert "LY" in environment.render(environment.start())


def test_a_minigrid_goal_by_variables_guides_the_search():
    open_door = Environment("MiniGrid-DoorKey-8x8-v0", goal={"yellow door": 0})
    assert _plan(open_door, "bfs").plan[-1] == "toggle"
    assert len(open_door.notes) == 1


@pytest.mark.parametrize(
    ("world", "way"),
    [
        (worlds.Corridor, "attributes"),
        (worlds.Forgetful, "attributes"),
        (worlds.Lists, "attributes"),
        (worlds.Hidden, "deepcopy"),
        (worlds.HiddenForgetful, "replaying"),
        (worlds.Cloning, "clone_state"),
        (worlds.Lying, "replaying"),
    ],
)
def test_the_way_to_save_is_the_first_that_keeps_the_state(world, way):
    environment = Environment(world())
    assert way in environment.notes[0]
    assert len(_plan(environment).plan) == 5


def test_a_deepcopy_that_forgets_is_never_used():
    env = worlds.Forgetful()
    env.reset(seed=0)
    env.step(1)
    assert copy.deepcopy(env).cell == 0  # what the check is for
    with pytest.raises(SimulatorError, match="deepcopy: "):
        Environment(worlds.Forgetful(), save="deepcopy")


def test_a_copy_that_forgets_what_nobody_sees_yet_is_never_used():
    with pytest.raises(SimulatorError, match="deepcopy: something in it is not brought back"):
        Environment(worlds.Fuse(), save="deepcopy")


@pytest.mark.parametrize("way", ["parts", "deepcopy", "replay"])
def test_every_way_leads_to_the_same_states(way):
    one, other = Environment(worlds.Lists(), save=way), Environment(worlds.Lists(), save="replay")
    rng = np.random.default_rng(5)
    state = one.start()
    seen = [state]
    for _ in range(300):
        actions, states = one.successors(state)
        same, expected = other.successors(state)
        assert list(actions) == list(same)
        assert np.array_equal(states, expected)
        seen.extend(states)
        state = seen[rng.integers(len(seen))]


def test_observations_that_do_not_tell_the_state_are_refused():
    with pytest.raises(SimulatorError, match="two ways to the same observation .* features="):
        _plan(Environment(worlds.Counting()))


def test_features_tell_the_state_where_observations_do_not():
    environment = Environment(
        worlds.Counting(), features=lambda seen, env: (env.cell, env.number % 3)
    )
    assert _plan(environment).solved


def test_observations_without_integers_need_features():
    with pytest.raises(UsageError, match="'cell', a Box of float32.*features="):
        Environment(worlds.Blurred())
    environment = Environment(
        worlds.Blurred(), features=lambda seen, env: [round(seen["cell"][0] * 6)]
    )
    assert len(_plan(environment).plan) == 5


def test_all_integer_spaces_become_variables_from_zero():
    environment = Environment(worlds.Dial())
    names = [environment.fact_name(v) for v in range(environment.num_variables)]
    assert names == [
        *("bits[0]", "bits[1]", "bits[2]"),
        *("both[0][0]", "both[0][1]", "both[1][0]"),
        *("cell", "terminated", "success"),
    ]
    state = environment.successor(environment.start(), 3)
    assert state.tolist() == [1, 0, 0, 1, 1, 4, 1, 0, 0]
    assert environment.action_name(3) == "[1 1]"
    assert environment.render(state) == ".@"


def test_time_limits_end_no_episode():
    assert len(_plan(Environment(TimeLimit(worlds.Corridor(), 2))).plan) == 5


def test_ended_episodes_have_no_successors():
    environment = Environment(worlds.Corridor())
    result = _plan(environment)
    end = state_array(result.best_state)
    assert list(environment.applicable(end)) == []
    assert environment.successors(end)[1].shape == (0, 3)


def test_a_goal_may_be_a_function_of_the_observation():
    result = _plan(Environment(worlds.Corridor(), goal=lambda seen: seen == 3))
    assert result.plan == ("1", "1", "1")


def test_goals_by_variable_count():
    environment = Environment(worlds.Corridor(), goal={"observation": 2})
    assert environment.goal() == {0: 2}
    assert len(_plan(environment, "gbfs").plan) == 2
    with pytest.raises(UsageError, match="no variable 'place'"):
        Environment(worlds.Corridor(), goal={"place": 2})


def test_a_plan_that_does_not_run_is_never_returned():
    environment = Environment(worlds.Corridor())
    with pytest.raises(SimulatorError, match="does not reach the goal"):
        environment.check_plan(["1"] * 4)
    environment.check_plan(["1"] * 5)


def test_an_environment_by_id_pickles_and_an_object_says_why_not():
    environment = pickle.loads(pickle.dumps(Environment("FrozenLake-v1", is_slippery=False)))
    assert len(_plan(environment).plan) == 6
    with pytest.raises(TypeError, match="id of a registered environment"):
        pickle.dumps(Environment(worlds.Corridor()))


def test_what_is_no_environment_is_refused():
    with pytest.raises(InputError, match="FrozenLake"):
        Environment("Frozenlake-v1")
    with pytest.raises(UsageError, match="neither"):
        Environment(3)
    with pytest.raises(UsageError, match="no way to save"):
        Environment("FrozenLake-v1", is_slippery=False, save="pickle")


def test_states_that_were_never_met_are_refused():
    environment = Environment(worlds.Corridor())
    with pytest.raises(SimulatorError, match="has not been in state"):
        environment.successors(state_array([4, 0, 0]))


OF_THEIR_OWN = """
import gymnasium
from gymnasium import spaces


class Counter(gymnasium.Env):
    def __init__(self, most=5):
        self.most = most
        self.action_space, self.observation_space = spaces.Discrete(2), spaces.Discrete(most + 1)

    def reset(self, *, seed=None, options=None):
        self.count = 0
        return self.count, {}

    def step(self, action):
        self.count = min(self.count + 1, self.most) if action else 0
        done = self.count == self.most
        return self.count, float(done), done, False, {}


gymnasium.register("Counter-v0", Counter)
"""


def test_a_module_of_this_folder_registers_its_environment(tmp_path, monkeypatch):
    (tmp_path / "counter_of_mine.py").write_text(OF_THEIR_OWN)
    monkeypatch.chdir(tmp_path)
    world = Environment("counter_of_mine:Counter-v0", most=4)
    assert plan(world, Settings("bfs")).plan == ("1", "1", "1", "1")
    with pytest.raises(InputError, match="No module named 'nowhere_at_all'"):
        Environment("nowhere_at_all:Counter-v0")
