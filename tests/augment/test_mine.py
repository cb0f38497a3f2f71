"""Mining: what is found in known plans, and that plans stay plans when steps are moved together."""

import random

import pytest

from fmtools.augment.causal import PartialOrder, members, step_units
from fmtools.augment.mine import MiningLimits, collapse, mine, training_plan
from fmtools.generators.instances import generate
from fmtools.generators.registry import domain_text
from fmtools.pddl.plan_file import Step, parse_plan
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.validate import validate
from tests.augment.ferries import CARRY, ferry_plans, pattern_of
from tests.reference.strips import State, successors

SNACK_PLAN = """(make sandwich1 bread1 filling1)
(make sandwich2 bread2 filling2)
(put-on-tray sandwich1 tray1)
(put-on-tray sandwich2 tray1)
(carry-tray tray1 kitchen table1)
"""


def test_carrying_a_car_is_found_in_the_ferrys_plans_four_times() -> None:
    _, _, pattern = pattern_of(CARRY)
    assert len(pattern.disjoint()) == 4
    assert pattern.steps_saved() == 5  # four times two, less the three that it consists of
    assert pattern.num_changed == 4  # the car here and there, the ferry here and there


def test_steps_that_do_not_stand_side_by_side_are_found_together() -> None:
    domain = parse_domain(domain_text("childsnack"))
    order = PartialOrder(step_units(domain, parse_plan(SNACK_PLAN)))
    made_and_put = order.closed(0b00101)
    assert made_and_put == 0b00101
    assert [step.args[0] for step in order.merge(made_and_put).steps] == ["sandwich1"] * 2


def test_a_set_around_a_step_that_cannot_move_takes_it_in() -> None:
    _, plans = ferry_plans()
    order = plans[0].order
    assert order.closed(0b101) == 0b111
    assert order.neighbours(0b1) & 0b100  # the car that boards here debarks there


def test_a_macro_that_brings_the_ferry_back_changes_the_car_alone() -> None:
    domain, _ = ferry_plans()
    plan = parse_plan("(board c1 l1)\n(sail l1 l2)\n(debark c1 l2)\n(sail l2 l1)\n")
    unit = PartialOrder(step_units(domain, plan)).merge(0b1111)
    assert sorted(map(str, unit.changed)) == ["(at c1 l1)", "(at c1 l2)"]
    assert sorted(map(str, unit.true)) == ["(at c1 l1)", "(ferry-at l1)", "(ferry-empty)"]


def test_detours_are_not_mined() -> None:
    domain, plans = ferry_plans()
    detour = "(sail l1 l3)\n(sail l3 l1)\n"
    steps = parse_plan(detour + "\n".join(str(s) for u in plans[0].order.units for s in u.steps))
    assert training_plan(domain, plans[0].problem, steps).num_steps == plans[0].num_steps


def test_collapsed_plans_hold_macros_as_single_units() -> None:
    domain, plans, pattern = pattern_of(CARRY)
    collapsed = collapse(plans, pattern)
    assert [[len(unit.steps) for unit in plan.order.units] for plan in collapsed] == [
        [3, 1, 3],
        [3, 1, 3],
    ]
    again = mine(domain, collapsed, MiningLimits())
    # A macro and a step that follows it; the whole of either plan occurs once, and saves nothing.
    assert max(found.num_steps for found in again) == 4


def random_plan(state: State, domain, problem, length: int, rng: random.Random) -> list[Step]:
    steps: list[Step] = []
    for _ in range(length):
        options = successors(domain, problem, state)
        name = rng.choice(sorted(options))
        state = options[name]
        steps += parse_plan(name)
    return steps


@pytest.mark.parametrize("name, size", [("ferry", 3), ("childsnack", 2), ("blocksworld", 4)])
def test_what_is_mined_can_be_run_as_one_after_reordering(name: str, size: int) -> None:
    domain = parse_domain(domain_text(name))
    problem = parse_problem(next(iter(generate(name, size, 5, 1))), domain)
    rng = random.Random(1)
    for _ in range(3):
        steps = random_plan(problem.init, domain, problem, 12, rng)
        order = PartialOrder(step_units(domain, steps))
        ends = _end(domain, problem, steps)
        for _ in range(20):
            mask = order.closed(1 << rng.randrange(12) | 1 << rng.randrange(12))
            moved = [s for unit in order.collapsed([mask]).units for s in unit.steps]
            assert sorted(map(str, moved)) == sorted(map(str, steps))
            assert _end(domain, problem, moved) == ends
            first = min(members(mask))
            assert str(steps[first]) in map(str, order.merge(mask).steps)


def _end(domain, problem, steps) -> State:
    """By the reference; every step must apply."""
    state = problem.init
    for step in steps:
        state = successors(domain, problem, state)[str(step)]
    return state


def test_every_pattern_of_a_valid_plan_is_of_steps_of_that_plan() -> None:
    domain, plans = ferry_plans()
    assert validate(
        domain, plans[0].problem, [s for u in plans[0].order.units for s in u.steps]
    ).valid
    known = [{s for u in plan.order.units for s in u.steps} for plan in plans]
    for pattern in mine(domain, plans, MiningLimits()):
        for use in pattern.uses:
            assert set(use.steps) <= known[use.plan]
            assert use.mask.bit_count() == len(use.steps)
