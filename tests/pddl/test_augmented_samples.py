"""Macros from random walks in every sample domain, odd ones too: proved, written, read again."""

import random

import pytest

from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.lifted_library import pddl_world
from fmtools.pddl.macro_file import compile_macros
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.unfold import table_of_augmented
from tests.pddl.ipc_oddities import ODDITIES
from tests.pddl.pddl_samples import SAMPLES
from tests.reference.macro_instances import differences, reachable_states
from tests.reference.strips import successors

TASKS = {**SAMPLES, **ODDITIES}


def walks(domain: Domain, problem: Problem, count: int) -> MacroLibrary:
    """Random walks of two or three actions from reachable states."""
    rng = random.Random(0)
    states = reachable_states(domain, problem, 10)
    macros = []
    for _ in range(count):
        state, actions = rng.choice(states), []
        for _ in range(rng.randint(2, 3)):
            options = successors(domain, problem, state)
            if options:
                actions.append(rng.choice(sorted(options)))
                state = options[actions[-1]]
        if actions:
            macros.append(Macro(tuple(actions), 1, ()))
    return MacroLibrary(pddl_world(domain), tuple(macros))


@pytest.mark.parametrize("crlf", [False, True], ids=["lf", "crlf"])
@pytest.mark.parametrize("name", TASKS)
def test_macros_of_any_domain_are_sound_and_read_back(name: str, crlf: bool) -> None:
    plain = [text.replace("\r\n", "\n") for text in TASKS[name]]
    texts = [text.replace("\n", "\r\n") for text in plain] if crlf else plain
    domain = parse_domain(texts[0])
    problem = parse_problem(texts[1], domain)
    compilation = compile_macros(domain, walks(domain, problem, 6), problems=[problem])
    written = augmented_text(compilation, [problem])
    assert ("\r" in written.domain) is crlf
    again = parse_domain(written.domain)
    assert set(table_of_augmented(again).sequences) == set(compilation.sequences)
    for text in written.problems:
        parse_problem(text, again)
    states = reachable_states(domain, problem, 10)
    for item in compilation.macros:
        operator, sequence = item.macro.operator, item.macro.sequence
        assert next(differences(domain, problem, operator, sequence, states), None) is None
