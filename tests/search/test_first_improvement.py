"""First improvement: the same search compiled, interpreted and in the reference; complete; lazy."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from fmtools.errors import UsageError
from fmtools.library_file import load_library
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.auto import auto_search
from fmtools.search.engine import EXPANSIONS, Search
from fmtools.search.orders import GOALS
from fmtools.search.planners import PLANNERS, Settings, plan
from fmtools.search.settings import SearchSettings
from fmtools.simulators.augmented import load_augmented
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.with_macros import WithMacros
from tests.reference.first_improvement import first_improvement
from tests.reference.same_search import assert_same_search

BUDGET = 400
TIES = ["heap", "fifo", "lifo", "random"]
ORDERS = {
    "gbfs": {"depth_weight": 0, "distance_weight": 1},
    "astar": {"depth_weight": 1, "distance_weight": 1},
    "wastar": {"depth_weight": 1, "distance_weight": 5},
    "bfs": {"depth_weight": 1, "distance_weight": 0},
    "bfws-r0": {"depth_weight": 1, "distance_weight": 256, "depth_limit": 255, "width": 2},
}


def with_walks(simulator, num_macros, seed):
    """The world with random walks from its start as macros."""
    rng = np.random.default_rng(seed)
    sequences = []
    for _ in range(num_macros):
        state, walk = np.asarray(simulator.start()), []
        for _ in range(int(rng.integers(2, 7))):
            actions = simulator.applicable(state)
            walk.append(int(actions[int(rng.integers(len(actions)))]))
            state = np.asarray(simulator.successor(state, walk[-1]))
        sequences.append(walk)
    return WithMacros(simulator, sequences)


def files(name, number=0):
    return f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03d}.pddl"


def pddl(name, number=0):
    return load_grounded(*files(name, number))


HANOI_PATH = Path("compiled/hanoi/macros.json")
HANOI_MACROS = replace(load_library(HANOI_PATH), macros=load_library(HANOI_PATH).macros[:2])


WORLDS = {
    "cube": lambda seed: with_walks(Cube.scrambled(seed, 6), 8, seed),
    "npuzzle": lambda seed: with_walks(NPuzzle.scrambled(3, seed), 12, seed),
    "lock": lambda seed: with_walks(Lock(8, 3, 2, seed=seed), 8, seed),
    "depot": lambda seed: pddl("depot", seed),
    "hanoi": lambda seed: load_augmented(
        *files("hanoi", seed), HANOI_MACROS, HANOI_PATH, given={"max_growth": None}
    ),
}


@cache
def world_at(world, seed):
    return WORLDS[world](seed)


CASES = [
    *[("gbfs", ties) for ties in TIES],
    ("bfws-r0", "heap"),
    ("bfws-r0", "random"),
    ("astar", "lifo"),
    ("wastar", "random"),
    ("bfs", "fifo"),
]


@pytest.mark.parametrize("expansion", ["first", "macros-first"])
@pytest.mark.parametrize(("planner", "ties"), CASES)
@pytest.mark.parametrize("world", WORLDS)
def test_compiled_interpreted_and_reference_give_the_same_search(world, planner, ties, expansion):
    for seed in (len(ties),):
        simulator = world_at(world, seed)
        if not hasattr(simulator, "num_values"):
            simulator.num_values = simulator.kernel.num_values
        budget = BUDGET // 4 if planner == "bfws-r0" else BUDGET
        settings = Settings(
            planner, ties=ties, seed=seed, limits=Limits(budget), expansion=expansion
        )
        compiled = plan(simulator, settings)
        interpreted = plan(simulator, replace(settings, interpreted=True))
        reference = first_improvement(
            simulator,
            budget=budget,
            ties=ties,
            seed=seed,
            macros_first=expansion == "macros-first",
            **ORDERS[planner],
        )
        assert_same_search(simulator, compiled, interpreted, reference)
        assert compiled.primitive_steps == reference.primitive_steps


class NoGoal:
    """A world whose goal cannot be reached, so that searches see all of it."""

    def __init__(self, inner):
        self.inner = inner
        self.num_variables = inner.num_variables + 1
        self.num_values = 9
        self.asked = []

    def start(self):
        return [*self.inner.start(), 0]

    def goal(self):
        return {**self.inner.goal(), self.num_variables - 1: 1}

    def applicable(self, state):
        return self.inner.applicable(state[:-1])

    def successor(self, state, action):
        self.asked.append((state.tobytes(), action))
        return [*self.inner.successor(state[:-1], action), 0]

    def action_name(self, action):
        return self.inner.action_name(action)

    def steps(self, action):
        return self.inner.steps(action)


@pytest.mark.parametrize("expansion", ["first", "macros-first"])
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("planner", ["gbfs", "wastar", "bfws-r0"])
@pytest.mark.parametrize("seed", [0])
def test_all_that_full_expansion_reaches_is_reached_each_successor_once(
    seed, planner, ties, expansion
):
    inner = with_walks(Lock(3, 3, 2, seed=seed), 3, seed)
    reached, generated = {}, {}
    for kind in ("full", expansion):
        world = NoGoal(inner)
        search = Search(
            world, PLANNERS[planner].order, target=world.goal(), ties=ties, expansion=kind
        )
        assert search.run() is Outcome.EXHAUSTED
        nodes = range(search.space.num_nodes)
        reached[kind] = {search.state_of(node).tobytes() for node in nodes}
        generated[kind] = search.space.generated
        assert len(world.asked) == len(set(world.asked)) == generated[kind]
    assert reached["full"] == reached[expansion]
    assert generated["full"] == generated[expansion]


def test_successors_are_asked_for_one_at_a_time_and_only_those_count():
    class Counting(NPuzzle):
        num_values = 16
        asked = 0

        def successor(self, state, action):
            Counting.asked += 1
            return super().successor(state, action)

        def successors(self, state):
            raise AssertionError("all at once")

    simulator = Counting.scrambled(4, 1)
    Counting.asked = 0  # scrambling asked, too
    search = Search(
        simulator,
        GOALS,
        target=simulator.goal(),
        limits=Limits(700),
        interpreted=True,
        expansion="first",
    )
    assert search.run() is Outcome.BUDGET_EXHAUSTED
    assert Counting.asked == search.space.generated == 700


def test_a_search_that_outgrows_its_first_arrays_goes_on_unchanged():
    for planner in ("gbfs", "bfws-r0"):
        for ties in TIES:
            simulator = NPuzzle.scrambled(4, 5)
            settings = Settings(
                planner, ties=ties, limits=Limits(20 * BUDGET), width=1, expansion="first"
            )
            grown = plan(simulator, settings)
            assert 4_096 < grown.num_states < 20 * BUDGET
            reference = first_improvement(
                simulator,
                budget=20 * BUDGET,
                ties=ties,
                **{**ORDERS[planner], **({"width": 1} if planner == "bfws-r0" else {})},
            )
            assert grown.generated == reference.generated
            assert grown.num_states == len(reference.states)


def test_more_actions_than_the_first_batch_has_room_for_are_fine():
    class Wide:
        num_variables = 1

        def start(self):
            return [0]

        def goal(self):
            return {0: 9}

        def applicable(self, state):
            return range(1000)

        def successor(self, state, action):
            return [action % 9 if action < 999 or state[0] < 8 else 9]

        def action_name(self, action):
            return f"a{action}"

    result = plan(Wide(), Settings(expansion="first"))
    assert result.solved
    assert result.primitive_steps == result.generated <= 9_000


def test_with_macros_that_fix_single_dials_a_lock_opens_in_few_states():
    """Turning one dial at a time: full expansion looks at all turns, first improvement at few."""
    lock = Lock(20, 2, 1, seed=1)
    full = plan(lock, Settings(seed=1))
    first = plan(lock, Settings(seed=1, expansion="first"))
    assert full.solved and first.solved
    assert first.generated < full.generated / 2


@pytest.mark.parametrize("bad", [{"expansion": "none"}, {"paper": True}, {"planner": "iw"}])
def test_expansions_that_make_no_sense_are_refused(bad):
    with pytest.raises(UsageError, match="expansion"):
        Settings(**{"expansion": "first", **bad})


def test_expansions_are_known_by_name():
    assert list(EXPANSIONS) == ["full", "first", "macros-first"]


@pytest.mark.parametrize("world", ["cube", "depot"])
def test_auto_measures_novelty_where_variables_are_bits_and_else_only_goals(world):
    simulator = world_at(world, 0)
    search = auto_search(simulator, SearchSettings(limits=Limits(BUDGET)))
    search.run()
    novel = {"depth_limit": 0, "width": 2, "distance_weight": 2, "wait_cost": 1}
    order = novel if world == "depot" else {}
    reference = first_improvement(
        simulator, budget=BUDGET, ties="random", macros_first=True, **order
    )
    space = search.space
    assert (space.generated, space.evaluated) == (reference.generated, reference.evaluated)
    assert space.best_distance == reference.best


def test_auto_needs_no_num_values():
    class Steps:
        num_variables = 1

        def start(self):
            return [0]

        def goal(self):
            return {0: 300}

        def applicable(self, state):
            return [0, 1]

        def successor(self, state, action):
            return [int(state[0]) + (1 if action else -1)] if state[0] else [1]

        def action_name(self, action):
            return "up" if action else "down"

    assert plan(Steps(), Settings(planner="auto")).solved


def test_auto_by_novelty_has_a_head_start():
    simulator = pddl("depot")
    found = plan(simulator, Settings("auto", limits=Limits(BUDGET)))
    search = auto_search(simulator, SearchSettings(limits=Limits(BUDGET)))
    search.run()
    assert found.generated == search.space.generated
    assert found.trace == search.space.improvements


def test_auto_solves_depots_that_goal_counting_alone_leaves():
    for number in range(3):
        result = plan(pddl("depot", number), Settings(planner="auto", limits=Limits(300_000)))
        assert result.solved
