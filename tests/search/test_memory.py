"""At its memory limit a search goes on with less, as long as there is something to drop."""

import pytest

from fmtools.core.memory import Memory
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.engine import NoveltySettings, Order, Search
from fmtools.search.orders import NOVEL_FIRST
from fmtools.search.planners import Settings, plan
from fmtools.search.turns import Turns
from fmtools.simulators.grounded import load_grounded
from tests.search.graphs import Graph


def pddl(name, number=0):
    return load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03d}.pddl")


def unreachable(world):
    """A goal that keeps the search going: all facts at once."""
    return dict.fromkeys(range(world.num_variables), 1)


def states_within(world, memory, **novelty):
    search = Search(
        world,
        NOVEL_FIRST,
        target=unreachable(world),
        limits=Limits(10**7, None, memory),
        novelty=NoveltySettings(2, **novelty),
    )
    outcome = search.run()
    return search, outcome


@pytest.mark.parametrize("relevant", [(), tuple(range(0, 100, 2))])
def test_tables_of_novelty_make_room_for_states(relevant):
    world = pddl("depot")
    limit = 4 << 20
    search, outcome = states_within(world, limit, relevant=relevant)
    assert outcome is Outcome.MEMORY_EXHAUSTED
    assert search.novelty.gave_up and search.novelty.gave_up_pairs
    assert search.novelty.table_bytes == 0
    assert search.memory_bytes <= limit
    assert any("novelty given up" in note for note in search.notes)
    # What is left holds states: no tables, and less than one growth of the arrays to spare.
    bare = Search(
        world,
        Order(0, 1),
        target=unreachable(world),
        limits=Limits(10**7, None, limit),
    )
    assert bare.run() is Outcome.MEMORY_EXHAUSTED
    assert search.space.num_states > 0.5 * bare.space.num_states


def test_bfws_goes_on_without_its_tables():
    world = pddl("logistics")
    rich = plan(world, Settings("bfws"))
    assert rich.solved
    limit = rich.memory_bytes // 2
    poor = plan(world, Settings("bfws", limits=Limits(10**7, None, limit)))
    assert poor.memory_bytes <= limit
    assert any("novelty given up" in note for note in poor.notes)
    assert poor.num_states > 0.5 * rich.num_states


def test_a_search_that_gave_up_novelty_still_sees_every_state():
    for seed in range(6):
        graph = Graph.random(seed, num_nodes=3000, num_edges=7000)
        plain = Search(graph, Order(0, 1), target=graph.goal())
        limits = Limits(10**7, None, 400 << 10)
        search = Search(
            graph, NOVEL_FIRST, target=graph.goal(), limits=limits, novelty=NoveltySettings(2)
        )
        assert search.run() in (plain.run(), Outcome.MEMORY_EXHAUSTED)


def test_a_search_out_of_memory_goes_on_when_there_is_room_again():
    """As where several share a limit, and one is given up."""
    world = pddl("gripper")
    memory = Memory(3 << 20)
    goal = dict(world.goal())
    other = Search(world, Order(1, 0), target=unreachable(world), memory=memory)
    search = Search(world, Order(1, 0), target=goal, memory=memory)
    alone = Search(world, Order(1, 0), target=goal)
    while other.advance(other.space.generated + 1000) is None:
        assert search.advance(search.space.generated + 1000) in (
            None,
            Outcome.MEMORY_EXHAUSTED,
        )
    assert search.run() is Outcome.MEMORY_EXHAUSTED
    assert search.run() is Outcome.MEMORY_EXHAUSTED
    seen = search.space.num_states
    del other
    assert search.run() is Outcome.MEMORY_EXHAUSTED
    assert search.space.num_states > seen
    alone.advance(search.space.generated)
    rows = {search.state_of(k).tobytes() for k in range(0, search.space.num_nodes, 97)}
    assert rows <= {alone.state_of(k).tobytes() for k in range(alone.space.num_nodes)}


def test_others_that_share_the_memory_are_asked_to_make_room():
    world = pddl("gripper")
    search = Search(world, NOVEL_FIRST, target=dict(world.goal()), novelty=NoveltySettings(2))
    search.advance(1000)
    used = search.memory.used
    assert [search.space.make_room() for _ in range(3)] == [True, True, False]
    assert search.memory.used < used
    assert search.run() is Outcome.SOLVED


def test_what_decides_what_is_kept_is_not_dropped():
    world = pddl("gripper")
    search = Search(
        world,
        Order(1, 0),
        target=dict(world.goal()),
        novelty=NoveltySettings(1, prune_above=1, by_goal=False),
    )
    search.advance(100)
    assert not search.space.make_room()


def test_searches_in_turns_drop_tables_before_one_is_given_up():
    world = pddl("depot", 3)
    memory = Memory(4 << 20)
    goal = unreachable(world)
    novel = Search(world, NOVEL_FIRST, target=goal, memory=memory, novelty=NoveltySettings(2))
    greedy = Search(world, Order(0, 1), target=goal, memory=memory)
    turns = Turns({"greedy": (greedy, 1), "novel": (novel, 1)}, Limits())
    assert turns.run() is Outcome.MEMORY_EXHAUSTED
    assert novel.novelty.gave_up
    assert memory.peak <= 4 << 20
    assert sum("given up at the memory limit after" in note for note in turns.notes) == 1
