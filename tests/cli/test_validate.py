import json
from pathlib import Path

import pytest

from fmtools.errors import EXIT_INPUT, EXIT_INVALID_PLAN, EXIT_OK
from tests.cli.command import assert_refused, fmtools
from tests.pddl.pddl_samples import GRIPPER

PLAN = ["(pick b1 here left)", "(pick b2 here right)", "(move here there)"]
DROPS = ["(drop b1 there left)", "(drop b2 there right)"]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    domain, problem, plan = (tmp_path / name for name in ("d.pddl", "p.pddl", "found.plan"))
    domain.write_text(GRIPPER.domain)
    problem.write_text(GRIPPER.problem)
    plan.write_text("\n".join([*PLAN, *DROPS, "; cost = 5 (unit cost)"]))
    return domain, problem, plan


def test_valid_plan(files: tuple[Path, Path, Path]) -> None:
    done = fmtools("validate", *files)
    assert (done.code, done.out, done.err) == (EXIT_OK, "valid: 5 steps, cost 5\n", "")


def test_valid_plan_as_json(files: tuple[Path, Path, Path]) -> None:
    done = fmtools("validate", *files, "--json")
    assert (done.code, done.err) == (EXIT_OK, "")
    assert json.loads(done.out) == {
        "valid": True,
        "length": 5,
        "cost": 5,
        "failed_step": None,
        "reason": "",
        "unmet_goals": [],
    }


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        (
            ["(move here there)", "(pick b1 here left)"],
            "step 2 (pick b1 here left): precondition (at-robot here) does not hold",
        ),
        (["(pik b1 here left)"], "step 1 (pik b1 here left): unknown action 'pik'; did you mean"),
        (["(pick b1 here)"], "step 1 (pick b1 here): 2 arguments; expected 3"),
        (["(pick b9 here left)"], "step 1 (pick b9 here left): unknown object 'b9'"),
        (PLAN, "goal (at b1 there) does not hold at the end"),
        ([], "goal (at b1 there) does not hold at the end"),
    ],
)
def test_invalid_plan_says_where_and_why(
    files: tuple[Path, Path, Path], steps: list[str], reason: str
) -> None:
    files[2].write_text("\n".join(steps))
    done = fmtools("validate", *files)
    assert done.code == EXIT_INVALID_PLAN
    assert done.err == ""
    assert done.out.startswith(f"invalid: {reason}")
    assert done.out.count("\n") == 1


def test_invalid_plan_as_json(files: tuple[Path, Path, Path]) -> None:
    files[2].write_text("(drop b1 here left)\n")
    done = fmtools("validate", *files, "--json")
    assert done.code == EXIT_INVALID_PLAN
    found = json.loads(done.out)
    assert found["failed_step"] == 1
    assert "(carry b1 left) does not hold" in found["reason"]
    assert found["unmet_goals"] == ["(at b1 there)", "(at b2 there)"]


def test_missing_files_are_one_line_errors(files: tuple[Path, Path, Path]) -> None:
    for number in range(3):
        words = [*files]
        words[number] = Path("nowhere") / "none.pddl"
        assert_refused(fmtools("validate", *words), EXIT_INPUT, "nowhere/none.pddl")


@pytest.mark.parametrize("garbage", [b"(((", b"\x80\xff\x00", b"no plan at all"])
def test_garbage_is_a_one_line_error(files: tuple[Path, Path, Path], garbage: bytes) -> None:
    for path in files:
        whole = path.read_bytes()
        path.write_bytes(garbage)
        assert_refused(fmtools("validate", *files), EXIT_INPUT, path.name)
        path.write_bytes(whole)
