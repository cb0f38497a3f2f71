"""Searches that take turns: what they say of all of them, and when they give up."""

import itertools

import pytest

from fmtools.core.memory import Memory
from fmtools.errors import TimeLimitError
from fmtools.results import Outcome
from fmtools.search.auto import Auto
from fmtools.search.engine import Limits, NoveltySettings, Order, Search
from fmtools.search.known_actions import ground_kinds, learn_kinds
from fmtools.search.orders import BREADTH_FIRST, GOALS, GOALS_THEN_RARE
from fmtools.search.planners import Settings, plan
from fmtools.search.settings import SearchSettings
from fmtools.search.turns import FIRST_TURN, HEAD_START, TURN, Turns
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.npuzzle import NPuzzle


def pddl(name, number=0):
    return load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03d}.pddl")


def searches_of(simulator, orders, memory=None):
    return {
        name: (
            Search(simulator, order, target=simulator.goal(), ties="random", seed=3, memory=memory),
            1,
        )
        for name, order in orders.items()
    }


def test_the_first_to_solve_gives_the_plan_and_all_states_count():
    simulator = NPuzzle.scrambled(4, 5)
    searches = searches_of(simulator, {"breadth": BREADTH_FIRST, "greedy": GOALS})
    turns = Turns(searches, Limits())
    result = turns.result(turns.run(), simulator.goal(), 3)
    alone = plan(simulator, Settings("gbfs", seed=3))
    assert result.solved and result.plan == alone.plan
    breadth = searches["breadth"][0].space
    assert breadth.generated >= HEAD_START
    assert result.generated == alone.generated + breadth.generated
    assert result.num_states == alone.num_states + breadth.num_states


class NotedTurns(Turns):
    """Notes who begins a turn, and what was missing for each search then."""

    def __init__(self, *args):
        super().__init__(*args)
        self.noted = []

    def _begin(self, name):
        super()._begin(name)
        missing = {key: search.space.nearest for key, search in self._searches.items()}
        self.noted.append((name, missing, self._left))


def test_who_came_nearer_in_a_turn_has_another_and_nobody_else():
    both = Order(depth_weight=1, distance_weight=1)
    orders = {"breadth": BREADTH_FIRST, "greedy": GOALS, "both": both}
    turns = NotedTurns(searches_of(Cube.scrambled(1), orders), Limits(40 * TURN))
    turns.run()
    pairs = list(itertools.pairwise(turns.noted))
    for (name, before, _), (after_it, after, _) in pairs:
        assert (after[name] < before[name]) == (after_it == name)
    assert any(name == after_it for (name, *_), (after_it, *_) in pairs)
    order = [name for name, *_ in turns.noted]
    rounds = [name for name, _ in itertools.groupby(order)]
    assert rounds[:6] == ["greedy", "both", "breadth"] * 2
    assert all(left <= TURN for *_, left in turns.noted)


def test_turns_grow_although_the_last_of_a_round_is_not_there_yet():
    searches = searches_of(Cube.scrambled(1), {"breadth": BREADTH_FIRST, "greedy": GOALS})
    turns = NotedTurns({**searches, "later": (lambda others: None, 1)}, Limits(20 * TURN))
    turns.run()
    assert {name for name, *_ in turns.noted} == {"breadth", "greedy"}
    assert turns.noted[0][2] == FIRST_TURN and turns.noted[-1][2] == TURN


def test_traces_of_all_are_one_trace():
    simulator = NPuzzle.scrambled(4, 5)
    turns = Turns(searches_of(simulator, {"breadth": BREADTH_FIRST, "greedy": GOALS}), Limits())
    result = turns.result(turns.run(), simulator.goal(), 3)
    generated, best = zip(*result.trace, strict=True)
    assert list(generated) == sorted(generated) and generated[0] == 0
    assert list(best) == sorted(set(best), reverse=True)
    assert result.trace[-1] == (result.generated, 0)


@pytest.mark.parametrize("budget", [1, 100, TURN, 3 * TURN + 17])
def test_the_budget_holds_for_all_together(budget):
    simulator = Cube.scrambled(1)
    turns = Turns(
        searches_of(simulator, {"breadth": BREADTH_FIRST, "greedy": GOALS}), Limits(budget)
    )
    assert turns.run() is Outcome.BUDGET_EXHAUSTED
    assert budget <= turns.counts["generated"] < budget + 12


def test_a_search_without_memory_is_given_up_and_the_others_go_on():
    simulator = Cube.scrambled(1)
    memory = Memory(40_000_000)
    orders = {"breadth": BREADTH_FIRST, "greedy": GOALS}
    turns = Turns(searches_of(simulator, orders, memory), Limits())
    assert turns.run() is Outcome.MEMORY_EXHAUSTED
    result = turns.result(Outcome.MEMORY_EXHAUSTED, simulator.goal(), 3)
    alone = plan(simulator, Settings("gbfs", seed=3, limits=Limits(None, None, 40_000_000)))
    assert memory.peak <= 40_000_000
    assert len(result.notes) == 1 and "given up at the memory limit" in result.notes[0]
    assert result.generated > alone.generated


@pytest.mark.parametrize("seed", range(3))
def test_rarity_alone_sees_every_state_before_it_says_exhausted(seed):
    """The goal is out of reach: the searches must agree with breadth-first search on all states."""

    class Locked:
        """Four switches, the last of which has no action."""

        num_variables, num_values = 4, 2

        def start(self):
            return (0, 0, 0, 0)

        def goal(self):
            return {0: 1, 3: 1}

        def applicable(self, state):
            return (0, 1, 2)

        def successor(self, state, action):
            return tuple(int(v) ^ (k == action) for k, v in enumerate(state))

        def action_name(self, action):
            return f"switch {action}"

    goal = Locked().goal()
    for by_goal in (False, True):
        search = Search(
            Locked(),
            GOALS_THEN_RARE,
            target=goal,
            ties="random",
            seed=seed,
            novelty=NoveltySettings(0, by_goal=by_goal),
        )
        assert search.run() is Outcome.EXHAUSTED
        assert search.space.num_states == 8
    result = plan(Locked(), Settings("auto", seed=seed))
    assert result.outcome is Outcome.EXHAUSTED and result.plan is None


def test_auto_gives_the_same_result_for_the_same_seed():
    results = [plan(pddl("depot", 3), Settings("auto", seed=seed)) for seed in (1, 1, 2)]
    assert all(result.solved for result in results)
    assert results[0].plan == results[1].plan and results[0].trace == results[1].trace
    assert results[0].generated == results[1].generated
    assert results[0].trace != results[2].trace


def test_going_on_in_pieces_changes_nothing():
    task, settings = pddl("logistics", 5), Settings("auto", seed=1)
    whole = Auto().together(task, settings)
    assert whole.run() is Outcome.SOLVED
    pieces = Auto().together(task, settings)
    outcome = None
    while outcome is None:
        outcome = pieces.advance(pieces.generated + 777)
    assert outcome is Outcome.SOLVED
    assert pieces.trace == whole.trace and pieces.counts == whole.counts
    assert len(pieces.searches) >= 3


def test_where_memory_runs_short_a_search_begins_anew_and_draws_otherwise(monkeypatch):
    monkeypatch.setattr("fmtools.search.turns.WORTHWHILE", 1000)
    simulator = Cube.scrambled(1)
    memory = Memory(20_000_000)
    seeds = []

    def greedy(seed=0, memory=memory):
        goal = simulator.goal()
        return Search(simulator, GOALS, target=goal, ties="random", seed=seed, memory=memory)

    def again(searches):
        seeds.append(len(seeds) + 1)
        return greedy(seeds[-1])

    searches = {"once": (greedy(), 1), "again": (again, 32)}
    turns = Turns(searches, Limits(600_000))
    assert turns.run() is Outcome.BUDGET_EXHAUSTED
    assert len(seeds) >= 3 and not turns.notes
    assert memory.peak <= 20_000_000
    assert turns.counts["generated"] >= 600_000
    del turns
    assert Turns({"once": (greedy(), 1)}, Limits(600_000)).run() is Outcome.MEMORY_EXHAUSTED


def test_time_is_up_although_no_turn_is_long_enough_to_look_at_the_clock():
    """Turns are of effort: where estimates take most of it, they are short in states."""
    hanoi = pddl("hanoi", 19)
    seen = Search(hanoi, BREADTH_FIRST, target=hanoi.goal(), stop_at_goal=False)
    seen.advance(20_000)
    model = ground_kinds(hanoi, learn_kinds(hanoi, [seen]))
    told = SearchSettings(limits=Limits(None, 0.01, None))
    turns = Auto().together(hanoi, told, shared=False, model=model, searches=("led",))
    assert turns.run() is Outcome.TIMEOUT


def test_what_cannot_be_made_in_time_is_left_out_and_the_others_go_on():
    simulator = NPuzzle.scrambled(4, 5)

    def late(searches):
        raise TimeLimitError("time limit reached")

    searches = searches_of(simulator, {"breadth": BREADTH_FIRST, "greedy": GOALS})
    turns = Turns({**searches, "late": (late, 1)}, Limits())
    assert turns.run() is Outcome.SOLVED
    assert len(turns.searches) == 2 and turns.counts["generated"] > HEAD_START
