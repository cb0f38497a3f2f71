"""`gym:ID` on the command line."""

from tests.cli.command import assert_refused, fmtools

LAKE = ("gym:FrozenLake-v1", "--option", "is_slippery=false")


def test_plan_in_a_gymnasium_environment_says_how_states_are_saved_and_that_the_goal_is_blind():
    finished = fmtools("plan", *LAKE, "--planner", "bfs", "--json")
    assert finished.code == 0
    assert finished.json["plan_length"] == 6
    saved, goal = finished.json["notes"]
    assert "saved by its attributes" in saved
    assert "goal counting is blind" in goal


def test_plan_draws_environments_that_draw_themselves():
    finished = fmtools("plan", *LAKE)
    assert "HFFG" in finished.out and "saved by its attributes" in finished.out


def test_goal_and_seed_are_options_of_the_world():
    goal = ("--option", "goal=yellow door=0")
    first = fmtools("plan", "gym:MiniGrid-DoorKey-5x5-v0", *goal, "--planner", "bfs", "--json")
    other = fmtools(
        "plan", "gym:MiniGrid-DoorKey-5x5-v0", *goal, "--planner", "bfs", "--json", "--seed", 5
    )
    assert first.json["plan"][-1] == other.json["plan"][-1] == "toggle"
    assert first.json["plan"] != other.json["plan"]


def test_a_function_of_the_users_makes_variables(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def cells(observation, env):\n    return [observation // 4, observation % 4]\n"
    )
    finished = fmtools(
        "plan", *LAKE, "--option", "features=mine:cells", "--option", "goal=0=3,1=3", "--json",
        cwd=tmp_path,
    )  # fmt: skip
    assert finished.code == 0
    assert finished.json["trace"][0] == [0, 2]


def test_macros_of_an_environment_are_learned_shown_and_used_at_other_starts(tmp_path):
    task, library = "gym:MiniGrid-DoorKey-5x5-v0", tmp_path / "macros.json"
    learned = fmtools("learn", task, "-o", library, "--budget", "1K", "--keep", 4)
    assert learned.code == 0, learned.err
    assert "agent" in fmtools("show", library).out
    finished = fmtools(
        "plan", task, "--macros", library, "--seed", 3, "--planner", "bfws", "--json"
    )
    assert finished.json["outcome"] == "solved"


def test_what_cannot_be_planned_in_is_refused_in_a_line():
    assert_refused(fmtools("plan", "gym:FrozenLake-v1"), 32, "rule 2", "random", "is_slippery")
    assert_refused(fmtools("plan", "gym:CartPole-v1"), 2, "Box of float32", "features=")
    assert_refused(fmtools("plan", "gym:Frozenlake-v1"), 31, "FrozenLake")
    assert_refused(fmtools("plan", *LAKE, "--option", "wind=1"), 2, "wind")
    assert_refused(fmtools("plan", *LAKE, "--option", "goal=here"), 2, "variable=value")
