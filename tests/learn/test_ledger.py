"""The ledger of a learning budget: every query once, under its purpose."""

from dataclasses import replace

import pytest

from fmtools.learn.auto import AutoLearner
from fmtools.learn.focused import LearnSettings
from fmtools.learn.ledger import Ledger, Purpose
from fmtools.learn.profile import SMALL_BUDGET, profile_of
from fmtools.simulators.cube import Cube
from fmtools.simulators.extend import extend
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.registry import presets_of


def test_a_charge_belongs_to_the_purpose_it_was_made_under():
    ledger = Ledger(100)
    ledger.charge(3)
    with ledger.spending(Purpose.CHECKS):
        ledger.charge(5)
        with ledger.spending(Purpose.CONJUGATES):
            ledger.charge(7)
        ledger.charge(1)
    ledger.charge(2)
    assert ledger.spent == {Purpose.STARTS: 5, Purpose.CHECKS: 6, Purpose.CONJUGATES: 7}
    assert ledger.left == 82
    assert (ledger.queries, ledger.other_queries) == (0, 18)


def test_a_purpose_ends_with_an_exception():
    ledger = Ledger(100)
    with pytest.raises(KeyboardInterrupt), ledger.spending(Purpose.CHECKS):
        raise KeyboardInterrupt
    ledger.charge(1)
    assert ledger.spent == {Purpose.STARTS: 1}


def test_what_is_reported_is_what_the_ledger_holds():
    depot = load_grounded("pddl/depot/domain.pddl", "pddl/depot/problem-000.pddl")
    for world, settings in (
        (Cube(), replace(presets_of("cube").auto, budget=30_000)),
        (depot, replace(presets_of("pddl").auto, budget=30_000)),
    ):
        learner = AutoLearner(world, settings, extend)
        learned = learner.run()
        spent = learner.ledger.spent
        assert learned.queries + learned.other_queries == sum(spent.values()) <= 30_000
        assert spent[Purpose.MACROS] > 0
        assert spent[Purpose.CHECKS] > 0


def test_a_profile_never_promises_more_than_the_budget():
    for lifted in (False, True):
        for repetitions in (1, 2, 16):
            for budget in (SMALL_BUDGET, SMALL_BUDGET + 1):
                settings = LearnSettings(auto=True, repetitions=repetitions, budget=budget)
                profile = profile_of(lifted, settings)
                assert profile.reserve(0) <= profile.reserve(1) < 1
                assert (profile.first_walk > 0) == (budget > SMALL_BUDGET)
                assert profile.rules.quota >= 1
