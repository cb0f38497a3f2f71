"""States per second beside Fast Downward: the same search, files and work, fresh processes.

Fast Downward translates once and searches for some seconds; ours then gets a budget of as many
generated states. Both rates are per CPU second of search alone, best of several.
"""

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fmtools.benches.bench_files import Files, clone_folder, made_files, paper_files
from fmtools.benches.fast_downward import run_fast_downward, run_fresh
from fmtools.benches.probe import command
from fmtools.errors import InputError
from fmtools.library_file import load_library
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.macro_file import compile_macros
from fmtools.pddl.read import read_domain, read_problem

SIZES = {"depot": 12, "doors": 800, "ferry": 160, "gripper": 250, "hanoi": 16, "miconic": 100}
"""At which Fast Downward searches for a second or more."""
MACRO_SIZES = {"depot": 12, "doors": 100, "ferry": 40, "gripper": 600, "miconic": 40}
"""With the macros of compiled/; more would have Fast Downward translate for many minutes."""
UNLIMITED = "hanoi"
"""None of its macros are within the limit of compiled/: here all of them, on problem-000."""
SECONDS = 8.0
"""Of Fast Downward's search."""
REPEATS = 3
LIMIT = 900.0
MEMORY = 4 << 30
PLAIN_TARGET, MACRO_TARGET = 5.0, 3.0


@dataclass(frozen=True)
class RateRow:
    """Counts need not agree: ties break differently, and either may find a plan."""

    what: str
    operators: int
    generated: int
    seconds: float
    """CPU, of the search."""
    fd_generated: int
    fd_seconds: float
    target: float

    @property
    def rate(self) -> float:
        return self.generated / self.seconds

    @property
    def fd_rate(self) -> float:
        return self.fd_generated / self.fd_seconds

    @property
    def ratio(self) -> float:
        return self.rate / self.fd_rate

    @property
    def met(self) -> bool:
        return self.ratio >= self.target


def plain_rows(
    domains: Iterable[str] | None = None,
    sizes: dict[str, int] = SIZES,
    seconds: float = SECONDS,
    repeats: int = REPEATS,
) -> Iterator[RateRow]:
    for name in domains or sizes:
        with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
            files = made_files(name, sizes[name], Path(folder))
            yield rate_row(f"{name} {sizes[name]}", files, PLAIN_TARGET, seconds, repeats)


def macro_rows(
    domains: Iterable[str] | None = None, seconds: float = SECONDS, repeats: int = REPEATS
) -> Iterator[RateRow]:
    """On the augmented domains of compiled/."""
    for name in domains or (*MACRO_SIZES, UNLIMITED):
        with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
            if name == UNLIMITED:
                files, size = _all_macros(name, Path(folder)), ""
            else:
                domain = clone_folder("compiled") / name / "domain.pddl"
                files = made_files(name, MACRO_SIZES[name], Path(folder), domain)
                size = f" {MACRO_SIZES[name]}"
            yield rate_row(f"{name}{size}", files, MACRO_TARGET, seconds, repeats)


def _all_macros(name: str, folder: Path) -> Files:
    """The augmented domain without a limit on ground operators."""
    domain_path, problem_path = paper_files(1)[name][0]
    domain = read_domain(domain_path)
    problems = [read_problem(problem_path, domain)]
    library = load_library(clone_folder("compiled") / name / "macros.json")
    path = folder / "domain.pddl"
    everything = {"max_growth": None}
    compilation = compile_macros(domain, library, problems=problems, given=everything)
    path.write_text(augmented_text(compilation, problems).domain)
    return path, problem_path


def rate_row(what: str, files: Files, target: float, seconds: float, repeats: int) -> RateRow:
    """The two take turns, so that both meet the same machine."""
    domain, problem = files
    own: list[tuple[int, float]] = []
    theirs: list[tuple[int, float]] = []
    operators = 0
    with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
        where = Path(folder)
        words = ["--translate", str(domain.resolve()), str(problem.resolve())]
        translated = run_fast_downward(words, LIMIT, MEMORY, where)
        if translated.exit_code != 0:
            raise InputError(f"{what}: Fast Downward did not translate it within {LIMIT:g} s")
        search = f"eager_greedy([goalcount()],max_time={seconds:g})"
        for _ in range(repeats):
            run = run_fast_downward(["output.sas", "--search", search], LIMIT, MEMORY, where)
            generated = run.number(r"Generated (\d+) state")
            searched = run.number(r"Search time: ([\d.e-]+)s")
            if not generated or not searched:
                raise InputError(f"{what}: Fast Downward told no counts")
            theirs.append((int(generated), searched))
            found = run_fresh(
                command(domain, problem, int(generated), LIMIT, MEMORY), LIMIT, None, where
            ).json()
            if found is None:
                raise InputError(f"{what}: our own search printed no result")
            own.append((found["generated"], found["search_seconds"]))
            operators = found["operators"]
    ours, fd = max(own, key=_rate), max(theirs, key=_rate)
    return RateRow(what, operators, ours[0], ours[1], fd[0], fd[1], target)


def _rate(counts: tuple[int, float]) -> float:
    return counts[0] / counts[1]
