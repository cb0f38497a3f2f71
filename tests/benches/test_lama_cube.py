"""LAMA's plans for the cube are replayed here; what it does not tell is not averaged away."""

import pytest

from fmtools.benches import lama_cube
from fmtools.benches.lama_cube import lama_cube_row, mean_generated
from fmtools.drivers.process import ProcessLimits
from fmtools.learn.focused import Learner, LearnSettings
from fmtools.learn.library import learned_library
from fmtools.macros import MacroLibrary
from fmtools.simulators.cube import Cube
from fmtools.simulators.registry import world_of
from tests.cli.command import assert_refused, fmtools


@pytest.fixture(scope="module")
def macros() -> MacroLibrary:
    cube = Cube()
    settings = LearnSettings(budget=2000, keep=10)
    learned = Learner(cube, settings).run()
    return learned_library(cube, world_of(cube), settings, learned, paper=False)


def test_both_solve_one_turn(macros: MacroLibrary) -> None:
    row = lama_cube_row(0, Cube("R"), macros)
    assert row.lama_valid
    assert row.lama_length == row.length == 1
    assert row.lama_generated and row.lama_evaluated and row.generated and row.lama_seconds > 0


def test_a_run_without_a_plan_is_neither_valid_nor_invalid(
    macros: MacroLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lama_cube, "BUDGET", 1000)
    monkeypatch.setattr(lama_cube, "LIMITS", ProcessLimits(seconds=0.3))
    row = lama_cube_row(1, Cube.scrambled(1), macros)
    assert (row.lama_length, row.lama_valid, row.lama_generated) == (None, None, None)
    assert row.length is None


def test_a_mean_needs_every_run() -> None:
    assert mean_generated([1, 3]) == 2
    assert mean_generated([1, None]) is None
    assert mean_generated([]) is None


def test_instances_are_for_lama_cube() -> None:
    assert_refused(fmtools("bench", "walk", "--instances", "3"), 2, "lama-cube")
    assert fmtools("bench", "lama-cube", "--instances", "0").code == 2
