"""kill -9 and SIGTERM at seeded random moments of every long command.

Afterwards no process of it is there, what it wrote is absent or whole, and the same command, given
again, ends as if nothing had happened.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from fmtools.augment.output import load_recipe
from fmtools.drivers.run_directory import PREFIX, sweep
from fmtools.errors import EXIT_NO_MACROS
from fmtools.library_file import load_library
from fmtools.pddl.read import read_domain
from fmtools.store.reading import read_store
from tests.cli.test_augment import knowing_planner
from tests.experiments.small_experiments import MANY, NUM_MANY_RUNS
from tests.pddl.macro_samples import CARRY_BALL, PDDL, library, problem_text
from tests.processes import family, wait_until

pytestmark = [pytest.mark.hostile("kills"), pytest.mark.slow]
ROOT = Path(__file__).parents[2]
KILLS = 8
"""For each command and signal."""
GRIPPER = PDDL / "gripper" / "domain.pddl"
Check = Callable[[Path, bool], None]


@dataclass(frozen=True)
class Long:
    """A command to be given in a folder, what it needs there, and what it leaves there.

    `check` gets the folder, and whether the command has ended by itself.
    """

    words: tuple[str, ...]
    prepare: Callable[[Path], object]
    check: Check
    code: int = 0
    """That it ends with."""


def _whole_lines(path: Path) -> list[dict[str, object]]:
    """Of what was printed; the last line may have been cut off by the kill."""
    lines = path.read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def _instances(folder: Path) -> None:
    (folder / "starts").write_text("R U F L B D R U F L B D R2\n" * 12)


def _check_instances(folder: Path, ended: bool) -> None:
    found = _whole_lines(folder / "stdout")
    assert [line["line"] for line in found] == list(range(1, len(found) + 1))
    assert not ended or len(found) == 12


def _gripper(folder: Path) -> None:
    (folder / "problem.pddl").write_text(problem_text("gripper"))
    library(read_domain(GRIPPER), CARRY_BALL).save(folder / "macros.json")


def _check_compare(folder: Path, ended: bool) -> None:
    records = folder / "records.jsonl"
    if records.exists() or ended:
        lines = [json.loads(line) for line in records.read_text().splitlines()]
        assert all(record["outcome"] == "solved" for record in lines)
        assert not ended or len(lines) == 2


def _check_sweep(folder: Path, ended: bool) -> None:
    if (folder / "store" / "records.jsonl").exists():
        records, complaints = read_store(folder / "store")
        assert all("unfinished" in complaint for complaint in complaints)
        assert len({record["key"] for record in records}) == len(records)
    if ended:
        assert (len(records), complaints) == (NUM_MANY_RUNS, [])


def _check_augment(folder: Path, ended: bool) -> None:
    if (folder / "out").exists() or ended:
        load_recipe(folder / "out")
        json.loads((folder / "out" / "report.json").read_text())


def _check_learn(folder: Path, ended: bool) -> None:
    if (folder / "library.json").exists() or ended:
        assert len(load_library(folder / "library.json").macros) == 576


def _check_compile(folder: Path, ended: bool) -> None:
    if (folder / "augmented.pddl").exists() or ended:
        operators = read_domain(folder / "augmented.pddl").operators
        assert any(name.startswith("macro-1") for name in operators)


COMMANDS = {
    "plan": Long(
        ("plan", "cube", "--instances", "starts", "--jobs", "2", "--budget", "200K"),
        _instances,
        _check_instances,
    ),
    "compare": Long(
        (
            "compare", str(GRIPPER), "problem.pddl", "--macros", "macros.json", "--planner", "gbfs",
            "-o", "records.jsonl", "--force",
        ),
        _gripper,
        _check_compare,
    ),
    "bench": Long(
        ("bench", "many.toml", "-o", "store", "--jobs", "2"),
        lambda folder: (folder / "many.toml").write_text(MANY),
        _check_sweep,
    ),
    "augment": Long(
        (
            "augment", str(PDDL / "ferry" / "domain.pddl"), "two.pddl", "other.pddl", "-o", "out",
            "--planner", "knows", "--planners-file", "planners.toml", "--time", "3", "--force",
        ),
        knowing_planner,
        _check_augment,
        EXIT_NO_MACROS,  # its planner uses none
    ),
    "learn": Long(
        ("learn", "cube", "-o", "library.json", "--force"), lambda folder: None, _check_learn
    ),
    "compile": Long(
        ("compile", str(GRIPPER), "macros.json", "-o", "augmented.pddl", "--force"),
        _gripper,
        _check_compile,
    ),
}  # fmt: skip


def start(long: Long, folder: Path, variables: dict[str, str]) -> "subprocess.Popen[bytes]":
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    with (folder / "stdout").open("wb") as out, (folder / "stderr").open("wb") as err:
        return subprocess.Popen(
            [sys.executable, "-m", "fmtools", *long.words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            env=os.environ | variables | {"TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)},
        )


def assert_nothing_half_written(folder: Path) -> None:
    """What the killed command left in the folder of temporary files, the next one sweeps."""
    sweep.cache_clear()
    sweep(str(folder / "tmp"))
    assert not list((folder / "tmp").glob(f"{PREFIX}*"))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_moment(
    name: str, number: signal.Signals, tmp_path: Path, num_cases: Callable[[int], None]
) -> None:
    long, rng = COMMANDS[name], Random(f"{name} {number}")
    whole = tmp_path / "whole"
    whole.mkdir()
    long.prepare(whole)
    with family() as own:
        began = time.monotonic()
        code = start(long, whole, own.variable).wait()
        seconds = time.monotonic() - began
        assert code == long.code, (whole / "stderr").read_text()
        wait_until(lambda: not own.members(), "all of it ends")
    long.check(whole, True)
    folder = tmp_path / "killed"
    for _ in range(KILLS):
        if not folder.exists() or rng.random() < 0.5:  # else on top of what the last one left
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            long.prepare(folder)
        with family() as own:
            process = start(long, folder, own.variable)
            ended = False
            try:
                ended = process.wait(rng.uniform(0.0, seconds)) == long.code
            except subprocess.TimeoutExpired:
                process.send_signal(number)
                process.wait()
            wait_until(lambda: not own.members(), f"all of {name} ends")
        text = (folder / "stderr").read_text()
        assert "Traceback" not in text, text
        long.check(folder, ended)
        assert_nothing_half_written(folder)
    with family() as own:
        code = start(long, folder, own.variable).wait()
        assert code == long.code, (folder / "stderr").read_text()
    long.check(folder, True)
    num_cases(KILLS)
