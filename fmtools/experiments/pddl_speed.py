"""Which PDDL files the speed tables use, and whole runs from process start to validated plan."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fmtools.errors import InputError
from fmtools.experiments.fast_downward import run_fast_downward
from fmtools.experiments.grounding_bench import Files
from fmtools.generators.write import write_instances
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.validate import validate

PAPER_DOMAINS = ("depot", "doors", "ferry", "gripper", "hanoi", "miconic")
SEARCH = "eager_greedy([goalcount()])"
WHOLE_RUN_SIZES = {"doors": 300, "gripper": 250, "miconic": 120}
"""Sizes at which Fast Downward, translation included, takes more than 5 s."""
WHOLE_RUN_LIMIT = 300.0


def paper_files(num_problems: int) -> dict[str, list[Files]]:
    """Domain and problems of the paper's six domains, as they lie in pddl/."""
    folder = Path(__file__).resolve().parents[2] / "pddl"
    if not folder.is_dir():
        raise InputError("this benchmark reads pddl/: run it in a clone of fmtools")
    return {
        name: [
            (folder / name / "domain.pddl", folder / name / f"problem-{number:03d}.pddl")
            for number in range(num_problems)
        ]
        for name in PAPER_DOMAINS
    }


@dataclass(frozen=True)
class WholeRow:
    """Seconds from process start to plan; ours warm, validation included."""

    what: str
    seconds: float
    search_seconds: float
    fd_seconds: float | None
    fd_outcome: str

    @property
    def ratio(self) -> float | None:
        return None if self.fd_seconds is None else self.fd_seconds / self.seconds


def whole_run_rows() -> Iterator[WholeRow]:
    """The 10-disc hanoi of pddl/, then larger problems made on the spot."""
    yield _whole_row("hanoi 10", paper_files(1)["hanoi"][0])
    with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
        for name, size in WHOLE_RUN_SIZES.items():
            out = Path(folder) / name
            out.mkdir()
            write_instances(name, out, size=size, count=1)
            yield _whole_row(f"{name} {size}", (out / "domain.pddl", out / "problem-000.pddl"))


def _whole_row(what: str, files: Files) -> WholeRow:
    with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
        plan_path = Path(folder) / "plan"
        words = [*map(str, files), "--planner", "gbfs", "--ties", "fifo", "--budget", "100M"]
        command = [sys.executable, "-m", "fmtools", "plan", *words, "--json", "--force"]
        seconds = float("inf")
        for _ in range(3):
            began = time.perf_counter()
            run = subprocess.run(
                [*command, "-o", str(plan_path)],
                capture_output=True,
                text=True,
                timeout=WHOLE_RUN_LIMIT,
                check=True,
            )
            seconds = min(seconds, time.perf_counter() - began)
        domain = read_domain(files[0])
        steps = plan_path.read_text().splitlines()[:-1]
        assert validate(domain, read_problem(files[1], domain), steps).valid
        search_seconds = json.loads(run.stdout)["seconds"]
    began = time.perf_counter()
    fast_downward = run_fast_downward(
        [str(files[0].resolve()), str(files[1].resolve()), "--search", SEARCH], WHOLE_RUN_LIMIT
    )
    fd_seconds = time.perf_counter() - began
    solved = fast_downward.number(r"Plan length: (\d+) step") is not None
    return WholeRow(what, seconds, search_seconds, fd_seconds, "solved" if solved else "not solved")
