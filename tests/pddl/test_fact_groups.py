"""Groups proposed from lifted operators, and searches that go by them."""

from pathlib import Path

import numpy as np
import pytest

from fmtools.core.best_first import BestFirst
from fmtools.core.fact_groups import exclusive_groups
from fmtools.core.limits import WorkLimits
from fmtools.core.operators import GroundOperators
from fmtools.core.packed_operators import PackedOperators
from fmtools.generators.draft import problem_text
from fmtools.generators.registry import domain_text, family
from fmtools.pddl.fact_groups import propose_groups
from fmtools.results import Outcome
from fmtools.search.engine import Limits, NoveltySettings, Order, Search
from fmtools.simulators.grounded import GroundedSimulator, load_grounded

SIZES = {"blocksworld": 18, "depot": 14, "ferry": 20, "gripper": 80, "logistics": 16, "miconic": 90}


def made(name: str, folder: Path, size: int | None = None) -> GroundedSimulator:
    problem = family(name).base(SIZES[name] if size is None else size, np.random.default_rng(3))
    domain_path, problem_path = folder / "domain.pddl", folder / "problem.pddl"
    domain_path.write_text(domain_text(name))
    problem_path.write_text(problem_text(problem, "made for a test"))
    return load_grounded(domain_path, problem_path)


def groups_of(simulator: GroundedSimulator) -> list[set[str]]:
    task = simulator.task
    watch = WorkLimits().watch()
    group, _ = exclusive_groups(task.lists, propose_groups(task), task.start, watch)
    return [
        {task.fact_name(int(fact)) for fact in np.flatnonzero(group == number)}
        for number in range(group.max() + 1)
    ]


def test_a_car_is_at_one_place_or_on_the_ferry(tmp_path):
    simulator = made("ferry", tmp_path, 4)
    groups = groups_of(simulator)
    facts = [fact for fact in simulator.task.facts if fact.predicate in ("at", "aboard")]
    for car in {fact.args[0] for fact in facts}:
        assert {str(fact) for fact in facts if fact.args[0] == car} in groups


def test_every_place_of_a_block_is_in_a_group(tmp_path):
    simulator = made("blocksworld", tmp_path, 4)
    grouped = set().union(*groups_of(simulator))
    places = {str(fact) for fact in simulator.task.facts if fact.predicate == "on"}
    assert places
    assert places <= grouped


def tree_of(search: Search) -> tuple[object, ...]:
    space: BestFirst = search.space
    states = [search.state_of(node).tolist() for node in range(0, space.num_nodes, 97)]
    return space.node_table().tolist(), space.generated, space.improvements, states


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("expansion", ["full", "first"])
@pytest.mark.parametrize("novelty", [None, NoveltySettings(1)])
def test_searches_over_packed_states_are_those_over_facts(name, expansion, novelty, tmp_path):
    simulator = made(name, tmp_path)
    trees = []
    plain = GroundOperators(simulator.kernel.index, simulator.num_variables)
    for world in (simulator.kernel, plain):
        simulator.__dict__["kernel"] = world
        search = Search(
            simulator,
            Order(1, 3, novel_first=novelty is not None, depth_limit=100),
            target=simulator.goal(),
            ties="random",
            limits=Limits(budget=5000),
            novelty=novelty,
            expansion=expansion,
        )
        trees.append((type(search.world), search.run(), tree_of(search)))
    assert [kind for kind, _, _ in trees] == [PackedOperators, GroundOperators]
    assert trees[0][1:] == trees[1][1:]


def test_a_goal_of_two_facts_of_one_group_is_searched_for_unpacked(tmp_path):
    simulator = made("ferry", tmp_path)
    facts = simulator.task.facts
    car = next(fact.args[0] for fact in facts if fact.predicate == "at")
    at = [k for k, fact in enumerate(facts) if fact.predicate == "at" and fact.args[0] == car][:2]
    search = Search(simulator, Order(0, 1), target=dict.fromkeys(at, 1), limits=Limits(budget=100))
    assert type(search.world) is GroundOperators
    assert search.run() is Outcome.BUDGET_EXHAUSTED
    assert search.space.best_distance >= 1
