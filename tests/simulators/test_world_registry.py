"""Worlds by name, their options, and the errors for those unknown."""

import subprocess
import sys

import numpy as np
import pytest

from fmtools.errors import InputError, UsageError, did_you_mean
from fmtools.simulator import Simulator
from fmtools.simulators.registry import WORLDS, build_world


@pytest.mark.parametrize("name", WORLDS)
def test_every_world_builds_without_options_and_fulfils_the_protocol(name):
    world = build_world([name], {})
    assert isinstance(world, Simulator)
    assert len(world.start()) == world.num_variables


@pytest.mark.parametrize("name", WORLDS)
def test_the_seed_decides_the_start(name):
    starts = [tuple(build_world([name], {}, seed=seed).start()) for seed in (1, 1, 2)]
    assert starts[0] == starts[1] != starts[2]


def test_cube_takes_a_scramble_or_a_number_of_steps():
    assert build_world(["cube"], {"scramble": "R U2"}).scramble == (8, 10, 10)
    assert build_world(["cube"], {"scramble": ""}).scramble == ()
    assert len(build_world(["cube"], {"scramble_steps": 7}).scramble) == 7


def test_npuzzle_takes_its_width_from_the_tiles():
    assert build_world(["npuzzle"], {}).width == 4
    assert build_world(["npuzzle"], {"start": "1 2 0 3"}).width == 2
    assert build_world(["npuzzle"], {"goal": "0 1 2 3 4 5 6 7 8"}).width == 3
    assert build_world(["npuzzle"], {"size": 5}).width == 5
    with pytest.raises(InputError, match="needs 9"):
        build_world(["npuzzle"], {"size": 3, "start": "1 2 0 3"})


def test_lock_takes_its_sizes():
    lock = build_world(["lock"], {"dials": 6, "digits": 5, "effect_size": 2, "decrements": False})
    assert (lock.num_variables, lock.num_digits) == (6, 5)
    assert len(lock.applicable(lock.start())) == 6


def test_unknown_world_gets_the_nearest_name():
    with pytest.raises(UsageError, match=r"'cub'; did you mean 'cube'\?; choose cube, npuzzle"):
        build_world(["cub"], {})
    with pytest.raises(UsageError, match="unknown world 'zzz'; choose"):
        build_world(["zzz"], {})


def test_unknown_option_gets_the_nearest_name():
    with pytest.raises(UsageError, match=r"--dial is not for lock; did you mean '--dials'\?"):
        build_world(["lock"], {"dial": 3})


def test_names_are_near_whatever_their_case():
    assert did_you_mean("warehous", ["Warehouse"]) == "; did you mean 'Warehouse'?"
    assert did_you_mean("x", ["Warehouse"]) == ""


def test_registry_and_worlds_import_no_search():
    code = (
        "import sys; from fmtools.simulators.registry import build_world, WORLDS;"
        "[build_world([name], {}) for name in WORLDS]; assert 'fmtools.search' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", WORLDS)
def test_batch_of_successors_equals_them_one_by_one(name):
    world = build_world([name], {}, seed=4)
    state = world.start()
    for step in range(50):
        actions, batch = world.successors(state)
        assert list(actions) == list(world.applicable(state))
        expected = [world.successor(state, action) for action in actions]
        assert np.array_equal(batch, expected)
        state = expected[step % len(expected)]
