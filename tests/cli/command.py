"""Runs the real command, as a user would."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PDDL = Path(__file__).parents[2] / "pddl"
HANOI = PDDL / "hanoi" / "domain.pddl"
HANOI_PROBLEM = PDDL / "hanoi" / "problem-000.pddl"


@dataclass(frozen=True)
class Finished:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def fmtools(*words: object, cwd: Path | None = None, timeout: float = 1200) -> Finished:
    command = [sys.executable, "-m", "fmtools", *map(str, words)]
    run = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=timeout,
        check=False,
        env=os.environ | {"COLUMNS": "80"},
    )
    return Finished(run.returncode, run.stdout, run.stderr)


def assert_refused(finished: Finished, code: int, *fragments: str) -> None:
    """One line on stderr, nothing on stdout, the documented exit code."""
    assert finished.code == code, finished.err
    assert finished.out == ""
    lines = finished.err.splitlines()
    assert len(lines) == 1, finished.err
    assert lines[0].startswith("fmtools: error: ")
    for fragment in fragments:
        assert fragment in lines[0]
