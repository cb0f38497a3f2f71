"""Histories of atoms: the quick twin of composing, under every alias pattern."""

from itertools import product

from hypothesis import given

from fmtools.pddl.atom_history import Histories
from fmtools.pddl.compose import Contradiction, Meaning, bind_sequence, compose
from fmtools.pddl.lift import LiftedSequence, lift
from fmtools.pddl.model import Domain
from tests.pddl.random_domains import RandomTask, random_tasks
from tests.pddl.test_alias_random import RANDOM


def composed(domain: Domain, sequence: LiftedSequence) -> Meaning | None:
    result = compose(bind_sequence(domain, sequence))
    return None if isinstance(result, Contradiction) else result.meaning


@RANDOM
@given(random_tasks())
def test_histories_mean_what_composing_means(task: RandomTask) -> None:
    # Which objects are the same is for patterns to say, so operators here do not ask.
    operators = {
        name: type(op)(
            name,
            op.parameters,
            tuple(x for x in op.precondition if x.atom.predicate != "="),
            op.effect,
        )
        for name, op in task.domain.operators.items()
    }
    domain = Domain(
        "random",
        (),
        task.domain.types,
        task.domain.constants,
        task.domain.predicates,
        {},
        operators,
    )
    sequence = lift(domain, task.steps)
    histories = Histories(bind_sequence(domain, sequence))
    names = [parameter.name for parameter in sequence.parameters[:3]]
    for merged in product([*names, "k"], repeat=len(names)):
        terms = dict(zip(names, merged, strict=True))
        expected = composed(domain, sequence.renamed(terms))
        got = histories.meaning(terms)
        assert (got is None) == (expected is None)
        if got is not None and expected is not None:
            assert expected == Meaning(
                frozenset((a, x.required) for a, x in got.items() if x.required is not None),
                frozenset((a, x.written) for a, x in got.items() if x.written is not None),
            )
