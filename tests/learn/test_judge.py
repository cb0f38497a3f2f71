"""Macros judged by use: ratios, what is kept, and what the account says."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from fmtools.learn.auto import AutoLearner
from fmtools.learn.judge import MARGIN, SMALL, Case, Judge, Judgement, Run, ratio
from fmtools.learn.ledger import Ledger, Purpose
from fmtools.learn.reasons import Reason
from fmtools.learn.run import JUDGED_BUDGET, learn_library, learn_macros
from fmtools.limits import Limits
from fmtools.search.auto import MACRO_SEARCHES, Auto
from fmtools.search.settings import SearchSettings
from fmtools.simulators.extend import extend
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.joined import load_joined
from fmtools.simulators.registry import presets_of, world_of

CORRIDOR = """(define (domain corridor)
  (:predicates (next ?a ?b) (at ?a) (lamp ?a) (lit ?a))
  (:action step :parameters (?a ?b) :precondition (and (at ?a) (next ?a ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:action light :parameters (?a) :precondition (and (at ?a) (lamp ?a)) :effect (lit ?a)))"""


def corridor(folder, cells=12):
    """One way only: a walk ends at the end, where nothing applies any more."""
    (folder / "domain.pddl").write_text(CORRIDOR)
    names = [f"c{k}" for k in range(cells)]
    nexts = " ".join(f"(next c{k} c{k + 1})" for k in range(cells - 1))
    lamps = " ".join(f"(lamp c{k})" for k in range(0, cells, 3))
    goal = " ".join(f"(lit c{k})" for k in range(0, cells, 3))
    (folder / "problem.pddl").write_text(
        f"(define (problem p) (:domain corridor) (:objects {' '.join(names)})"
        f" (:init (at c0) {nexts} {lamps}) (:goal (and {goal})))"
    )
    return load_grounded(folder / "domain.pddl", folder / "problem.pddl")


def pddl(name, number=0):
    return load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03}.pddl")


def a_run(*trace, generated):
    return Run(trace, generated)


def test_a_ratio_is_of_states_to_come_as_near_as_both():
    one = a_run((0, 3), (10, 2), (40, 0), generated=40)
    other = a_run((0, 3), (100, 1), (900, 0), generated=900)
    assert ratio(one, other) == (40 + SMALL) / (900 + SMALL)
    stuck = a_run((0, 3), (500, 2), generated=1000)
    # It needs more than it had to come to 1; the other came there.
    assert ratio(stuck, other) == (1000 + SMALL) / (100 + SMALL)
    assert ratio(other, stuck) == (100 + SMALL) / (1000 + SMALL)
    also_stuck = a_run((0, 3), (50, 2), generated=1000)
    assert ratio(also_stuck, stuck) == (50 + SMALL) / (500 + SMALL)
    nowhere = a_run((0, 3), generated=1000)
    assert ratio(nowhere, nowhere) == 1


def test_learning_is_repaid_by_what_is_saved():
    judgement = Judgement(
        4, 0.5, states_with=1_000, states_without=5_000, learning=10_500, search="rare"
    )
    assert judgement.pays
    assert judgement.repaid_after == 11
    assert replace(judgement, states_with=5_000).repaid_after is None
    assert not replace(judgement, ratio=MARGIN + 0.01).pays


def test_the_judge_tries_macros_alone_first_and_then_together_as_the_planner_will():
    depot, other = pddl("depot"), pddl("depot", 1)
    start, made = depot.start(), []
    sequences = [
        (first, second)
        for first in depot.applicable(start)
        for second in depot.applicable(depot.successor(start, first))
    ][:3]

    def make(case, macros, search, shared, budget):
        made.append((tuple(macros), search, shared, case.seed))
        world = case.world
        if macros:
            world = extend(world, [sequences[n] for n in macros], depot, search)
        told = SearchSettings(seed=case.seed, limits=Limits(budget))
        return Auto().together(world, told, case.start, shared=shared)

    ledger = Ledger(10**9)
    judge = Judge([[Case(other, None, 5), Case(other, None, 6)]], make, ledger, 2_000_000)
    found = judge.best_of(3)
    first = MACRO_SEARCHES[0]
    alone = [((n,), first, False, seed) for n in range(3) for seed in (5, 6)]
    assert made[:8] == [((), first, True, 5), ((), first, True, 6), *alone]
    assert ledger.spent.keys() == {Purpose.JUDGING}
    if found is not None:
        best, judgement = found
        assert set(best) <= {0, 1, 2} and judgement.cases == 2
        assert math.isfinite(judgement.ratio) and judgement.search in MACRO_SEARCHES
        assert made[-2:] == [(best, judgement.search, True, seed) for seed in (7, 8)]


def test_the_judge_stays_within_its_budget():
    depot, other = pddl("depot"), pddl("depot", 1)
    actions = depot.applicable(depot.start())

    def make(case, macros, search, shared, budget):
        world = case.world
        if macros:
            pairs = [(actions[n], depot.applicable(depot.start())[n]) for n in macros]
            world = extend(world, pairs, depot, search)
        told = SearchSettings(seed=case.seed, limits=Limits(budget))
        return Auto().together(world, told, case.start, shared=shared)

    for budget in (100, 3_000, 30_000):
        ledger = Ledger(50_000)
        judge = Judge([[Case(other, None, 5), Case(other, None, 6)]], make, ledger, budget)
        judge.best_of(2)
        # The last expansion of a search may pass its limit.
        assert ledger.budget - ledger.left <= budget + 200


def judged(world, others=(), seed=0, budget=JUDGED_BUDGET):
    settings = replace(presets_of("pddl").auto, budget=budget, seed=seed)
    return learn_macros(world, settings, extend, others=others)


@pytest.mark.parametrize("others", [0, 1])
def test_what_is_kept_pays_and_what_does_not_is_dropped(others):
    learned = judged(pddl("depot"), [pddl("depot", 1)][:others])
    judgement = learned.judgement
    assert judgement is not None
    assert bool(learned.macros) == judgement.pays
    spent = learned.queries + learned.other_queries
    assert judgement.learning == spent == sum(learned.spent.values()) <= 1.01 * JUDGED_BUDGET
    assert learned.spent[Purpose.JUDGING] > 0
    if not judgement.pays:
        assert learned.selection.dropped[Reason.DOES_NOT_PAY] > 0
        assert "no macro pays" in learned.why_none
    again = judged(pddl("depot"), [pddl("depot", 1)][:others])
    assert again == replace(learned, seconds=again.seconds)


def test_the_planner_takes_the_search_that_macros_were_judged_by():
    depot = pddl("depot")
    first = depot.applicable(depot.start())[0]
    second = depot.applicable(depot.successor(depot.start(), first))[0]
    for name in MACRO_SEARCHES:
        world = extend(depot, [(first, second)], None, name)
        shared = Auto().together(world, SearchSettings(limits=Limits(2_000)))
        (search,) = shared.macros.searches
        assert (search.novelty.width == 0) == (name == "rare")
        assert len(shared.plain.searches) == len(Auto().together(depot, SearchSettings()).searches)


def test_a_library_remembers_by_which_search_it_was_judged():
    depot = pddl("depot")
    settings = replace(presets_of("pddl").auto, budget=JUDGED_BUDGET)
    library, learned = learn_library(depot, world_of(depot), settings, extend)
    judged = library.provenance["judged"]
    assert judged["search"] == learned.judgement.search
    where = "pddl/depot/domain.pddl", "pddl/depot/problem-001.pddl"
    if library.macros:
        assert load_joined(*where, library, Path("m.json")).macro_search == judged["search"]


def test_in_a_world_of_one_way_learning_begins_again_elsewhere(tmp_path):
    settings = replace(presets_of("pddl").auto, budget=4_000)
    learned = AutoLearner(corridor(tmp_path), settings, extend).run()
    assert learned.repetitions > 5  # each sees all that can be reached, and ends early
    assert learned.macros
    assert learned.queries + learned.other_queries <= 4_000


def test_where_the_first_problem_teaches_nothing_the_next_does(tmp_path):
    short = corridor(tmp_path, cells=1)
    (tmp_path / "long").mkdir()
    long = corridor(tmp_path / "long")
    settings = replace(presets_of("pddl").auto, budget=9_000)
    library, learned = learn_library(short, world_of(short), settings, extend, others=[long])
    assert learned.problem == 1
    assert library.macros
    assert learned.queries + learned.other_queries == sum(learned.spent.values()) <= 9_000


def test_judging_is_told_as_it_goes():
    told = []
    settings = replace(presets_of("pddl").auto, budget=JUDGED_BUDGET)
    learned = learn_macros(
        pddl("depot"), settings, extend, progress=lambda queries, _: told.append(queries)
    )
    assert learned.judgement is not None
    assert told == sorted(told) and told[-1] == learned.queries


def test_nothing_found_says_why(tmp_path):
    settings = replace(presets_of("pddl").auto, budget=1_000)
    learned = learn_macros(corridor(tmp_path, cells=1), settings, extend)
    assert learned.macros == ()
    assert "candidates" in learned.why_none or "no sequence" in learned.why_none
