"""Macros joined with the state: the same instances as by trying everything, at any state."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fmtools.core import joined
from fmtools.core.memory import Memory
from fmtools.errors import MemoryLimitError
from fmtools.library_file import load_library
from fmtools.limits import Limits
from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.lift import lift
from fmtools.pddl.lifted_library import lift_library, pddl_world
from fmtools.pddl.plan_file import parse_step
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.simulator import HasMacros, state_array
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.joined import JoinedSimulator, load_joined
from tests.reference.joined_instances import macro_instances

CONSTANTS = """(define (domain shuttle)
  (:requirements :strips :typing :negative-preconditions)
  (:types place thing)
  (:constants depot - place)
  (:predicates (at ?t - thing ?p - place) (held ?t - thing) (busy) (here ?p - place))
  (:action go :parameters (?from - place ?to - place)
    :precondition (here ?from) :effect (and (not (here ?from)) (here ?to)))
  (:action take :parameters (?t - thing ?p - place)
    :precondition (and (here ?p) (at ?t ?p) (not (busy)))
    :effect (and (held ?t) (busy) (not (at ?t ?p))))
  (:action store :parameters (?t - thing)
    :precondition (and (here depot) (held ?t))
    :effect (and (at ?t depot) (not (held ?t)) (not (busy)))))"""
SHUTTLE = """(define (problem one) (:domain shuttle)
  (:objects a b c - place x y - thing)
  (:init (here a) (at x b) (at y c)) (:goal (and (at x depot) (at y depot))))"""


def shuttle(folder):
    (folder / "domain.pddl").write_text(CONSTANTS)
    (folder / "problem.pddl").write_text(SHUTTLE)
    return load_grounded(folder / "domain.pddl", folder / "problem.pddl")


def world(name, folder):
    if name == "shuttle":
        return shuttle(folder)
    return load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-000.pddl")


def walk(simulator, rng, steps):
    """States and actions of a random walk."""
    states, actions = [state_array(simulator.start())], []
    for _ in range(steps):
        possible = simulator.applicable(states[-1])
        actions.append(possible[int(rng.integers(len(possible)))])
        states.append(state_array(simulator.successor(states[-1], actions[-1])))
    return states, actions


def random_macros(simulator, rng, number):
    """Lifted sequences of two to four actions of a walk, by name."""
    _, actions = walk(simulator, rng, 60)
    sequences = {}
    for k in range(number):
        length, first = int(rng.integers(2, 5)), int(rng.integers(0, 50))
        steps = [parse_step(simulator.action_name(a)) for a in actions[first : first + length]]
        sequences[f"macro-{k}"] = lift(simulator.domain, steps)
    return sequences


@pytest.mark.parametrize("name", ["shuttle", "gripper", "ferry", "miconic", "hanoi", "doors"])
@pytest.mark.parametrize("seed", [0, 1])
def test_instances_are_those_of_trying_everything(name, seed, tmp_path):
    plain = world(name, tmp_path)
    rng = np.random.default_rng(seed)
    sequences = random_macros(plain, rng, 4)
    simulator = JoinedSimulator(plain.task, sequences)
    bounded = simulator.kernel
    simulator.kernel = joined.JoinedMacros(bounded.base, bounded.program, None, 1 << 40)
    assert isinstance(simulator, HasMacros)
    num_primitives = plain.task.num_actions
    for state in walk(plain, rng, 12)[0][::4]:
        expected = {
            (number, actions): after
            for number, sequence in enumerate(sequences.values())
            for actions, after in macro_instances(plain, sequence, state)
        }
        offered = simulator.applicable(state)
        assert [a for a in offered if a < num_primitives] == plain.applicable(state)
        macros = [a for a in offered if a >= num_primitives]
        found = {(simulator.macro_of(a), simulator.primitives(a)): a for a in macros}
        assert found.keys() == expected.keys()
        assert len(found) == len(macros)
        kernel = simulator.kernel
        ids, steps, rows = kernel.successors(kernel.layout.pack(state))
        assert ids.tolist() == offered
        after_of = dict(zip(ids.tolist(), kernel.layout.unpack_rows(rows), strict=True))
        for (number, actions), action in found.items():
            after = expected[number, actions]
            assert np.array_equal(simulator.successor(state, action), after)
            assert np.array_equal(after_of[action], after)
            assert simulator.steps(action) == len(actions)
        assert sorted(steps.tolist()) == sorted(simulator.steps(a) for a in offered)


def test_ids_of_instances_stay_and_names_unfold_to_what_is_done(tmp_path):
    plain = world("ferry", tmp_path)
    rng = np.random.default_rng(3)
    sequences = random_macros(plain, rng, 3)
    simulator = JoinedSimulator(plain.task, sequences)
    states = walk(plain, rng, 30)[0]
    seen = {}
    for state in (*states, *states):
        for action in simulator.applicable(state):
            name = simulator.action_name(action)
            assert seen.setdefault(action, (name, simulator.primitives(action)))[0] == name
    for action, (name, primitives) in seen.items():
        if action >= plain.task.num_actions:
            macro, *objects = name.strip("()").split()
            steps = sequences[macro].unfold(objects)
            assert [str(step) for step in steps] == [plain.action_name(a) for a in primitives]
    assert simulator.primitives(0) == (0,)
    with pytest.raises(ValueError, match="no instance"):
        simulator.kernel.instance(max(seen) + 1)


def test_an_instance_does_not_apply_where_one_of_its_steps_does_not(tmp_path):
    plain = world("shuttle", tmp_path)
    steps = [parse_step(name) for name in ("(go a b)", "(take x b)", "(go b depot)", "(store x)")]
    simulator = JoinedSimulator(plain.task, {"fetch": lift(plain.domain, steps)})
    start = state_array(simulator.start())
    names = {simulator.action_name(a): a for a in simulator.applicable(start)}
    fetch = names["(fetch a b x)"]
    assert "(fetch a c y)" in names
    after = state_array(simulator.successor(start, fetch))
    assert (
        plain.fact_name(int(np.flatnonzero((after != start) & (after == 1))[0])) == "(at x depot)"
    )
    with pytest.raises(ValueError, match="does not apply"):
        simulator.successor(after, fetch)
    result = plan(simulator, Settings(planner="auto", limits=Limits(500)))
    assert result.outcome is Outcome.SOLVED
    assert simulator.check_plan(result.primitive_plan) is None


def test_no_state_costs_more_than_a_moment(tmp_path):
    """Where a macro has more instances than are tried, those found are some of them."""
    names = [f"x{k}" for k in range(60)]
    (tmp_path / "domain.pddl").write_text(CONSTANTS)
    text = SHUTTLE.replace("c - place", f"c {' '.join(names)} - place")
    (tmp_path / "problem.pddl").write_text(text)
    plain = load_grounded(tmp_path / "domain.pddl", tmp_path / "problem.pddl")
    steps = [parse_step(f"(go x{k} x{k + 1})") for k in range(4)]
    simulator = JoinedSimulator(plain.task, {"wander": lift(plain.domain, steps)})
    offered = simulator.applicable(state_array(simulator.start()))
    macros = [a for a in offered if a >= plain.task.num_actions]
    assert 0 < len(macros) <= 2 * joined.MOST_TRIED
    assert len({simulator.primitives(a)[0] for a in macros}) > 50  # no beginning is left out
    start = state_array(simulator.start())
    for action in macros[::500]:
        state = start
        for primitive in simulator.primitives(action):
            state = state_array(plain.successor(state, primitive))
        assert np.array_equal(state, simulator.successor(start, action))


def test_instances_count_against_the_memory_limit(tmp_path):
    plain = world("ferry", tmp_path)
    sequences = random_macros(plain, np.random.default_rng(0), 4)
    simulator = JoinedSimulator(plain.task, sequences)
    kernel = simulator.kernel
    memory = Memory()
    bounded = joined.JoinedMacros(kernel.base, kernel.program, memory)
    memory.limit = memory.used + 1000
    with pytest.raises(MemoryLimitError):
        bounded.offered(kernel.layout.pack(state_array(simulator.start())))


def test_a_library_is_searched_without_grounding_it(tmp_path):
    plain = world("shuttle", tmp_path)
    actions = ("(go a b)", "(take x b)", "(go b depot)", "(store x)")
    library = MacroLibrary(pddl_world(plain.domain), (Macro(actions, 3, ()),))
    lifted = lift_library(plain.domain, library)
    simulator = JoinedSimulator(plain.task, {item.name: item.sequence for item in lifted})
    assert len(simulator.applicable(simulator.start())) > len(plain.applicable(plain.start()))
    assert simulator.without_macros.applicable(plain.start()) == plain.applicable(plain.start())


def test_an_empty_library_changes_nothing():
    files = "pddl/ferry/domain.pddl", "pddl/ferry/problem-000.pddl"
    path = Path("compiled/ferry/macros.json")
    empty = load_joined(*files, replace(load_library(path), macros=()), path)
    assert not isinstance(empty, HasMacros)
    settings = Settings("auto", limits=Limits(50_000))
    assert plan(empty, settings).generated == plan(load_grounded(*files), settings).generated
