"""Macros judged by use: ratios, what is kept, and what the account says."""

import math
from dataclasses import replace

import pytest

from fmtools.learn.auto import AutoLearner
from fmtools.learn.judge import MARGIN, SMALL, Case, Judge, Judgement, Run, ratio
from fmtools.learn.ledger import Ledger, Purpose
from fmtools.learn.profile import JUDGED_BUDGET
from fmtools.learn.reasons import Reason
from fmtools.learn.run import learn_library, learn_macros
from fmtools.limits import Limits
from fmtools.search.auto import auto_search
from fmtools.search.settings import SearchSettings
from fmtools.simulators.extend import extend
from fmtools.simulators.grounded import load_grounded
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
    return Run(trace, generated, generated, frozenset())


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
    judgement = Judgement(4, 0.5, states_with=1_000, states_without=5_000, learning=10_500)
    assert judgement.pays
    assert judgement.repaid_after == 11
    assert replace(judgement, states_with=5_000).repaid_after is None
    assert not replace(judgement, ratio=MARGIN + 0.01).pays


def test_the_judge_counts_what_the_planner_would_generate():
    depot, other = pddl("depot"), pddl("depot", 1)
    limits = Limits(20_000)
    made = []

    def make_search(case, macros, budget):
        made.append(tuple(macros))
        world = extend(case.world, [sequences[n] for n in macros], depot) if macros else case.world
        told = SearchSettings(seed=case.seed, limits=Limits(budget))
        return auto_search(world, told, start=case.start)

    start = depot.start()
    pairs = [
        (first, second)
        for first in depot.applicable(start)
        for second in depot.applicable(depot.successor(start, first))
    ]
    sequences = pairs[:3]
    ledger = Ledger(10**9)
    judge = Judge([Case(other, None, 5), Case(other, None, 6)], make_search, ledger, 20_000)
    best, judgement = judge.best_of(3)
    alone = [auto_search(other, SearchSettings(seed=s, limits=limits)) for s in (5, 6)]
    for search in alone:
        search.run()
    assert judgement.cases == 2
    if judgement.states_with:
        assert judgement.states_without <= sum(search.space.generated for search in alone)
    assert made[:4] == [(), (), (0, 1, 2), (0, 1, 2)]
    assert set(best) <= {0, 1, 2}
    assert ledger.spent.keys() == {Purpose.JUDGING}
    assert math.isfinite(judgement.ratio)


def judged(world, others=(), seed=0, budget=JUDGED_BUDGET):
    settings = replace(presets_of("pddl").auto, budget=budget, seed=seed)
    learner = AutoLearner(world, settings, extend, others=others)
    return learner, learner.run()


@pytest.mark.parametrize("others", [0, 1])
def test_what_is_kept_pays_and_what_does_not_is_dropped(others):
    _, learned = judged(pddl("depot"), [pddl("depot", 1)][:others])
    judgement = learned.judgement
    assert judgement is not None
    assert bool(learned.macros) == judgement.pays
    spent = learned.queries + learned.other_queries
    assert judgement.learning == spent == sum(learned.spent.values()) <= JUDGED_BUDGET
    assert learned.spent[Purpose.JUDGING] > 0
    if not judgement.pays:
        assert learned.selection.dropped[Reason.DOES_NOT_PAY] > 0
        assert "no macro pays" in learned.why_none
    again = judged(pddl("depot"), [pddl("depot", 1)][:others])[1]
    assert again == replace(learned, seconds=again.seconds)


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


def test_nothing_found_says_why(tmp_path):
    settings = replace(presets_of("pddl").auto, budget=1_000)
    learned = learn_macros(corridor(tmp_path, cells=1), settings, extend)
    assert learned.macros == ()
    assert "candidates" in learned.why_none or "no sequence" in learned.why_none
