"""What `-o` may point to: files, links, pipes and devices, each written as it should be."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fmtools.augment.output import check_folder, start_partial, write_folder
from fmtools.cli.options import check_writable
from fmtools.errors import UsageError
from fmtools.files import is_stream, write_whole
from tests.augment.test_guarded_macros import carrying
from tests.cli.command import HANOI, HANOI_PROBLEM, PDDL, fmtools


@contextmanager
def read(pipe: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that reads a pipe, ended where nobody ever wrote."""
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        try:
            yield reader
        finally:
            reader.kill()


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    target, link, second = tmp_path / "there" / "target", tmp_path / "link", tmp_path / "second"
    target.parent.mkdir()
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    second.symlink_to("link")
    write_whole(second, "new")
    assert second.is_symlink()
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert {path.name for path in target.parent.iterdir()} == {"target"}


def test_a_link_to_nothing_yet_makes_its_target(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "fresh")
    check_writable(link, force=False)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "fresh").read_text() == "new"


def test_links_in_a_circle_are_refused_and_stay(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="symbolic links"):
        write_whole(tmp_path / "a", "new")
    assert (tmp_path / "a").is_symlink()


def test_a_pipe_gets_the_data_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    check_writable(pipe, force=False)
    write_whole(pipe, "through")
    reader.join()
    assert got == ["through"]
    assert is_stream(pipe)


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    write_whole(Path("/dev/null"), "gone")
    write_whole(link, "gone")
    assert Path("/dev/null").is_char_device()
    assert link.is_symlink()


def test_what_no_file_can_hold_is_escaped(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", "a\udcffb")
    assert (tmp_path / "file").read_text() == r"a\udcffb"


def test_a_plan_goes_through_force_into_a_pipe_and_to_standard_output(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = ("plan", HANOI, HANOI_PROBLEM, "--planner", "astar", "--force", "--json", "-o")
    with read(pipe) as reader:
        finished = fmtools(*words, pipe)
        assert finished.code == 0, finished.err
        plan, _ = reader.communicate()
    assert plan.startswith("(move ")
    assert pipe.is_fifo()
    finished = fmtools(*words[:-3], "--json", "-o", "/dev/stdout")
    assert finished.code == 0, finished.err
    assert finished.out.startswith(plan + "{")


def test_the_target_of_a_link_is_not_overwritten_without_force(tmp_path: Path) -> None:
    (tmp_path / "dear").write_text("mine")
    (tmp_path / "link").symlink_to("dear")
    with pytest.raises(UsageError, match="exists"):
        check_writable(tmp_path / "link", force=False)
    check_writable(tmp_path / "link", force=True)
    with pytest.raises(UsageError, match="also an input"):
        check_writable(tmp_path / "link", force=True, inputs=[tmp_path / "dear"])


def test_a_link_to_a_folder_of_augment_stays_one(tmp_path: Path) -> None:
    recipe, _ = carrying()
    real, link = tmp_path / "there" / "real", tmp_path / "link"
    real.mkdir(parents=True)
    link.symlink_to(real)
    for seed in range(2):
        check_folder(link, force=seed > 0, problems=[])
        start_partial(link)
        write_folder(link, recipe, [], {"seed": seed})
    assert link.is_symlink()
    assert (real / "report.json").read_text() == '{\n "seed": 1\n}\n'
    assert {path.name for path in tmp_path.iterdir()} == {"link", "there"}
    assert [path.name for path in real.parent.iterdir()] == ["real"]


def test_a_script_may_write_to_a_process_that_reads(tmp_path: Path) -> None:
    """`-o >(cat > lines)`, as bash has it: a pipe under the name of a descriptor."""
    (tmp_path / "plan").write_text("(move d1 d2 peg3)\n")
    command = '"$0" -m fmtools unfold "$1" plan -o >(cat > lines); wait $!'
    words = ["bash", "-c", command, sys.executable, HANOI]
    subprocess.run(words, check=True, cwd=tmp_path)
    assert (tmp_path / "lines").read_text().startswith("(move d1 d2 peg3)")


def test_a_pipe_gets_the_records_of_a_comparison_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    gripper = PDDL / "gripper"
    macros = PDDL.parent / "compiled" / "gripper" / "macros.json"
    with read(pipe) as reader:
        finished = fmtools(
            "compare", gripper / "domain.pddl", gripper / "problem-000.pddl", "--macros", macros,
            "--planner", "gbfs", "--max-growth", 10, "-o", pipe,
        )  # fmt: skip
        assert finished.code == 0, finished.err
        lines, _ = reader.communicate()
    assert len(lines.splitlines()) == 2
