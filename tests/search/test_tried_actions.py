"""What is known of actions, tried by a walk in the task at hand."""

import numpy as np
import pytest

from fmtools.limits import Limits
from fmtools.search.auto import Auto
from fmtools.search.engine import Search
from fmtools.search.known_actions import ADDS, DELETES, NEEDS, ground_kinds, learn_kinds
from fmtools.search.orders import BREADTH_FIRST
from fmtools.search.planners import Settings, plan
from fmtools.search.settings import SearchSettings
from fmtools.search.tried_actions import MORE_STEPS, STEPS, Walk
from fmtools.simulator import Known
from fmtools.simulators.grounded import GroundedSimulator, load_grounded

DOMAINS = ["gripper", "ferry", "miconic", "depot", "logistics"]


def pddl(name, number=0):
    return load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03d}.pddl")


def known_of(task):
    search = Search(task, BREADTH_FIRST, target=task.goal(), ties="random", stop_at_goal=False)
    search.advance(20_000)
    return learn_kinds(task, [search, *Auto().together(task, SearchSettings()).searches])


def by_action(lists):
    first, facts = lists
    return [set(facts[first[k] : first[k + 1]].tolist()) for k in range(len(first) - 1)]


def spoiled(known):
    """As if every action needed what it adds, and added it with its places the other way round."""
    wrong = {}
    for kind, own in known.items():
        adds = [[word, *reversed(places)] for word, *places in own[ADDS]]
        wrong[kind] = {**own, NEEDS: [*own[NEEDS], *own[ADDS]], ADDS: adds}
    return wrong


@pytest.mark.parametrize("name", DOMAINS)
def test_what_is_right_stays_and_takes_few_steps(name):
    known, task = known_of(pddl(name)), pddl(name, 2)
    walk = Walk(task, None, 0)
    assert ground_kinds(task, known, walk).says_as(ground_kinds(task, known))
    assert walk.num_steps in (STEPS, MORE_STEPS)
    if name in ("ferry", "gripper"):  # their problems show all there is
        assert walk.num_steps == STEPS


@pytest.mark.parametrize("name", DOMAINS)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_wrong_is_found_out_and_put_right(name, seed):
    task = pddl(name, 2)
    known = known_of(task)
    right, wrong = ground_kinds(task, known), ground_kinds(task, spoiled(known))
    assert not wrong.says_as(right)
    walk = Walk(task, None, seed)
    found = ground_kinds(task, spoiled(known), walk)
    assert walk.num_steps == MORE_STEPS
    assert all(map(np.array_equal, found.adds, right.adds))
    lists = found.needs, task.task.positive, right.needs
    for needs, truth, at_most in zip(*map(by_action, lists), strict=True):
        assert truth <= needs <= at_most  # one problem may show too much, as well


def test_effects_under_conditions_are_not_taken_for_wrong():
    """Where nothing else of their kind is seen, that they did not happen says nothing."""
    task = pddl("gripper")
    known = known_of(task)
    known["pick"][ADDS].append(["at", 1, 2])  # after picking it is not there
    model = ground_kinds(task, known, Walk(task, None, 0))
    assert model.says_as(ground_kinds(task, known))


def test_steps_of_the_walk_are_those_of_the_simulator():
    task = pddl("depot")
    kinds = np.ascontiguousarray(task.action_words()[:, 0])
    walk = Walk(task, None, 0)
    few, tried = walk.tried(kinds, STEPS), walk.tried(kinds, MORE_STEPS)
    assert few is not None and tried is not None and len(few.steps.actions) == STEPS
    steps = tried.steps
    assert (steps.actions[:STEPS] == few.steps.actions).all()
    for k, (action, before, after) in enumerate(
        zip(steps.actions.tolist(), steps.before, steps.after, strict=True)
    ):
        offered = tried.offered[tried.rows == k].tolist()
        assert sorted(offered) == sorted(task.applicable(before)) and action in offered
        assert (np.asarray(task.successor(before, action)) == after).all()
    counts = np.bincount(kinds[steps.actions])
    assert counts[counts > 0].min() > MORE_STEPS / 20  # no kind is left out


def test_where_nothing_applies_there_is_nothing_to_try(tmp_path):
    (tmp_path / "domain.pddl").write_text(
        "(define (domain gate) (:requirements :strips) (:predicates (key ?k) (open ?k))"
        " (:action unlock :parameters (?k) :precondition (key ?k) :effect (open ?k))"
        " (:action find :parameters (?k) :precondition (open ?k) :effect (key ?k)))"
    )
    (tmp_path / "problem.pddl").write_text(
        "(define (problem g) (:domain gate) (:objects a) (:init) (:goal (open a)))"
    )
    task = load_grounded(tmp_path / "domain.pddl", tmp_path / "problem.pddl")
    own = {NEEDS: [["key", 1]], ADDS: [["open", 1]], DELETES: [], "blocked by": []}
    walk = Walk(task, None, 0)
    assert ground_kinds(task, {"unlock": own}, walk) is not None and walk.num_steps == 0
    assert not plan(GroundedSimulator(task.task, known=Known({"unlock": own})), Settings()).solved


def test_a_plan_is_found_by_what_was_wrong_and_the_walk_counts():
    task = pddl("logistics", 1)
    known = Known(spoiled(known_of(pddl("logistics"))), ("led",))
    told = SearchSettings(limits=Limits(200_000))
    shared = Auto().together(GroundedSimulator(task.task, known=known), told)
    shared.advance(1)
    assert shared.generated >= MORE_STEPS
    before = shared.generated
    result = shared.result(shared.run(), task.goal(), 0)
    task.check_plan(result.primitive_plan)
    assert result.generated - before < 2_000  # led by wrong knowledge it takes a hundred thousand
