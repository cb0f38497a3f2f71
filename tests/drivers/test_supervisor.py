"""Nothing leaves a run, nothing outlives it, and its memory is what it really uses."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fmtools.drivers.process import ProcessLimits, Stop, run_process
from fmtools.drivers.records import RunOutcome
from tests.drivers.misbehaving import GOOD_PLAN, python_words, run_script, survivors
from tests.processes import Family, is_alive, wait_until, written_pids

ROOT = Path(__file__).parents[2]
ESCAPE = """
def escape(code):
    '''A daemon with a session and an environment of its own, whose parents are gone.'''
    gone, there = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.close(gone)
            os.set_inheritable(there, True)
            words = [sys.executable, "-I", "-c", code, pids, str(there)]
            os.execve(sys.executable, words, {})
        os._exit(0)
    os.close(there)
    os.read(gone, 1)  # until it is there

DAEMON = '''
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open(sys.argv[1], "a") as file:
    file.write(f"{os.getpid()}\\\\n")
'''
READY = "os.close(int(sys.argv[2]));"
"""
RUNNER = """
import sys
from pathlib import Path
from tests.drivers.misbehaving import run_script
run_script(Path(sys.argv[1]), sys.argv[2], 600.0)
"""


def test_daemon_without_its_environment_does_not_escape(tmp_path: Path) -> None:
    script = ESCAPE + f"escape(DAEMON + READY + 'time.sleep(600)')\nwrite({GOOD_PLAN!r})"
    assert run_script(tmp_path, script).record.outcome is RunOutcome.SOLVED
    assert len(written_pids(tmp_path / "pids")) == 2
    assert survivors(tmp_path) == []


def test_memory_of_a_daemon_counts(tmp_path: Path) -> None:
    code = "DAEMON + 'x = bytearray(300 << 20);' + READY + 'time.sleep(600)'"
    script = ESCAPE + f"escape({code})\ntime.sleep(600)"
    table = {"address_space_limit": False}
    record = run_script(tmp_path, script, seconds=600, memory=200 << 20, **table).record
    assert record.outcome is RunOutcome.OUT_OF_MEMORY
    assert record.peak_memory_bytes > 200 << 20
    assert survivors(tmp_path) == []


def test_processor_time_of_a_daemon_that_has_ended_counts(tmp_path: Path) -> None:
    code = "DAEMON + 'while time.process_time() < 0.5: pass\\n' + READY"
    assert run_script(tmp_path, ESCAPE + f"escape({code})").record.cpu_seconds > 0.5


def test_pages_that_forks_share_count_once(tmp_path: Path) -> None:
    code = """
import os, time
x = bytearray(b"x") * (150 << 20)
ready, there = os.pipe()
ended, alive = os.pipe()
for _ in range(3):
    if os.fork() == 0:
        os.close(alive)
        os.write(there, b".")
        os.read(ended, 1)  # until the first process ends
        os._exit(0)
count = 0
while count < 3:
    count += len(os.read(ready, 3))
time.sleep(1)  # to be looked at
print("fine")
"""
    limits = ProcessLimits(600, memory=400 << 20, limit_address_space=False)
    result = run_process(python_words(code), tmp_path, limits)
    assert (result.stopped, result.exit_code, result.output) == (None, 0, "fine\n")
    assert 150 << 20 < result.peak_memory_bytes < 400 << 20


def test_pages_that_forks_write_to_count_for_each(tmp_path: Path) -> None:
    code = """
import os, time
x = bytearray(b"x") * (150 << 20)
for _ in range(3):
    if os.fork() == 0:
        x[:] = bytes(150 << 20)
        break
time.sleep(600)
"""
    limits = ProcessLimits(600, memory=400 << 20, limit_address_space=False)
    result = run_process(python_words(code), tmp_path, limits)
    assert result.stopped is Stop.MEMORY
    assert result.peak_memory_bytes > 400 << 20


def test_planner_that_kills_its_supervisor_is_a_crash_and_ends(tmp_path: Path) -> None:
    script = """
for _ in range(2):
    if os.fork() == 0:
        born()
        os.setsid()
        time.sleep(600)
os.kill(os.getppid(), signal.SIGKILL)
time.sleep(600)
"""
    assert run_script(tmp_path, script, seconds=600).record.outcome is RunOutcome.CRASH
    assert survivors(tmp_path) == []


def test_planner_that_stops_its_supervisor_is_waited_for(tmp_path: Path) -> None:
    script = f"os.kill(os.getppid(), signal.SIGSTOP)\nwrite({GOOD_PLAN!r})"
    assert run_script(tmp_path, script, seconds=600).record.outcome is RunOutcome.SOLVED


def test_planner_that_keeps_stopping_its_supervisor_meets_the_time_limit(tmp_path: Path) -> None:
    script = "while True: os.kill(os.getppid(), signal.SIGSTOP)"
    assert run_script(tmp_path, script, seconds=1).record.outcome is RunOutcome.TIMEOUT
    assert survivors(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_planner_and_its_daemons_end_with_fmtools(tmp_path: Path, number: int) -> None:
    """No clean-up of ours runs here: SIGTERM is not caught, SIGKILL cannot be."""
    script = (
        ESCAPE
        + """
if os.fork() == 0:
    born()
    time.sleep(600)
escape(DAEMON + READY + "time.sleep(600)")
signal.signal(signal.SIGTERM, signal.SIG_IGN)
time.sleep(600)
"""
    )
    own = Family()
    runner = subprocess.Popen(
        [sys.executable, "-c", RUNNER, str(tmp_path), script],
        cwd=ROOT,
        env=os.environ | own.variable | {"TMPDIR": str(tmp_path)},
    )
    pids = tmp_path / "pids"
    wait_until(lambda: len(written_pids(pids)) == 3, "the planner starts")
    runner.send_signal(number)
    assert runner.wait() == -number
    wait_until(lambda: not any(map(is_alive, written_pids(pids))), "the planner ends")
    wait_until(lambda: not own.members(), "the supervisor ends")


def test_supervisor_in_a_program_that_forks_ends_with_the_program(tmp_path: Path) -> None:
    """A fork holds copies of all pipes: then the kernel has to tell that the program has ended."""
    runner = """
import os, sys, time
from pathlib import Path
from tests.drivers.misbehaving import planner, small_task
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.run import run_planner

def started(pid):
    copy = os.fork()
    if copy == 0:
        time.sleep(600)
        os._exit(0)
    Path(sys.argv[1], "copy").write_text(f"{copy}\\n")

driver = planner(Path(sys.argv[1]), "time.sleep(600)")
run_planner(driver, small_task(), ProcessLimits(600), started)
"""
    run = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", runner, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    wait_until(lambda: written_pids(tmp_path / "copy"), "the copy")
    wait_until(lambda: written_pids(tmp_path / "pids"), "the planner")
    run.kill()
    run.wait()
    try:
        planner = written_pids(tmp_path / "pids")
        wait_until(lambda: not any(map(is_alive, planner)), "the planner ends")
        assert is_alive(written_pids(tmp_path / "copy")[0])
    finally:
        os.kill(written_pids(tmp_path / "copy")[0], signal.SIGKILL)
