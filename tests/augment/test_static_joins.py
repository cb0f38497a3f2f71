"""Static joins say what the conditions say, once and for all, and change no macro."""

from itertools import product
from pathlib import Path

from fmtools.augment.recipe import ChosenMacro, compile_recipe, recipe_library, recipe_texts
from fmtools.generators.instances import generate
from fmtools.generators.registry import domain_text
from fmtools.pddl.ground import ground
from fmtools.pddl.model import Atom, Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.read import parse_domain, parse_problem

FETCH = "(up f1 f2)\n(board p1 f2)\n(down f2 f1)\n(depart p1 f1)\n"


def fetching(joined: bool) -> tuple[Compilation, Problem]:
    """Miconic's lift goes up, takes a passenger in, brings them down to where it was."""
    domain = parse_domain(domain_text("miconic"))
    problem = parse_problem(next(iter(generate("miconic", 4, 3, 1))), domain)
    chosen = ChosenMacro(parse_plan(FETCH), (Atom("goal-served", ("?p",)),), 1, joined)
    library = recipe_library(domain, [chosen], "equality", {})
    return compile_recipe(domain, library, Path("macros.json")), problem


def test_a_join_holds_of_exactly_the_objects_that_satisfy_its_conditions() -> None:
    recipe, problem = fetching(joined=True)
    (join,) = recipe.joins
    facts = {fact.args for fact in recipe.facts(problem) if fact.predicate == join.name}
    floors = [item.name for item in problem.objects if item.types == ("floor",)]
    passengers = [item.name for item in problem.objects if item.types == ("passenger",)]
    names = [parameter.name for parameter in join.parameters]
    expected = set()
    for low, high, who in product(floors, floors, passengers):
        holds = {Atom("above", (high, low)), Atom("origin", (who, high))}
        holds.add(Atom("destination", (who, low)))
        if holds <= problem.init:
            terms = {"?from": low, "?to": high, "?p": who}
            expected.add(tuple(terms[name] for name in names))
    assert facts == expected
    assert facts


def test_a_join_changes_no_ground_macro() -> None:
    counts = []
    for joined in (False, True):
        recipe, problem = fetching(joined)
        text, (problem_text,) = recipe_texts(recipe, [problem])
        domain = parse_domain(text)
        task = ground(domain, parse_problem(problem_text, domain))
        counts.append(sorted(task.action_name(action) for action in range(task.num_actions)))
    assert counts[0] == counts[1]
    assert any("macro-1" in name for name in counts[0])


def test_conditions_without_common_parameters_are_not_multiplied() -> None:
    domain = parse_domain(
        """(define (domain d) (:predicates (a ?x ?y) (b ?y ?z) (c ?u ?v) (p ?x))
        (:action one :parameters (?x ?y ?z ?u ?v)
          :precondition (and (a ?x ?y) (b ?y ?z) (c ?u ?v)) :effect (p ?x))
        (:action two :parameters (?x) :precondition (p ?x) :effect (not (p ?x))))"""
    )
    chosen = ChosenMacro(parse_plan("(one x y z u v)\n(two z)\n"), (), 1, True)
    library = recipe_library(domain, [chosen], "equality", {})
    recipe = compile_recipe(domain, library, Path("m.json"))
    assert [len(join.parameters) for join in recipe.joins] == [3]


def test_effects_that_are_guaranteed_are_left_out() -> None:
    """They would hide from planners that the lift is at one place at a time."""
    recipe, problem = fetching(joined=False)
    domain = parse_domain(recipe_texts(recipe, [problem])[0])
    operator = domain.operators[recipe.macros[0].name]
    needed = {x.atom for x in operator.precondition if x.positive}
    assert needed.isdisjoint(x.atom for x in operator.effect if x.positive)
