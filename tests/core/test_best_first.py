"""The loop after what should not happen: worlds that raise, ends asked for again, odd numbers."""

import numpy as np
import pytest

from fmtools.core.best_first import BestFirst, Status
from fmtools.core.memory import Memory
from fmtools.core.waiting import Waiting
from fmtools.errors import SimulatorError
from fmtools.limits import Limits
from fmtools.search.engine import NoveltySettings, Order, Search
from fmtools.search.planners import Settings, plan
from fmtools.search.world import world_of
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle


class Interrupted(Exception):  # noqa: N818
    pass


class Moody(Lock):
    """Raises at every so-many-th question, and answers when asked again."""

    kernel = None
    successors = None
    num_values = 3

    def __init__(self, every: int) -> None:
        super().__init__(7, 3, 2, seed=3)
        self.every = every
        self.asked = 0

    def _complain(self) -> None:
        self.asked += 1
        if self.every and self.asked % self.every == 0:
            raise Interrupted

    def applicable(self, state):
        self._complain()
        return super().applicable(state)

    def successor(self, state, action):
        self._complain()
        return super().successor(state, action)


@pytest.mark.parametrize("expansion", ["full", "first", "macros-first"])
@pytest.mark.parametrize("novelty", [None, NoveltySettings(2)])
@pytest.mark.parametrize("ties", ["heap", "fifo", "lifo", "random"])
def test_a_world_that_raises_leaves_a_search_that_goes_on_as_if_it_had_not(
    expansion, novelty, ties
):
    def search(every):
        world = Moody(every)
        options = {"ties": ties, "expansion": expansion, "novelty": novelty}
        return Search(world, Order(1, 2), target=world.goal(), limits=Limits(3000), **options)

    calm, moody = search(0), search(37)
    outcome = calm.run()
    num_raised = 0
    while True:
        try:
            assert moody.run() is outcome
            break
        except Interrupted:
            num_raised += 1
    assert num_raised > 1
    assert moody.space.generated == calm.space.generated
    assert moody.space.expanded == calm.space.expanded
    assert moody.space.improvements == calm.space.improvements
    assert (moody.space.node_table() == calm.space.node_table()).all()


@pytest.mark.parametrize("expansion", ["full", "first"])
@pytest.mark.parametrize("limits", [Limits(500), Limits(None, None, 4_000_000), Limits()])
def test_what_ended_a_search_stays_its_end(expansion, limits):
    puzzle = NPuzzle.scrambled(4, 2) if limits.budget or limits.memory else NPuzzle.scrambled(3, 1)
    target = puzzle.goal() if limits != Limits() else {0: 0, 1: 1, 2: 1}
    search = Search(puzzle, Order(0, 1), target=target, limits=limits, expansion=expansion)
    outcome = search.run()
    counts = (search.space.generated, search.space.expanded, search.space.num_nodes)
    assert search.run() is outcome
    assert counts == (search.space.generated, search.space.expanded, search.space.num_nodes)


def test_successors_that_found_no_room_count_as_generated():
    puzzle = NPuzzle.scrambled(4, 2)
    for limit in range(3_400_000, 3_500_000, 10_000):
        search = Search(puzzle, Order(0, 1), target=puzzle.goal(), limits=Limits(None, None, limit))
        search.run()
        assert search.space.improvements[-1][1] == search.space.best_distance
        assert search.space.num_nodes <= search.space.generated + 1


class Star:
    """One state with many neighbours, from which nothing leads on."""

    num_variables = 2
    num_values = 1 << 12

    def start(self):
        return [0, 0]

    def goal(self):
        return {1: 1}

    def applicable(self, state):
        return range(1, self.num_values) if state[0] == 0 else []

    def successor(self, state, action):
        return [action, 0]

    def action_name(self, action):
        return f"({action})"


def test_expansions_are_noted_in_dead_ends_too():
    world = world_of(Star())
    memory = Memory()
    row, mask = world.layout.pack([0, 0]), world.layout.pack([0, 0xFFFF])
    search = BestFirst(
        world, memory, row, row, mask,
        ties="fifo", seed=0, budget=1 << 40, depth_weight=1, depth_limit=1 << 30,
        distance_weight=1, width_weight=0, wait_cost=0, stop_at_zero=False,
        note_expansions=True, waiting=Waiting(memory, 0, False),
    )  # fmt: skip
    assert search.run(1 << 40) == Status.EMPTY
    assert sorted(search.expanded_nodes().tolist()) == list(range(Star.num_values))


def test_a_node_that_is_not_there_is_an_index_error():
    puzzle = NPuzzle.scrambled(3, 1)
    space = Search(puzzle, Order(0, 1), target=puzzle.goal()).space
    for node in (-1, space.num_nodes, 1 << 40):
        for ask in (space.actions_to, space.parent_of, lambda n: space.rows(np.array([n]))):
            with pytest.raises(IndexError):
                ask(node)


class Liar(Star):
    """Says that there are ten values, and has more."""

    num_values = 10

    def successor(self, state, action):
        return [200, 0] if action == 9 else [action, 0]


@pytest.mark.parametrize("planner", ["bfws", "bfws-r0", "gbfs", "auto"])
def test_a_value_beyond_those_announced_breaks_rule_1(planner):
    with pytest.raises(SimulatorError, match=r"rule 1: every value must lie in 0\.\.9; .* 200"):
        plan(Liar(), Settings(planner))


def test_a_start_beyond_the_values_announced_breaks_rule_1():
    class Far(Star):
        num_values = 10

        def start(self):
            return [10, 0]

    with pytest.raises(SimulatorError, match=r"value of start\(\) must lie in 0\.\.9"):
        plan(Far(), Settings("gbfs"))


def test_worlds_refuse_actions_that_do_not_apply():
    world = NPuzzle.scrambled(3, 1).kernel
    row = world.layout.pack(NPuzzle.scrambled(3, 1).start())
    offered = set(world.offered(row).tolist())
    for action in {-1, 1 << 30, *range(len(world.steps))} - offered:
        with pytest.raises(ValueError, match="does not apply"):
            world.successor(row, action)
