"""Plans get better until a limit, and a proof is one: random graphs, PDDL with costs, puzzles."""

import pytest

from fmtools.limits import Limits
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.validate import validate
from fmtools.results import Outcome
from fmtools.search.anytime import improve
from fmtools.search.planners import Settings, plan
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.with_macros import WithMacros
from tests.search.graphs import Graph

ROADS = """(define (domain roads)
  (:requirements :strips :typing :action-costs)
  (:types place)
  (:predicates (at ?p - place) (road ?a ?b - place))
  (:functions (total-cost) - number (toll ?a ?b - place) - number)
  (:action drive :parameters (?a ?b - place)
    :precondition (and (at ?a) (road ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (toll ?a ?b)))))
"""
NUM_PLACES = 30


def roads(tmp_path, metric=True):
    """A ring of cheap roads, and dear ones that leap ahead: few steps are not the cheapest."""
    names = [f"p{number}" for number in range(NUM_PLACES)]
    tolls = [(k, (k + 1) % NUM_PLACES, 1) for k in range(NUM_PLACES)]
    tolls += [(k, (k + 7) % NUM_PLACES, 10) for k in range(NUM_PLACES)]
    init = "".join(
        f"(road {names[a]} {names[b]}) (= (toll {names[a]} {names[b]}) {toll})\n"
        for a, b, toll in tolls
    )
    (tmp_path / "domain.pddl").write_text(ROADS)
    (tmp_path / "problem.pddl").write_text(
        f"(define (problem ring) (:domain roads) (:objects {' '.join(names)} - place)\n"
        f"(:init (at p0) (= (total-cost) 0) {init})\n(:goal (at p{NUM_PLACES - 2}))\n"
        + ("(:metric minimize (total-cost)))" if metric else ")")
    )
    return tmp_path / "domain.pddl", tmp_path / "problem.pddl"


def improved(simulator, budget=None, planner="gbfs", seed=0, **others):
    settings = Settings(planner, seed=seed, limits=Limits(budget), **others)
    told = []
    result = improve(simulator, plan(simulator, settings), settings, told.append)
    assert [one.improvements for one in told] == [
        result.improvements[: number + 1] for number in range(len(told))
    ]
    return result, told


def values(result):
    return [
        (step.length if step.cost is None else step.cost, step.length)
        for step in result.improvements
    ]


@pytest.mark.parametrize("most_cost", [None, 0, 9, 100_000])
def test_the_last_plan_of_a_proof_is_the_cheapest(most_cost):
    num_better = 0
    for seed in range(30):
        graph = Graph.random(seed, num_nodes=60, num_edges=140, most_cost=most_cost)
        if graph.cheapest is None:
            continue
        result, _ = improved(graph, seed=seed)
        assert result.anytime_ended == ("shortest" if most_cost is None else "cheapest")
        assert values(result)[-1][0] == graph.cheapest
        assert result.cost == graph.check_plan(result.primitive_plan)
        num_better += len(result.improvements) > 1
    assert num_better > 3 or most_cost == 0


def test_each_plan_is_better_than_the_one_before_and_valid(tmp_path):
    domain, problem = roads(tmp_path)
    read = read_domain(domain)
    result, told = improved(load_grounded(domain, problem))
    assert values(result) == sorted(set(values(result)), reverse=True)
    for one in told:
        verdict = validate(read, read_problem(problem, read), one.primitive_plan)
        assert verdict.valid
        assert verdict.cost == one.cost == one.improvements[-1].cost
    assert (result.cost, result.anytime_ended) == (NUM_PLACES - 2, "cheapest")
    assert result.outcome is Outcome.SOLVED


def test_without_a_metric_steps_count(tmp_path):
    result, _ = improved(load_grounded(*roads(tmp_path, metric=False)))
    assert (len(result.primitive_plan), result.cost) == (4, None)
    assert result.anytime_ended == "shortest"


def test_a_budget_is_kept_and_gives_the_same_plans_again():
    first, again = (improved(NPuzzle.scrambled(4, 3), 300_000)[0] for _ in range(2))
    assert first.anytime_ended == "limit"
    assert 300_000 <= first.generated < 310_000
    assert first.primitive_plan == again.primitive_plan
    assert [s.generated for s in first.improvements] == [s.generated for s in again.improvements]
    assert len(first.improvements) > 2


def test_a_puzzle_ends_with_a_shortest_plan():
    result, _ = improved(NPuzzle.scrambled(3, 4))
    shortest = plan(NPuzzle.scrambled(3, 4), Settings("bfs", limits=Limits(10**6)))
    assert result.anytime_ended == "shortest"
    assert len(result.primitive_plan) == len(shortest.plan)


def test_a_start_that_is_a_goal_is_done():
    result, told = improved(Cube())
    assert (result.primitive_plan, result.anytime_ended, len(told)) == ((), "shortest", 1)


def test_plans_of_macros_get_better_in_primitives():
    world = WithMacros(Cube("R U2 F'"), [(0, 1), (0, 0, 0)])
    result, told = improved(world, planner="astar")
    assert result.anytime_ended == "shortest"
    assert result.primitive_plan == result.plan
    assert len(result.primitive_plan) == 4
    assert told[0].primitive_plan is not None


def test_ctrl_c_ends_it_with_the_best_plan():
    settings = Settings("gbfs", limits=Limits())
    first = plan(NPuzzle.scrambled(4, 3), settings)
    count = 0

    def interrupt(result):
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt

    result = improve(NPuzzle.scrambled(4, 3), first, settings, interrupt)
    assert (result.outcome, result.anytime_ended) == (Outcome.SOLVED, "interrupted")
    assert len(result.improvements) == 3
    assert len(result.primitive_plan) == result.improvements[-1].length < len(first.plan)


def test_a_time_limit_ends_it():
    settings = Settings("gbfs", limits=Limits())
    first = plan(NPuzzle.scrambled(4, 3), settings)
    result = improve(NPuzzle.scrambled(4, 3), first, settings, seconds=0.3)
    assert result.anytime_ended == "limit"
    assert result.solved
