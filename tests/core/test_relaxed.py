"""Delete relaxation and landmarks of the core against their definitions, on random models."""

import numpy as np
import pytest

from fmtools.core.landmarks import landmark_facts
from fmtools.core.layout import Layout
from fmtools.core.memory import Memory
from fmtools.core.relaxed import Relaxed
from fmtools.core.watch import Watch
from tests.reference.relaxed import INFINITE, fact_costs, landmarks, reachable


def random_model(seed):
    """(needs, adds, holding, goals, number of facts): sparse enough that ways are long."""
    rng = np.random.default_rng(seed)
    num_facts, num_actions = int(rng.integers(3, 90)), int(rng.integers(1, 120))

    def some(least, most):
        size = min(int(rng.integers(least, most + 1)), num_facts)
        return sorted(rng.choice(num_facts, size, replace=False).tolist())

    needs = [some(0 if rng.random() < 0.05 else 1, 3) for _ in range(num_actions)]
    adds = [some(0, 2) for _ in range(num_actions)]
    return needs, adds, set(some(1, 4)), some(1, 5), num_facts


def lists(facts):
    first = np.cumsum([0, *map(len, facts)]).astype(np.int32)
    return first, np.array([fact for of_one in facts for fact in of_one], np.int32)


def estimated(model):
    needs, adds, holding, goals, num_facts = model
    guide = Relaxed(Memory(), num_facts, lists(needs), lists(adds), goals)
    row = Layout(num_facts, 1).pack(np.array([fact in holding for fact in range(num_facts)]))
    return guide, *guide.estimated(row), row


@pytest.mark.parametrize("seed", range(300))
def test_the_relaxed_plan_lies_between_the_worst_goal_and_the_sum_of_all(seed):
    model = random_model(seed)
    needs, adds, holding, goals, num_facts = model
    guide, estimate, preferred, _ = estimated(model)
    reached = reachable(needs, adds, holding)
    assert guide.unreached == sum(goal not in reached for goal in goals)
    length = estimate - 64 * guide.unreached
    sums = fact_costs(needs, adds, holding, num_facts, sum)
    worst = fact_costs(needs, adds, holding, num_facts, max)
    in_reach = [goal for goal in goals if goal in reached]
    assert max([worst[goal] for goal in in_reach], default=0) <= length
    assert length <= sum(sums[goal] for goal in in_reach)
    for action in preferred.tolist():
        assert holding.issuperset(needs[action])


@pytest.mark.parametrize("seed", range(50))
def test_an_estimate_does_not_depend_on_those_before_it(seed):
    model = random_model(seed)
    guide, estimate, preferred, row = estimated(model)
    guide.estimated(np.zeros_like(row))
    again, preferred_again = guide.estimated(row)
    assert again == estimate and preferred_again.tolist() == preferred.tolist()
    assert guide.effort > 0


def test_a_state_in_which_the_goals_hold_is_at_distance_0():
    _, estimate, preferred, _ = estimated(([[0]], [[1]], {0, 2}, [0, 2], 3))
    assert estimate == 0 and len(preferred) == 0


@pytest.mark.parametrize("seed", range(300))
def test_landmarks_are_facts_without_which_a_goal_is_out_of_reach(seed):
    needs, adds, holding, goals, num_facts = random_model(seed)
    reached = reachable(needs, adds, holding)
    goals = [goal for goal in goals if goal in reached] or sorted(holding)[:1]
    start = np.array([fact in holding for fact in range(num_facts)], np.uint8)
    model = num_facts, lists(needs), lists(adds)
    found = landmark_facts(Memory(), *model, start, goals, 1000, Watch())
    assert set(found.tolist()) == landmarks(needs, adds, holding, goals, num_facts)


def test_goals_out_of_reach_stand_for_themselves():
    start = np.array([1, 0, 0], np.uint8)
    found = landmark_facts(Memory(), 3, lists([[0]]), lists([[1]]), start, [1, 2], 10, Watch())
    assert found.tolist() == [1, 2]
    assert fact_costs([[0]], [[1]], {0}, 3, sum)[2] == INFINITE
