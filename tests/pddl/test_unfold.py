"""Macro plans to primitive plans, by library and by augmented text; shorter ones on request."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from fmtools.errors import InputError
from fmtools.macros import MacroLibrary, World
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.model import Domain, Literal
from fmtools.pddl.pipeline import compile_library
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.read import parse_domain
from fmtools.pddl.shorten import shorten
from fmtools.pddl.unfold import KnownMacros, table_of_augmented, table_of_library, unfold
from fmtools.pddl.validate import validate
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import library, small_task
from tests.reference.strips import successors

PLAN = Path("plan")
MACRO_PLAN = "(macro-1-pick-move-drop-move b1 a left b)\n(pick b2 a left)"
UNFOLDED = ["(pick b1 a left)", "(move a b)", "(drop b1 b left)", "(move b a)", "(pick b2 a left)"]


def gripper() -> tuple[Domain, MacroLibrary]:
    domain, _ = small_task("gripper")
    return domain, library(domain, samples.CARRY_BALL, samples.DOUBLE_DROP)


def both_tables() -> list[KnownMacros]:
    domain, macros = gripper()
    text = augmented_text(compile_library(domain, macros)).domain
    return [table_of_library(domain, macros, PLAN), table_of_augmented(parse_domain(text))]


@pytest.mark.parametrize("table", both_tables(), ids=["library", "augmented"])
def test_macros_become_their_primitive_actions(table: KnownMacros) -> None:
    result = unfold(table, parse_plan(MACRO_PLAN), PLAN)
    assert [str(step) for step in result.steps] == UNFOLDED
    assert result.num_planned == 2
    assert result.validation is None


def test_a_problem_says_whether_the_plan_is_valid() -> None:
    domain, macros = gripper()
    _, problem = small_task("gripper")
    table = table_of_library(domain, macros, PLAN)
    result = unfold(table, parse_plan(MACRO_PLAN), PLAN, problem)
    assert result.validation is not None
    assert not result.validation.valid
    assert "goal (at b2 b) does not hold" in result.validation.reason


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ("(macro-9-move a b)", r"plan:1: unknown macro or action 'macro-9-move'"),
        ("(macro-1-pick-move-drop-move b1 a)", r"plan:1: .* has 2 arguments; expected 4"),
        ("(move a b)\n(move a)", r"plan:2: \(move a\) has 1 arguments; expected 2"),
    ],
)
def test_plans_that_do_not_fit_are_refused(plan: str, message: str) -> None:
    for table in both_tables():
        with pytest.raises(InputError, match=message):
            unfold(table, parse_plan(plan), PLAN)


def test_a_library_of_another_domain_is_refused() -> None:
    domain, macros = gripper()
    other = MacroLibrary(World("pddl", "ferry", macros.world.digest), macros.macros)
    with pytest.raises(InputError, match="macros for pddl 'ferry'"):
        table_of_library(domain, other, PLAN)


def test_comments_that_do_not_fit_the_action_are_refused() -> None:
    domain, macros = gripper()
    text = augmented_text(compile_library(domain, macros)).domain
    changed = text.replace("; fmtools step (move ?to ?r)\n", "; fmtools step (move ?r ?to)\n")
    assert changed != text
    with pytest.raises(InputError, match="does not do what the steps in its comment do"):
        table_of_augmented(parse_domain(changed))


def test_comments_about_unknown_actions_are_refused() -> None:
    domain, macros = gripper()
    text = augmented_text(compile_library(domain, macros)).domain
    for old, new, message in (
        ("; fmtools step (drop", "; fmtools step (drup", "unknown action 'drup'"),
        ("; fmtools macro macro-2", "; fmtools macro macro-3", "no action or no steps"),
        ("step (drop ?b2 ?r ?g2)", "step (drop ?b2 ?r ?zz)", r"unknown '\?zz'"),
    ):
        with pytest.raises(InputError, match=message):
            table_of_augmented(parse_domain(text.replace(old, new)))


def test_macros_of_macros_unfold_all_the_way() -> None:
    domain, macros = gripper()
    once = parse_domain(augmented_text(compile_library(domain, macros)).domain)
    name = "macro-1-pick-move-drop-move"
    nested = f"({name} b1 a left b)\n({name} b2 a right b)"
    twice = parse_domain(augmented_text(compile_library(once, library(once, nested))).domain)
    table = table_of_augmented(twice)
    assert list(table.domain.operators) == ["move", "pick", "drop"]
    plan = parse_plan(f"({list(table.sequences)[-1]} b1 a left b b2 right)")
    steps = [str(step) for step in unfold(table, plan, PLAN).steps]
    assert steps[:4] == UNFOLDED[:4]
    assert steps[4:6] == ["(pick b2 a right)", "(move a b)"]


def test_shortening_removes_loops_and_steps_that_undo_each_other() -> None:
    domain, problem = small_task("gripper")
    plan = parse_plan(
        """(move a b) (move b a) (pick b1 a left) (pick b2 a right) (drop b2 a right)
        (move a b) (drop b1 b left) (pick b3 b left) (pick b1 b right) (drop b1 b right)
        (move b a) (drop b3 a left) (pick b2 a left) (move a b) (drop b2 b left) (move b a)
        (move a b)""".replace(") (", ")\n(")
    )
    assert validate(domain, problem, plan).valid
    shorter = shorten(domain, problem, plan)
    assert [str(step) for step in shorter] == [
        "(pick b1 a left)",
        "(move a b)",
        "(drop b1 b left)",
        "(pick b3 b left)",
        "(move b a)",
        "(drop b3 a left)",
        "(pick b2 a left)",
        "(move a b)",
        "(drop b2 b left)",
    ]
    assert validate(domain, problem, shorter).valid


def test_shortened_random_plans_stay_valid_and_get_no_longer() -> None:

    for name in ("gripper", "ferry", "hanoi", "miconic", "depot"):
        domain, problem = small_task(name)
        for seed in range(5):
            rng = random.Random(seed)
            state, actions = problem.init, []
            for _ in range(25):
                options = successors(domain, problem, state)
                action = rng.choice(sorted(options))
                actions.append(action)
                state = options[action]
            task = replace(problem, goal=tuple(Literal(atom) for atom in sorted(state)))
            shorter = shorten(domain, task, parse_plan("\n".join(actions)))
            assert validate(domain, task, shorter).valid
            assert len(shorter) <= len(actions)
