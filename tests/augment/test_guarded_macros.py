"""Guarded macros: which guards are kept, that they only restrict, and that files read as meant."""

from pathlib import Path

import pytest

from fmtools.augment.candidates import GrowthCounter, Workshop
from fmtools.augment.recipe import (
    ChosenMacro,
    compile_recipe,
    recipe_library,
    recipe_texts,
)
from fmtools.augment.report import operator_texts
from fmtools.errors import InputError
from fmtools.generators.registry import domain_text
from fmtools.library_file import load_library
from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.lifted_library import pddl_world
from fmtools.pddl.model import Atom, Domain, Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.static_guards import GuardNames, guard_facts, holds_in
from fmtools.pddl.unfold import table_of_augmented
from tests.augment.ferries import CARRY, TWO_CARS, ferry, pattern_of
from tests.reference.macro_instances import instances, reachable_states, run
from tests.reference.strips import apply, is_applicable

HERE = Path("macros.json")


def carrying(form: str = "equality") -> tuple[Compilation, Problem]:
    domain, plans, pattern = pattern_of(CARRY)
    candidate = Workshop(domain, plans).from_plans(pattern, "macro-1")
    assert candidate is not None
    chosen = ChosenMacro(pattern.uses[0].steps, candidate.macro.guards, candidate.num_changed)
    library = recipe_library(domain, [chosen], form, {"seed": 0})
    return compile_recipe(domain, library, HERE), parse_problem(TWO_CARS, domain)


def test_carrying_is_guarded_by_where_the_car_starts_and_is_wanted() -> None:
    recipe, problem = carrying()
    guards = sorted(map(str, recipe.macros[0].lifted.guards))
    assert guards == ["(goal-at ?c ?to)", "(init-at ?c ?l)"]
    assert sorted(map(str, recipe.facts(problem))) == [
        "(goal-at c1 l2)",
        "(goal-at c2 l1)",
        "(init-at c1 l1)",
        "(init-at c2 l3)",
    ]


def test_guards_leave_one_ground_operator_per_car() -> None:
    domain, plans, pattern = pattern_of(CARRY)
    workshop = Workshop(domain, plans)
    candidate = workshop.from_plans(pattern, "macro-1")
    counter = GrowthCounter(domain, workshop.names, plans[0].problem)
    assert candidate is not None
    assert counter.instances(candidate, 10.0) == 2


def test_what_cannot_be_counted_in_time_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting a macro of the npuzzle's took longer than the session had."""
    domain, plans, pattern = pattern_of(CARRY)
    workshop = Workshop(domain, plans)
    candidate = workshop.from_plans(pattern, "macro-1")
    counter = GrowthCounter(domain, workshop.names, plans[0].problem)
    monkeypatch.setattr("fmtools.augment.candidates.COUNT_SECONDS", 0.0)
    assert candidate is not None
    assert counter.growth([candidate], 10.0) > 10.0


@pytest.mark.parametrize("form", ["equality", "static"])
def test_a_guarded_macro_does_what_its_steps_do_wherever_its_guards_hold(form: str) -> None:
    """Every instance in every reachable state, against the reference."""
    recipe, problem = carrying(form)
    text, (problem_text,) = recipe_texts(recipe, [problem])
    domain = parse_domain(text)
    augmented = parse_problem(problem_text, domain)
    name = recipe.macros[0].name
    operator, sequence = domain.operators[name], recipe.macros[0].macro.sequence
    names = GuardNames(recipe.original)
    num_applied = 0
    original, _ = ferry()
    states = reachable_states(original, problem, 500)
    facts = augmented.init - problem.init
    for args in instances(domain, augmented, operator):
        terms = {p.name: arg for p, arg in zip(operator.parameters, args, strict=True)}
        allowed = all(
            holds_in(guard, names.predicate(guard.predicate), problem, terms)
            for guard in recipe.macros[0].lifted.guards
        )
        for state in states:
            full = state | facts
            got = apply((operator, args), full) if is_applicable((operator, args), full) else None
            meant = run(original, sequence, args, state) if allowed else None
            assert got == (None if meant is None else meant | facts)
            num_applied += got is not None
    assert num_applied > 0


def test_augmented_files_unfold_from_their_comments_alone() -> None:
    recipe, problem = carrying()
    text, _ = recipe_texts(recipe, [problem])
    table = table_of_augmented(parse_domain(text))
    assert table.sequences == recipe.sequences


def test_primitives_and_problems_are_otherwise_as_they_were() -> None:
    recipe, problem = carrying()
    text, (problem_text,) = recipe_texts(recipe, [problem])
    domain = parse_domain(text)
    augmented = parse_problem(problem_text, domain)
    for name, operator in recipe.original.operators.items():
        assert domain.operators[name] == operator
    assert augmented.goal == problem.goal
    assert augmented.objects == problem.objects
    assert augmented.init - problem.init == set(recipe.facts(problem))


def test_guards_get_names_that_nothing_else_has() -> None:
    domain = parse_domain(
        """(define (domain d) (:predicates (at ?x) (goal-at ?x))
        (:action a :parameters (?x) :precondition (at ?x) :effect (goal-at ?x)))"""
    )
    names = GuardNames(domain)
    copies = {names.copy_of("goal", Atom(p, ("?x",))).predicate for p in domain.predicates}
    assert copies.isdisjoint(domain.predicates)
    assert len(copies) == 2


def test_negated_goals_have_no_copies() -> None:
    domain, _ = ferry()
    problem = parse_problem(TWO_CARS.replace("(at c1 l2)", "(not (at c1 l1))"), domain)
    predicates = GuardNames(domain).used([Atom("goal-at", ("?c", "?l"))])
    assert list(map(str, guard_facts(problem, predicates))) == ["(goal-at c2 l1)"]


def test_a_recipe_survives_its_file(tmp_path: Path) -> None:
    recipe, problem = carrying()
    path = tmp_path / "macros.json"
    recipe.library.save(path)
    again = compile_recipe(recipe.original, load_library(path), path)
    assert recipe_texts(again, [problem]) == recipe_texts(recipe, [problem])


def test_an_ordinary_library_is_no_recipe() -> None:
    domain, _ = ferry()
    library = MacroLibrary(pddl_world(domain), (Macro(("(sail l1 l2)", "(sail l2 l3)"), 2, ()),))
    with pytest.raises(InputError, match="not written by fmtools augment"):
        compile_recipe(domain, library, HERE)


def test_a_recipe_of_another_domain_is_refused() -> None:
    recipe, _ = carrying()
    other: Domain = parse_domain(recipe.original.text.replace("debark", "unload"))
    with pytest.raises(InputError, match="has changed since"):
        compile_recipe(other, recipe.library, HERE)


def test_without_macros_texts_are_the_originals() -> None:
    domain, problem = ferry()
    recipe = compile_recipe(domain, recipe_library(domain, [], "equality", {}), HERE)
    assert recipe_texts(recipe, [problem]) == (domain.text, (problem.text,))


def test_a_macro_whose_cost_is_a_sum_can_be_reported() -> None:
    """Transport: two drives cost two road lengths; the session was lost when all was done."""
    domain = parse_domain(domain_text("transport"))
    steps = parse_plan("(drive t a b)\n(drive t b c)")
    library = recipe_library(domain, [ChosenMacro(tuple(steps), (), 2)], "equality", {})
    (text,) = operator_texts(compile_recipe(domain, library, HERE))
    assert "(increase (total-cost) (fm-cost-" in text
