"""PDDL tasks with macros: same search as the augmented file, plans of primitive actions."""

from pathlib import Path

import numpy as np
import pytest

from fmtools.errors import InputError
from fmtools.macros import MacroLibrary
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.compile import compile_library
from fmtools.pddl.validate import validate
from fmtools.search.planners import Settings, plan
from fmtools.simulators.augmented import AugmentedSimulator, load_augmented
from fmtools.simulators.grounded import load_grounded
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import PDDL, library, problem_text, small_task

MACROS = {
    "hanoi": (samples.HANOI,),
    "gripper": (samples.CARRY_BALL, samples.DOUBLE_DROP),
    "ferry": (samples.FERRY_CAR,),
    "depot": (samples.TWO_DRIVES, samples.LIFT_DROP_LIFT),
}


def files(tmp_path: Path, name: str) -> tuple[Path, Path, MacroLibrary]:
    problem = tmp_path / "problem.pddl"
    problem.write_text(problem_text(name))
    domain, _ = small_task(name)
    return PDDL / name / "domain.pddl", problem, library(domain, *MACROS[name])


def augmented(tmp_path: Path, name: str) -> AugmentedSimulator:
    domain, problem, macros = files(tmp_path, name)
    return load_augmented(domain, problem, macros, tmp_path / "macros.json")


@pytest.mark.parametrize("name", MACROS)
def test_a_macro_ends_where_its_primitives_end(tmp_path: Path, name: str) -> None:
    simulator = augmented(tmp_path, name)
    state = simulator.start()
    rng = np.random.default_rng(1)
    num_macros = 0
    for _ in range(60):
        actions = simulator.applicable(state)
        for action in actions:
            primitives = simulator.primitives(action)
            num_macros += len(primitives) > 1
            after = state
            for primitive in primitives:
                assert primitive in simulator.applicable(after)
                after = simulator.successor(after, primitive)
            assert np.array_equal(after, simulator.successor(state, action))
        state = simulator.successor(state, actions[rng.integers(len(actions))])
    assert num_macros > 0


@pytest.mark.parametrize("name", MACROS)
def test_the_augmented_file_alone_gives_the_same_search(tmp_path: Path, name: str) -> None:
    _, problem, macros = files(tmp_path, name)
    domain, _ = small_task(name)
    text = tmp_path / "augmented.pddl"
    text.write_text(augmented_text(compile_library(domain, macros)).domain)
    settings = Settings(ties="fifo")
    one = plan(augmented(tmp_path, name), settings)
    two = plan(load_grounded(text, problem), settings)
    assert (one.plan, one.generated, one.expanded) == (two.plan, two.generated, two.expanded)
    assert one.primitive_steps >= two.primitive_steps


@pytest.mark.parametrize("name", MACROS)
def test_plans_unfold_to_valid_primitive_plans(tmp_path: Path, name: str) -> None:
    domain, problem = small_task(name)
    result = plan(augmented(tmp_path, name), Settings(seed=3))
    assert result.primitive_plan is not None
    assert validate(domain, problem, result.primitive_plan).valid


def test_primitives_come_first_and_steps_count_their_actions(tmp_path: Path) -> None:
    simulator = augmented(tmp_path, "gripper")
    names = [simulator.action_name(a) for a in range(simulator.task.num_actions)]
    first = next(k for k, name in enumerate(names) if name.startswith("(macro-1"))
    assert not any(name.startswith("(macro") for name in names[:first])
    assert all(name.startswith("(macro") for name in names[first:])
    assert (simulator.steps(0), simulator.steps(first)) == (1, 4)
    assert simulator.kernel.steps.max() == 4
    assert simulator.primitives(0) == (0,)


def test_a_library_of_another_domain_is_refused(tmp_path: Path) -> None:
    domain, problem, _ = files(tmp_path, "gripper")
    _, _, other = files(tmp_path, "ferry")
    with pytest.raises(InputError, match="macros for pddl 'ferry'"):
        load_augmented(domain, problem, other, tmp_path / "macros.json")
