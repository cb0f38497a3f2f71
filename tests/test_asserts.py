"""`python -O` leaves asserts out: none may stand where soundness or memory rests on it."""

import ast
import re
from pathlib import Path

import pytest

from fmtools.errors import SoundnessError
from fmtools.pddl import unfold as unfolding
from fmtools.pddl.plan_file import parse_plan
from tests.pddl.macro_samples import small_task

ROOT = Path(__file__).parents[1] / "fmtools"
ROOMS = ("augment", "compare", "core", "drivers", "learn", "pddl", "search", "simulators", "up")
PLAN = (
    "(board c1 l1) (sail l1 l2) (debark c1 l2) (board c2 l2) (sail l2 l3) (debark c2 l3)"
).replace(") (", ")\n(")
PATHS = sorted(path for room in ROOMS for path in (ROOT / room).glob("*.py"))


def narrows_a_type(test: ast.expr) -> bool:
    """`x is not None`, and several of these."""
    if isinstance(test, ast.BoolOp):
        return all(map(narrows_a_type, test.values))
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.IsNot)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_asserts_tell_the_type_checker_something_and_nothing_else(path: Path) -> None:
    tree = ast.parse(path.read_text())
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    assert [ast.unparse(node) for node in found if not narrows_a_type(node.test)] == []


def test_the_core_asserts_nothing() -> None:
    for path in ROOT.glob("core/*.pyx"):
        assert not re.search(r"^\s*assert\b", path.read_text(), re.MULTILINE), path.name


def test_a_plan_that_shortening_broke_is_not_handed_out(monkeypatch) -> None:
    domain, problem = small_task("ferry")
    monkeypatch.setattr(unfolding, "shorten", lambda domain, problem, steps: steps[:-1])
    table = unfolding.KnownMacros(domain, {})
    with pytest.raises(SoundnessError, match="shortening broke the plan"):
        unfolding.unfold(table, parse_plan(PLAN), Path("plan"), problem, shortened=True)
