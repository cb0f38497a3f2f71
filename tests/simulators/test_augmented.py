"""Planning with a library and planning with the augmented file alone are the same search."""

from dataclasses import replace
from pathlib import Path

import pytest

from fmtools.learn.focused import Learner, LearnSettings
from fmtools.learn.library import learned_library
from fmtools.limits import Limits
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.macro_file import compile_macros
from fmtools.search.planners import Settings, plan
from fmtools.simulators.augmented import load_augmented
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.pddl_world import policy_of
from fmtools.simulators.registry import world_of

PDDL = Path(__file__).parents[2] / "pddl"


@pytest.mark.parametrize("name", ["depot", "doors", "gripper", "miconic"])
def test_the_library_and_the_augmented_file_alone_give_the_same_search(name, tmp_path):
    domain = PDDL / name / "domain.pddl"
    simulator = load_grounded(domain, PDDL / name / "problem-000.pddl")
    settings = LearnSettings(budget=5_000)
    world = world_of(simulator)
    learned = Learner(simulator, settings).run()
    library = learned_library(simulator, world, settings, learned, paper=False)
    library = replace(library, policy=policy_of(simulator))
    file = tmp_path / "augmented.pddl"
    file.write_text(augmented_text(compile_macros(simulator.domain, library)).domain)
    problem = PDDL / name / "problem-001.pddl"
    search = Settings("gbfs", ties="fifo", limits=Limits(20_000))
    with_library = plan(load_augmented(domain, problem, library, Path("macros.json")), search)
    with_file = plan(load_grounded(file, problem), search)
    assert with_library.plan == with_file.plan
    assert with_library.generated == with_file.generated
    assert with_library.trace == with_file.trace
    assert with_library.primitive_steps > with_file.primitive_steps
