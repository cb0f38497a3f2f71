import json
from pathlib import Path

import pytest

from fmtools.errors import EXIT_INPUT, EXIT_OK
from tests.cli.command import HANOI, HANOI_PROBLEM, PDDL, assert_refused, fmtools


def test_domain_alone() -> None:
    done = fmtools("info", HANOI)
    assert (done.code, done.err) == (EXIT_OK, "")
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "domain hanoi" in lines
    assert "smaller ?d - disc ?p - place static" in lines
    assert "move ?d - disc ?from ?to - place 4 2 2" in lines
    assert "ground actions" not in done.out


def test_problem_is_grounded() -> None:
    done = fmtools("info", HANOI, HANOI_PROBLEM)
    assert done.code == EXIT_OK, done.err
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "objects 13: 10 disc, 3 peg" in lines
    assert "ground actions 570" in lines
    assert "effect size mean 4.00, max 4" in lines
    assert "goal 10 literals" in lines


@pytest.mark.parametrize("world", ["hanoi", "barman", "transport", "rovers"])
def test_tables_fit_80_columns(world: str) -> None:
    done = fmtools("info", PDDL / world / "domain.pddl", PDDL / world / "problem-000.pddl")
    assert max(len(line.rstrip()) for line in done.out.splitlines()) <= 80
    assert "…" not in done.out


def test_json_goes_alone_to_stdout() -> None:
    done = fmtools("info", HANOI, HANOI_PROBLEM, "--json")
    assert done.code == EXIT_OK, done.err
    found = json.loads(done.out)
    assert found["domain"]["predicates"][2] == {
        "name": "smaller",
        "parameters": "?d - disc ?p - place",
        "static": True,
        "derived": False,
    }
    assert found["task"]["num_actions"] == 570
    assert found["task"]["actions"][0]["operator"] == "move"
    assert found["task"]["static_predicates"] == ["smaller"]


def test_missing_file_is_a_one_line_error() -> None:
    assert_refused(fmtools("info", "none.pddl"), EXIT_INPUT, "none.pddl")
    assert_refused(fmtools("info", HANOI, "none.pddl"), EXIT_INPUT, "none.pddl")


def test_garbage_is_a_one_line_error(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage.pddl"
    garbage.write_bytes(b"\x00\xff(define (domain")
    assert_refused(fmtools("info", garbage), EXIT_INPUT, "garbage.pddl")
    assert_refused(fmtools("info", HANOI, garbage), EXIT_INPUT, "garbage.pddl")


def test_help_shows_an_example() -> None:
    done = fmtools("info", "--help")
    assert done.code == EXIT_OK
    assert "Example: fmtools info" in done.out
