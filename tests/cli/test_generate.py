import json
from pathlib import Path

import pytest

from fmtools.errors import EXIT_OK, EXIT_USAGE
from fmtools.generators.instances import DEFAULT_SEED
from fmtools.generators.registry import GENERATORS
from tests.cli.command import PDDL, assert_refused, fmtools


@pytest.mark.parametrize("name", ["gripper", "visitall"])
def test_seed_1_reproduces_the_files_in_the_repository(name: str, tmp_path: Path) -> None:
    done = fmtools("generate", name, "-o", tmp_path / name, "--seed", DEFAULT_SEED)
    assert (done.code, done.err) == (EXIT_OK, "")
    expected = {path.name: path.read_bytes() for path in (PDDL / name).iterdir()}
    assert {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} == expected


def test_json_names_every_file(tmp_path: Path) -> None:
    out = tmp_path / "small"
    done = fmtools("generate", "hanoi", "-o", out, "--size", "4", "--count", "3", "--json")
    assert (done.code, done.err) == (EXIT_OK, "")
    assert json.loads(done.out) == {
        "domain_name": "hanoi",
        "size": 4,
        "unit": "discs",
        "count": 3,
        "seed": 0,
        "domain": str(out / "domain.pddl"),
        "problems": [str(out / f"problem-00{number}.pddl") for number in range(3)],
    }


def test_of_several_sizes_there_is_a_problem_each_and_of_one_named_twice_another(
    tmp_path: Path,
) -> None:
    sizes = ("--size", "5,3,5", "--seed", "7")
    done = fmtools("generate", "ferry", "-o", tmp_path / "sizes", *sizes, "--json")
    assert (done.code, done.json["size"], done.json["count"]) == (EXIT_OK, [5, 3, 5], 3)
    written = [Path(path).read_text() for path in done.json["problems"]]
    for size, expected in ((5, written[::2]), (3, written[1:2])):
        words = ("--size", size, "--count", len(expected), "--seed", 7, "--json")
        one = fmtools("generate", "ferry", "-o", tmp_path / str(size), *words).json
        assert [Path(path).read_text() for path in one["problems"]] == expected
    two_each = (*sizes, "--count", "2")
    assert fmtools("generate", "ferry", "-o", tmp_path / "two", *two_each).out == (
        f"6 problems with 5, 3, 5 cars in {tmp_path / 'two'}\n"
    )


def test_files_that_would_change_are_kept_unless_forced(tmp_path: Path) -> None:
    words = ("generate", "gripper", "-o", tmp_path, "--size", "3", "--count", "1")
    assert fmtools(*words).out == f"1 problem with 3 balls in {tmp_path}\n"
    before = (tmp_path / "problem-000.pddl").read_bytes()
    assert fmtools(*words).code == EXIT_OK
    assert_refused(fmtools(*words, "--seed", "5"), EXIT_USAGE, "use --force")
    assert (tmp_path / "problem-000.pddl").read_bytes() == before
    assert fmtools(*words, "--seed", "5", "--force").code == EXIT_OK
    assert (tmp_path / "problem-000.pddl").read_bytes() != before


def test_unknown_name_gets_a_suggestion_and_the_list(tmp_path: Path) -> None:
    done = fmtools("generate", "hanoy", "-o", tmp_path / "x")
    assert_refused(done, EXIT_USAGE, "did you mean 'hanoi'?")
    assert ", ".join(sorted(GENERATORS)) in done.err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--size", "0"], "cannot have size 0"),
        (["--size", "4,0"], "cannot have size 0"),
        (["--size", "4,"], "expected a number, or several such as 4,6,8"),
        (["--size", "-4"], "expected a number"),
        (["--count", "0"], "at least 1 is needed"),
        (["--seed", "-1"], "--seed -1 is too small"),
    ],
)
def test_numbers_out_of_range_are_one_line_errors(
    options: list[str], text: str, tmp_path: Path
) -> None:
    done = fmtools("generate", "hanoi", "-o", tmp_path / "x", *options)
    assert_refused(done, EXIT_USAGE, text)
    assert not (tmp_path / "x").exists()


def test_output_that_is_a_file_is_a_one_line_error(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    done = fmtools("generate", "gripper", "-o", tmp_path / "taken", "--size", "3", "--count", "1")
    assert_refused(done, EXIT_USAGE, "taken")


def test_help_lists_every_domain() -> None:
    text = " ".join(fmtools("generate", "--help").out.split())
    assert all(name in text for name in GENERATORS)
