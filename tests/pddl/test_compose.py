"""Sequences as one action: last write wins, only what is guaranteed is dropped."""

from fmtools.pddl.compose import Composition, Contradiction, bind_sequence, compose, total_cost
from fmtools.pddl.model import Atom, Cost, Domain
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import lifted
from tests.pddl.pddl_samples import SAMPLES


def composed(domain: Domain, actions: str) -> Composition:
    result = compose(bind_sequence(domain, lifted(domain, actions)))
    assert isinstance(result, Composition)
    return result


def test_add_then_delete_leaves_a_delete() -> None:
    domain, _ = samples.small_task("miconic")
    result = composed(domain, samples.BOARD_DEPART)
    assert result.written[Atom("boarded", ("?p",))] is False
    assert (Atom("boarded", ("?p",)), False) in result.meaning.changes


def test_delete_then_add_of_what_was_needed_changes_nothing() -> None:
    domain, _ = samples.small_task("gripper")
    result = composed(domain, samples.CARRY_BALL)
    assert set(result.guaranteed) == {Atom("robot-at", ("?r",)), Atom("free", ("?g",))}
    assert (Atom("free", ("?g",)), True) not in result.meaning.changes


def test_a_condition_that_an_earlier_step_makes_true_is_no_precondition() -> None:
    domain, _ = samples.small_task("depot")
    assert set(composed(domain, samples.TWO_DRIVES).required) == {Atom("at", ("?t", "?from"))}


def test_a_delete_of_what_may_be_true_stays() -> None:
    domain, _ = samples.small_task("depot")
    changes = composed(domain, samples.TWO_DRIVES).meaning.changes
    assert (Atom("at", ("?t", "?to")), False) in changes


def test_one_action_that_deletes_and_adds_an_atom_makes_it_true() -> None:
    domain, _ = SAMPLES["lamps"].parse()
    result = composed(domain, "(flash l1 l2)")
    assert result.written[Atom("lit", ("?y",))] is True


def test_a_step_that_cannot_follow_is_named() -> None:
    domain, _ = samples.small_task("gripper")
    result = compose(bind_sequence(domain, lifted(domain, "(pick b r g)\n(pick b r g2)")))
    assert isinstance(result, Contradiction)
    assert (result.step, str(result.literal)) == (2, "(at ?b ?r)")


def test_negative_preconditions_and_inequalities_are_kept() -> None:
    domain, _ = SAMPLES["lamps"].parse()
    result = composed(domain, "(swap-light l1 l2)\n(swap-light l2 l3)")
    assert result.required[Atom("lit", ("?y",))] is False
    assert result.required[Atom("broken", ("?y",))] is False
    assert Atom("=", ("?x", "?y")) in result.distinct


def test_costs_add_up() -> None:
    domain, _ = SAMPLES["delivery"].parse()
    sequence = lifted(domain, "(load x t home)\n(drive t home mill)\n(unload x t mill)")
    cost = total_cost(bind_sequence(domain, sequence))
    assert cost == Cost(5, (Atom("distance", ("?p", "?b")),))
