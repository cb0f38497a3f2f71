"""How long commands take as users start them: fresh processes, beside Fast Downward's."""

import compileall
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fmtools.benches.bench_files import PAPER_DOMAINS, Files, paper_files
from fmtools.benches.fast_downward import SEARCH, FreshRun, run_fast_downward, run_fresh
from fmtools.errors import InputError
from fmtools.pddl.read import read_domain, read_problem
from fmtools.pddl.validate import validate

REPEATS = 5
LIMIT = 300.0
HELP_SECONDS = 0.12
"""Target for `fmtools --help`."""
FIRST_USE = 1.5
"""Target for the first use, as a multiple of later ones."""


@dataclass(frozen=True)
class StartRow:
    """Best of several fresh processes. `target` is CPU seconds."""

    what: str
    cpu_seconds: float
    wall_seconds: float
    other_cpu_seconds: float | None
    """Fast Downward's; of the first use: a later one's."""
    other_wall_seconds: float | None
    target: float

    @property
    def ratio(self) -> float | None:
        other = self.other_cpu_seconds
        return None if other is None else self.cpu_seconds / other

    @property
    def met(self) -> bool:
        return self.cpu_seconds <= self.target


def start_rows(
    domains: Iterable[str] = PAPER_DOMAINS, repeats: int = REPEATS
) -> Iterator[StartRow]:
    """`--help`, then process start to validated plan; what is compared takes turns."""
    fmtools = [sys.executable, "-m", "fmtools"]
    helps = [_finished(run_fresh([*fmtools, "--help"], LIMIT)) for _ in range(repeats)]
    cpu, wall = _best(helps)
    yield StartRow("fmtools --help", cpu, wall, None, None, HELP_SECONDS)
    for name in domains:
        files = paper_files(1)[name][0]
        own, other = [], []
        for _ in range(repeats):
            own.append(_plan(files))
            other.append(_finished(run_fast_downward([*_words(files), "--search", SEARCH], LIMIT)))
        (cpu, wall), (fd_cpu, fd_wall) = _best(own), _best(other)
        yield StartRow(f"plan {name}", cpu, wall, fd_cpu, fd_wall, fd_cpu)
    files = paper_files(1)[PAPER_DOMAINS[0]][0]
    yield first_use_row(files, repeats, byte_code=True)
    yield first_use_row(files, repeats, byte_code=False)


def _words(files: Files) -> list[str]:
    return [str(path.resolve()) for path in files]


def _plan(
    files: Files, run: Callable[[list[str]], FreshRun] = lambda words: run_fresh(words, LIMIT)
) -> FreshRun:
    """A plan by our command, which validates it; here it is validated once more."""
    with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
        path = Path(folder) / "plan"
        search = ["--planner", "gbfs", "--ties", "fifo", "--budget", "100M", "-o", str(path)]
        command = [sys.executable, "-m", "fmtools", "plan", *_words(files), *search]
        finished = _finished(run(command))
        domain = read_domain(files[0])
        steps = path.read_text().splitlines()[:-1]
        if not validate(domain, read_problem(files[1], domain), steps).valid:
            raise InputError(f"fmtools plan {files[1]}: the plan is not valid: a bug in fmtools")
    return finished


def first_use_row(files: Files, repeats: int, byte_code: bool) -> StartRow:
    """After installing, and later. pip and `make` leave byte code, uv leaves it to the first run."""
    first, later = [], []
    package = Path(__file__).resolve().parents[1]
    for _ in range(repeats):
        with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
            shutil.copytree(
                package, Path(folder) / "fmtools", ignore=shutil.ignore_patterns("__pycache__")
            )
            if byte_code:
                compileall.compile_dir(folder, quiet=2)

            def run(command: list[str], where: Path = Path(folder)) -> FreshRun:
                return run_fresh(command, LIMIT, None, where, {"PYTHONPATH": str(where)})

            first.append(_plan(files, run))
            later.append(_plan(files, run))
    (cpu, wall), (later_cpu, later_wall) = _best(first), _best(later)
    what = "first use" if byte_code else "first, no .pyc"
    return StartRow(what, cpu, wall, later_cpu, later_wall, FIRST_USE * later_cpu)


def _finished(run: FreshRun) -> FreshRun:
    if run.exit_code != 0:
        last = run.output.rstrip().splitlines()[-1:]
        raise InputError(f"a process of the benchmark ended with {run.exit_code}: {last}")
    return run


def _best(runs: list[FreshRun]) -> tuple[float, float]:
    return min(run.cpu_seconds for run in runs), min(run.seconds for run in runs)
