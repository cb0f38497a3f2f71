"""Directories of dead runs are swept; nothing else is."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fmtools.drivers.run_directory import MARKER, PREFIX, run_directory, sweep

ROOT = Path(__file__).parents[2]
HOLD = """
import sys
from fmtools.drivers.run_directory import run_directory
with run_directory() as directory:
    (directory / "file").write_text("x")
    directory.chmod(0o500)
    print(directory, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tmp dir"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def holder(temporary: Path) -> "tuple[subprocess.Popen[str], Path]":
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(temporary)},
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def swept(temporary: Path) -> list[str]:
    """What is left after the start of another run."""
    sweep.cache_clear()
    with run_directory():
        pass
    return sorted(path.name for path in temporary.iterdir())


def test_directory_of_a_killed_run_goes_at_the_next_start(temporary: Path) -> None:
    process, directory = holder(temporary)
    process.kill()
    process.communicate()
    assert directory.exists()
    assert swept(temporary) == []


def test_directory_of_a_living_run_stays(temporary: Path) -> None:
    process, directory = holder(temporary)
    process.send_signal(signal.SIGSTOP)
    assert swept(temporary) == [directory.parent.name]
    process.send_signal(signal.SIGCONT)
    process.communicate("")
    assert list(temporary.iterdir()) == []


def test_own_directories_stay_while_this_process_lives(temporary: Path) -> None:
    with run_directory() as directory:
        sweep.cache_clear()
        sweep(str(temporary))
        assert directory.exists()


def test_what_is_not_provably_ours_stays(temporary: Path, tmp_path: Path) -> None:
    dead, directory = holder(temporary)
    dead.kill()
    dead.communicate()
    real = tmp_path / "real"
    shutil.copytree(directory.parent, real)  # a dead run's directory in all but the name
    (temporary / f"{PREFIX}link").symlink_to(real)
    (temporary / f"{PREFIX}file").write_text("x")
    (temporary / f"{PREFIX}plain").mkdir()
    (temporary / f"{PREFIX}plain" / "thesis.tex").write_text("x")
    other = temporary / f"{PREFIX}other"
    other.mkdir()
    (other / MARKER).write_text("something of the user's")
    linked = temporary / f"{PREFIX}linked-marker"
    linked.mkdir()
    (linked / MARKER).symlink_to(real / MARKER)
    pipe = temporary / f"{PREFIX}pipe"
    pipe.mkdir()
    os.mkfifo(pipe / MARKER)
    shutil.copytree(real, temporary / "kept-run")
    expected = [path.name for path in temporary.iterdir() if path != directory.parent]
    assert swept(temporary) == sorted(expected)
    assert (real / "files" / "file").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_directories_of_other_users_stay(temporary: Path) -> None:
    process, directory = holder(temporary)
    process.kill()
    process.communicate()
    os.chown(directory.parent, 12345, 12345)
    assert swept(temporary) == [directory.parent.name]
