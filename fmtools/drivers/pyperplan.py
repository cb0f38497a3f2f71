"""pyperplan: small and readable, STRIPS with types only; writes its plan beside the problem.

A variant is a search and a heuristic, `gbf-hff`. Its exit code is 0 even where it finds nothing.
"""

import sys

from fmtools.drivers.driver import (
    DOMAIN_NAME,
    PROBLEM_NAME,
    Family,
    LogPatterns,
    Program,
    Reads,
    RunFiles,
    told_by,
)
from fmtools.drivers.installed import package_directory, program_on_path

PACKAGE = "pyperplan"
SEARCHES = ("gbf", "astar", "wastar", "ehs", "bfs", "ids")
HEURISTICS = ("hff", "hadd", "hmax", "hsa", "lmcut", "landmark", "blind")
_NOTHING = "No solution could be"


def _find() -> Program | None:
    if package_directory(PACKAGE) is not None:
        return Program((sys.executable, "-m", PACKAGE), f"{sys.executable} -m {PACKAGE}", PACKAGE)
    return program_on_path("pyperplan")


def _command(program: Program, variant: str, files: RunFiles) -> list[str]:
    search, _, heuristic = variant.partition("-")
    options = ["-H", heuristic or HEURISTICS[0], "-s", search]
    return [*program.words, *options, DOMAIN_NAME, PROBLEM_NAME]


PYPERPLAN = Family(
    title="pyperplan",
    packages=(PACKAGE,),
    find=_find,
    command=_command,
    # It counts expanded nodes only, which are neither evaluated nor generated states.
    statistics=told_by(
        search_seconds=r"Search time: ([\d.e+-]+)", operators=r"(\d+) Operators created"
    ),
    variants=("gbf-hff", "astar-hmax", "ehs-hff", "bfs"),
    known=[*SEARCHES, *(f"{search}-{other}" for search in SEARCHES for other in HEURISTICS)],
    reads=Reads(costs=False, equality=False, negation=False),
    patterns=LogPatterns(
        unsolvable=rf"(?s)using search: (greedy|astar|weighted|breadth).*{_NOTHING}",
        gave_up=_NOTHING,
    ),
    plan_files=(f"{PROBLEM_NAME}.soln",),
)
