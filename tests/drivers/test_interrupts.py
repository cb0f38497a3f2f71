"""Ctrl-C, termination, and two runs at once: nothing is left, nothing is shared."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fmtools.drivers.records import RunOutcome
from tests.drivers.misbehaving import GOOD_PLAN, run_script, survivors

ROOT = Path(__file__).parents[2]
STUBBORN = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
if os.fork() == 0:
    born()
    if os.fork() == 0:
        os.setsid()
        born()
time.sleep(3600)
"""
RUNNER = """
import sys
from pathlib import Path
from fmtools.drivers.interrupts import interrupt_once
from tests.drivers.misbehaving import run_script
with interrupt_once():
    run_script(Path(sys.argv[1]), sys.argv[2])
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("times", [1, 3])
def test_interrupt_leaves_no_process_and_no_file(
    tmp_path: Path, number: signal.Signals, times: int
) -> None:
    temporary = tmp_path / "tmp dir"
    temporary.mkdir()
    runner = subprocess.Popen(
        [sys.executable, "-c", RUNNER, str(tmp_path), STUBBORN],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(temporary)},
        stderr=subprocess.DEVNULL,
    )
    pids = tmp_path / "pids"
    while len(pids.read_text().split() if pids.exists() else []) < 3:
        assert runner.poll() is None
        time.sleep(0.02)
    assert list(temporary.iterdir()) != []
    for _ in range(times):
        runner.send_signal(number)
        wait_until_taken(runner, number)
    assert runner.wait() != 0
    assert survivors(tmp_path) == []
    assert list(temporary.iterdir()) == []


def wait_until_taken(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Until a signal is delivered, or held back by the one before it."""
    bit = 1 << (number - 1)
    while process.poll() is None:
        fields = Path(f"/proc/{process.pid}/status").read_text().split()
        pending, blocked = (int(fields[fields.index(x) + 1], 16) for x in ("ShdPnd:", "SigBlk:"))
        if not pending & ~blocked & bit:
            return
        time.sleep(0.005)


def test_runs_at_once_do_not_meet(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()

    def run(index: int) -> RunOutcome:
        folder = tmp_path / str(index)
        folder.mkdir()
        plan = GOOD_PLAN if index % 2 else "(go b c)\n"
        script = f"""
write("x", "same-name")
open({str(here / str(index))!r}, "w").close()
while len(os.listdir({str(here)!r})) < 4: time.sleep(0.01)
write({plan!r})
"""
        return run_script(folder, script).record.outcome

    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(run, range(4)))
    assert outcomes == [RunOutcome.INVALID_PLAN, RunOutcome.SOLVED] * 2
