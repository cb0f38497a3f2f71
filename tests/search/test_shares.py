"""A search without macros and one with them in turns: the bound, and that nothing else changes."""

import random

import pytest

from fmtools.limits import Limits
from fmtools.pddl.lift import lift
from fmtools.pddl.plan_file import parse_step
from fmtools.results import Outcome
from fmtools.search.planners import Settings, plan
from fmtools.search.shares import (
    ALONE,
    HEAD,
    LEAD,
    LEAST_ROUND,
    PATIENCE,
    ROUND_SHARE,
    Shares,
)
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.joined import JoinedSimulator


def random_trace(rng, goals):
    """States at which each goal count is reached, the last maybe never."""
    states, trace = 0, []
    for goal_count in range(goals - 1, -1, -1):
        states += int(10 ** rng.uniform(0, 4.5))
        trace.append((states, goal_count))
    return trace if rng.random() < 0.7 else trace[: rng.randrange(len(trace))]


def random_traces(seed):
    """Of a search that reaches the goal, and of one that maybe does; and the goals at first."""
    rng = random.Random(seed)
    goals = rng.randrange(1, 12)
    plain, macros = random_trace(rng, goals), random_trace(rng, goals)
    if not any(g == 0 for _, g in plain):
        plain.append((10**6, 0))
    return plain, macros, goals


def best_after(trace, states, goals):
    return min([goals] + [g for at, g in trace if at <= states])


def run(plain, macros, goals, paid=True):
    """Both searches, as traces: (effort of both at the end, each's, history of (effort, lead))."""
    shares, spent = Shares(goals, paid), [0, 0]
    history = []
    ends = [next((at for at, g in trace if g == 0), None) for trace in (plain, macros)]
    while True:
        for which, part in enumerate(shares.parts(sum(spent))):
            end = ends[which]
            part = part if end is None else min(part, end - spent[which])
            spent[which] += part
            best = best_after((plain, macros)[which], spent[which], goals)
            if best == 0:
                return sum(spent), spent, history
            shares.note(which == 1, best, best, sum(spent))
            history.append((tuple(spent), shares.macros_lead, shares.got_on_at))


def a_round(total):
    return 2 * max(LEAST_ROUND, total // ROUND_SHARE)


@pytest.mark.parametrize("seed", range(300))
def test_both_together_stay_within_the_bound(seed):
    plain, macros, goals = random_traces(seed)
    alone = next(at for at, g in plain if g == 0)
    total, spent, history = run(plain, macros, goals)
    assert spent[0] <= alone
    assert total <= 3 * alone + HEAD + a_round(total)
    got_on = max([at for *_, at in history], default=0)
    assert total <= 3 * alone + 2 * got_on + PATIENCE + a_round(total)
    # Once primitives lead for good, macros get a part for ten of theirs.
    leading = [(now, leads) for now, leads, _ in history]
    since = next((k for k in range(len(leading)) if not any(m for _, m in leading[k:])), None)
    if since is not None:
        (a, b), _ = leading[since]
        assert total <= a + b + (1 + 1 / (LEAD - 1)) * (spent[0] - a) + a_round(total)


@pytest.mark.parametrize("seed", range(300))
def test_what_was_not_seen_to_pay_costs_a_tenth_and_a_constant(seed):
    plain, macros, goals = random_traces(seed)
    alone = next(at for at, g in plain if g == 0)
    total, spent, _ = run(plain, macros, goals, paid=False)
    assert spent[0] <= alone
    assert total <= 1.1 * alone + a_round(total)
    if alone <= ALONE:
        assert total == alone


def test_useless_macros_cost_a_tenth_and_a_constant():
    goals = 10
    plain = [(10_000 * k, goals - k) for k in range(1, goals + 1)]
    total, _, _ = run(plain, [], goals)
    assert total <= 1.1 * 100_000 + 4 * PATIENCE + 10_000 + a_round(total)


def test_good_macros_pay_a_tenth_for_being_watched():
    goals = 10
    macros = [(400 * k, goals - k) for k in range(1, goals + 1)]
    total, _, _ = run([(10**6, 0)], macros, goals)
    assert total <= 1.1 * 4_000 + a_round(total)


def test_macros_that_get_on_by_their_own_measure_keep_the_lead():
    shares = Shares(5)
    for k in range(20):
        shares.note(True, 5, 40 - k, 800 * k)
        shares.note(False, 4 - k // 5, 4 - k // 5, 800 * k + 100)
        assert shares.macros_lead and not shares.is_stalled(800 * k + 100)
    shares.note(False, 0, 0, 40_000)
    assert not shares.macros_lead


def test_who_knows_no_more_than_the_other_gets_a_tenth_for_good():
    shares = Shares(5)
    of_plain, of_macros = shares.parts(100_000)
    assert of_plain == pytest.approx(of_macros / 2, abs=1)
    shares.retire()
    shares.note(True, 3, 3, 100_000)
    many, few = shares.parts(100_000)
    assert many == (LEAD - 1) * few


def ferry(number=0):
    return load_grounded("pddl/ferry/domain.pddl", f"pddl/ferry/problem-{number:03}.pddl")


def with_useless_macro(plain):
    """Board and leave again, twice over: it helps nowhere."""
    name = next(n for n in map(plain.action_name, plain.applicable(plain.start())) if "sail" in n)
    _, here, there = name.strip("()").split()
    steps = [parse_step(f"(sail {here} {there})"), parse_step(f"(sail {there} {here})")] * 2
    sequences = {"to-and-fro": lift(plain.domain, [*steps, steps[0]])}
    return JoinedSimulator(plain.task, sequences)


def test_the_search_without_macros_is_the_one_that_would_have_run():
    for number in range(3):
        plain = ferry(number)
        alone = plan(plain, Settings(planner="auto", seed=number))
        assert alone.solved
        both = plan(with_useless_macro(plain), Settings(planner="auto", seed=number))
        assert both.solved
        assert both.generated <= 3 * alone.generated + 3 * PATIENCE
        plain.check_plan(both.primitive_plan)


def test_limits_count_for_both_together():
    world = with_useless_macro(ferry())
    result = plan(world, Settings(planner="auto", limits=Limits(60)))
    assert result.outcome is Outcome.BUDGET_EXHAUSTED
    assert result.generated == 60
    assert result.trace == tuple(sorted(set(result.trace)))
    assert result.best_goal_count == result.trace[-1][1]
    again = plan(world, Settings(planner="auto", limits=Limits(60)))
    assert (again.generated, again.best_plan) == (result.generated, result.best_plan)
    late = plan(world, Settings(planner="auto", limits=Limits(seconds=0.0)))
    assert late.outcome in (Outcome.TIMEOUT, Outcome.SOLVED)
