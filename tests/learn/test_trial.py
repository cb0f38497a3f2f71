"""Macros tried in a search for the goal: rates counted again by replaying, and what is kept."""

from dataclasses import replace

import pytest

from fmtools.core.best_first import ACTION, PARENT
from fmtools.learn.auto import AutoLearner
from fmtools.learn.profile import MOST_LIFTED
from fmtools.learn.reasons import Reason
from fmtools.learn.select import Candidate, Selection
from fmtools.learn.trial import DOUBT, most_successful, success_rates
from fmtools.limits import Limits
from fmtools.search.engine import NoveltySettings, Search
from fmtools.search.orders import NOVEL_THEN_GOALS
from fmtools.simulators.extend import extend
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.registry import presets_of


def depot():
    return load_grounded("pddl/depot/domain.pddl", "pddl/depot/problem-000.pddl")


def goal_count(simulator, state):
    return sum(state[variable] != value for variable, value in simulator.goal().items())


def test_rates_are_those_of_the_states_that_macros_led_to():
    simulator = depot()
    pairs = []
    for action in simulator.applicable(simulator.start()):
        after = simulator.successor(simulator.start(), action)
        pairs += [(action, second) for second in simulator.applicable(after)]
    by_key = {simulator.macro_key(pair): pair for pair in pairs}
    world = extend(simulator, list(by_key.values()))
    search = Search(
        world,
        NOVEL_THEN_GOALS,
        target=simulator.goal(),
        ties="random",
        seed=1,
        limits=Limits(30_000, None, None),
        novelty=NoveltySettings(2),
        expansion="macros-first",
    )
    search.run()
    keys = list(by_key)
    rates = success_rates(search, len(keys))

    trials, successes = dict.fromkeys(keys, 0), dict.fromkeys(keys, 0)
    table = search.space.node_table()
    for node in range(1, len(table)):
        action = int(table[node, ACTION])
        if len(world.primitives(action)) > 1:
            key = keys[world.macro_of(action)]
            assert key == simulator.macro_key(world.primitives(action)) or key in trials
            before = search.state_of(int(table[node, PARENT]))
            nearer = goal_count(simulator, search.state_of(node)) < goal_count(simulator, before)
            trials[key] += 1
            successes[key] += nearer
    assert sum(successes.values()) > 0
    assert rates == pytest.approx([successes[k] / (trials[k] + DOUBT) for k in keys])


def test_the_most_successful_are_kept_in_their_order():
    macros = tuple(
        Candidate((number, number), (), number, number, 0, frozenset(), frozenset())
        for number in range(5)
    )
    selection = Selection(macros, 9, 3, {Reason.DUPLICATE: 4})
    kept = most_successful(selection, [0.1, 0.4, 0.4, 0.0, 0.4], 3)
    assert [macro.key for macro in kept.chosen] == [1, 2, 4]
    assert kept.dropped == {Reason.DUPLICATE: 4, Reason.SELDOM_NEARER: 2}


def test_a_trial_is_part_of_the_budget_and_of_the_report():
    settings = replace(presets_of("pddl").auto, budget=30_000, repetitions=2, seed=3)
    learned = AutoLearner(depot(), settings, extend).run()
    assert learned.queries + learned.other_queries <= settings.budget
    assert len(learned.macros) == MOST_LIFTED
    assert learned.selection.dropped[Reason.SELDOM_NEARER] > 0
    again = AutoLearner(depot(), settings, extend).run()
    assert again.macros == learned.macros


def test_without_many_queries_there_is_no_trial():
    settings = replace(presets_of("pddl").auto, budget=20_000, seed=3)
    learned = AutoLearner(depot(), settings, extend).run()
    assert Reason.SELDOM_NEARER not in learned.selection.dropped
