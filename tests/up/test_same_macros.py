"""What `fmtools compile` writes for a problem is what the compiler of unified-planning returns."""

import pytest

from fmtools.pddl.macro_file import compile_macros
from fmtools.pddl.model import Operator
from fmtools.pddl.read import read_domain, read_problem
from fmtools.up.translate import translate
from tests.pddl.test_pipeline import NAMES, folder, walked_library

__all__ = ["folder"]


def content(operator: Operator) -> tuple[object, ...]:
    """All but the order of conditions, which the two sides may keep apart."""
    return (
        operator.parameters,
        frozenset(operator.precondition),
        frozenset(operator.effect),
    )


@pytest.mark.parametrize("max_growth", [None, 1.5, 3.0])
@pytest.mark.parametrize("name", NAMES)
def test_the_same_operators_by_name_and_content(folder, name, max_growth):
    from unified_planning.io import PDDLReader

    from fmtools.up.compiler import MacroCompiler

    paths = folder / name / "domain.pddl", folder / name / "p1.pddl"
    domain = read_domain(paths[0])
    problem = read_problem(paths[1], domain)
    source = PDDLReader().parse_problem(*map(str, paths))
    num_macros = 0
    for seed in range(4):
        library = walked_library(domain, problem, seed)
        given = {"max_growth": max_growth}
        ours = compile_macros(domain, library, problems=[problem], given=given)
        result = MacroCompiler(macros=library, max_growth=max_growth).compile(source)
        theirs = translate(result.problem).domain.operators
        found = {key: op for key, op in theirs.items() if key not in domain.operators}
        assert found.keys() == ours.sequences.keys()
        for item in ours.macros:
            assert content(found[item.name]) == content(item.macro.operator)
        num_macros += len(found)
    assert num_macros or max_growth == 1.5
