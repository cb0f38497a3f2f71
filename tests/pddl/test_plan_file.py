"""Plan files in the usual format, and in the formats that planners really write."""

from pathlib import Path

import pytest

from fmtools.errors import InputError, PddlError
from fmtools.pddl.plan_file import Step, format_plan, parse_plan, parse_step, read_plan, write_plan

STEPS = (Step("move", ("a", "b")), Step("wait"), Step("move", ("b", "a")))


def test_a_plan_is_written_one_action_per_line_with_its_cost() -> None:
    text = format_plan(STEPS, 3, unit_cost=True)
    assert text == "(move a b)\n(wait)\n(move b a)\n; cost = 3 (unit cost)\n"
    assert format_plan(["(wait)"], 7, unit_cost=False).endswith("; cost = 7 (general cost)\n")


def test_an_empty_plan_is_a_cost_line() -> None:
    assert format_plan((), 0, unit_cost=True) == "; cost = 0 (unit cost)\n"
    assert parse_plan("; cost = 0 (unit cost)\n") == ()


@pytest.mark.parametrize(
    "text",
    [
        "(move a b)\n(wait)\n(move b a)\n",
        "(MOVE A B)\r\n\r\n  (Wait) ; here\r\n( move  b\ta )",
        "0: (move a b)\n1: (wait)\n2: (move b a)\n; cost = 3 (unit cost)",
        "0.000: (move a b) [1.000]\n1.001:(wait)[1.000]\n2.002: (move b a) [ 1 ]\n",
        "; a\n;; (b)\n(move a b);x\r(wait)\r(move b a)\r",
    ],
)
def test_what_planners_write_is_read(text: str) -> None:
    assert parse_plan(text) == STEPS


def test_steps_remember_their_line() -> None:
    assert [step.line for step in parse_plan("\n(a)\n;\n(b)")] == [2, 4]


@pytest.mark.parametrize(
    "line", ["move a b", "(move a b", "()", "(a) (b)", "(a (b))", "x: (a)", "(a))", "\0"]
)
def test_other_lines_are_an_error_with_file_and_line(line: str) -> None:
    with pytest.raises(PddlError, match=r"^my\.plan:2: unexpected .*; expected \(action arg"):
        parse_plan(f"(ok)\n{line}\n", Path("my.plan"))


def test_one_action_name_is_one_step() -> None:
    assert parse_step("(Move a b)") == STEPS[0]
    with pytest.raises(PddlError):
        parse_step("(a)\n(b)")


def test_a_written_plan_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "out.plan"
    write_plan(path, STEPS, 3, unit_cost=True)
    assert read_plan(path) == STEPS
    assert [item.name for item in tmp_path.iterdir()] == ["out.plan"]


def test_a_plan_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write_plan(tmp_path / "no" / "such" / "folder", STEPS, 3, unit_cost=True)
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        write_plan(tmp_path / "folder", STEPS, 3, unit_cost=True)
    assert [item.name for item in tmp_path.iterdir()] == ["folder"]


def test_a_missing_plan_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PddlError, match="no such file"):
        read_plan(tmp_path / "none.plan")
