"""Budget, time, memory and interruption end a search cleanly, each with its own outcome."""

import pytest

from fmtools.errors import SimulatorError, UsageError
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.simulators.cube import Cube
from fmtools.simulators.npuzzle import NPuzzle


@pytest.mark.parametrize("interpreted", [False, True])
def test_the_budget_is_overshot_by_less_than_one_expansion(interpreted):
    result = plan(Cube.scrambled(1), Settings(limits=Limits(1000), interpreted=interpreted))
    assert result.outcome is Outcome.BUDGET_EXHAUSTED
    assert 1000 <= result.generated < 1012


def test_a_budget_below_one_expansion_still_expands_once():
    result = plan(Cube.scrambled(1), Settings(limits=Limits(1)))
    assert (result.generated, result.expanded) == (12, 1)


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_time_limit_ends_the_search(interpreted):
    result = plan(Cube.scrambled(1), Settings(limits=Limits(None, 0.3), interpreted=interpreted))
    assert result.outcome is Outcome.TIMEOUT
    assert result.seconds >= 0.3


def test_a_memory_limit_ends_the_search_and_is_kept():
    limit = 30_000_000
    result = plan(Cube.scrambled(1), Settings(limits=Limits(10_000_000, None, limit)))
    assert result.outcome is Outcome.MEMORY_EXHAUSTED
    assert 0.3 * limit < result.memory_bytes <= limit
    assert result.best_plan


def test_an_interrupt_keeps_the_best_node_so_far():
    def interrupt(generated, best):
        raise KeyboardInterrupt

    result = plan(Cube.scrambled(1), Settings(limits=Limits(10**8)), interrupt)
    assert result.outcome is Outcome.INTERRUPTED
    assert result.plan is None
    assert result.best_goal_count < 40
    assert len(result.best_plan) > 0


def test_the_trace_falls_strictly_and_ends_at_the_best_goal_count():
    result = plan(NPuzzle.scrambled(4, 3), Settings(limits=Limits(500_000)))
    assert result.solved
    generated, best = zip(*result.trace, strict=True)
    assert list(generated) == sorted(generated)
    assert list(best) == sorted(set(best), reverse=True)
    assert (generated[-1], best[-1]) == (result.generated, 0)


def test_the_paper_mode_mean_on_the_15_puzzle_is_near_the_papers():
    """Paper: 30,840.5 over its own 100 starts; the standard error of such a mean is about 3,100."""
    settings = Settings(ties="heap", limits=Limits(500_000))
    results = [plan(NPuzzle.scrambled(4, seed), settings) for seed in range(100)]
    assert all(result.solved for result in results)
    mean = sum(result.generated for result in results) / len(results)
    assert abs(mean - 30_840.5) < 3 * 3_100


@pytest.mark.parametrize(
    "bad", [{"planner": "dijkstra"}, {"ties": "coin"}, {"weight": -1}, {"weight": 10**6}]
)
def test_settings_that_make_no_sense_are_refused(bad):
    with pytest.raises(UsageError):
        Settings(**bad)


class Forgetful:
    """Counts its calls, so that answers change: breaks rule 2."""

    num_variables = 1

    def __init__(self):
        self.calls = 0

    def start(self):
        return [0]

    def goal(self):
        return {0: 9}

    def applicable(self, state):
        return [0]

    def successor(self, state, action):
        self.calls += 1
        return [0 if self.calls > 9 else int(state[0]) + 1]

    def action_name(self, action):
        return "more"


def test_a_plan_that_cannot_be_replayed_is_an_error_that_names_the_rule():
    with pytest.raises(SimulatorError, match="rule 2"):
        plan(Forgetful())


@pytest.mark.parametrize(
    ("successor", "rule"),
    [
        ([0, 0], "2 integers|1 integers"),
        ([0.5], "type float"),
        ([70_000], "0..65535"),
        ([-1], "0.."),
    ],
)
def test_a_successor_of_the_wrong_shape_or_range_is_an_error(successor, rule):
    class Broken(Forgetful):
        def successor(self, state, action):
            return successor

    with pytest.raises(SimulatorError, match=f"rule 1.*({rule})"):
        plan(Broken())


def test_more_actions_than_the_first_batch_has_room_for_are_fine():
    class Wide(Forgetful):
        def applicable(self, state):
            return range(1000)

        def successor(self, state, action):
            return [action % 9 if action < 999 or state[0] < 8 else 9]

    result = plan(Wide())
    assert result.solved
    assert result.generated == 1000 * result.expanded
