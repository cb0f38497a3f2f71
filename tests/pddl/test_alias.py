"""Aliasing: guards where they are needed, none where they are not; the known failures."""

from dataclasses import replace

import pytest

from fmtools.pddl.alias import AliasCheck
from fmtools.pddl.alias_pattern import Pattern
from fmtools.pddl.compose import bind_sequence
from fmtools.pddl.macro_operator import CannotCompileError, make_operator
from fmtools.pddl.model import Atom, Literal
from fmtools.pddl.read import parse_domain
from fmtools.pddl.static_facts import StaticFacts
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import compiled, lifted, small_task
from tests.pddl.pddl_samples import SAMPLES
from tests.reference.macro_instances import differences, reachable_states

KNOWN_FAILURES = {
    "hanoi": samples.HANOI,
    "depot drives": samples.TWO_DRIVES,
    "gripper": samples.DOUBLE_DROP,
    "miconic": samples.BOARD_DEPART,
    "depot lifts": samples.LIFT_DROP_LIFT,
}


@pytest.mark.parametrize("name", KNOWN_FAILURES)
def test_known_failures_of_the_paper_are_sound_in_every_reachable_state(name: str) -> None:
    domain, problem = small_task(name.split()[0])
    states = reachable_states(domain, problem, 60)
    for problems in ((), (problem,)):
        macro = compiled(domain, KNOWN_FAILURES[name], *problems)
        found = differences(domain, problem, macro.operator, macro.sequence, states)
        assert next(found, None) is None


def test_hanoi_needs_the_guard_that_the_paper_lacks() -> None:
    domain, _ = small_task("hanoi")
    assert ("?to", "?to2") in compiled(domain, samples.HANOI).proof.guards


def test_static_facts_of_given_problems_save_guards() -> None:
    domain, problem = small_task("hanoi")
    everywhere, here = compiled(domain, samples.HANOI), compiled(domain, samples.HANOI, problem)
    assert set(here.proof.guards) == {("?from", "?from2"), ("?to", "?to2")}
    assert set(here.proof.guards) < set(everywhere.proof.guards)
    assert here.proof.excluded["static facts"] > 0
    assert (here.proof.num_problems, everywhere.proof.num_problems) == (1, 0)


def test_problems_with_the_same_static_facts_are_looked_at_once() -> None:
    domain, problem = small_task("hanoi")
    other = replace(problem, init=problem.init - {Atom("clear", ("d1",))})
    macro = compiled(domain, samples.HANOI, problem, other)
    assert macro.proof.guards == compiled(domain, samples.HANOI, problem).proof.guards
    assert macro.proof.num_problems == 2


def test_a_problem_that_allows_an_alias_brings_the_guard_back() -> None:
    domain, problem = small_task("hanoi")
    odd = replace(problem, init=problem.init | {Atom("smaller", ("d1", "d1"))})
    macro = compiled(domain, samples.HANOI, problem, odd)
    assert ("?d", "?to") in macro.proof.guards


def test_two_drives_of_one_truck_need_no_guard() -> None:
    domain, _ = small_task("depot")
    macro = compiled(domain, samples.TWO_DRIVES)
    assert macro.proof.guards == ()
    assert macro.proof.num_compared == 4  # Three places, all different or two the same.


def test_double_drop_needs_one_guard_only() -> None:
    domain, problem = small_task("gripper")
    assert len(compiled(domain, samples.DOUBLE_DROP).proof.guards) == 1
    # There are fewer grippers than balls: that guard leaves fewer instances.
    assert compiled(domain, samples.DOUBLE_DROP, problem).proof.guards == (("?g", "?g2"),)


def test_types_that_cannot_meet_need_no_guard() -> None:
    domain, _ = small_task("miconic")
    assert compiled(domain, samples.BOARD_DEPART).proof.guards == ()


def test_a_crate_may_be_the_surface_of_another_step() -> None:
    domain, _ = small_task("depot")
    guards = compiled(domain, samples.LIFT_DROP_LIFT).proof.guards
    assert ("?c", "?s2") in guards
    assert ("?s", "?s2") in guards


def test_an_inequality_that_is_there_already_serves_as_guard() -> None:
    domain, _ = SAMPLES["lamps"].parse()
    macro = compiled(domain, "(swap-light l1 l2)")
    assert macro.proof.guards == ()
    assert macro.proof.excluded["preconditions"] == 1
    assert sum(x.atom.predicate == "=" for x in macro.operator.precondition) == 1


def test_a_guaranteed_effect_is_kept_where_it_saves_a_guard() -> None:
    domain, _ = small_task("hanoi")
    macro = compiled(domain, "(move d a b)\n(move d b a)", small_task("hanoi")[1])
    assert macro.proof.guards == ()
    assert "(on ?d ?from)" in map(str, macro.operator.effect)


def test_a_parameter_may_be_a_constant_too() -> None:
    domain = parse_domain("""(define (domain lights) (:constants hall)
      (:predicates (lit ?x) (seen ?x))
      (:action on :parameters (?x) :effect (lit ?x))
      (:action off-hall :parameters () :precondition (lit hall) :effect (not (lit hall))))""")
    macro = compiled(domain, "(on kitchen)\n(off-hall)")
    assert macro.proof.guards == (("?x", "hall"),)


def test_a_sequence_that_cannot_run_is_refused() -> None:
    domain, _ = small_task("gripper")
    with pytest.raises(CannotCompileError, match=r"step 2, \(drop \?b \?r \?g\), needs"):
        compiled(domain, "(drop b r g)\n(drop b r g)")


def test_a_sequence_without_effect_is_refused() -> None:
    domain = parse_domain("""(define (domain d) (:predicates (p))
      (:action a :precondition (p) :effect (not (p))) (:action b :effect (p)))""")
    with pytest.raises(CannotCompileError, match="it changes nothing"):
        compiled(domain, "(a)\n(b)")


def test_a_wrong_operator_is_found_out() -> None:
    domain, _ = small_task("miconic")
    sequence = lifted(domain, samples.BOARD_DEPART)
    macro = make_operator(domain, sequence, "m", StaticFacts(domain))
    check = AliasCheck(
        domain, sequence.parameters, bind_sequence(domain, sequence), StaticFacts(domain)
    )
    effect = tuple(x for x in macro.operator.effect if x.positive)
    assert check.survey(replace(macro.operator, effect=effect)).differing
    assert not check.survey(macro.operator).differing


def test_fourteen_parameters_are_proved_by_few_patterns() -> None:
    """Of the 190,899,322 ways to make some of them one."""
    domain, _ = small_task("hanoi")
    moves = [f"(move d{k} a{k} b{k})" for k in range(4)] + ["(move d4 a0 b4)"]
    macro = compiled(domain, "\n".join(moves))
    assert len(macro.operator.parameters) == 14
    assert macro.proof.num_compared + macro.proof.excluded["guards"] < 10_000


def test_a_macro_with_too_many_patterns_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fmtools.pddl.alias.MAX_PATTERNS", 3)
    domain, _ = small_task("hanoi")
    with pytest.raises(CannotCompileError, match="too many alias patterns"):
        compiled(domain, samples.HANOI)


def test_a_parameter_without_influence_is_dropped() -> None:
    domain = parse_domain("""(define (domain d) (:predicates (p ?x) (q ?x))
      (:action a :parameters (?x ?idle) :precondition (p ?x) :effect (not (p ?x)))
      (:action b :parameters (?x) :effect (q ?x)))""")
    macro = compiled(domain, "(a o1 o2)\n(b o1)")
    assert [p.name for p in macro.operator.parameters] == ["?x"]
    assert [str(step) for step in macro.sequence.steps] == ["(a ?x ?x)", "(b ?x)"]


def test_fixed_predicates_come_first_and_guards_last() -> None:
    domain, _ = small_task("hanoi")
    literals: list[Literal] = list(compiled(domain, samples.HANOI).operator.precondition)
    names = [x.atom.predicate for x in literals]
    assert names[:3] == ["smaller"] * 3
    assert set(names[names.index("=") :]) == {"="}


def test_patterns_join_and_prefer_constants() -> None:
    pattern = Pattern.distinct(("?a", "?b", "?c"))
    joined = pattern.joined([("?b", "?c"), ("?c", "k")])
    assert joined is not None
    assert joined.mapping == {"?a": "?a", "?b": "k", "?c": "k"}
    assert joined.pairs == {("?b", "?c"), ("?b", "k"), ("?c", "k")}
    assert joined.joined([("?b", "other")]) is None
