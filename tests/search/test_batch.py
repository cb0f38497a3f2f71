"""Workers end with their parent, however it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import family, wait_until

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_workers_end_with_their_parent(tmp_path: Path, number: int) -> None:
    instances = tmp_path / "instances"
    instances.write_text("R U F L B D R U F L B D R2 U2 F2\n" * 1000)
    words = ["plan", "cube", "--instances", str(instances), "--jobs", "2", "--budget", "1M"]
    with family() as own:
        parent = subprocess.Popen(
            [sys.executable, "-m", "fmtools", *words],
            cwd=ROOT,
            env=os.environ | own.variable,
            stdout=subprocess.DEVNULL,
        )
        # The parent, multiprocessing's own tracker, and two workers that search.
        wait_until(lambda: len(own.members()) == 4, "the workers start")
        parent.send_signal(number)
        assert parent.wait() == -number
        wait_until(lambda: not own.members(), "the workers end")
