"""How the command ends: crashes, Ctrl-C, readers that leave; each with its exit code and a word."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fmtools.errors import FmtoolsError
from tests.cli.command import HANOI, PDDL, fmtools

MACROS = PDDL.parent / "compiled" / "gripper" / "macros.json"
CRASHING = """
import sys, types
from fmtools.cli import app
boom = types.ModuleType("fmtools.cli.boom")
def crash():
    {statement}
boom.boom = crash
sys.modules["fmtools.cli.boom"] = boom
app.COMMANDS["boom"] = "Crash."
sys.argv[1:] = ["boom"]
app.main()
"""


def crash(statement: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", CRASHING.format(statement=statement)]
    env = os.environ | variables
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False)


def test_a_crash_has_a_code_of_its_own_and_one_line() -> None:
    run = crash("{}['seldom\\nnearer']")
    assert run.returncode == 35
    assert run.stdout == ""
    assert run.stderr.splitlines() == [
        r"fmtools: error: a bug in fmtools: KeyError: 'seldom\nnearer'; "
        "--debug shows where"
    ]


def test_a_crash_shows_its_traceback_when_asked() -> None:
    run = crash("{}['x']", FMTOOLS_TRACEBACK="1")
    assert run.returncode == 35
    assert "Traceback" in run.stderr
    assert run.stderr.splitlines()[-1].startswith("fmtools: error: ")


def test_no_memory_left_is_a_limit_and_no_bug() -> None:
    run = crash("bytearray(1 << 60)")
    assert (run.returncode, run.stderr) == (22, "fmtools: error: no memory left\n")


def test_an_error_without_a_code_is_no_invalid_plan() -> None:
    assert FmtoolsError.exit_code == 35
    run = crash("from fmtools.errors import FmtoolsError; raise FmtoolsError('odd')")
    assert (run.returncode, run.stderr) == (35, "fmtools: error: odd\n")


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("show", MACROS),
        ("show", MACROS, "--json"),
        ("show", MACROS, "--limit", 100),
        ("info", HANOI),
        ("planners", "--help"),
        ("generate", "hanoi", "-o", "out", "--count", 1),
        ("compile", PDDL / "gripper" / "domain.pddl", MACROS, "-o", "augmented.pddl"),
    ],
)
def test_a_reader_that_leaves_ends_it_quietly(words: tuple[object, ...], tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    run = subprocess.run(
        [sys.executable, "-m", "fmtools", *map(str, words)],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    os.close(writing)
    assert (run.returncode, run.stderr) == (141, "")


def test_closed_and_full_outputs_are_no_crash(tmp_path: Path) -> None:
    script = '"$0" -m fmtools info "$1" >&-; echo $? >&2; "$0" -m fmtools info "$1" > /dev/full'
    words = ["bash", "-c", script, sys.executable, str(HANOI)]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.returncode == 31
    assert run.stderr.splitlines() == [
        "0", "fmtools: error: standard output: No space left on device",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("numpy", "pass"),
        ("numpy", "raise ImportError('half imported')"),
    ],
)
def test_ctrl_c_while_importing_is_said_in_one_line(module: str, text: str, tmp_path: Path) -> None:
    """A module of that name stands before the real one, and is hit while it is imported."""
    (tmp_path / f"{module}.py").write_text(
        "import os, signal\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    signal.pause()\n"
        "except KeyboardInterrupt:\n"
        f"    {text if text != 'pass' else 'raise'}\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "fmtools", "plan", "cube"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert (run.returncode, run.stdout) == (130, "")
    assert run.stderr == "fmtools: interrupted\n"


def test_ctrl_c_is_said(tmp_path: Path) -> None:
    """`show` reads from a pipe that nobody writes to; opening its other end waits for that."""
    pipe = tmp_path / "macros.json"
    os.mkfifo(pipe)
    words = [sys.executable, "-m", "fmtools", "show", str(pipe)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as child, pipe.open("w"):
        child.send_signal(signal.SIGINT)
        _, err = child.communicate()
    assert (child.returncode, err) == (130, "fmtools: interrupted\n")


def test_exit_codes_of_help_and_docs_are_those_of_the_code() -> None:
    from fmtools import errors

    codes = {value for name, value in vars(errors).items() if name.startswith("EXIT_")}
    told = " ".join(fmtools("--help").out.split()).partition("Exit codes:")[2]
    assert {int(part.split()[0]) for part in told.split(" · ")} == codes
    page = (PDDL.parent / "docs" / "cli.md").read_text(encoding="utf-8")
    table = page.partition("| code | meaning |")[2].partition("\n\n")[0]
    rows = [row for row in table.splitlines() if row.startswith("| ") and "---" not in row]
    assert {int(row.split("|")[1]) for row in rows} == codes


def test_the_end_is_quick_and_loses_nothing(tmp_path: Path) -> None:
    """Objects are not taken apart; what was registered for the end is done, and all is printed."""
    script = (
        "import atexit, sys\n"
        "class Kept:\n    def __del__(self): print('taken apart')\n"
        "kept = Kept()\n"
        f"atexit.register(lambda: open({str(tmp_path / 'done')!r}, 'w').write('yes'))\n"
        f"sys.argv = ['fmtools', 'validate', {str(HANOI)!r}, 'nowhere', 'nothing']\n"
        "from fmtools.__main__ import main\n"
        "print('first')\n"
        "main()"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (31, "first\n")
    assert "nowhere" in run.stderr
    assert (tmp_path / "done").read_text() == "yes"


def test_a_profiler_has_its_turn_at_the_end() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "cProfile", "-m", "fmtools", "--help"],
        capture_output=True,
        text=True,
    )
    assert "function calls" in run.stdout
