"""`fmtools learn` as a user types it."""

import json

import pytest

from tests.cli.command import PDDL, assert_refused, fmtools

HANOI = ("pddl/hanoi/domain.pddl", "pddl/hanoi/problem-000.pddl")


def test_learned_macros_are_saved_and_help_a_search(tmp_path):
    path = tmp_path / "macros.json"
    finished = fmtools("learn", "npuzzle", "--paper", "-o", path)
    assert finished.code == 0
    assert "192" in finished.out
    assert max(map(len, finished.out.splitlines())) <= 80
    start = ("plan", "npuzzle", "--seed", 0, "--ties", "heap", "--json")
    without, with_macros = fmtools(*start).json, fmtools(*start, "--macros", path).json
    assert with_macros["generated"] < without["generated"]
    assert with_macros["primitive_plan_length"] > with_macros["plan_length"]


def test_the_same_seed_writes_the_same_bytes(tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        words = ("--budget", "20K", "--ties", "random", "--seed", seed, "-o", tmp_path / name)
        assert fmtools("learn", *HANOI, *words).code == 0
    a, b, c = ((tmp_path / name).read_bytes() for name in "abc")
    assert a == b != c


def test_pddlgym_is_the_same_black_box_to_learn_in(tmp_path):
    files = ("pddl/ferry/domain.pddl", "pddl/ferry/problem-000.pddl")
    path = tmp_path / "macros.json"
    words = ("--simulator", "pddlgym", "--budget", "1K", "--keep", 3, "-o", path)
    assert fmtools("learn", *files, *words).code == 0
    macros = json.loads(path.read_text())["macros"]
    assert len(macros) == 3
    finished = fmtools("plan", *files, "--macros", path, "--json")
    assert finished.json["outcome"] == "solved"


def test_json_tells_what_it_took_and_nothing_else_is_on_stdout(tmp_path):
    path = tmp_path / "macros.json"
    finished = fmtools("learn", *HANOI, "--budget", "10K", "--keep", 5, "-o", path, "--json")
    record = finished.json
    assert record["macros"] == 5
    assert record["queries"] >= 10_000
    assert record["output"] == str(path)
    assert json.loads(path.read_text())["world"]["name"] == "hanoi"


def test_fewer_macros_than_asked_for_are_said_to_be_all(tmp_path):
    finished = fmtools("learn", "npuzzle", "--size", 2, "--keep", 500, "-o", tmp_path / "m.json")
    assert finished.code == 0
    assert "of 500 asked for: no more were found" in " ".join(finished.out.split())


def test_the_learner_chooses_how_many_and_says_why(tmp_path):
    path = tmp_path / "macros.json"
    words = ("--keep", "auto", "--levels", 2, "--budget", "20K", "-o", path)
    finished = fmtools("learn", "cube", *words)
    assert finished.code == 0
    assert max(map(len, finished.out.splitlines())) <= 80
    for fragment in ("chosen", "of which dropped", "the same as a shorter one", "primitive steps"):
        assert fragment in finished.out
    record = fmtools("learn", "cube", *words, "--force", "--json").json
    assert record["auto"] is True
    assert record["levels"] == 2
    assert record["queries"] + record["other_queries"] <= 20_000 < record["primitive_steps"]
    assert record["macros"] == record["candidates_found"] - sum(record["dropped"].values())


def test_macros_that_a_trial_drops_are_told_with_the_reason(tmp_path):
    depot = PDDL / "depot"
    finished = fmtools(
        "learn", depot / "domain.pddl", depot / "problem-000.pddl", "--keep", "auto",
        "--budget", "50K", "-o", tmp_path / "m.json",
    )  # fmt: skip
    assert finished.code == 0, finished.err
    assert "tried in a search, brought it nearer less often" in finished.out
    assert max(map(len, finished.out.splitlines())) <= 80


def test_chosen_pddl_macros_serve_other_problems(tmp_path):
    path = tmp_path / "macros.json"
    ferry = ("pddl/ferry/domain.pddl", "pddl/ferry/problem-000.pddl")
    words = ("--keep", "auto", "--levels", 2, "--budget", "5K", "-o", path)
    assert fmtools("learn", *ferry, *words).code == 0
    other = ("pddl/ferry/domain.pddl", "pddl/ferry/problem-001.pddl")
    assert fmtools("plan", *other, "--macros", path, "--json").json["outcome"] == "solved"


def test_expert_macros_and_random_ones_like_them(tmp_path):
    expert, random = tmp_path / "expert.json", tmp_path / "random.json"
    assert fmtools("learn", "cube", "--expert", "-o", expert, "--json").json["macros"] == 576
    finished = fmtools("learn", "cube", "--random-like", expert, "-o", random, "--json")
    assert finished.json["macros"] == 576
    lengths = [
        sorted(macro["length"] for macro in json.loads(path.read_text())["macros"])
        for path in (expert, random)
    ]
    assert lengths[0] == lengths[1]


def test_random_macros_are_as_many_as_in_the_library_in_any_world(tmp_path):
    task = "fmtools.examples.warehouse:Warehouse"
    learned, random = tmp_path / "learned.json", tmp_path / "random.json"
    count = fmtools("learn", task, "--budget", "1K", "-o", learned, "--json").json["macros"]
    finished = fmtools("learn", task, "--random-like", learned, "-o", random, "--json")
    assert (finished.code, finished.json["macros"]) == (0, count)
    expert, like = tmp_path / "expert.json", tmp_path / "like.json"
    fmtools("learn", "cube", "--expert", "--distinct", "-o", expert)
    assert (
        fmtools("learn", "cube", "--random-like", expert, "-o", like, "--json").json["macros"]
        == 252
    )


def test_the_users_own_simulator_is_learned_in_and_planned_with(tmp_path):
    task = ("fmtools.examples.warehouse:Warehouse", "--option", "robots=1")
    path = tmp_path / "macros.json"
    assert fmtools("learn", *task, "--budget", "5K", "-o", path).code == 0
    finished = fmtools("plan", *task, "--macros", path, "--json")
    assert finished.json["primitive_steps"] > finished.json["generated"]


@pytest.mark.parametrize(
    ("words", "code", "fragments"),
    [
        (["cube"], 2, None),
        (["cube", "-o", "m.json", "--keep", "0"], 2, ["keep must be 1 or more"]),
        (["cube", "-o", "m.json", "--keep", "many"], 2, ["'many'", "a number such as 8 nor auto"]),
        (["cube", "-o", "m.json", "--keep", "-3"], 2, ["'-3'", "neither a number"]),
        (["cube", "-o", "m.json", "--levels", "0"], 2, ["--levels 0 is too small"]),
        (["cube", "-o", "m.json", "--paper", "--keep", "auto"], 2, ["leave out --keep auto"]),
        (["cube", "-o", "m.json", "--paper", "--levels", "2"], 2, ["leave out --levels"]),
        (["cube", "-o", "m.json", "--expert", "--keep", "auto"], 2, ["--keep auto is for learned"]),
        (["cube", "-o", "m.json", "--paper", "--expert"], 2, ["exclude each other"]),
        (["lock", "-o", "m.json", "--paper"], 2, ["no setting for 'lock 20"]),
        (["lock", "-o", "m.json", "--expert"], 2, ["known for the cube"]),
        (["cube", "-o", "m.json", "--distinct"], 2, ["--distinct goes with --expert"]),
        (["cube", "-o", "m.json", "--random-like", "none.json"], 31, ["none.json: No such file"]),
        (["cube", "-o", "m.json", "--ties", "coin"], 2, ["no tie-breaking"]),
    ],
)
def test_bad_input_is_refused_and_nothing_written(tmp_path, words, code, fragments):
    finished = fmtools("learn", *words, cwd=tmp_path)
    if fragments is None:
        assert finished.code == code
    else:
        assert_refused(finished, code, *fragments)
    assert list(tmp_path.iterdir()) == []


def test_macros_of_another_world_are_refused_by_plan(tmp_path):
    path = tmp_path / "macros.json"
    fmtools("learn", "npuzzle", "--budget", "2K", "-o", path)
    assert_refused(fmtools("plan", "cube", "--macros", path), 31, "not for cube")
    words = ("plan", "npuzzle", "--size", 3, "--macros", path)
    assert_refused(fmtools(*words), 31, "not for npuzzle 'npuzzle 3'")
