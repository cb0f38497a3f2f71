"""Outcomes are honest: "exhausted" is said where there is no plan, and only there."""

from itertools import pairwise

import pytest

from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.planners import PLANNERS, Settings, plan
from fmtools.simulators.checked import CheckedSimulator
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.with_macros import WithMacros
from tests.search.graphs import Graph

SEARCHING = sorted(PLANNERS.keys() - {"table"})
COMPLETE = [name for name in SEARCHING if PLANNERS[name].is_complete]

LIGHTS = """(define (domain lights)
  (:requirements :strips :negative-preconditions)
  (:predicates (on ?l) (next ?a ?b))
  (:action both-on :parameters (?a ?b)
    :precondition (and (next ?a ?b) (not (on ?a)) (not (on ?b))) :effect (and (on ?a) (on ?b)))
  (:action both-off :parameters (?a ?b)
    :precondition (and (next ?a ?b) (on ?a) (on ?b)) :effect (and (not (on ?a)) (not (on ?b)))))
"""


def lights(tmp_path, number):
    """Two neighbours at a time: an odd number of lights cannot all be on, nor can a pattern of
    which one half has more than the other; every goal fact by itself can be reached."""
    names = [f"l{k}" for k in range(number)]
    pairs = " ".join(f"(next {a} {b})" for a, b in pairwise(names))
    (tmp_path / "domain.pddl").write_text(LIGHTS)
    (tmp_path / "problem.pddl").write_text(
        f"(define (problem row) (:domain lights) (:objects {' '.join(names)})\n"
        f"(:init {pairs}) (:goal (and {' '.join(f'(on {name})' for name in names)})))"
    )
    return load_grounded(tmp_path / "domain.pddl", tmp_path / "problem.pddl")


def test_all_planners_but_iw_and_table_are_complete():
    assert set(PLANNERS) - set(COMPLETE) == {"iw", "table"}


@pytest.mark.parametrize("expansion", ["full", "first", "macros-first"])
@pytest.mark.parametrize("planner", COMPLETE)
def test_a_task_without_a_plan_is_exhausted_and_one_with_a_plan_is_solved(
    planner, expansion, tmp_path
):
    for number, outcome in ((9, Outcome.EXHAUSTED), (8, Outcome.SOLVED)):
        result = plan(lights(tmp_path, number), Settings(planner, expansion=expansion))
        assert result.outcome is outcome
    assert result.best_goal_count == 0


@pytest.mark.parametrize("number", [8, 9])
def test_iw_that_drops_states_proves_nothing(number, tmp_path):
    result = plan(lights(tmp_path, number), Settings("iw", width=1))
    assert result.outcome is Outcome.INCOMPLETE


@pytest.mark.parametrize("bits", [True, False])
@pytest.mark.parametrize("planner", SEARCHING)
def test_random_graphs_have_plans_where_reachability_says_so(planner, bits):
    outcomes = set()
    for seed in range(30):
        graph = Graph.random(seed, num_nodes=40, num_edges=70, bits=bits)
        ties = ("random", "fifo", "lifo", "heap")[seed % 4]
        result = plan(CheckedSimulator(graph), Settings(planner, seed=seed, ties=ties))
        outcomes.add(result.outcome)
        if planner == "iw":
            assert result.outcome in (Outcome.SOLVED, Outcome.INCOMPLETE)
        else:
            expected = Outcome.EXHAUSTED if graph.cheapest is None else Outcome.SOLVED
            assert result.outcome is expected
    assert len(outcomes) == 2


@pytest.mark.parametrize("planner", SEARCHING)
def test_no_limit_makes_a_proof(planner, tmp_path):
    """Wherever budget or memory ends the search, exhausted is said of unsolvable tasks only."""
    for number in (9, 10):
        world = lights(tmp_path, number)
        for limits in (
            *(Limits(budget) for budget in (1, 10, 100, 1_000)),
            *(Limits(10**6, None, kilobytes << 10) for kilobytes in (60, 100, 150, 250, 500)),
        ):
            try:
                outcome = plan(world, Settings(planner, limits=limits)).outcome
            except Exception as error:
                assert "memory limit" in str(error)
                continue
            assert outcome is not Outcome.EXHAUSTED or number == 9


@pytest.mark.parametrize("planner", COMPLETE)
def test_with_macros_exhausted_is_a_proof_too(planner):
    for seed in range(20):
        graph = Graph.random(seed, num_nodes=40, num_edges=70)
        loop = [(edge, other) for edge in range(10) for other in range(10)]
        result = plan(WithMacros(CheckedSimulator(graph), loop), Settings(planner, seed=seed))
        expected = Outcome.EXHAUSTED if graph.cheapest is None else Outcome.SOLVED
        assert result.outcome is expected
