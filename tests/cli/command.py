"""Runs the real command, as a user would, or in this process."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fmtools.cli.app import command_of
from fmtools.cli.declare import call, parameters_of
from fmtools.cli.parse import parse

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
    return Finished(run.returncode, run.stdout, without_progress(run.stderr))


def without_progress(text: str) -> str:
    """What was said, but for how far slow commands were."""
    return re.sub(r"^fmtools: … .*\n", "", text, flags=re.MULTILINE)


def assert_refused(finished: Finished, code: int, *fragments: str) -> None:
    """One line on stderr, the same as JSON or nothing on stdout, the documented exit code."""
    assert finished.code == code, finished.err
    lines = finished.err.splitlines()
    assert len(lines) == 1, finished.err
    assert lines[0].startswith("fmtools: error: ")
    said = lines[0].removeprefix("fmtools: error: ")
    assert finished.out == "" or finished.json == {"error": said, "exit_code": code}
    for fragment in fragments:
        assert fragment in lines[0]


@dataclass(frozen=True)
class Called:
    exit_code: int
    stdout: str
    stderr: str
    exception: Exception | None

    @property
    def output(self) -> str:
        return self.stdout + self.stderr


def called(*words: object) -> Called:
    """The same in this process, without what turns errors into lines."""
    name, *rest = map(str, words)
    command = command_of([name, *rest])
    out, err = io.StringIO(), io.StringIO()
    code, exception = 0, None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            call(command, parse(name, parameters_of(command), rest)[0])
        except SystemExit as end:
            code = int(end.code or 0)
        except Exception as error:
            code, exception = 1, error
    return Called(code, out.getvalue(), err.getvalue(), exception)
