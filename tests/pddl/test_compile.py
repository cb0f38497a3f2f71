"""Whole libraries: what is kept, what is dropped and why, how much the ground task grows."""

import pytest

from fmtools.errors import InputError
from fmtools.pddl.lifted_library import lift_library, macro_name
from fmtools.pddl.pipeline import compile_library
from fmtools.pddl.plan_file import parse_plan
from fmtools.policy import UNLIMITED, Policy
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import library, small_task

RENAMED_HANOI = "(move z y x)\n(move y w v)\n(move z x y)"


def test_duplicates_up_to_renaming_are_dropped() -> None:
    domain, _ = small_task("hanoi")
    result = compile_library(domain, library(domain, samples.HANOI, RENAMED_HANOI))
    assert [item.number for item in result.macros] == [1]
    assert [(x.number, x.reason) for x in result.dropped] == [(2, "the same as macro 1")]


def test_a_single_action_is_no_macro() -> None:
    domain, _ = small_task("hanoi")
    result = compile_library(domain, library(domain, "(move a b c)"))
    assert result.dropped[0].reason == "the domain's own move does the same"


def test_a_longer_macro_that_does_the_same_gives_way_to_a_shorter_one() -> None:
    domain, _ = small_task("gripper")
    longer = "(pick b r g)\n(drop b r g)\n(pick b r g)\n(move r q)"
    shorter = "(pick b r g)\n(move r q)"
    result = compile_library(domain, library(domain, longer, shorter))
    assert [item.number for item in result.macros] == [2]
    assert result.dropped[0].reason == "macro 2 does the same and needs no more"


def test_too_many_parameters_are_said() -> None:
    domain, _ = small_task("hanoi")
    result = compile_library(domain, library(domain, samples.HANOI), Policy(max_parameters=4))
    assert result.macros == ()
    assert result.dropped[0].reason == "5 parameters, more than 4"


def test_ground_operators_are_counted_per_macro() -> None:
    domain, problem = small_task("ferry")
    result = compile_library(domain, library(domain, samples.FERRY_CAR), UNLIMITED, [problem])
    # Two cars, from each of three places to each: staying may still empty the ferry of that car.
    assert result.counts[0].macros == {"macro-1-board-sail-debark": 18}
    assert result.counts[0].original == 6 + 6 + 6
    assert result.growth() == (36 / 18,)


def test_growth_limit_keeps_small_effects_first() -> None:
    domain, problem = small_task("gripper")
    macros = library(domain, samples.CARRY_BALL, samples.DOUBLE_DROP)
    free = compile_library(domain, macros, UNLIMITED, [problem])
    first, both = free.counts[0].growth(["macro-1-pick-move-drop-move"]), free.growth()[0]
    assert first < both
    limited = compile_library(domain, macros, Policy(first), [problem])
    assert [item.number for item in limited.macros] == [1]
    assert "times the original's" in limited.dropped[0].reason
    assert compile_library(domain, macros, Policy(both), [problem]).dropped == ()


def test_macros_of_the_wrong_arity_are_refused_by_number() -> None:
    domain, _ = small_task("hanoi")
    with pytest.raises(InputError, match=r"macro 2: \(move a b\) has 2 arguments"):
        compile_library(domain, library(domain, samples.HANOI, "(move a b)"))


def test_names_tell_the_place_and_the_actions() -> None:
    domain, _ = small_task("hanoi")
    assert macro_name(domain, 7, parse_plan(samples.HANOI)) == "macro-7-move-x3"
    steps = parse_plan("(a)\n(b)\n(a)\n(b)\n(a)\n(c)")
    assert macro_name(domain, 1, steps) == "macro-1-a-b-a-b-and-2-more"


def test_names_do_not_clash_with_actions_of_the_domain() -> None:
    domain, _ = small_task("hanoi")
    once = compile_library(domain, library(domain, samples.HANOI)).augmented
    [item] = lift_library(once, library(once, samples.HANOI))
    assert item.name == "macro-1-move-x3-2"


def test_macro_operators_follow_the_primitives_in_library_order() -> None:
    domain, _ = small_task("gripper")
    macros = library(domain, samples.DOUBLE_DROP, samples.CARRY_BALL)
    result = compile_library(domain, macros)
    names = ["macro-1-drop-x2", "macro-2-pick-move-drop-move"]
    assert list(result.augmented.operators) == ["move", "pick", "drop", *names]
    assert list(result.sequences) == names
