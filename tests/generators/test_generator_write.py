"""Writing instances: whole files, nothing overwritten unasked."""

from pathlib import Path

import pytest

from fmtools.errors import UsageError
from fmtools.generators.registry import domain_text
from fmtools.generators.write import write_instances


def test_domain_and_problems_are_written(tmp_path: Path) -> None:
    paths = write_instances("ferry", tmp_path / "new" / "ferry", size=3, count=2, seed=5)
    assert [path.name for path in paths] == ["domain.pddl", "problem-000.pddl", "problem-001.pddl"]
    assert sorted((tmp_path / "new" / "ferry").iterdir()) == paths
    assert paths[0].read_text() == domain_text("ferry")


def test_writing_twice_changes_nothing(tmp_path: Path) -> None:
    first = [path.read_bytes() for path in write_instances("hanoi", tmp_path, size=4, count=3)]
    again = [path.read_bytes() for path in write_instances("hanoi", tmp_path, size=4, count=3)]
    assert first == again


def test_a_file_that_differs_stops_everything(tmp_path: Path) -> None:
    (tmp_path / "problem-001.pddl").write_text("mine")
    with pytest.raises(UsageError, match=r"problem-001\.pddl would change; use --force"):
        write_instances("hanoi", tmp_path, size=4, count=3)
    assert [path.name for path in tmp_path.iterdir()] == ["problem-001.pddl"]
    assert (tmp_path / "problem-001.pddl").read_text() == "mine"


def test_force_overwrites_and_leaves_other_files_alone(tmp_path: Path) -> None:
    (tmp_path / "problem-001.pddl").write_text("mine")
    (tmp_path / "notes.txt").write_text("mine")
    write_instances("hanoi", tmp_path, size=4, count=3, force=True)
    assert (tmp_path / "problem-001.pddl").read_text().startswith("; fmtools generate hanoi")
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 5


def test_a_file_in_place_of_the_folder_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(UsageError, match="cannot be written"):
        write_instances("hanoi", tmp_path / "out", size=4, count=1)
