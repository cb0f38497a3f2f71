"""Keys: the same for the same run, another for any other."""

import pytest

from fmtools.experiments.grid import expand
from fmtools.experiments.spec import read_experiment
from fmtools.version import RESULTS_VERSION
from tests.experiments.small_experiments import NUM_PUZZLE_RUNS, PUZZLES, write


def keys(tmp_path, text, name="e"):
    grid = expand(read_experiment(write(tmp_path / f"{name}.toml", text)))
    return {run.key for job in grid.jobs for run in job.runs}


def test_keys_do_not_depend_on_where_the_file_lies_or_on_comments(tmp_path):
    (tmp_path / "sub").mkdir()
    text = PUZZLES.replace("title", "# a comment\ntitle")
    assert keys(tmp_path, PUZZLES) == keys(tmp_path / "sub", text)
    assert len(keys(tmp_path, PUZZLES)) == NUM_PUZZLE_RUNS


def test_known_keys_stay_as_they_are(tmp_path):
    """They change when RESULTS_VERSION is raised; else every store would run again for nothing."""
    text = "name = 'fixed'\nworlds = ['cube', 'hanoi']\ninstances = 1\ntie_seeds = 1\nbudget = 10"
    assert keys(tmp_path, text) == KNOWN


KNOWN = {"791933c9b192e20ed40b8591c8bfccf0", "70cc582f36d8f14062f6f3be4cec4f0c"}


@pytest.mark.parametrize(
    "old, new",
    [
        ("budget = 2000", "budget = 2001"),
        ("trace = true", "trace = false"),
        ("tie_seeds = 2", "tie_seeds = [7, 8]"),
        ("instances = 4", "instances = '4-7'"),
        ('worlds = "8-puzzle"', 'worlds = "15-puzzle"'),
        ("draws = 2", "draws = 2\nties = 'fifo'"),
        ("draws = 2", "draws = 2\ntime_limit = 3"),
        ("title", "name = 'other'\ntitle"),
    ],
)
def test_what_determines_a_result_changes_every_key(tmp_path, old, new):
    assert old in PUZZLES
    assert not keys(tmp_path, PUZZLES) & keys(tmp_path, PUZZLES.replace(old, new))


def test_other_results_of_the_code_change_every_key_and_every_library(tmp_path, monkeypatch):
    path = write(tmp_path / "e.toml", PUZZLES)
    grids = []
    for number in (RESULTS_VERSION, RESULTS_VERSION + 1):
        monkeypatch.setattr("fmtools.version.RESULTS_VERSION", number)
        grids.append(expand(read_experiment(path)))
        fields = [run.fields for job in grids[-1].jobs for run in job.runs]
        assert {one["results_version"] for one in fields} == {number}
    before, after = ({run.key for job in grid.jobs for run in job.runs} for grid in grids)
    assert len(before) == len(after) == NUM_PUZZLE_RUNS and not before & after
    before, after = ({library.name for library in grid.libraries} for grid in grids)
    assert len(before) == len(after) == 3 and not before & after


def test_other_results_of_one_planner_leave_the_others_alone(tmp_path, monkeypatch):
    before = keys(tmp_path, PUZZLES)
    monkeypatch.setattr("fmtools.version.PLANNER_CHANGES", {"bfws": 1})
    after = keys(tmp_path, PUZZLES)
    assert len(before) == len(after) == NUM_PUZZLE_RUNS
    assert len(before & after) == NUM_PUZZLE_RUNS // 2


def test_learning_settings_change_the_keys_of_runs_with_macros_only(tmp_path):
    other = PUZZLES.replace("keep = 16", "keep = 17")
    shared = keys(tmp_path, PUZZLES) & keys(tmp_path, other)
    assert len(shared) == NUM_PUZZLE_RUNS // 3


def test_the_width_of_bfws_leaves_gbfs_alone(tmp_path):
    other = PUZZLES.replace("draws = 2", "draws = 2\nwidth = 1")
    assert len(keys(tmp_path, PUZZLES) & keys(tmp_path, other)) == NUM_PUZZLE_RUNS // 2


def test_another_text_of_a_pddl_problem_is_another_run(tmp_path):
    world = tmp_path / "mine"
    world.mkdir()
    write(world / "domain.pddl", DOMAIN)
    write(world / "problem-000.pddl", PROBLEM)
    text = "worlds = './mine'\ninstances = 1"
    before = keys(tmp_path, text)
    assert keys(tmp_path, text) == before
    from fmtools.experiments import tasks

    tasks._file_text.cache_clear()
    write(world / "problem-000.pddl", PROBLEM.replace("(p a)", "(p b)"))
    assert not keys(tmp_path, text) & before


DOMAIN = """(define (domain d) (:predicates (p ?x) (q ?x))
  (:action go :parameters (?x) :precondition (p ?x) :effect (q ?x)))"""
PROBLEM = """(define (problem one) (:domain d) (:objects a b) (:init (p a)) (:goal (q a)))"""


def test_quick_runs_are_part_of_the_full_ones(tmp_path):
    path = write(tmp_path / "e.toml", PUZZLES)
    full = expand(read_experiment(path))
    quick = expand(read_experiment(path, quick=True))
    found = {run.key for job in full.jobs for run in job.runs}
    assert {run.key for job in quick.jobs for run in job.runs} <= found
    assert quick.num_runs == full.num_runs // 4
