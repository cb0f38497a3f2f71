"""Several planners at once: the first plan wins, each is as it would be alone, none stays."""

import itertools

import pytest

import fmtools
from fmtools.api.planning import planned
from fmtools.api.portfolio import Member, members, race
from fmtools.api.tasks import Asked
from fmtools.errors import SimulatorError, UsageError
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.planners import PLANNERS, Settings
from tests.search.graphs import Graph

GRIPPER = ("pddl/gripper/domain.pddl", "pddl/gripper/problem-000.pddl")


def first_members(number, settings=Settings("auto"), has_macros=False):
    return list(itertools.islice(members(settings, has_macros), number))


@pytest.mark.parametrize("planner", sorted(PLANNERS))
def test_members_differ_and_the_planner_asked_for_is_the_first(planner):
    asked = Settings(planner, seed=3)
    found = first_members(40, asked)
    assert found[0] == Member(asked, None)
    names = [member.name for member in found]
    assert len(set(names)) == 40
    assert len({member.settings.planner for member in found[:4]}) >= 3
    assert all(member.settings.limits == asked.limits for member in found)


def test_some_members_go_without_macros_and_say_so():
    found = first_members(8, has_macros=True)
    assert found[0].with_macros
    without = [member for member in found if not member.with_macros]
    assert 2 <= len(without) <= 5
    assert all(member.name.endswith(", without macros") for member in without)


def test_the_winner_is_named_and_is_as_it_is_alone():
    result = fmtools.plan(*GRIPPER, portfolio=3)
    assert result.solved
    planner, *words = result.found_by.split()
    options = dict(zip(words[::2], words[1::2], strict=True))
    alone = fmtools.plan(
        *GRIPPER,
        planner=planner,
        seed=int(options.pop("--seed")),
        **{name.removeprefix("--"): value for name, value in options.items()},
    )
    assert (alone.generated, alone.primitive_plan) == (result.generated, result.primitive_plan)
    assert any(note.startswith("portfolio: auto --seed 0; bfws") for note in result.notes)


@pytest.mark.parametrize("goal", [11, 12])
def test_users_simulators_are_raced_and_a_proof_wins_too(goal):
    """Node 12 cannot be reached."""
    graph = Graph(13, [(k, k + 1) for k in range(11)], goal)
    result = fmtools.plan(graph, portfolio=2)
    assert result.outcome is (Outcome.SOLVED if goal == 11 else Outcome.EXHAUSTED)
    assert (result.found_by is None) == (goal == 12)


def test_without_a_winner_the_nearest_tells_its_outcome():
    result = fmtools.plan("cube", seed=1, portfolio=2, budget=3_000)
    assert result.outcome is Outcome.BUDGET_EXHAUSTED
    assert result.found_by is None and result.best_plan


def test_time_and_memory_limits_hold_for_all():
    result = fmtools.plan(
        "cube", seed=1, portfolio=2, budget="1G", time_limit=3, memory_limit="20M"
    )
    assert result.outcome in (Outcome.TIMEOUT, Outcome.MEMORY_EXHAUSTED)
    assert result.memory_bytes <= 10 << 20


def test_an_error_of_the_planner_asked_for_is_raised():
    with pytest.raises(SimulatorError, match="rule 4"):
        fmtools.plan(Broken(), portfolio=2)
    with pytest.raises(fmtools.FmtoolsError, match="no such file"):
        fmtools.plan("nowhere.pddl", "nothing.pddl", portfolio=2)


class Broken(Graph):
    def __init__(self):
        super().__init__(3, [(0, 1), (1, 2)], 2)

    def successor(self, state, action):
        raise ValueError("no way")


class WithoutValues(Graph):
    """Does not say how many values variables have, so that novelty cannot number facts."""

    def __init__(self):
        super().__init__(4000, [(k, k + 1) for k in range(3999)], 3999, bits=False)
        self.num_variables = 2
        del self.num_values

    def _state(self, node):
        return [node, node]


def test_a_member_that_cannot_take_part_lets_the_next_in():
    task = Asked((WithoutValues(),), {})
    result = race(task, Settings("bfs", limits=Limits(100)), 2)
    assert result.outcome is Outcome.BUDGET_EXHAUSTED
    assert any("bfws --seed 0: novelty numbers facts" in note for note in result.notes)


def test_what_does_not_pickle_is_refused():
    graph = Graph(2, [(0, 1)], 1)
    graph.secret = lambda: None
    with pytest.raises(UsageError, match="--portfolio hands the task to other processes"):
        fmtools.plan(graph, portfolio=2)


def test_improving_begins_with_the_first_plan_of_the_race():
    told = []
    found = planned(
        Asked(("npuzzle",), {"size": 3}),
        Settings("auto", seed=4, limits=Limits(10**6)),
        better=told.append,
        portfolio=2,
    )
    assert found.result.found_by is not None
    assert found.result.anytime_ended == "shortest"
    assert len(told) == len(found.result.improvements) > 1


@pytest.mark.parametrize(
    "options", [{"portfolio": 0}, {"portfolio": 2, "paper": True}, {"anytime": True, "shorten": 5}]
)
def test_modes_that_make_no_sense_are_refused(options):
    with pytest.raises(UsageError):
        fmtools.plan("cube", **options)
