"""The plain text says the same as the model, whoever reads it."""

import pytest

from fmtools.pddl.model import Atom
from fmtools.pddl.plain_text import plain_task
from fmtools.pddl.read import parse_domain, parse_problem
from tests.pddl.ipc_oddities import ODDITIES
from tests.pddl.pddl_samples import BLOCKS, SAMPLES
from tests.reference import strips

ALL = {**SAMPLES, **ODDITIES}


@pytest.mark.parametrize("name", ALL)
def test_reading_it_back_gives_the_same_actions(name: str) -> None:
    domain, problem = ALL[name].parse()
    plain = plain_task(domain, problem)
    other = parse_domain(plain.domain_text)
    other_problem = parse_problem(plain.problem_text, other)
    expected = set(strips.successors(domain, problem, problem.init))
    found = {
        plain.action_name(*_split(action))
        for action in strips.successors(other, other_problem, other_problem.init)
    }
    assert found == expected
    atoms = {plain.atom(atom.predicate, atom.args) for atom in other_problem.init}
    assert atoms - {None} == problem.init
    assert len(other_problem.goal) == len(problem.goal)


def _split(action: str) -> tuple[str, list[str]]:
    name, *args = action.strip("()").split()
    return name, args


@pytest.mark.parametrize("name", ALL)
def test_it_is_plain(name: str) -> None:
    plain = plain_task(*ALL[name].parse())
    text = plain.domain_text + plain.problem_text
    assert text.isascii()
    assert text == text.lower()
    for word in ("either", "increase", ":functions", "total-cost", ":metric"):
        assert word not in text


def test_atoms_translate_both_ways() -> None:
    plain = plain_task(*BLOCKS.parse())
    atom = Atom("on", ("c", "a"))
    assert plain.atom(*plain.plain_atom(atom)) == atom
