"""Memory: counted, refused before the limit is passed, and all given back, whatever happened."""

import gc
from pathlib import Path

import numpy as np
import pytest

from fmtools.core.ball import Ball
from fmtools.core.limits import WorkLimits
from fmtools.core.memory import Memory
from fmtools.core.operator_index import index_operators
from fmtools.core.operators import GroundOperators
from fmtools.core.watch import Watch
from fmtools.core.ways import TwoEnded
from fmtools.errors import MemoryLimitError
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.engine import NoveltySettings, Order, Search
from fmtools.search.world import world_of
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle

HANOI = Path(__file__).resolve().parents[2] / "pddl" / "hanoi"
BUDGET = 3000
KINDS = {
    "heap": {"ties": "heap"},
    "fifo": {"ties": "fifo"},
    "lifo": {"ties": "lifo"},
    "random": {"ties": "random"},
    "pairs": {"novelty": NoveltySettings(2, relevant=(3, 70, 71))},
    "facts": {"novelty": NoveltySettings(1, relevant=(3,), paper=True)},
    "first": {"expansion": "first"},
    "first with pairs": {"expansion": "macros-first", "novelty": NoveltySettings(2)},
}


def searched(kind: str, memory: int | None) -> Search:
    puzzle = NPuzzle.scrambled(4, 2)
    limits = Limits(BUDGET, None, memory)
    search = Search(puzzle, Order(1, 4), target=puzzle.goal(), limits=limits, **KINDS[kind])
    search.run()
    return search


def shares(peak: int) -> list[int]:
    """Limits from nothing to nearly all, more of them at both ends."""
    spread = [*np.geomspace(0.002, 0.99, 40), *np.linspace(0.9, 0.99, 40)]
    return sorted({0, 100, *(int(peak * share) for share in spread)})


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_gives_back_all_its_memory(kind: str) -> None:
    search = searched(kind, None)
    memory = search.memory
    assert memory.used > 0
    del search
    assert memory.used == 0


@pytest.mark.parametrize("kind", KINDS)
def test_wherever_room_is_refused_a_search_ends_within_its_limit_and_leaks_nothing(
    kind: str,
) -> None:
    whole = searched(kind, None)
    ended = []
    for limit in shares(whole.memory.peak):
        try:
            search = searched(kind, limit)
        except MemoryLimitError as error:
            assert f"memory limit of {limit:,} bytes reached" in str(error)
            continue
        memory = search.memory
        assert memory.peak <= limit
        ended.append(search.run())  # whatever ended it still does
        assert search.space.generated <= whole.space.generated
        del search
        assert memory.used == 0
    assert Outcome.MEMORY_EXHAUSTED in ended


def test_what_was_refused_while_a_search_began_is_given_back() -> None:
    memory = Memory(2000)
    world = world_of(Lock(6, 3, 3, seed=1))
    ball = Ball(memory, world.num_words)
    rows = np.zeros((1, world.num_words), np.uint64)
    assert not ball.begin(rows, 0, 1, 100)
    del ball
    assert memory.used == 0


def test_balls_give_back_their_memory_and_say_that_there_is_no_room() -> None:
    simulator = NPuzzle.scrambled(3, 1)
    world = world_of(simulator)
    start, goal = world.layout.pack(simulator.start()), world.layout.pack(np.arange(9))
    rows = np.array([start, goal])
    for limit in (None, 50_000, 100_000):
        memory = Memory(limit)
        here, there = Ball(memory, world.num_words), Ball(memory, world.num_words)
        assert here.begin(rows, 0, 1, 1 << 30)
        assert there.begin(rows, 1, 1, 1 << 30)
        TwoEnded(world, here, there).run(60, 1 << 40, Watch())
        assert limit is None or memory.peak <= limit
        del here, there
        assert memory.used == 0


def test_a_ball_refuses_a_row_that_is_there_twice() -> None:
    ball = Ball(Memory(), 1)
    with pytest.raises(ValueError, match="row 1 is there twice"):
        ball.begin(np.zeros((2, 1), np.uint64), 0, 2, 10)


def test_indexing_ends_at_every_limit_and_leaks_nothing() -> None:
    def index(limits: WorkLimits) -> None:
        load_grounded(HANOI / "domain.pddl", HANOI / "problem-000.pddl", limits).kernel  # noqa: B018

    free = WorkLimits()
    index(free)
    for limit in shares(free.memory.peak):
        limits = WorkLimits(memory=limit)
        with pytest.raises(MemoryLimitError):
            index(limits)
        gc.collect()
        assert limits.memory.used == 0
        assert limits.memory.peak <= limit


class Tied(Lock):
    """A simulator that knows who searches it, as a user's may."""

    kernel = None
    num_values = 3


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_in_a_cycle_of_references_is_collected_whole(kind: str) -> None:
    """The collector may empty objects before they are freed, but not of what frees their memory."""
    options = KINDS[kind]
    if "novelty" in options:
        options = options | {"novelty": NoveltySettings(2)}
    simulator = Tied(8, 3, 2, seed=1)
    search = Search(simulator, Order(1, 4), target=simulator.goal(), **options)
    search.run()
    memory, space = search.memory, search.space
    simulator.space = space
    del simulator, search
    gc.collect()  # now the space stands before its simulator in the collector's list
    assert memory.used > 0
    del space
    gc.collect()
    assert memory.used == 0


def test_what_could_not_be_made_is_freed_without_harm() -> None:
    from fmtools.core import open_list, waiting

    for make in (Ball, waiting.Waiting):
        with pytest.raises(TypeError):
            make("no memory", 1, True)
    open_list.HeapList()
    open_list.LinkedList()
    open_list.RandomList()


def test_the_world_of_operators_counts_beside_its_index() -> None:
    limits = WorkLimits()
    simulator = load_grounded(HANOI / "domain.pddl", HANOI / "problem-000.pddl", limits)
    index = index_operators(simulator.task.lists, simulator.task.num_facts, None, limits)
    before = limits.memory.used
    world = GroundOperators(index, simulator.task.num_facts, limits.memory)
    num_changes = len(index.effect_words) + len(index.condition_words)
    num_buckets = simulator.task.num_facts + 1
    assert limits.memory.used == before + 24 * num_changes + 16 * num_buckets
    del world
    assert limits.memory.used == before
