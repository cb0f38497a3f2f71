"""Full and read-only disks: one line that names the file, nothing half-written, the old file kept.

Real file systems where this process may mount them (root, as in most containers); files that may
not grow, and /dev/full, everywhere.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fmtools.errors import EXIT_INPUT, EXIT_USAGE
from fmtools.pddl.read import read_domain
from tests.pddl.macro_samples import CARRY_BALL, PDDL, library, problem_text

pytestmark = [pytest.mark.hostile("bad disks"), pytest.mark.slow]
ROOT = Path(__file__).parents[2]
GRIPPER = str(PDDL / "gripper" / "domain.pddl")
COMMANDS = {
    "learn": ("learn", "cube", "--budget", "20K", "-o", "{out}", "--force"),
    "learn table": ("learn", "npuzzle", "--size", "2", "--table", "-o", "{out}", "--force"),
    "plan": ("plan", GRIPPER, "problem.pddl", "-o", "{out}", "--force"),
    "compile": ("compile", GRIPPER, "macros.json", "-o", "{out}", "--force"),
    "unfold": ("unfold", GRIPPER, "macros.json", "plan", "-o", "{out}", "--force"),
    "compare": (
        "compare", GRIPPER, "problem.pddl", "--macros", "macros.json", "--planner", "gbfs",
        "-o", "{out}", "--force",
    ),
    "export": ("export", "cube", "-o", "{out}", "--force"),
}  # fmt: skip
OLD = "what was here before\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "problem.pddl").write_text(problem_text("gripper"))
    (tmp_path / "plan").write_text("(move a b)\n" * 2000)
    library(read_domain(Path(GRIPPER)), CARRY_BALL).save(tmp_path / "macros.json")
    return tmp_path


def mounted(folder: Path, options: str) -> Iterator[Path]:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "fmtools-test", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"cannot mount here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """With an old file, and not a page left."""
    for disk in mounted(tmp_path / "full", "size=16k"):
        (disk / "out.sas").write_text(OLD)
        try:
            with (disk / "filler").open("wb") as file:
                file.write(bytes(1 << 20))
        except OSError:
            pass
        yield disk


@pytest.fixture
def read_only_disk(tmp_path: Path) -> Iterator[Path]:
    for disk in mounted(tmp_path / "read-only", "size=16k"):
        (disk / "out.sas").write_text(OLD)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        yield disk


def run(
    folder: Path, words: tuple[str, ...], out: Path, shell: str = "exec {}", **variables: str
) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "fmtools", *(word.format(out=out) for word in words)]
    return subprocess.run(
        ["sh", "-c", shell.format(shlex.join(command))],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), **variables},
    )


def assert_one_line(done: "subprocess.CompletedProcess[str]", *codes: int, name: str = "") -> None:
    assert done.returncode in codes, done.stderr
    lines = done.stderr.splitlines()
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr, done.stderr
    assert lines and lines[-1].startswith("fmtools: error: "), done.stderr
    assert name in lines[-1], done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_full_disk_is_one_line_and_keeps_the_old_file(
    name: str, folder: Path, full_disk: Path
) -> None:
    out = full_disk / "out.sas"
    done = run(folder, COMMANDS[name], out)
    assert_one_line(done, EXIT_INPUT, name=str(out))
    assert out.read_text() == OLD
    assert sorted(path.name for path in full_disk.iterdir()) == ["filler", "out.sas"]


@pytest.mark.parametrize("name", COMMANDS)
def test_read_only_disk_is_one_line(name: str, folder: Path, read_only_disk: Path) -> None:
    out = read_only_disk / "out.sas"
    done = run(folder, COMMANDS[name], out)
    assert_one_line(done, EXIT_INPUT, EXIT_USAGE, name=str(out))
    assert out.read_text() == OLD


@pytest.mark.parametrize("name", COMMANDS)
def test_file_that_may_not_grow_is_one_line_and_keeps_the_old_one(name: str, folder: Path) -> None:
    """A limit on the size of files, as quotas and shells set it."""
    out = folder / "out.sas"
    out.write_text(OLD)
    done = run(folder, COMMANDS[name], out, "ulimit -f 0 && exec {}")
    assert_one_line(done, EXIT_INPUT)
    assert out.read_text() == OLD
    assert not list(folder.glob(".*.tmp"))


def test_full_folder_of_temporary_files_is_left_for_another(folder: Path, full_disk: Path) -> None:
    done = run(folder, COMMANDS["compare"], folder / "out", TMPDIR=str(full_disk))
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in full_disk.iterdir()) == ["filler", "out.sas"]


@pytest.mark.parametrize("disk", ["full_disk", "read_only_disk"])
def test_store_that_cannot_be_written_is_one_line(
    disk: str, folder: Path, request: pytest.FixtureRequest
) -> None:
    (folder / "small.toml").write_text('worlds = "8-puzzle"\ninstances = 3\nbudget = 1000\n')
    store = request.getfixturevalue(disk) / "store"
    done = run(folder, ("bench", "small.toml", "-o", "{out}", "--jobs", "1"), store)
    assert_one_line(done, EXIT_INPUT, EXIT_USAGE, name="store")


def test_folder_of_augment_that_cannot_be_written_is_one_line(
    folder: Path, full_disk: Path
) -> None:
    words = ("augment", GRIPPER, "problem.pddl", "-o", "{out}", "--planner", "gbfs", "--time", "5")
    done = run(folder, words, full_disk / "faster")
    assert_one_line(done, EXIT_INPUT, name=str(full_disk))


@pytest.mark.parametrize("words", [
    ("plan", "cube", "--scramble", "R U", "--json"),
    ("plan", "cube", "--scramble", "R U"),
    ("info", GRIPPER),
    ("show", "macros.json"),
    ("validate", GRIPPER, "problem.pddl", "plan"),
])  # fmt: skip
def test_full_standard_output_is_one_line(words: tuple[str, ...], folder: Path) -> None:
    done = run(folder, words, folder, "exec {} > /dev/full")
    assert_one_line(done, EXIT_INPUT)
