"""What `import fmtools` offers: small, light, and the same as the command line."""

import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import fmtools
from fmtools.errors import UsageError
from fmtools.simulators.template import Lights
from tests.cli.command import HANOI, HANOI_PROBLEM, PDDL
from tests.cli.command import fmtools as command

GRIPPER = PDDL / "gripper" / "domain.pddl"
GRIPPER_PROBLEM = PDDL / "gripper" / "problem-000.pddl"
PUBLIC = [
    "load",
    "plan",
    "learn",
    "compile",
    "unfold",
    "validate",
    "solve",
    "worlds",
    "gym",
    "Simulator",
    "Macro",
    "MacroLibrary",
    "SearchResult",
    "Outcome",
    "load_library",
    "Task",
    "State",
    "Action",
    "FmtoolsError",
    "__version__",
]


@pytest.fixture(scope="module")
def gripper_macros():
    return fmtools.learn(GRIPPER, GRIPPER_PROBLEM, budget="5K", keep=8)


def test_the_public_names_are_listed_and_there():
    assert set(PUBLIC) == set(fmtools.__all__)
    assert set(PUBLIC) <= set(dir(fmtools))
    for name in PUBLIC:
        assert getattr(fmtools, name).__doc__ or name == "__version__"
    with pytest.raises(AttributeError, match="no attribute 'learns'"):
        fmtools.learns  # noqa: B018


def test_a_seed_of_numpy_is_a_seed():
    results = [fmtools.plan(GRIPPER, GRIPPER_PROBLEM, seed=seed) for seed in (3, np.int64(3))]
    assert results[0].solved and results[0].plan == results[1].plan


def test_types_are_told_of_exactly_the_public_names():
    stub = (Path(fmtools.__file__).parent / "__init__.pyi").read_text()
    assert {line.split(" as ")[1] for line in stub.splitlines()} == set(PUBLIC)


def test_importing_loads_nothing_heavy():
    code = "import fmtools, sys; print(sorted({'numpy', 'rich', 'typer', 'json'} & {*sys.modules}))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_plan_is_the_same_from_python_and_from_the_command_line():
    result = fmtools.plan("cube", scramble="R U2 F'", planner="astar", seed=3)
    found = command(
        "plan", "cube", "--scramble", "R U2 F'", "--planner", "astar", "--seed", 3, "--json"
    )
    assert list(result.plan) == found.json["plan"]
    assert result.generated == found.json["generated"]


def test_learn_is_the_same_from_python_and_from_the_command_line(tmp_path):
    library = fmtools.learn("npuzzle", size=3, budget="2K", keep=4, seed=2)
    path = tmp_path / "macros.json"
    command("learn", "npuzzle", "--size", 3, "--budget", "2K", "--keep", 4, "--seed", 2, "-o", path)
    assert library.to_json() == path.read_text()
    assert fmtools.load_library(str(path)) == library


def test_worlds_are_simulators_to_plan_in():
    world = fmtools.worlds.npuzzle("1 2 3 4 0 5 7 8 6")
    assert isinstance(world, fmtools.Simulator)
    assert len(fmtools.plan(world, planner="bfs").plan) == 2
    assert fmtools.worlds.lock(dials=6).num_variables == 6
    assert fmtools.worlds.own("fmtools.simulators.template:Lights", size=3).num_variables == 3
    with pytest.raises(UsageError, match="--size is not for cube"):
        fmtools.worlds.cube(size=3)


def test_a_simulator_of_ones_own_is_held_to_the_rules():
    assert fmtools.plan(Lights(5)).solved

    class Wrong(Lights):
        def successor(self, state, action):
            return [*super().successor(state, action), 0]

    with pytest.raises(fmtools.FmtoolsError, match="rule 1"):
        fmtools.plan(Wrong(5, seed=3))


def test_macros_learned_in_ones_own_world_are_used_there():
    library = fmtools.learn(Lights(8), budget="2K", keep=3)
    assert fmtools.plan(Lights(8, seed=5), macros=library).solved
    with pytest.raises(fmtools.FmtoolsError, match="macros for"):
        fmtools.plan("cube", macros=library)


def test_pddl_from_files_to_a_validated_plan(gripper_macros, tmp_path):
    result = fmtools.solve(GRIPPER, GRIPPER_PROBLEM, macros=gripper_macros, seed=1)
    assert fmtools.validate(GRIPPER, GRIPPER_PROBLEM, result)
    augmented = fmtools.compile(GRIPPER, gripper_macros, problems=[GRIPPER_PROBLEM])
    augmented.save(tmp_path / "augmented.pddl")
    planned = fmtools.plan(tmp_path / "augmented.pddl", GRIPPER_PROBLEM, planner="gbfs")
    steps = fmtools.unfold(tmp_path / "augmented.pddl", None, planned.plan)
    assert fmtools.validate(GRIPPER, GRIPPER_PROBLEM, steps)
    assert not fmtools.validate(GRIPPER, GRIPPER_PROBLEM, steps[: len(steps) // 2])
    assert fmtools.unfold(GRIPPER, gripper_macros, result.primitive_plan) == result.primitive_plan


def test_a_task_that_was_loaded_is_planned_in():
    task = fmtools.load(HANOI, HANOI_PROBLEM)
    result = fmtools.plan(task, budget=200_000, seed=1)
    state = task.start
    for step in result.best_plan:
        state = task.apply(state, step)
    assert task.is_goal(state) == result.solved


def test_no_plan_is_an_outcome():
    result = fmtools.plan("cube", seed=1, budget="1K")
    assert result.outcome is fmtools.Outcome.BUDGET_EXHAUSTED
    assert result.plan is None and result.best_plan
    with pytest.raises(fmtools.FmtoolsError, match="there is no plan"):
        fmtools.validate(HANOI, HANOI_PROBLEM, result)


def test_ctrl_c_returns_the_best_so_far():
    begin = threading.Event()

    def interrupt():
        begin.wait()
        time.sleep(0.2)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    result = fmtools.plan("cube", seed=1, budget="1G", progress=lambda *_: begin.set())
    thread.join()
    assert result.outcome is fmtools.Outcome.INTERRUPTED
    assert result.generated > 0 and result.best_plan


def test_searches_in_threads_of_their_own_find_what_they_find_alone():
    alone = [fmtools.plan("cube", seed=seed, budget="20K").best_plan for seed in range(4)]
    found = [None] * 4

    def run(seed):
        found[seed] = fmtools.plan("cube", seed=seed, budget="20K").best_plan

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == alone


def test_everything_pickles(gripper_macros):
    things = [
        fmtools.plan("cube", scramble="R"),
        gripper_macros,
        fmtools.compile(GRIPPER, gripper_macros),
        fmtools.worlds.cube("R"),
        fmtools.worlds.npuzzle(seed=1),
        fmtools.worlds.lock(),
        fmtools.worlds.pddl(GRIPPER, GRIPPER_PROBLEM),
        fmtools.worlds.own("fmtools.simulators.template:Lights"),
        fmtools.load(GRIPPER, GRIPPER_PROBLEM),
    ]
    for thing in things:
        again = pickle.loads(pickle.dumps(thing))
        assert type(again) is type(thing)
    task, state = pickle.loads(pickle.dumps((things[-1], things[-1].start)))
    assert task.applicable(state)


def test_numbers_may_be_texts_with_units():
    assert (
        fmtools.plan("cube", seed=1, budget="1K").generated
        == fmtools.plan("cube", seed=1, budget=1000).generated
    )
    with pytest.raises(UsageError, match="not a positive number"):
        fmtools.plan("cube", budget="many")
    with pytest.raises(UsageError, match="no task"):
        fmtools.plan()
