"""Exported worlds mean the same: checked step by step here, and by Fast Downward itself."""

from collections.abc import Sequence

import numpy as np
import pytest

from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.registry import find_driver
from fmtools.drivers.run import run_sas
from fmtools.errors import InputError, UsageError
from fmtools.pddl.ground import ground
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.validate import validate
from fmtools.simulators.cube import Cube
from fmtools.simulators.export import (
    exporter_for,
    replay_sas_plan,
    world_to_pddl,
    world_to_sas,
)
from fmtools.simulators.export_cube import cubies, place_name
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.sas_task import SasOperator, SasTask

LIMITS = ProcessLimits(60.0, 2 << 30)
WORLDS = {
    "cube": Cube.scrambled(3),
    "cube to a goal": Cube("R U2 F'", "L D"),
    "8-puzzle": NPuzzle.scrambled(3, 5),
    "15-puzzle": NPuzzle.scrambled(4, 5),
    "puzzle to a goal": NPuzzle(2, "1 2 3 0", "2 0 1 3"),
    "lock": Lock(6, 3, 2, seed=4),
}


def apply(operator: SasOperator, state: Sequence[int]) -> tuple[int, ...] | None:
    """SAS+ as it is defined: all conditions look at the state before."""
    if any(state[variable] != value for variable, value in operator.precondition):
        return None
    after = list(state)
    for effect in operator.effects:
        if all(state[variable] == value for variable, value in effect.conditions):
            after[effect.variable] = effect.value
    return tuple(after)


@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS)
def test_random_walks_agree_with_the_simulator(world: Cube | NPuzzle | Lock) -> None:
    exporter = exporter_for(world)
    task: SasTask = exporter.to_sas(world)
    actions = exporter.actions(world)
    rng = np.random.default_rng(1)
    state, values = world.start(), task.start
    for _ in range(60):
        allowed = {
            actions[f"({operator.name})"]: after
            for operator in task.operators
            if (after := apply(operator, values)) is not None
        }
        applicable = sorted(world.applicable(state))
        assert sorted(allowed) == applicable
        action = applicable[int(rng.integers(len(applicable)))]
        state, values = world.successor(state, action), allowed[action]
        for facts in task.mutexes:
            assert sum(values[variable] == value for variable, value in facts) <= 1
        at_goal = all(values[variable] == value for variable, value in task.goal)
        assert at_goal == all(state[v] == value for v, value in world.goal().items())
    # The same state again and again gives the same values: nothing is lost on the way.
    assert exporter.to_sas(_moved(world, state)).start == values


def _moved(world: Cube | NPuzzle | Lock, state: np.ndarray) -> Cube | NPuzzle | Lock:
    """The world with another start."""
    import copy

    moved = copy.copy(world)
    moved._start = state
    return moved


def test_cube_has_twenty_variables_of_twenty_four_values() -> None:
    task = exporter_for(Cube("R")).to_sas(Cube("R"))
    assert [len(variable.values) for variable in task.variables] == [24] * 20
    assert len({value for variable in task.variables for value in variable.values}) == 480
    assert len(task.operators) == 12
    assert all(len(operator.effects) == 8 * 12 + 12 * 8 for operator in task.operators)
    assert [len(facts) for facts in task.mutexes] == [24] * 20


def test_cube_places_are_named_by_faces() -> None:
    corners, edges = cubies()
    assert (len(corners.stickers), len(edges.stickers)) == (8, 12)
    names = [place_name(place) for place in (*corners.places, *edges.places)]
    assert len(set(names)) == 48
    assert {"ufr", "fur", "rfu"} & set(names) == {"ufr", "fur"}


def nothing_wrong(plan: object) -> str:
    return ""


@pytest.mark.parametrize(
    ("world", "planner"),
    [
        (Cube("R U2 F'"), "fd:astar(blind())"),
        (Cube("R U2 F' D"), "lama-first"),
        (Cube("L", "L D'"), "fd:astar(blind())"),
        (NPuzzle.scrambled(3, 1), "lama-first"),
        (NPuzzle.scrambled(4, 1), "lama-first"),
        (Lock(8, 3, 3), "lama-first"),
    ],
)
def test_plan_of_fast_downward_solves_our_world(world: Cube | NPuzzle | Lock, planner: str) -> None:
    run = run_sas(find_driver(planner), world_to_sas(world), nothing_wrong, LIMITS)
    assert run.plan is not None, run.log[-2000:]
    replay = replay_sas_plan(world, run.plan)
    assert replay.solved
    assert run.record.solved and run.record.evaluated


def test_plan_of_fast_downward_that_is_none_is_not_believed() -> None:
    sas = world_to_sas(Cube("R"))
    run = run_sas(find_driver("lama-first"), sas, lambda plan: "it ends elsewhere", LIMITS)
    assert (run.record.outcome, run.record.reason) == ("invalid-plan", "it ends elsewhere")


def test_shortest_plan_for_a_short_scramble_is_as_short() -> None:
    run = run_sas(
        find_driver("fd:astar(blind())"), world_to_sas(Cube("R U2 F'")), nothing_wrong, LIMITS
    )
    assert run.plan is not None
    assert len(run.plan) == 4


def test_npuzzle_as_pddl_grounds_to_the_same_moves() -> None:
    puzzle = NPuzzle.scrambled(3, 2)
    domain_text, problem_text = world_to_pddl(puzzle)
    domain = parse_domain(domain_text)
    problem = parse_problem(problem_text, domain)
    task = ground(domain, problem)
    names = {task.action_name(action) for action in range(task.num_actions)}
    assert names == set(exporter_for(puzzle).actions(puzzle))


def test_npuzzle_plan_is_valid_in_both_worlds() -> None:
    puzzle = NPuzzle(2, "1 2 0 3")
    domain = parse_domain(world_to_pddl(puzzle)[0])
    problem = parse_problem(world_to_pddl(puzzle)[1], domain)
    plan = parse_plan("(slide t3 c2-2 c2-1)\n")
    assert validate(domain, problem, plan).valid
    assert replay_sas_plan(puzzle, plan).names == ("blank 2 right",)
    assert replay_sas_plan(puzzle, plan).solved


def test_replay_refuses_steps_that_are_none() -> None:
    with pytest.raises(InputError, match=r"step 2: \(x\) is no action"):
        replay_sas_plan(Cube("R"), ["(r-prime)", "(x)"])
    with pytest.raises(InputError, match=r"step 1: .* does not apply"):
        replay_sas_plan(NPuzzle(2), ["(slide t1 c1-1 c1-2)"])


def test_replay_of_a_plan_that_ends_elsewhere_is_not_solved() -> None:
    replay = replay_sas_plan(Cube("R"), ["(r)"])
    assert not replay.solved
    assert replay.goal_count == 20


def test_worlds_of_others_cannot_be_exported() -> None:
    class Other:
        num_variables = 1

    with pytest.raises(UsageError, match="Other cannot be exported"):
        world_to_sas(Other())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="SAS"):
        world_to_pddl(Lock(4, 2, 2))


def test_same_world_same_bytes() -> None:
    assert world_to_sas(Cube("R U")) == world_to_sas(Cube("R U"))
