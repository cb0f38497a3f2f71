"""pyperplan: small and readable, STRIPS with types only; writes its plan beside the problem.

Its exit code is 0 even where it finds nothing.
"""

import functools
import sys

from fmtools.drivers.driver import (
    DOMAIN_NAME,
    PROBLEM_NAME,
    Driver,
    Family,
    LogPatterns,
    Program,
    Reads,
    RunFiles,
    told_by,
)
from fmtools.drivers.installed import package_directory, program_on_path
from fmtools.errors import UsageError

PACKAGE = "pyperplan"
SEARCHES = ("gbf", "astar", "wastar", "ehs", "bfs", "ids")
HEURISTICS = ("hff", "hadd", "hmax", "hsa", "lmcut", "landmark", "blind")
READS = Reads(costs=False, equality=False, negation=False)
# It counts expanded nodes only, which are neither evaluated nor generated states.
STATISTICS = told_by(
    search_seconds=r"Search time: ([\d.e+-]+)", operators=r"(\d+) Operators created"
)


def find() -> Program | None:
    if package_directory(PACKAGE) is not None:
        return Program((sys.executable, "-m", PACKAGE), f"{sys.executable} -m {PACKAGE}", PACKAGE)
    return program_on_path("pyperplan")


def make(program: Program, name: str, variant: str) -> Driver:
    """`gbf-hff`: the search, then the heuristic."""
    search, _, heuristic = (variant or "gbf-hff").partition("-")
    heuristic = heuristic or "hff"
    if search not in SEARCHES or heuristic not in HEURISTICS:
        raise UsageError(
            f"no pyperplan search {variant!r}; join one of {' '.join(SEARCHES)} and one of "
            f"{' '.join(HEURISTICS)} with a hyphen"
        )
    complete = search in ("gbf", "astar", "wastar", "bfs")
    return Driver(
        name=name,
        command=functools.partial(_command, program, search, heuristic),
        statistics=STATISTICS,
        reads=READS,
        patterns=LogPatterns(**{"unsolvable" if complete else "gave_up": "No solution could be"}),
        plan_files=(f"{PROBLEM_NAME}.soln",),
    )


def _command(program: Program, search: str, heuristic: str, files: RunFiles) -> list[str]:
    return [*program.words, "-H", heuristic, "-s", search, DOMAIN_NAME, PROBLEM_NAME]


PYPERPLAN = Family(
    title="pyperplan",
    reads=READS,
    variants=("gbf-hff", "astar-hmax", "ehs-hff", "bfs"),
    packages=("pyperplan",),
    find=find,
    make=make,
)
