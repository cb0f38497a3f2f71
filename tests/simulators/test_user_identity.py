"""Which world a user's simulator is: its variables, and options that do not choose an instance."""

from dataclasses import replace
from pathlib import Path

import pytest

from fmtools.errors import InputError
from fmtools.macros import MacroLibrary, check_world
from fmtools.simulators.checked import CheckedSimulator
from fmtools.simulators.registry import world_of
from fmtools.simulators.user import load_simulator
from tests.simulators.test_user import Counter


class Clock(Counter):
    """Other steps are another world; other starts are not."""

    def __init__(self, step=1, seed=0, begin=0):
        self.step, self.begin = step, begin

    def successor(self, state, action):
        after = list(state)
        after[action] = (after[action] + self.step) % 10
        return after


class Named(Clock):
    instance_options = ("begin",)


def world(name, **options):
    texts = {key: str(value) for key, value in options.items()}
    return world_of(load_simulator(f"tests.simulators.test_user_identity:{name}", texts))


def fits(learned, here):
    try:
        check_world(MacroLibrary(learned, ()), here, Path("m.json"))
    except InputError as error:
        return str(error)
    return True


def test_macros_are_for_the_options_that_make_the_actions():
    assert fits(world("Clock"), world("Clock", step=1)) is True
    refused = fits(world("Clock"), world("Clock", step=3))
    assert "with step=1, not with step=3; learn them again, or, if that chooses start" in refused
    assert "instance_options" in refused


def test_an_object_that_nobody_knows_the_options_of_differs_by_its_variables():
    """As from Python: `fmtools.plan(Clock(), macros=…)`."""
    here = world_of(CheckedSimulator(Clock()))
    then = replace(here, digest="of more variables")
    assert "'Clock' has another number of variables than when" in fits(then, here)
    by_name = world("Clock")
    assert f"or give the task as {by_name.name!r}" in fits(by_name, here)


def test_a_seed_chooses_an_instance_and_a_class_may_name_other_such_options():
    assert fits(world("Clock"), world("Clock", seed=5)) is True
    assert "begin=0, not with begin=2" in fits(world("Clock"), world("Clock", begin=2))
    assert fits(world("Named"), world("Named", begin=2)) is True
    assert "seed=0, not with seed=5" in fits(world("Named"), world("Named", seed=5))


@pytest.mark.parametrize("step", [1, 3])
def test_libraries_of_0_1_0_are_taken_as_before(step):
    """They know the number of variables alone."""
    here = world("Clock", step=step)
    earlier = type(here)("user", here.name, here.earlier_digest, {"step": 1, "seed": 0})
    assert fits(earlier, here) is True
    assert here.digest != here.earlier_digest
