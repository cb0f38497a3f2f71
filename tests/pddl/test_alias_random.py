"""Random domains and sequences: every instance of the operator does what its steps do."""

from dataclasses import replace

from hypothesis import HealthCheck, assume, given, settings

from fmtools.pddl.guards import guard_literal
from fmtools.pddl.lift import lift
from fmtools.pddl.macro_operator import CannotCompileError, MacroOperator, make_operator
from fmtools.pddl.model import Problem
from fmtools.pddl.static_facts import StaticFacts
from tests.pddl.random_domains import RandomTask, random_tasks
from tests.reference.macro_instances import differences, reachable_states

RANDOM = settings(
    deadline=None,
    derandomize=True,
    max_examples=150,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


def compiled(task: RandomTask, *problems: Problem) -> MacroOperator:
    assume(len(task.steps) > 1)
    sequence = lift(task.domain, task.steps)
    assume(len(sequence.parameters) <= 5)
    try:
        return make_operator(task.domain, sequence, "macro", StaticFacts(task.domain, problems))
    except CannotCompileError as error:
        assume(str(error) != "it changes nothing")
        raise


@RANDOM
@given(random_tasks())
def test_every_instance_does_what_its_steps_do_in_every_state(task: RandomTask) -> None:
    macro = compiled(task)
    found = differences(task.domain, task.problem, macro.operator, macro.sequence)
    assert next(found, None) is None


@RANDOM
@given(random_tasks())
def test_static_facts_save_guards_and_reachable_states_do_not_notice(task: RandomTask) -> None:
    macro = compiled(task, task.problem)
    states = reachable_states(task.domain, task.problem, 40)
    found = differences(task.domain, task.problem, macro.operator, macro.sequence, states)
    assert next(found, None) is None
    assert len(macro.proof.guards) <= len(compiled(task).proof.guards)


@RANDOM
@given(random_tasks())
def test_every_guard_is_needed(task: RandomTask) -> None:
    macro = compiled(task)
    # Objects of every type in numbers: a difference may need that many different ones.
    objects = tuple(
        item._replace(name=f"{item.name}-{k}") for item in task.problem.objects for k in range(2)
    )
    problem = replace(task.problem, objects=(*task.problem.objects, *objects))
    assume(len(macro.sequence.parameters) <= 4)
    for pair in macro.proof.guards:
        rest = tuple(x for x in macro.operator.precondition if x != guard_literal(pair))
        unguarded = replace(macro.operator, precondition=rest)
        assert next(differences(task.domain, problem, unguarded, macro.sequence), None)
