"""Experiments as TOML: what is read, and what is said about what cannot be."""

import pytest

from fmtools.errors import InputError, UsageError
from fmtools.experiments.grid import expand
from fmtools.experiments.spec import (
    SHIPPED,
    experiment_paths,
    is_experiment,
    read_experiment,
    shipped_names,
)
from tests.experiments.small_experiments import PUZZLES, write


def blocks(tmp_path, text, quick=False):
    return read_experiment(write(tmp_path / "e.toml", text), quick).blocks


def test_settings_come_from_the_top_the_world_and_the_runs_in_that_order(tmp_path):
    text = """
    budget = "100K"
    instances = "5-7"
    [world.cube]
    budget = "2M"
    width = 1
    [[runs]]
    worlds = ["cube", "15-puzzle"]
    [[runs]]
    worlds = ["cube"]
    budget = 10
    """
    cube, puzzle, small = blocks(tmp_path, text)
    assert (cube.world, cube.budget, cube.width) == ("cube", 2_000_000, 1)
    assert (puzzle.world, puzzle.budget, puzzle.width) == ("15-puzzle", 100_000, 2)
    assert small.budget == 10
    assert cube.instances == (5, 6, 7)
    assert cube.tie_seeds == (0, 1, 2, 3, 4), "five tie seeds unless told otherwise"


def test_the_quick_form_overrides_counts_and_the_runs_own_quick_comes_last(tmp_path):
    text = """
    worlds = "cube"
    instances = 100
    [[runs]]
    [[runs]]
    quick = { instances = 1 }
    [quick]
    instances = 7
    tie_seeds = 2
    """
    full = blocks(tmp_path, text)
    assert [len(block.instances) for block in full] == [100, 100]
    quick = blocks(tmp_path, text, quick=True)
    assert [len(block.instances) for block in quick] == [7, 1]
    assert [len(block.tie_seeds) for block in quick] == [2, 2]


def test_orders_that_know_no_seed_get_one_tie_seed(tmp_path):
    (block,) = blocks(tmp_path, 'worlds = "cube"\nties = "heap"\ntie_seeds = 5')
    assert block.tie_seeds == (0,)


WRONG = {
    "worlds = 3": ("key 'worlds' is 3", "a text or a list of texts"),
    "planners = 'gbfs'": ("'runs[1].worlds' is missing",),
    "worlds = 'cube'\nbudget = -3": ("key 'budget' is -3", "'50K'"),
    "worlds = 'cube'\nbudget = true": ("key 'budget' is True", "positive whole number"),
    "worlds = 'cube'\nbudgte = 3": ("unknown key 'budgte'", "did you mean 'budget'?"),
    "worlds = 'cube'\nplanners = 'gfbs'": ("'runs[1].planners' names 'gfbs'", "gbfs"),
    "worlds = 'cube'\nkind = 'external'\nplanners = 'gbfs'": ("'external'", "lama-first"),
    "worlds = 'cube'\nmacros = 'mine'": ("'runs[1].macros' names 'mine'", "[macro.mine]"),
    "worlds = 'cube'\ninstances = '9-3'": ("key 'instances' is '9-3'", "'10-19'"),
    "worlds = 'cube'\nwidth = 3": ("key 'width' is 3; expected 1 or 2",),
    "worlds = 'cube'\ngoals = ['other']": ("key 'goals'", "'default', 'random'"),
    "worlds = 'cube'\n[quick]\ninstances = 'x'": ("key 'quick.instances' is 'x'",),
    "worlds = 'cube'\n[world.cub]\nbudget = 3": ("[world.cub]", "expected one of cube"),
    "worlds = 'cube'\n[macro.big]\nbudget = 3": ("'macro.big.source' is missing", "focused"),
    "worlds = 'cube'\n[macro.big]\nsource = 'library'": ("'macro.big.file' is missing",),
    "worlds = 'cube'\n[macro.focused]\nkeep = 0": ("'macro.focused.keep' is 0", "from 1 on"),
    "worlds = 'cube'\n[macro.random]\nlike = 'x'": ("'macro.random.like' is 'x'",),
    "worlds = 'cube'\n[[runs]]\nquick = 3": ("'runs[1].quick' is 3; expected a table",),
    "name = 'a/b'\nworlds = 'cube'": ("key 'name' is 'a/b'",),
    "runs = 3": ("key 'runs' is 3", "[[runs]]"),
    "worlds = ": ("not TOML", "Invalid value"),
}


@pytest.mark.parametrize("text", WRONG)
def test_errors_name_file_and_key_and_say_what_was_expected(tmp_path, text):
    with pytest.raises(InputError) as caught:
        blocks(tmp_path, text)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'e.toml'}: ")
    assert "\n" not in message
    for fragment in WRONG[text]:
        assert fragment in message


BEYOND_READING = {
    "worlds = 'nowhere'": ("no world 'nowhere'", "15-puzzle"),
    "worlds = '14-puzzle'": ("no world '14-puzzle'", "15-puzzle"),
    "worlds = 'hanoi'\ngoals = 'random'": ("'hanoi' has no random goals",),
    "worlds = 'lock'\nmacros = 'focused'": ("macros must be 'none'",),
    "worlds = 'rovers'\nmacros = 'focused'": ("macros 'focused' in 'rovers'", "no setting for"),
    "worlds = 'hanoi'\ninstances = '100-101'": ("problem-100.pddl", "no such file"),
}


@pytest.mark.parametrize("text", BEYOND_READING)
def test_worlds_and_macros_that_do_not_exist_are_refused_before_anything_runs(tmp_path, text):
    with pytest.raises(InputError) as caught:
        expand(read_experiment(write(tmp_path / "e.toml", text)))
    assert str(caught.value).startswith(f"{tmp_path / 'e.toml'}: ")
    for fragment in BEYOND_READING[text]:
        assert fragment in str(caught.value)


def test_every_shipped_experiment_expands_in_its_quick_form():
    assert {"table1", "suitcase", "results", "macro-types", "novel-goals"} <= set(shipped_names())
    for path in (*experiment_paths("paper"), *experiment_paths("planners")):
        grid = expand(read_experiment(path, quick=True))
        keys = [run.key for job in grid.jobs for run in job.runs]
        assert len(set(keys)) == len(keys) == grid.num_runs > 0


def test_the_results_table_has_the_papers_grid_at_full_size():
    grid = expand(read_experiment(SHIPPED / "results.toml"))
    plans = [r.fields for job in grid.jobs for r in job.runs if job.kind == "plan"]
    unsolved_cube = 2 * 20  # primitives alone: none is solved, so few tell as much as many
    assert len(plans) == (8 * 2 * 2 - 2) * 100 * 5 + unsolved_cube
    budgets = {fields["world"]: fields["budget"] for fields in plans}
    assert budgets.pop("cube") == 2_000_000
    assert budgets.pop("15-puzzle") == 500_000
    assert set(budgets.values()) == {100_000}


def test_names_of_experiments(tmp_path):
    assert is_experiment("paper") and is_experiment("paper/results") and is_experiment("my.toml")
    assert not is_experiment("speed")
    assert experiment_paths("paper/table1") == [SHIPPED / "table1.toml"]
    assert len(experiment_paths("paper")) == len(shipped_names())
    with pytest.raises(UsageError, match="paper/results"):
        experiment_paths("paper/nothing")


def test_the_name_is_the_files_unless_it_says_otherwise(tmp_path):
    assert read_experiment(write(tmp_path / "mine.toml", PUZZLES)).name == "mine"
