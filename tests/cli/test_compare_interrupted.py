"""Ctrl-C on a terminal: what has been shown stays."""

import contextlib
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

from fmtools.errors import EXIT_INTERRUPTED
from tests.cli.test_compare import Files
from tests.pddl.macro_samples import DOUBLE_DROP


def test_rows_shown_before_ctrl_c_stay_on_the_terminal(tmp_path: Path) -> None:
    files = Files(tmp_path, "gripper", DOUBLE_DROP)
    script = "if 'macro-1' in open(domain).read(): time.sleep(600)"
    path = files.planner("half", script)
    command = [sys.executable, "-m", "fmtools", "compare", *map(str, files.words)]
    command += ["--planner", "half", "--planners-file", str(path), "--time-limit", "600"]
    here, there = pty.openpty()
    run = subprocess.Popen(
        command,
        stdout=there,
        stderr=there,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "30"},
    )
    os.close(there)
    shown = b""
    while b"1 of 2, half" not in shown:
        shown += os.read(here, 1 << 16)
    run.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):  # Linux's way to say that the other end is closed
        while data := os.read(here, 1 << 16):
            shown += data
    os.close(here)
    assert run.wait() == EXIT_INTERRUPTED
    # What the live table erases, it erases line by line; nothing is erased after the last row.
    kept = shown.decode().rpartition("\x1b[2K")[2]
    rows = [line.split() for line in kept.splitlines() if "no-plan" in line]
    assert [row[:4] for row in rows] == [["my", "problem", "half", "original"]]
    assert "evaluated" in kept and "1 of 2, half" not in kept
