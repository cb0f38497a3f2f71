"""Macros judged by use: ratios, what is kept, and what the account says."""

import math
from dataclasses import replace

import pytest

from fmtools.learn.auto import AutoLearner
from fmtools.learn.by_use import UseLearner
from fmtools.learn.judge import MARGIN, NO_WORSE, SMALL, Case, Judge, Judgement, Run, ratio
from fmtools.learn.ledger import Ledger, Purpose
from fmtools.learn.paid import has_paid
from fmtools.learn.reasons import Reason
from fmtools.learn.run import JUDGED_BUDGET, learn_library, learn_macros
from fmtools.limits import Limits
from fmtools.search.auto import Auto
from fmtools.search.engine import Search
from fmtools.search.known_actions import learn_kinds
from fmtools.search.orders import BREADTH_FIRST
from fmtools.search.settings import SearchSettings
from fmtools.simulator import Known
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
    judgement = Judgement(4, 0.5, 0.6, states_with=1_000, states_without=5_000, learning=10_500)
    assert judgement.pays
    assert judgement.repaid_after == 11
    assert replace(judgement, states_with=5_000).repaid_after is None


def test_what_is_kept_saves_in_one_way_of_judging_and_costs_nothing_in_the_other():
    cost, little = NO_WORSE + 0.01, (MARGIN + NO_WORSE) / 2
    for ratio_, alone, pays in [
        (MARGIN, NO_WORSE, True),
        (NO_WORSE, MARGIN, True),
        (MARGIN, cost, False),
        (cost, MARGIN, False),
        (little, little, False),
    ]:
        assert Judgement(8, ratio_, alone, 1, 1, 1).pays is pays


def a_judge(made, ledger, budget, searches):
    """Of pairs of actions of one depot, in another, with what is known of it."""
    depot, other = pddl("depot"), pddl("depot", 1)
    start = depot.start()
    sequences = [
        (first, second)
        for first in depot.applicable(start)
        for second in depot.applicable(depot.successor(start, first))
    ]
    seen = Search(other, BREADTH_FIRST, target=other.goal(), stop_at_goal=False)
    seen.advance(20_000)
    known = Known(learn_kinds(other, [seen]))

    def make(case, macros, whole, budget):
        made.append((tuple(macros), whole, case.seed))
        world = case.world
        if macros or not whole:
            world = extend(world, [sequences[n] for n in macros], depot, known)
        told = SearchSettings(seed=case.seed, limits=Limits(budget))
        together = Auto().together(world, told, case.start, shared=whole)
        searches.append(together)
        return together

    def rounds(*seeds):
        return [[Case(other, None, seed)] for seed in seeds]

    return Judge(rounds(5), rounds(6, 7, 8, 9), make, ledger, budget)


def test_the_judge_tries_macros_against_the_same_search_and_then_as_the_planner_will():
    ledger, made = Ledger(10**9), []
    found = a_judge(made, ledger, 2_000_000, []).best_of(3)
    assert made[:4] == [((), False, 5), *(((n,), False, 5) for n in range(3))]
    assert ledger.spent.keys() == {Purpose.JUDGING}
    if found is not None:
        best, judgement = found
        assert set(best) <= {0, 1, 2} and judgement.cases == 4
        assert math.isfinite(judgement.ratio) and math.isfinite(judgement.alone)
        last = [((), False), (best, False), ((), True), (best, True)]
        assert made[-16:] == [(*run, seed) for seed in (6, 7, 8, 9) for run in last]


def test_the_verdict_takes_more_cases_where_the_budget_allows():
    for budget, cases in ((2_000, 2), (2_000_000, 4)):
        judge = a_judge([], Ledger(10**9), budget, [])
        assert judge._verdict((0,)).cases == cases


def test_the_judge_stays_within_its_budget():
    for budget in (100, 3_000, 30_000, 300_000):
        ledger, searches = Ledger(500_000), []
        judge = a_judge([], ledger, budget, searches)
        judge.best_of(2)
        # The last expansion of a search may pass its limit.
        assert ledger.budget - ledger.left <= budget + 200
        # What guides take counts, and, to be safe, making them.
        assert sum(search.effort for search in searches) <= max(budget - judge.left, 200)


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
        assert "no macro pays" in learned.why_none and f"{MARGIN:.2f}" in learned.why_none
    again = judged(pddl("depot"), [pddl("depot", 1)][:others])
    assert again == replace(learned, seconds=again.seconds)


def test_the_planner_leads_macros_by_what_was_learned_with_them():
    depot = pddl("depot")
    settings = replace(presets_of("pddl").auto, budget=JUDGED_BUDGET)
    library, learned = learn_library(depot, world_of(depot), settings, extend)
    assert ("actions" in library.provenance) == bool(library.macros)
    assert library.provenance["paid"] is learned.known.paid
    first = depot.applicable(depot.start())[0]
    second = depot.applicable(depot.successor(depot.start(), first))[0]
    for known in (None, replace(learned.known, searches=())):
        world = extend(depot, [(first, second)], None, known)
        shared = Auto().together(world, SearchSettings(limits=Limits(2_000)))
        shared.run()
        search = shared.macros.searches[0]
        assert (search.space.guide is None) == (known is None)
        assert len(shared.plain.searches) == len(Auto().together(depot, SearchSettings()).searches)


def solved_after(states):
    return Run(((0, 1), (states, 0)), states)


def test_knowledge_has_paid_where_it_saves_hundreds_of_states_and_not_where_it_saves_a_few():
    few = [(solved_after(3), solved_after(30)), (solved_after(8), solved_after(80))]
    many = [(solved_after(20), solved_after(500)), (solved_after(900), solved_after(2_000))]
    assert not has_paid(few, None) and has_paid(many, None)
    assert not has_paid([(without, knowing) for knowing, without in many], None)
    assert not has_paid([], None)
    # Three hard problems tell less than eight that agree.
    loss, gain = (
        (solved_after(20_000), solved_after(9_500)),
        (solved_after(9_500), solved_after(20_000)),
    )
    assert has_paid([loss, gain, loss], None) and not has_paid([loss, gain, loss] * 5, None)


def test_macros_have_paid_where_all_cases_together_took_a_third_of_the_states():
    macros = Judgement(
        cases=32, ratio=0.99, alone=0.9, states_with=30, states_without=90, learning=100
    )
    assert has_paid([], macros)
    assert not has_paid([], replace(macros, ratio=0.8, states_with=31))
    assert not has_paid([], replace(macros, states_with=0, states_without=0))


@pytest.mark.parametrize("took, is_kept", [(5_000, True), (9_800, False), (12_000, False)])
def test_without_macros_knowledge_is_kept_only_where_it_has_paid(took, is_kept):
    learner = UseLearner([pddl("gripper")], replace(presets_of("pddl").auto, budget=1), extend)
    learner._known = Known({}, ("led",))
    learner._pairs = [(solved_after(took), solved_after(10_000))]
    known = learner._learned(None, 0).known
    assert known == (Known({}, ("led",), paid=True) if is_kept else None)


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
