"""IW and BFWS against plain Python, and R*_G on tasks small enough to see through."""

import numpy as np
import pytest

from fmtools.errors import SimulatorError, UsageError
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.engine import NoveltySettings, Search
from fmtools.search.orders import BREADTH_FIRST, NOVEL_FIRST
from fmtools.search.planners import Settings, plan
from fmtools.search.settings import SearchSettings
from fmtools.search.width import reach_goals
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import GroundedSimulator, load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from tests.reference.width import facts_of, width_search

BUDGET = 1_500


def pddl(name: str, number: int = 0) -> GroundedSimulator:
    return load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03d}.pddl")


WORLDS = {
    "cube": lambda: Cube.scrambled(3, 4),
    "npuzzle": lambda: NPuzzle.scrambled(3, 2),
    "lock": lambda: Lock(6, 3, 2, seed=4),
    "hanoi": lambda: pddl("hanoi"),
    "blocksworld": lambda: pddl("blocksworld"),
}


def number(simulator, fact):
    variable, value = fact
    kernel = simulator.kernel
    return variable if kernel.cell_bits == 1 else variable * kernel.num_values + value


@pytest.mark.parametrize("paper", [False, True])
@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("width", [0, 1, 2])
@pytest.mark.parametrize("world", WORLDS)
def test_bfws_generates_what_sets_of_facts_and_pairs_say(world, width, interpreted, paper):
    simulator = WORLDS[world]()
    if interpreted and not hasattr(simulator, "num_values"):
        simulator.num_values = simulator.kernel.num_values
    bits = simulator.kernel.cell_bits == 1
    end = state = np.asarray(simulator.start())
    rng = np.random.default_rng(0)
    for _ in range(20):
        actions = simulator.applicable(end)
        end = np.asarray(simulator.successor(end, actions[int(rng.integers(len(actions)))]))
    relevant = facts_of(end, bits) - facts_of(state, bits)
    assert relevant
    search = Search(
        simulator,
        NOVEL_FIRST,
        target=simulator.goal(),
        ties="fifo",
        limits=Limits(BUDGET),
        interpreted=interpreted,
        novelty=NoveltySettings(
            width,
            relevant=tuple(sorted(number(simulator, fact) for fact in relevant)),
            paper=paper,
        ),
    )
    outcome = search.run()
    reference = width_search(simulator, width=width, budget=BUDGET, relevant=relevant, paper=paper)
    assert outcome == reference.outcome
    assert search.space.generated == reference.generated
    states = [search.state_of(node).tolist() for node in range(search.space.num_nodes)]
    assert states == [node.state.tolist() for node in reference.nodes]


@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize("world", WORLDS)
def test_iw_keeps_and_drops_what_sets_of_facts_and_pairs_say(world, width):
    simulator = WORLDS[world]()
    budget = BUDGET * 2
    search = Search(
        simulator,
        BREADTH_FIRST,
        target=simulator.goal(),
        ties="fifo",
        limits=Limits(budget),
        novelty=NoveltySettings(width, prune_above=width, by_goal=False),
    )
    outcome = search.run()
    reference = width_search(
        simulator,
        width=width,
        budget=budget,
        prune_above=width,
        by_goal=False,
        novel_first=False,
    )
    assert (outcome, search.space.generated) == (reference.outcome, reference.generated)
    states = [search.state_of(node).tolist() for node in range(search.space.num_nodes)]
    assert states == [node.state.tolist() for node in reference.nodes]


class Corridor:
    """Two rooms, a key and a door: the key must be fetched from cell 0 to open the door at 4.

    Variables: place (0..4), key held (0, 1), door open (0, 1).
    """

    num_variables = 3
    num_values = 5

    def start(self):
        return (2, 0, 0)

    def goal(self):
        return {2: 1}

    def applicable(self, state):
        return [0, 1, 2]

    def successor(self, state, action):
        place, key, door = (int(v) for v in state)
        if action == 0:
            return max(0, place - 1), key, door
        if action == 1:
            return min(4, place + 1), key, door
        if place == 0:
            return place, 1, door
        return (place, key, 1) if place == 4 and key else (place, key, door)

    def action_name(self, action):
        return ("left", "right", "use")[action]


def test_relevant_facts_are_those_on_the_way_to_the_goal():
    one = reach_goals(Corridor(), SearchSettings(width=1), False, None)
    assert (one.unreached, one.facts) == (1, (2 * 5 + 1,))
    both = reach_goals(Corridor(), SearchSettings(width=2), False, None)
    assert both.solved is not None
    assert both.solved.plan == ("left", "left", "use", "right", "right", "right", "right", "use")
    assert both.generated > one.generated


def test_goals_reached_one_by_one_leave_all_their_ways_as_relevant():
    class TwoDoors(Corridor):
        """Doors at both ends; IW(1) opens either, and never both."""

        num_variables = 3
        num_values = 5

        def goal(self):
            return {1: 1, 2: 1}

        def successor(self, state, action):
            place, west, east = (int(v) for v in state)
            if action == 2 and place == 0:
                return place, 1, east
            if action == 2 and place == 4:
                return place, west, 1
            return (max(0, place - 1) if action == 0 else min(4, place + 1)), west, east

    found = reach_goals(TwoDoors(), SearchSettings(width=1), False, None)
    assert found.unreached == 0
    assert found.solved is None
    assert set(found.facts) == {0 * 5 + 1, 0 * 5 + 0, 1 * 5 + 1, 0 * 5 + 3, 0 * 5 + 4, 2 * 5 + 1}


@pytest.mark.parametrize("planner", ["bfws", "bfws-r0", "bfws-all"])
@pytest.mark.parametrize("world", ["blocksworld", "ferry", "doors", "miconic", "depot"])
def test_bfws_solves_what_it_is_known_to_solve(world, planner):
    result = plan(pddl(world), Settings(planner, ties="fifo", width=1, limits=Limits(200_000)))
    assert result.outcome is Outcome.SOLVED


def test_iw_1_solves_doors_and_iw_2_never_does_worse():
    for width in (1, 2):
        result = plan(pddl("doors"), Settings("iw", width=width))
        assert result.outcome is Outcome.SOLVED


def test_iw_that_drops_everything_is_incomplete_not_proof():
    result = plan(pddl("hanoi"), Settings("iw", width=1))
    assert result.outcome is Outcome.INCOMPLETE
    assert result.outcome.exit_code == 12


def test_every_query_of_the_iw_phase_counts():
    result = plan(pddl("ferry"), Settings("bfws", ties="fifo", limits=Limits(100_000)))
    alone = reach_goals(pddl("ferry"), SearchSettings(limits=Limits(100_000)), False, None)
    assert result.iw_generated == alone.generated > 0
    assert result.generated > result.iw_generated
    assert result.trace[-1][0] == result.generated


def test_the_iw_phase_spends_the_budget_too():
    result = plan(pddl("gripper"), Settings("bfws", limits=Limits(5_000)))
    assert result.outcome is Outcome.BUDGET_EXHAUSTED
    assert result.generated < 5_400


def test_width_2_is_given_up_with_a_note_where_memory_is_short():
    settings = Settings("bfws-all", limits=Limits(30_000, None, 100_000_000))
    result = plan(Cube.scrambled(1), settings)
    assert result.outcome is Outcome.BUDGET_EXHAUSTED
    assert "width 2 given up" in result.notes[0]


def test_compiled_and_interpreted_bfws_agree():
    for world in ("npuzzle", "hanoi"):
        simulator = WORLDS[world]()
        if not hasattr(simulator, "num_values"):
            simulator.num_values = simulator.kernel.num_values
        for planner in ("bfws", "iw"):
            compiled, interpreted = (
                plan(simulator, Settings(planner, limits=Limits(BUDGET), interpreted=flag))
                for flag in (False, True)
            )
            assert compiled.generated == interpreted.generated
            assert compiled.plan == interpreted.plan


def test_a_simulator_without_num_values_is_told_to_have_one():
    class Unbounded(Corridor):
        @property
        def num_values(self):
            raise AttributeError

    with pytest.raises(SimulatorError, match="num_values"):
        plan(Unbounded(), Settings("bfws"))


def test_widths_other_than_1_and_2_are_refused():
    with pytest.raises(UsageError, match="width 3"):
        Settings("iw", width=3)


def test_paper_mode_leaves_out_a_states_own_facts_and_the_iw_phase():
    for seed in range(5):
        simulator = NPuzzle.scrambled(4, seed)
        paper = plan(simulator, Settings("bfws", paper=True, limits=Limits(500_000)))
        ours = plan(simulator, Settings("bfws", ties="heap", limits=Limits(500_000)))
        assert paper.iw_generated == ours.iw_generated > 0
        assert paper.trace[0] == (0, paper.trace[0][1])
        if paper.generated != ours.generated - ours.iw_generated:
            return
    raise AssertionError("the paper's #r should order some search differently")


def test_paper_mode_of_gbfs_is_heap_ties():
    simulator = NPuzzle.scrambled(4, 1)
    assert (
        plan(simulator, Settings(paper=True)).generated
        == plan(simulator, Settings(ties="heap")).generated
    )
