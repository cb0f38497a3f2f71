"""A second opinion on plain domains: tarski reads the same predicates, operators, facts, goals."""

import warnings
from pathlib import Path
from typing import Any

import pytest

from fmtools.pddl.model import EQUALS, OBJECT
from tests.pddl.ipc_oddities import ODDITIES
from tests.pddl.pddl_samples import SAMPLES, Sample

PLAIN = {
    **SAMPLES,
    **{
        name: sample
        for name, sample in ODDITIES.items()
        if name.split(":")[0]
        in {
            "transport and nomystery",
            "psr-small and movie",
            "hiking and tetris",
            "elevators",
        }
    },
}


def tarski_problem(sample: Sample, folder: Path) -> Any:
    from tarski.io import PDDLReader

    (folder / "d.pddl").write_text(sample.domain.lower())
    (folder / "p.pddl").write_text(sample.problem.lower())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = PDDLReader(raise_on_error=True)
        reader.parse_domain(str(folder / "d.pddl"))
        return reader.parse_instance(str(folder / "p.pddl"))


@pytest.mark.parametrize("name", PLAIN)
def test_tarski_reads_the_same(name: str, tmp_path: Path) -> None:
    domain, problem = PLAIN[name].parse()
    other = tarski_problem(PLAIN[name], tmp_path)
    predicates = {p.name: p.arity for p in other.language.predicates if isinstance(p.name, str)}
    expected = {name: len(signature.parameters) for name, signature in domain.predicates.items()}
    assert {name: predicates[name] for name in expected} == expected
    assert {name: len(action.parameters) for name, action in other.actions.items()} == {
        name: len(operator.parameters) for name, operator in domain.operators.items()
    }
    assert {c.name for c in other.language.constants() if c.sort.name != "number"} == {
        item.name for item in (*domain.constants, *problem.objects)
    }
    facts = {str(atom) for atom in other.init.as_atoms() if not isinstance(atom, tuple)}
    assert facts == {f"{atom.predicate}({','.join(atom.args)})" for atom in problem.init}
    assert _num_literals(other.goal) == len(problem.goal)
    for name, action in other.actions.items():
        operator = domain.operators[name]
        assert _num_literals(action.precondition) == len(operator.precondition)
        literals = [effect for effect in action.effects if hasattr(effect, "atom")]
        assert len(literals) == len(operator.effect)
    sorts = {sort.name for sort in other.language.sorts if not sort.builtin}
    assert sorts - {OBJECT, "number"} == domain.types.keys() - {OBJECT}
    assert EQUALS not in domain.predicates


def _num_literals(formula: Any) -> int:
    from tarski.syntax import Atom, CompoundFormula, Connective, Tautology

    if isinstance(formula, Tautology):
        return 0
    if isinstance(formula, CompoundFormula) and formula.connective == Connective.And:
        return sum(_num_literals(part) for part in formula.subformulas)
    assert isinstance(formula, Atom) or formula.connective == Connective.Not
    return 1
