"""Shortened plans are plans, never longer or costlier, and cost what the limit allows."""

import gc
import itertools
import signal
import weakref

import numpy as np
import pytest

from fmtools.errors import SimulatorError
from fmtools.examples.warehouse import Warehouse
from fmtools.limits import Limits
from fmtools.pddl.ground import ground
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.search.held_plan import HeldPlan
from fmtools.search.planners import Settings, plan
from fmtools.search.shorten import shorten
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import GroundedSimulator, load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.user import CheckedSimulator
from fmtools.simulators.with_macros import WithMacros
from tests.delegating import take_members

WORLDS = {
    "cube": (lambda: Cube.scrambled(3), 12),
    "npuzzle": (lambda: NPuzzle.scrambled(4, 3), 4),
    "lock": (lambda: Lock(8, 3, 3, seed=1), 16),
    "hanoi": (lambda: load_grounded("pddl/hanoi/domain.pddl", "pddl/hanoi/problem-000.pddl"), 20),
    "miconic": (
        lambda: load_grounded("pddl/miconic/domain.pddl", "pddl/miconic/problem-000.pddl"),
        200,
    ),
    "warehouse": (lambda: CheckedSimulator(Warehouse()), 30),
}


class Toward:
    """A world with another goal."""

    def __init__(self, inner, goal):
        self._goal = goal
        hidden = ("check_plan", "primitives", "steps", "without_macros")
        take_members(self, inner, hidden)

    def goal(self):
        return dict(self._goal)


def random_walk(simulator, length, seed):
    rng = np.random.default_rng(seed)
    state = np.asarray(simulator.start(), np.int64)
    actions = []
    for _ in range(length):
        applicable = simulator.applicable(state)
        if len(applicable) == 0:
            break
        actions.append(int(applicable[int(rng.integers(len(applicable)))]))
        state = np.asarray(simulator.successor(state, actions[-1]), np.int64)
    return actions, state


def end_of(simulator, actions):
    """Where a plan leads, by the simulator alone."""
    state = np.asarray(simulator.start(), np.int64)
    for action in actions:
        assert action in simulator.applicable(state)
        state = np.asarray(simulator.successor(state, action), np.int64)
    return state


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize("world", WORLDS)
def test_a_shortened_random_walk_is_a_plan_and_no_longer_and_within_its_queries(world, partial):
    build, branching = WORLDS[world]
    inner = build()
    for seed, budget in enumerate((100, 1_000, 3_000 if world == "warehouse" else 30_000)):
        actions, end = random_walk(inner, 60, seed)
        variables = range(0, len(end), 3 if partial else 1)
        goal = {variable: int(end[variable]) for variable in variables}
        shorter = shorten(Toward(inner, goal), actions, Limits(budget), seed)
        reached = end_of(inner, shorter.actions)
        assert all(reached[variable] == value for variable, value in goal.items())
        assert tuple(reached) == shorter.end
        assert shorter.length <= shorter.length_before == len(actions)
        assert shorter.queries < budget + branching
        assert shorter.names == tuple(map(inner.action_name, shorter.actions))
        if budget > 10_000:
            assert shorter.length < len(actions)


@pytest.mark.parametrize("seed", range(4))
def test_without_a_limit_a_small_puzzle_plan_becomes_a_shortest_one(seed):
    simulator = NPuzzle.scrambled(3, seed)
    long = plan(simulator, Settings(seed=seed))
    shortest = plan(simulator, Settings("bfs"))
    shorter = shorten(simulator, long, Limits(), seed)
    assert shorter.ended == "shortest"
    assert shorter.length == len(shortest.plan) < shorter.length_before


@pytest.mark.parametrize("world", ["npuzzle", "hanoi", "miconic"])
def test_the_same_seed_gives_the_same_plan_compiled_or_interpreted(world):
    inner = WORLDS[world][0]()
    actions, end = random_walk(inner, 50, 7)
    simulator = Toward(inner, dict(enumerate(end.tolist())))
    runs = [
        shorten(simulator, actions, Limits(2_500), 5, interpreted)
        for interpreted in (False, False, True)
    ]
    assert len({(run.actions, run.queries, run.ended) for run in runs}) == 1


class OneWay:
    """A number that only grows, by 1 or twofold, and idle steps aside; nothing can be undone."""

    num_variables = 2

    def start(self):
        return [1, 0]

    def goal(self):
        return {0: 200}

    def applicable(self, state):
        return [0, 1, 2] if state[0] <= 200 else [2]

    def successor(self, state, action):
        number, aside = map(int, state)
        return [(number + 1, aside), (2 * number, aside), (number, aside + 1)][action]

    def action_name(self, action):
        return ("one more", "twice", "aside")[action]


def test_a_world_in_which_nothing_can_be_undone_is_searched_from_one_end():
    simulator = CheckedSimulator(OneWay())
    actions = [0] * 100 + [2] + [0] * 99
    shorter = shorten(simulator, actions, Limits(30_000))
    assert shorter.length == len(plan(simulator, Settings("bfs")).plan) == 9
    assert shorter.ended in ("converged", "limit")


def test_steps_that_the_goal_does_not_need_are_dropped_with_hardly_a_query():
    actions = [2, *[0, 2] * 199]
    shorter = shorten(CheckedSimulator(OneWay()), actions, Limits(40_000))
    assert 2 not in shorter.actions


@pytest.mark.parametrize("limit", [1, 50, 119])
def test_a_limit_below_two_replays_leaves_the_plan_as_it_is(limit):
    inner = NPuzzle()
    actions, end = random_walk(inner, 60, 0)
    shorter = shorten(Toward(inner, dict(enumerate(end.tolist()))), actions, Limits(limit))
    assert shorter.actions == tuple(actions)
    assert (shorter.ended, shorter.queries) == ("limit", 60)


def test_a_time_limit_ends_it():
    simulator = Cube.scrambled(1)
    actions, end = random_walk(simulator, 300, 1)
    goal = dict(enumerate(end.tolist()))
    shorter = shorten(Toward(simulator, goal), actions, Limits(seconds=0.2))
    assert shorter.ended == "limit"
    assert shorter.seconds >= 0.2


def test_ctrl_c_keeps_the_best_plan_so_far():
    class Interrupted(Warehouse):
        calls = 0

        def successor(self, state, action):
            self.calls += 1
            if self.calls == 3_000:
                raise KeyboardInterrupt
            return super().successor(state, action)

    inner = Interrupted()
    actions, end = random_walk(inner, 80, 1)
    shorter = shorten(Toward(inner, dict(enumerate(end.tolist()))), actions, Limits(10**9))
    assert shorter.ended == "interrupted"
    assert shorter.length < len(actions)
    assert tuple(end_of(inner, shorter.actions)) == tuple(end)


def test_ctrl_c_ends_a_compiled_world_too():
    """A signal that comes while the core is at work, without Python."""
    simulator = Cube.scrambled(1)
    actions, end = random_walk(simulator, 300, 1)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        goal = dict(enumerate(end.tolist()))
        shorter = shorten(Toward(simulator, goal), actions, Limits())
    finally:
        signal.signal(signal.SIGALRM, before)
    assert shorter.ended == "interrupted"
    assert tuple(end_of(simulator, shorter.actions)) == tuple(end)


def test_an_answer_about_a_plan_that_another_improver_has_shortened_is_dropped():
    inner = WORLDS["miconic"][0]()
    actions, end = random_walk(inner, 300, 3)
    goal = {variable: int(end[variable]) for variable in range(0, len(end), 3)}
    shorter = shorten(Toward(inner, goal), actions, Limits(300_000), 3)
    reached = end_of(inner, shorter.actions)
    assert all(reached[variable] == value for variable, value in goal.items())


def test_a_small_memory_limit_makes_balls_small_and_plans_stay_plans():
    inner = NPuzzle.scrambled(4, 3)
    actions, end = random_walk(inner, 200, 2)
    goal = dict(enumerate(end.tolist()))
    for memory in (1, 10_000, 300_000):
        shorter = shorten(Toward(inner, goal), actions, Limits(100_000, memory=memory))
        assert tuple(end_of(inner, shorter.actions)) == tuple(end)
        assert shorter.ended in ("limit", "converged")


def test_macros_are_unfolded_and_the_primitives_shortened():
    inner = NPuzzle.scrambled(3, 5)
    two_moves = [
        (first, second)
        for first, second in itertools.product(range(len(inner.moves)), repeat=2)
        if inner.moves[first].target == inner.moves[second].blank
    ]
    simulator = WithMacros(inner, two_moves)
    result = plan(simulator, Settings(seed=1))
    shorter = shorten(simulator, result, Limits())
    assert shorter.length_before == len(result.primitive_plan)
    assert shorter.length == len(plan(inner, Settings("bfs")).plan)
    assert set(shorter.actions) <= set(range(len(inner.moves)))


ROAD = """
(define (domain road) (:requirements :action-costs)
  (:predicates (at ?x) (road ?x ?y) (ferry ?x ?y))
  (:functions (total-cost) - number)
  (:action drive :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (at ?y) (not (at ?x)) (increase (total-cost) 1)))
  (:action sail :parameters (?x ?y) :precondition (and (at ?x) (ferry ?x ?y))
    :effect (and (at ?y) (not (at ?x)) (increase (total-cost) {fare}))))
"""
TRIP = """
(define (problem trip) (:domain road) (:objects a b c d)
  (:init (at a) (road a b) (road b c) (road c d) (road d a) (ferry a d) (= (total-cost) 0))
  (:goal (at d)) (:metric minimize (total-cost)))
"""


@pytest.mark.parametrize(("fare", "length", "cost"), [(10, 3, 3), (3, 1, 3), (1, 1, 1)])
def test_a_shorter_way_is_taken_only_where_it_is_not_costlier(fare, length, cost):
    domain = parse_domain(ROAD.format(fare=fare))
    simulator = GroundedSimulator(ground(domain, parse_problem(TRIP, domain)))
    names = ("(drive a b)", "(drive b c)", "(drive c d)")
    shorter = shorten(simulator, [simulator.action_id(name) for name in names], Limits(10_000))
    assert (shorter.length, shorter.cost) == (length, cost)


def test_what_is_no_plan_is_refused():
    simulator = NPuzzle.scrambled(3, 1)
    actions, _ = random_walk(simulator, 10, 0)
    with pytest.raises(SimulatorError, match="no plan"):
        shorten(simulator, actions, Limits(1000))


def reaches_goal(task, state, actions):
    for action in actions:
        if action not in task.applicable(state):
            return False
        state = task.successor(state, action)
    return all(state[fact] == value for fact, value in task.goal().items())


def test_steps_that_a_plan_does_not_need_are_dropped_before_anything_else():
    """Detours between the steps of a plan, as a relaxed plan that is run ahead has them."""
    task = load_grounded("pddl/logistics/domain.pddl", "pddl/logistics/problem-003.pddl")
    needed = [task.action_id(name) for name in plan(task, Settings("auto")).primitive_plan]
    rng = np.random.default_rng(5)
    state, actions = task.start(), []
    for step, wanted in enumerate(needed):
        for _ in range(12):
            detour = int(rng.choice(task.applicable(state)))
            after = task.successor(state, detour)
            if reaches_goal(task, after, needed[step:]):
                actions, state = [*actions, detour], after
        actions, state = [*actions, wanted], task.successor(state, wanted)
    limits = Limits(2 * len(actions) ** 2)
    light, heavy = (shorten(task, actions, limits, is_light=one) for one in (True, False))
    assert len(actions) > 1.3 * len(needed)
    assert light.length <= heavy.length and light.length <= 1.1 * len(needed)
    assert light.queries <= limits.budget
    task.check_plan(light.names)


SWITCHES = """(define (domain switches) (:requirements :strips)
  (:predicates (off) (on) (down) (up) (noted) (done))
  (:action a :parameters () :precondition (off) :effect (and (on) (not (off))))
  (:action b :parameters () :precondition (down) :effect (and (up) (not (down))))
  (:action note :parameters () :precondition () :effect (noted))
  (:action c :parameters () :precondition (on)
    :effect (and (off) (down) (not (on)) (not (up))))
  (:action finish :parameters () :precondition (and (off) (down)) :effect (done)))
"""


def test_loops_that_show_when_needless_steps_are_gone_are_cut():
    domain = parse_domain(SWITCHES)
    text = "(define (problem p) (:domain switches) (:init (off) (down)) (:goal (done)))"
    task = GroundedSimulator(ground(domain, parse_problem(text, domain)))
    actions = [task.action_id(f"({name})") for name in ("a", "b", "note", "c", "finish")]
    light = shorten(task, actions, Limits(1_000), is_light=True)
    assert light.names == ("(finish)",)


def test_where_the_goal_holds_at_the_start_nothing_is_left():
    task = load_grounded("pddl/ferry/domain.pddl", "pddl/ferry/problem-001.pddl")
    actions, _ = random_walk(task, 20, 0)
    fact = int(np.flatnonzero(task.start())[0])
    for is_light in (False, True):
        assert (
            shorten(Toward(task, {fact: 1}), actions, Limits(9_000), is_light=is_light).length == 0
        )


def test_what_shortening_held_is_free_when_it_ends(monkeypatch):
    """Without the collector: balls may hold half of the memory limit."""
    held = []

    class Noted(HeldPlan):
        def __init__(self, *args):
            super().__init__(*args)
            held.append(weakref.ref(self))

    monkeypatch.setattr("fmtools.search.shorten.HeldPlan", Noted)
    gc.disable()
    try:
        world = NPuzzle.scrambled(3, 5)
        result = plan(world, Settings("gbfs"))
        shorten(world, result, Limits(20_000))
        assert [one() for one in held] == [None]
    finally:
        gc.enable()
